// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Other ways to find deadlocks, played beside a run on what the oracle of knots follows.

#pragma once

#include <memory>

#include "tb/baselines/baselines.h"
#include "tb/oracle/knot_oracle.h"
#include "tb/report/results.h"
#include "tb/scenario/scenario.h"

namespace weir {

// Null where the scenario asks for none; else told by `oracle` from now on. `net` and the baselines outlive its last
// word.
std::unique_ptr<baselines::Baselines> play_baselines(const scenario::Scenario& scenario, const network::Network& net,
                                                     oracle::KnotOracle* oracle);

// When `oracle` has judged all before `end`.
void report_baselines(const scenario::Scenario& scenario, const network::Network& net,
                      const baselines::Baselines& played, const oracle::KnotOracle& oracle, Time end,
                      report::Results& results);

}  // namespace weir
