// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the outputs of a crossbar weigh their inputs by, as software would know it from routes and flows: how many flows
// come in by the one port and leave by the other.

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

// By switch, output and input; pairs that no flow takes are not listed. Connections of a flow count each. Listed flows
// only: those of workloads come and go, so do acknowledgments. A flow that the ECMP hash may send over several ports
// counts at each. Where an output has a pair of more than 255 flows, all of its weights are scaled to that, rounded up.
// `peers`: of the scenario's topology.
std::vector<ArbiterWeight> arbiter_weights(const Scenario& scenario,
                                           const std::vector<std::vector<network::Peer>>& peers);

}  // namespace weir::scenario
