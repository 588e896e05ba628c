// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Weights by which the outputs of a crossbar serve their inputs, as software would derive them from routes and flows:
// the number of flows that come in by the input's port and leave by the output's.

#pragma once

#include <cstdint>
#include <vector>

#include "tb/network/routing.h"
#include "tb/scenario/scenario.h"

namespace weir::scenario {

struct ArbiterWeight {
  std::size_t device = 0;  // a switch
  PortId input;
  PortId output;
  std::uint32_t weight = 1;  // 1..255
  bool operator==(const ArbiterWeight&) const = default;
};

// Weights by switch, output and input, without pairs that no flow takes. Each connection of a flow counts. Only listed
// flows count: flows of workloads and acknowledgements come and go. A flow that the ECMP hash may send over several
// ports counts at each. If a pair of an output has more than 255 flows, all weights of the output are scaled to 255,
// rounded up. `peers`: of the scenario's topology.
std::vector<ArbiterWeight> arbiter_weights(const Scenario& scenario,
                                           const std::vector<std::vector<network::Peer>>& peers);

}  // namespace weir::scenario
