// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What has become of all packets, out of the oracle's books.

#pragma once

#include "tb/network/network.h"
#include "tb/oracle/drops.h"
#include "tb/report/results.h"
#include "tb/scenario/scenario.h"

namespace weir {

// Into the run, its flows and workloads, which are there, and `books`. No device is at work.
void measure_books(const scenario::Scenario& scenario, const network::Network& net, const oracle::Drops& drops,
                   report::Results& results);

}  // namespace weir
