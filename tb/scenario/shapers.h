// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <vector>

#include "hw_model/datapath/egress/egress_config.h"
#include "tb/scenario/scenario.h"

namespace weir::scenario {

// The token buckets of each port of a device; empty: the port has none, or the device is a host.
std::vector<egress::PortShapers> shapers_of(const Scenario& scenario, std::size_t device);

}  // namespace weir::scenario
