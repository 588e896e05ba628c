// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How long packets were under way, where a scenario asks for it.

#pragma once

#include <string>

#include "tb/network/network.h"
#include "tb/report/results.h"
#include "tb/scenario/scenario.h"

namespace weir {

// Into flows and workloads, which are there, and classes. The text of latency.csv; empty where it was not asked for.
std::string measure_latency(const scenario::Scenario& scenario, const network::Network& net, report::Results& results);

}  // namespace weir
