// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Packet latencies, if the scenario asks for them.

#pragma once

#include <string>

#include "tb/host/latencies.h"
#include "tb/network/network.h"
#include "tb/report/results.h"
#include "tb/scenario/scenario.h"

namespace weir {

// What the hosts here have measured, added in the order of devices.
host::Latencies latencies_of(const network::Network& net);
void add(const host::Latencies& of_host, host::Latencies& all);

// Fills latencies of existing flows and workloads, and of classes. Returns the text of latency.csv; empty: unwanted.
std::string measure_latency(const scenario::Scenario& scenario, const host::Latencies& all, report::Results& results);

}  // namespace weir
