// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The time of a flow alone in its network, computed: all packets are due at once, and each link of the path sends one
// after another, store and forward, with the link's rate, delay and overhead and each switch's parser latency. Exact if
// the crossbar takes no time (output_queued). Not included: crossbars that move cells or wait, shapers, rate limiters,
// windows, changes of a link's rate during the run.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "tb/network/network.h"
#include "tb/ranks/communicator.h"
#include "tb/scenario/scenario.h"

namespace weir {

class FlowAlone {
 public:
  FlowAlone(const network::Network& net, const scenario::Scenario& scenario) : net_(net), scenario_(scenario) {}

  // From the start to the arrival of the last packet's last bit. `flow` has a finite number of packets. nullopt: the
  // switches' present tables do not lead it to its destination.
  std::optional<Time> time_of(const host::FlowSpec& flow) const;

  // The same of these flows in a network that is divided among ranks, all of which call: packet by packet and hop by
  // hop, all flows together.
  std::vector<std::optional<Time>> times_together(std::span<const host::FlowSpec> flows,
                                                  ranks::Communicator& communicator) const;

 private:
  struct Hop {
    const link::LinkConfig* link = nullptr;
    Time before;  // latency of the sending device before the packet may go
  };

  struct Way {
    std::size_t destination = 0;
    std::size_t device = 0;  // where the packet is
    bool lost = false;
    frame::Packet packet = {};
    std::vector<Hop> hops = {};
  };
  // What a device does with the packet.
  struct Step {
    frame::Packet packet;
    Time latency;
    bool is_sent = false;
  };

  Way way_of(const host::FlowSpec& flow) const;
  void go_on(Way& way, std::size_t device, PortId port, Time latency) const;
  bool is_under_way(const Way& way) const;
  Step step_of(const Way& way) const;
  void take(const Step& step, Way& way) const;
  std::optional<Time> time_of(const host::FlowSpec& flow, const Way& way) const;

  const network::Network& net_;
  const scenario::Scenario& scenario_;
};

}  // namespace weir
