// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What link-level retry and Ultra Ethernet's credits have done, by port.

#pragma once

#include "tb/network/network.h"
#include "tb/report/results.h"

namespace weir {

// Adds the results of retry and credits at the ports of a device, with counters as they are at `at`. Adds nothing where
// no port has either.
void measure_links(const network::Network& net, std::size_t device, Time at, report::Results& results);

}  // namespace weir
