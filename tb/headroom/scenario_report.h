// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What `weir headroom SCENARIO` prints: what each lossless queue of a scenario needs above XOFF, and what it is given.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tb/bounds/paused_queue.h"
#include "tb/scenario/scenario.h"

namespace weir::headroom {

extern const std::string_view kScenarioSchema;

// As text, JSON (`weir schema headroom_scenario`), CSV and page; all show the same figures. Queues with the same needs
// are a row of the tables, and a row each of the CSV.
struct ScenarioReport {
  const scenario::Scenario* scenario;
  std::vector<bounds::AlikeQueues> queues;
  bool explain = false;  // the sources of the terms, for the first row

  bool loses() const;  // some queue is given less than it needs
};

// Throws std::invalid_argument, one line, if the scheme of the scenario pauses no VIQs.
ScenarioReport scenario_report(const scenario::Scenario& scenario, bool explain);

std::string scenario_text(const ScenarioReport& report);
std::string scenario_json(const ScenarioReport& report);
std::string scenario_csv(const ScenarioReport& report);
std::string scenario_page(const ScenarioReport& report);

}  // namespace weir::headroom
