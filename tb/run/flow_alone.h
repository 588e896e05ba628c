// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The time of a flow alone in its network, computed: all packets are due at once, and each link of the path sends one
// after another, store and forward, with the link's rate, delay and overhead and each switch's parser latency. Exact if
// the crossbar takes no time (output_queued). Not included: crossbars that move cells or wait, shapers, rate limiters,
// windows, changes of a link's rate during the run.

#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "tb/network/network.h"
#include "tb/scenario/scenario.h"

namespace weir {

class FlowAlone {
 public:
  FlowAlone(const network::Network& net, const scenario::Scenario& scenario) : net_(net), scenario_(scenario) {}

  // From the start to the arrival of the last packet's last bit. `flow` has a finite number of packets. nullopt: the
  // switches' present tables do not lead it to its destination.
  std::optional<Time> time_of(const host::FlowSpec& flow) const;

 private:
  struct Hop {
    const link::LinkConfig* link = nullptr;
    Time before;  // latency of the sending device before the packet may go
  };

  std::vector<Hop> path_of(const host::FlowSpec& flow) const;

  const network::Network& net_;
  const scenario::Scenario& scenario_;
};

}  // namespace weir
