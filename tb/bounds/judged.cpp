// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/judged.h"

#include <iterator>

#include "hw_model/mechanisms/deadlock/unit_card.h"
#include "tb/bounds/detector_bounds.h"
#include "tb/bounds/filled_window.h"
#include "tb/bounds/link_damage.h"
#include "tb/bounds/message_ways.h"
#include "tb/bounds/pause_refresh.h"
#include "tb/bounds/polled_pauses.h"
#include "tb/bounds/replay_timer.h"
#include "tb/bounds/safety_bounds.h"
#include "tb/bounds/slowed_feedback.h"

namespace weir::bounds {

scenario::Scenario judged(scenario::Scenario scenario) {
  std::vector<std::string> warnings;
  const bool peers_obey =
      !any_switch(scenario, [](const asic::SwitchConfig& device) { return deadlock::disobeys(device.deadlock); });
  for (const Alike& alike : alike_switches(scenario)) {
    std::vector<std::string> found = safety_warnings(alike);
    std::move(found.begin(), found.end(), std::back_inserter(warnings));
    found = detector_warnings(alike);
    std::move(found.begin(), found.end(), std::back_inserter(warnings));
    if (std::string polled = polled_pause_warning(alike); !polled.empty()) {
      warnings.push_back(std::move(polled));
    }
    const bool common = alike.own == scenario::Scenario::kCommon;
    (common ? scenario.required_headroom : scenario.own[alike.own].required_headroom) =
        peers_obey ? required_headroom(alike) : std::nullopt;
    scenario.pauses_may_lapse = scenario.pauses_may_lapse || pauses_may_lapse(alike);
  }
  if (std::string filled = filled_link_warning(scenario); !filled.empty()) {
    warnings.push_back(std::move(filled));
  }
  if (std::string filled = filled_window_warning(scenario); !filled.empty()) {
    warnings.push_back(std::move(filled));
  }
  if (std::string short_timer = replay_timer_warning(scenario); !short_timer.empty()) {
    warnings.push_back(std::move(short_timer));
  }
  if (std::string damaged = damage_warning(scenario); !damaged.empty()) {
    warnings.push_back(std::move(damaged));
  }
  std::vector<std::string> of_messages = message_warnings(scenario);
  std::move(of_messages.begin(), of_messages.end(), std::back_inserter(warnings));
  std::move(scenario.warnings.begin(), scenario.warnings.end(), std::back_inserter(warnings));
  scenario.warnings = std::move(warnings);
  return scenario;
}

}  // namespace weir::bounds
