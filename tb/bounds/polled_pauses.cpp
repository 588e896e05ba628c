// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/polled_pauses.h"

#include "hw_model/frame/mac_control.h"
#include "hw_model/mechanisms/deadlock/unit_card.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/text/quantity.h"

namespace weir::bounds {
namespace {

using reference::PfcRule;

// What a poll without a frame hides from the rule; "": the rule does not ask for frames.
std::string hidden_from(PfcRule rule) {
  switch (rule) {
    case PfcRule::kCisco:
      return "";
    case PfcRule::kMellanox:
    case PfcRule::kMellanoxUntil4784:
      return "the end of a storm that still stands is told";
    case PfcRule::kBroadcom:
    case PfcRule::kVs:
    case PfcRule::kBarefoot:
    case PfcRule::kTeralynx:
      break;
  }
  return "a storm that stands may not be told, and its end is";
}

}  // namespace

std::string polled_pause_warning(const Alike& alike) {
  const deadlock::DeadlockConfig& unit = alike.device->deadlock;
  const std::string hidden = hidden_from(unit.pfcwd.rule);
  if (!deadlock::tells_storms(unit) || unit.pfcwd.hardware.dld > Time(0) || hidden.empty()) {
    return "";
  }
  Time longest;
  const network::Cable* at = nullptr;
  for (const Inbound& inbound : alike.links) {
    const link::LinkConfig& link = inbound.cable->link;
    const Time apart = flow_control::refresh_interval(inbound.sender->flow_control.pfc, link.rate) +
                       wire_time(inbound.sender->max_frame, link);
    if (apart > longest) {
      longest = apart;
      at = inbound.cable;
    }
  }
  const Time shortest = unit.pfcwd.interval() - unit.pfcwd.poll_jitter;
  if (longest <= shortest) {
    return "";
  }
  return named(alike) + "deadlock.pfcwd: a pause that stands is said again up to " + text::to_text(longest) +
         " later on link " + name_of(*alike.scenario, *at) + ", and polls may be " + text::to_text(shortest) +
         " apart: by rule " + std::string(name_in(reference::kPfcRules, unit.pfcwd.rule)) + " " + hidden +
         "; times that are scaled from an operator's then give other results; wanted a smaller "
         "flow_control.pfc.pause_quanta or refresh_fraction, or longer intervals";
}

}  // namespace weir::bounds
