// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The buffer dependencies of a scenario: its flows (answers included) in the classes that flow control protects, or all
// pairs of hosts in one class. Routes as the builder fills them into the switches.

#pragma once

#include <string>
#include <vector>

#include "tb/network/buffer_dependency.h"
#include "tb/network/routing.h"
#include "tb/scenario/scenario.h"

namespace weir::bounds {

// Of all pairs of hosts in one class, over these routes.
network::BufferDependencies all_pairs_dependencies(const scenario::Scenario& scenario, const network::Routes& routes);

enum class Pairs { kFlows, kAllHosts };

// `scenario` must outlive the result. Without flow control all classes count.
network::BufferDependencies buffer_dependencies(const scenario::Scenario& scenario, Pairs pairs = Pairs::kFlows);

// Whether the scheme holds packets back for as long as a buffer downstream is full, so that a cycle of buffers can stop
// for ever. GFC never holds, and without flow control full buffers drop.
bool may_deadlock(flow_control::Scheme scheme);

// A line for each set of buffers that depend on one another, with its shortest cycle, where the scheme may deadlock.
// Ten lines at most, the last of which tells how many more there are.
std::vector<std::string> cbd_warnings(const scenario::Scenario& scenario);

// "sc1, sa3, sc2, sa7, sc1 (sc1.p2.c0, sa3.p2.c0, sc2.p0.c0, sa7.p3.c0)".
std::string to_text(const scenario::Scenario& scenario, const network::Cycle& cycle);

}  // namespace weir::bounds
