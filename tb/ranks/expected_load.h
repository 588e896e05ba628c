// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The work that a scenario is expected to make, by device and by cable, from the rates of its flows and their routes.
// An estimate for dividing a network: it knows no pauses, no losses and no routes of single flows.

#pragma once

#include <vector>

#include "tb/scenario/scenario.h"

namespace weir::ranks {

// Frames in a second.
struct ExpectedLoad {
  std::vector<double> devices;  // that the device sends, by index in Topology::devices
  std::vector<double> cables;   // in both directions together, by index in Topology::cables
};

// Flows without a rate share the line of their source, and all flows to one host its line. Equal-cost paths share the
// frames of a flow alike; answers take the way of the packets. A packet is followed for at most kLongestWay hops.
inline constexpr unsigned kLongestWay = 64;
ExpectedLoad expected_load(const scenario::Scenario& scenario);

}  // namespace weir::ranks
