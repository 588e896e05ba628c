// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a story asks devices about, at the end of a run. On ranks the device may be another process's.

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

  // For which egress queues each flow's packets wait, wherever they are.
  virtual Places places() const = 0;

  // What keeps the packets of an egress queue that has sent none for long, in words.
  virtual std::string held_by(oracle::QueueId queue) const = 0;
};

// Answers of the devices here.
std::optional<Bytes> threshold_of(const network::Network& net, oracle::QueueId viq);
ClassId holding_class(const network::Network& net, oracle::QueueId held);
Places places_of(const network::Network& net);

}  // namespace weir::story
