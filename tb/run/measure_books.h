// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The fate of all packets, from the oracle's books.

#pragma once

#include "tb/network/network.h"
#include "tb/oracle/packet_books.h"
#include "tb/report/results.h"
#include "tb/scenario/scenario.h"

namespace weir {

// Fills `books` and the packet counts of the run and of its flows and workloads, which exist. No device may be at work.
void measure_books(const scenario::Scenario& scenario, const network::Network& net, const oracle::NetworkBooks& books,
                   report::Results& results);

}  // namespace weir
