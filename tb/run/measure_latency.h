// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Packet latencies, if the scenario asks for them.

#pragma once

#include <string>

#include "tb/network/network.h"
#include "tb/report/results.h"
#include "tb/scenario/scenario.h"

namespace weir {

// Fills latencies of existing flows and workloads, and of classes. Returns the text of latency.csv; empty: unwanted.
std::string measure_latency(const scenario::Scenario& scenario, const network::Network& net, report::Results& results);

}  // namespace weir
