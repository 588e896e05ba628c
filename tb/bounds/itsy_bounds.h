// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Loops of a scenario's routes that are longer than what ITSY's messages can say.

#pragma once

#include <string>
#include <vector>

#include "tb/scenario/scenario.h"

namespace weir::bounds {

// A line where the routes have a loop of more VIQs than a check has hops, and no rounds find it; and one where it has
// more than a list of ports has room for, so that no resolution acts on it. Of the longest of up to 1,000 elementary
// cycles. None where ITSY is off.
std::vector<std::string> itsy_loop_warnings(const scenario::Scenario& scenario);

// Of the repaired protocol: a line where the routes allow a deadlock that checks do not find and no rounds look for
// (class `several` of docs/reference/oracle.md, without sums `sums`, too), and one where rounds are attacked, or where
// links damage messages of rounds.
std::vector<std::string> itsy_round_notes(const scenario::Scenario& scenario);

}  // namespace weir::bounds
