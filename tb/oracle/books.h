// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The books of one device and of one flow, and what must balance in them. Plain data, so that a wrong entry can be
// planted by hand.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/base/units.h"

namespace weir::oracle {

struct PortBooks {
  std::uint64_t data_sent = 0;      // frames begun
  std::uint64_t data_received = 0;  // frames that asked for admission
  std::uint64_t control_sent = 0;
  std::uint64_t control_received = 0;  // frames that took effect
};

// A link, and what its faults have done to it. All 0 for a cable.
struct LinkBooks {
  std::string link;
  std::uint64_t data_lost = 0;
  std::uint64_t data_doubled = 0;
  std::uint64_t control_doubled = 0;
  Time longest_delay = Time(0);  // by which a frame arrives later than over a cable, at most
};

// Of one device at one instant of its own time; all since the start of the run.
struct DeviceBooks {
  std::string device;
  std::uint64_t entered = 0;             // packets that came to its egress side: admitted by a switch, made by a host
  std::uint64_t taken = 0;               // packets that ended here: dropped by a switch, consumed by a host
  std::uint64_t own = 0;                 // of `entered`: packets that a switch has made itself
  std::uint64_t withdrawn = 0;           // packets that a switch dropped after it had admitted them
  std::uint64_t kept = 0;                // packets that have arrived and wait to be taken by a host
  std::optional<std::uint64_t> waiting;  // packets in VEQs and crossbar, where they have been counted
  Bytes buffered;                        // as the MMU counts; 0 in a host
  Bytes queued;                          // in VEQs and crossbar, frames in transmission included; 0 in a host
  bool host = false;
  std::uint64_t misdelivered = 0;
  std::vector<PortBooks> ports;
};

// Of one flow at a moment at which no device is at work.
struct FlowBooks {
  std::string flow;
  std::uint64_t sent = 0;  // and doubled by links with faults
  std::uint64_t delivered = 0;
  std::uint64_t dropped = 0;  // and lost by such links
  std::uint64_t inside = 0;   // found in the network
  std::uint64_t out_of_order = 0;
  std::uint64_t answers_sent = 0;
  std::uint64_t answers_received = 0;
  std::uint64_t answers_dropped = 0;
  std::uint64_t answers_inside = 0;
  bool answered = false;  // each packet by one
  bool in_order = false;  // whatever is lost, its receiver takes packets in order, each once
};

struct Imbalance {
  std::string what;
  std::string place;  // device, port or link
  std::string flow;   // empty where no flow is known
};

std::optional<Imbalance> imbalance_of(const DeviceBooks& books);
std::optional<Imbalance> imbalance_of(const FlowBooks& books);

// Of the link from `sender` to `receiver` at the same instant; `overdue`: data frames that had begun so long ago that
// they must have been received by now, unless the link has lost them. It may know more than the ports do at that
// instant: what faults do to a frame is settled when it is sent.
std::optional<Imbalance> imbalance_of(const LinkBooks& link, const PortBooks& sender, const PortBooks& receiver,
                                      std::uint64_t overdue);

// The same when no device is at work; `under_way`: data frames that the link holds or the receiver has filed.
std::optional<Imbalance> settled_imbalance_of(const LinkBooks& link, const PortBooks& sender, const PortBooks& receiver,
                                              std::uint64_t under_way);

}  // namespace weir::oracle
