// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Other deadlock-detection methods, played beside a run on the log of the oracle of knots.

#pragma once

#include <memory>

#include "tb/baselines/baselines.h"
#include "tb/oracle/knot_oracle.h"
#include "tb/report/results.h"
#include "tb/scenario/scenario.h"

namespace weir {

// Null if the scenario asks for none; otherwise `oracle` feeds the result from now on. `net` and the result must
// outlive the oracle's last call.
std::unique_ptr<baselines::Baselines> play_baselines(const scenario::Scenario& scenario, const network::Network& net,
                                                     oracle::KnotOracle* oracle);

// Call when `oracle` has judged all before `end`.
void report_baselines(const scenario::Scenario& scenario, const network::Network& net,
                      const baselines::Baselines& played, const oracle::KnotOracle& oracle, Time end,
                      report::Results& results);

}  // namespace weir
