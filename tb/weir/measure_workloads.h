// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What became of the flows that workloads have drawn: by workload, by size, and one by one.

#pragma once

#include <string>

#include "tb/network/network.h"
#include "tb/report/results.h"
#include "tb/scenario/scenario.h"

namespace weir {

// `end`: simulated time reached. Fills workloads and bins. The text of flows.csv: a line for each drawn flow that has
// begun, in the order of their starts; empty without any workload.
std::string measure_workloads(const scenario::Scenario& scenario, const network::Network& net, Time end,
                              report::Results& results);

}  // namespace weir
