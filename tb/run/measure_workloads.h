// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The outcome of drawn flows: by workload, by size, and for each flow.

#pragma once

#include <functional>
#include <optional>
#include <string>

#include "tb/network/network.h"
#include "tb/report/results.h"
#include "tb/scenario/scenario.h"

namespace weir {

// The time that a drawn flow takes alone in its network (FlowAlone); nullopt: unknown.
using TimeAlone = std::function<std::optional<Time>(const host::FlowSpec& flow)>;

// `end`: simulated time reached. Fills workloads and bins. Returns the text of flows.csv, one line for each drawn flow
// that has begun, by start; empty without workloads.
std::string measure_workloads(const scenario::Scenario& scenario, const network::Network& net, const TimeAlone& alone,
                              Time end, report::Results& results);

}  // namespace weir
