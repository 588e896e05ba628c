// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How long a flow takes alone in its network, computed: all its packets due at once, each link of its path sends one
// after another, store and forward, with the link's rate, delay and overhead and the parser's latency of each switch.
// Exact where the crossbar takes no time (output_queued). What is not in it: a crossbar that moves cells or waits,
// shapers, rate limiters, windows, changes of a link's rate during the run.

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

  // From the start to the arrival of the last packet's last bit. The flow has a number of packets. Nothing where the
  // tables of the switches, as they are now, lead it elsewhere.
  std::optional<Time> time_of(const host::FlowSpec& flow) const;

 private:
  struct Hop {
    const link::LinkConfig* link = nullptr;
    Time before;  // latency of the device that sends, before the packet may go
  };

  std::vector<Hop> path_of(const host::FlowSpec& flow) const;

  const network::Network& net_;
  const scenario::Scenario& scenario_;
};

}  // namespace weir
