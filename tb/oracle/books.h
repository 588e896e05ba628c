// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The conservation books of a device, a link and a flow, and the checks that they balance. Plain data, so that a test
// can plant a wrong entry by hand.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/base/units.h"

namespace weir::oracle {

struct PortBooks {
  std::uint64_t data_sent = 0;      // frames whose transmission has begun
  std::uint64_t data_received = 0;  // frames offered for admission
  std::uint64_t control_sent = 0;
  std::uint64_t control_received = 0;  // frames that have taken effect
};

// A link, and the effects of its faults and errors; all 0 for a sound cable.
struct LinkBooks {
  std::string link;
  std::uint64_t data_lost = 0;
  std::uint64_t data_doubled = 0;
  std::uint64_t control_doubled = 0;
  std::uint64_t control_damaged = 0;  // control frames that the receiver finds wrong, and offers for admission
  Time longest_delay = Time(0);       // most by which a frame arrives later than over a cable
};

// The books of one device at one instant of its local time; counts since the start of the run.
struct DeviceBooks {
  std::string device;
  std::uint64_t entered = 0;             // packets that reached the egress side: admitted by a switch, made by a host
  std::uint64_t taken = 0;               // packets that ended here: dropped by a switch, consumed by a host
  std::uint64_t own = 0;                 // the part of `entered` that a switch has made itself
  std::uint64_t withdrawn = 0;           // packets that a switch dropped after admission
  std::uint64_t kept = 0;                // packets that have arrived and that a host has not taken yet
  std::optional<std::uint64_t> waiting;  // packets in VEQs and crossbar; nullopt: not counted
  Bytes buffered;                        // by the MMU's count; 0 in a host
  Bytes queued;                          // in VEQs and crossbar, including frames in transmission; 0 in a host
  bool host = false;
  std::uint64_t misdelivered = 0;
  std::vector<PortBooks> ports;
};

// The books of one flow at a moment at which no device is at work.
struct FlowBooks {
  std::string flow;
  std::uint64_t sent = 0;  // including copies made by links with faults
  std::uint64_t delivered = 0;
  std::uint64_t dropped = 0;  // including losses on links with faults
  std::uint64_t inside = 0;   // found in queues and on wires
  std::uint64_t out_of_order = 0;
  std::uint64_t answers_sent = 0;
  std::uint64_t answers_received = 0;
  std::uint64_t answers_dropped = 0;
  std::uint64_t answers_inside = 0;
  bool answered = false;  // each packet gets one answer
  bool in_order = false;  // the receiver takes packets in order, each once, whatever is lost
};

struct Imbalance {
  std::string what;
  std::string place;  // device, port or link
  std::string flow;   // empty: unknown
};

std::optional<Imbalance> imbalance_of(const DeviceBooks& books);
std::optional<Imbalance> imbalance_of(const FlowBooks& books);

// Checks the link from `sender` to `receiver` at one instant. `overdue`: data frames that began so long ago that they
// must have arrived by now unless the link lost them. `link` may be ahead of the ports' books at that instant: the fate
// of a frame is settled when it is sent.
std::optional<Imbalance> imbalance_of(const LinkBooks& link, const PortBooks& sender, const PortBooks& receiver,
                                      std::uint64_t overdue);

// Checks the same when no device is at work; `under_way`: data frames held by the link or filed by the receiver.
std::optional<Imbalance> settled_imbalance_of(const LinkBooks& link, const PortBooks& sender, const PortBooks& receiver,
                                              std::uint64_t under_way);

}  // namespace weir::oracle
