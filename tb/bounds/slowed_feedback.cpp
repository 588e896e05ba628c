// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/slowed_feedback.h"

#include <algorithm>
#include <variant>

#include "hw_model/frame/mac_control.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/bounds/link_damage.h"
#include "tb/bounds/scheme_card.h"
#include "tb/scenario/device_config.h"
#include "tb/scenario/event.h"
#include "tb/text/quantity.h"

namespace weir::bounds {
using scenario::Scenario;

namespace {

// An end of a link whose rate an event sets.
struct Slowed {
  const std::string& event;
  std::size_t device;
  const network::Cable& cable;
  BitRate rate;
};

// The first line that `line_of` gives of any, in the order of the file, or "".
template <class LineOf>
std::string first_of_rates(const Scenario& scenario, LineOf&& line_of) {
  for (const scenario::ScenarioEvent& event : scenario.events) {
    if (const auto* set = std::get_if<scenario::SetLinkRate>(&event.what)) {
      for (const network::End& end : set->ends) {
        if (std::string line = line_of(Slowed{event.name, end.device, scenario::cable_at(scenario, end), set->rate});
            !line.empty()) {
          return line;
        }
      }
    }
  }
  return "";
}

// Whether link-level retry repeats the feedback of such a switch, which then waits for whatever retry waits for.
bool has_numbers(const asic::SwitchConfig& device) {
  return !flow_control::traits_of(device.flow_control.scheme).pauses || device.llr.pause_eligible;
}

bool delays_retry(scenario::PortDeed deed) {
  using scenario::PortDeed;
  return deed == PortDeed::kHoldAcks || deed == PortDeed::kFreezeAcks || deed == PortDeed::kFlushRetry ||
         deed == PortDeed::kInitRetry;
}

// What makes link-level retry of this cable wait or begin anew, or "".
std::string what_delays_retry(const Scenario& scenario, const network::Cable& cable) {
  for (const scenario::ScenarioEvent& event : scenario.events) {
    const auto* act = std::get_if<scenario::ActAtPorts>(&event.what);
    if (act != nullptr && delays_retry(act->deed) &&
        std::ranges::any_of(act->ends, [&](const network::End& end) { return cable.has(end); })) {
      return "event " + event.name;
    }
  }
  return damages(scenario, cable) && !damages_feedback(scenario) ? "errors" : "";
}

std::string held_back_warning(const Alike& alike) {
  const Scenario& scenario = *alike.scenario;
  if (!has_numbers(*alike.device)) {
    return "";
  }
  for (const network::Cable& cable : scenario.topology.cables) {
    for (const std::size_t device : {cable.a.device, cable.b.device}) {
      const bool of_these = std::ranges::find(alike.switches, device) != alike.switches.end();
      if (!of_these || !scenario::carries_llr(scenario, cable)) {
        continue;
      }
      if (const std::string what = what_delays_retry(scenario, cable); !what.empty()) {
        return what + " on link " + name_of(scenario, cable) + ": link-level retry holds back feedback of " +
               scenario.topology.devices[device].name + " longer than the bounds count, and packets may be lost";
      }
    }
  }
  return "";
}

}  // namespace

std::string slowed_feedback_warning(const Alike& alike) {
  const Scenario& scenario = *alike.scenario;
  const SchemeCard* const card = scheme_card(alike.device->flow_control.scheme);
  if (card == nullptr || card->feedback_may_be_late()) {
    return "";
  }
  if (std::string held_back = held_back_warning(alike); !held_back.empty()) {
    return held_back;
  }
  return first_of_rates(scenario, [&](const Slowed& at) -> std::string {
    const bool of_these = std::find(alike.switches.begin(), alike.switches.end(), at.device) != alike.switches.end();
    if (!of_these || at.rate >= at.cable.link.rate) {
      return "";
    }
    return "event " + at.event + " slows down the feedback of " + scenario.topology.devices[at.device].name +
           " on link " + name_of(scenario, at.cable) + " to " + text::to_text(at.rate) +
           ": the bounds are for the rate of [topology], and packets may be lost";
  });
}

std::string filled_link_warning(const Scenario& scenario) {
  return first_of_rates(scenario, [&](const Slowed& at) -> std::string {
    const flow_control::FlowControlConfig& config = scenario.device_of(at.device).flow_control;
    const flow_control::CbfcConfig* messages = flow_control::credits_of(config);
    if (messages == nullptr) {
      return "";
    }
    const Time period = credit_period(*messages, at.cable.link.rate);
    const Time taken = serialization_time(on_wire(frame::kControlFrameLength, at.cable.link), at.rate) *
                       __builtin_popcount(config.lossless);
    if (taken < period) {
      return "";
    }
    return "event " + at.event + " slows down link " + name_of(scenario, at.cable) + " to " + text::to_text(at.rate) +
           ": one message a lossless class takes " + text::to_text(taken) + " there and goes each " +
           text::to_text(period) + ", which leaves no time for packets of " + scenario.topology.devices[at.device].name;
  });
}

}  // namespace weir::bounds
