// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The score of a run's deadlock units that declare deadlocks.

#pragma once

#include <memory>

#include "tb/network/network.h"
#include "tb/oracle/knot_oracle.h"
#include "tb/report/score_result.h"
#include "tb/scenario/scenario.h"

namespace weir {

// Null: no unit declares deadlocks. Before the run.
std::unique_ptr<oracle::KnotOracle> judge_declarations(const scenario::Scenario& scenario, network::Network& net);

// The score of all judged declarations, when the run has come to `end`.
report::ScoreResult score_of(const oracle::KnotOracle& oracle, Time end);

}  // namespace weir
