// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a story asks devices about, at the end of a run. On ranks the device may be another process's. Questions about
// the packets in the network are asked before results are collected: then the memory of packets is given back.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "tb/network/network.h"
#include "tb/oracle/wait_for_graph.h"

namespace weir::story {

// Egress queues that packets wait for, by flow.
using Places = std::map<std::uint32_t, std::set<oracle::QueueId>>;

class Devices {
 public:
  virtual ~Devices() = default;

  // The depth at which a VIQ pauses its peer; nothing: other queues than this VIQ decide about the pause.
  virtual std::optional<Bytes> threshold_of(oracle::QueueId viq) const = 0;

  // The class of the VIQ that holds the peer's class `held.traffic_class`, at the port of `held`.
  virtual ClassId holding_class(oracle::QueueId held) const = 0;

  // For which egress queues the packets of each flow wait, wherever they are; known of flows of may_starve() at least.
  virtual Places places() const = 0;

  // What keeps the packets of an egress queue that has sent none for long, in words. Known of the queues of such flows,
  // in their order, up to the first that does not just wait for its turn.
  virtual std::string held_by(oracle::QueueId queue) const = 0;
};

// Whether that is what held_by() says of a queue that waits for its turn.
inline bool is_turn(const std::string& held_by) { return held_by.starts_with("its turn"); }

// The listed flows of a run to `end` that have delivered nothing in the last quarter.
std::set<std::uint32_t> may_starve(const network::Network& net, Time duration, Time end);

// Answers of the devices here.
std::optional<Bytes> threshold_of(const network::Network& net, oracle::QueueId viq);
ClassId holding_class(const network::Network& net, oracle::QueueId held);
Places places_of(const network::Network& net);

}  // namespace weir::story
