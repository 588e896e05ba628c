// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/link_damage.h"

#include <algorithm>

#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/bounds/bound_parts.h"
#include "tb/bounds/scheme_card.h"
#include "tb/scenario/device_config.h"
#include "tb/text/quantity.h"

namespace weir::bounds {
namespace {

constexpr const char* kBeginning = "links damage frames: ";
constexpr const char* kPacketsAreLost = "a packet of a lossless class that an error hits is lost on the link";

// Whether every damaged link has link-level retry.
bool all_repaired(const scenario::Scenario& scenario) {
  return std::all_of(scenario.link_damage.begin(), scenario.link_damage.end(), [&](const scenario::LinkErrors& errors) {
    return std::all_of(errors.senders.begin(), errors.senders.end(),
                       [&](const network::End& sender) { return scenario::has_llr(scenario, sender); });
  });
}

// Whether link-level retry repeats a PAUSE of this port.
bool numbers_pauses(const scenario::Scenario& scenario, const network::End& sender) {
  return scenario::has_llr(scenario, sender) && scenario.device_of(sender.device).llr.pause_eligible;
}

// About the link on which most arrives before a PAUSE that was lost is said again.
std::string lost_pause(const scenario::Scenario& scenario) {
  Bytes most{-1};
  std::string where;
  for (const scenario::LinkErrors& errors : scenario.link_damage) {
    for (const network::End& sender : errors.senders) {
      if (!damages_feedback_of(scenario, errors, sender) || numbers_pauses(scenario, sender)) {
        continue;
      }
      const network::Cable& cable = scenario::cable_at(scenario, sender);
      const flow_control::PfcConfig& pfc = scenario.device_of(sender.device).flow_control.pfc;
      const Time again = flow_control::refresh_interval(pfc, cable.link.rate);
      if (const Bytes more = bytes_at_least(again, cable.link.rate); more > most) {
        most = more;
        where = text::to_text(again) + " later on link " + name_of(scenario, cable);
      }
    }
  }
  if (where.empty()) {
    return "link-level retry sends a PAUSE again that an error hits; the headroom's bound counts one such repair, and "
           "each further one takes a replay timer more";
  }
  return "a PAUSE that is lost is said again with the next refresh, up to " + where + ", in which " +
         text::to_text(most) + " more than the headroom's bound may arrive for each PAUSE lost in a row; " +
         (all_repaired(scenario) ? "link-level retry sends packets again, but no pauses" : kPacketsAreLost);
}

}  // namespace

bool damages(const scenario::Scenario& scenario, const network::Cable& cable) {
  return std::ranges::any_of(scenario.link_damage, [&](const scenario::LinkErrors& errors) {
    return std::ranges::any_of(errors.senders, [&](const network::End& sender) { return cable.has(sender); });
  });
}

std::string damage_warning(const scenario::Scenario& scenario) {
  const auto hits = [](const scenario::LinkErrors& errors) {
    return network::hits_data(errors.error) || network::hits_control(errors.error);
  };
  const flow_control::FlowControlConfig& config = scenario.device.flow_control;
  if (std::none_of(scenario.link_damage.begin(), scenario.link_damage.end(), hits) ||
      !flow_control::traits_of(config.scheme).protects) {
    return "";
  }
  const bool repaired = all_repaired(scenario);
  if (repaired && !(flow_control::traits_of(config.scheme).pauses && damages_feedback(scenario))) {
    return "";
  }
  if (flow_control::traits_of(config.scheme).pauses) {
    return std::string(kBeginning) + (damages_feedback(scenario) ? lost_pause(scenario) : kPacketsAreLost);
  }
  const SchemeCard* const card = scheme_card(config.scheme);
  const std::string more = card != nullptr ? card->error_of_wire(config) : "";
  return kBeginning + (more.empty() ? kPacketsAreLost : more);
}

}  // namespace weir::bounds
