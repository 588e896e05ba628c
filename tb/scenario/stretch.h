// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// By how much the devices of a network may run ahead of one another: the quantum.

#pragma once

#include <algorithm>

#include "hw_model/base/units.h"
#include "tb/network/topology.h"

namespace weir::scenario {

// The smallest link delay. A quantum longer than 100 us would save nothing, and an interrupted run continues to the end
// of its quantum.
inline Time stretch_of(const network::Topology& topology) {
  Time stretch{100'000'000};
  for (const network::Cable& cable : topology.cables)
    stretch = std::min(stretch, cable.link.delay);
  return stretch;
}

}  // namespace weir::scenario
