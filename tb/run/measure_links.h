// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What link-level retry and Ultra Ethernet's credits have done, by port.

#pragma once

#include "tb/network/network.h"
#include "tb/report/results.h"

namespace weir {

// Fills the results of retry and credits, with counters as they are at `at`. Adds nothing where no port has either.
void measure_links(const network::Network& net, Time at, report::Results& results);

}  // namespace weir
