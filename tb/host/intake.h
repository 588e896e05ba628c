// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A host's receive buffer. While the host takes packets the buffer is empty: flow control counts each packet in and at
// once out. A host with a service rate takes one packet after another, each in the time of its bits at that rate; a
// packet stays in its VIQ until it is wholly taken, and classes with packets take turns.
// While the host takes no packets of a class they stay, the VIQ grows, and flow control tells the upstream device as a
// switch would. The buffer has no limit of its own: only flow control bounds it, and a lossy class keeps coming.
//
// Two ways to stop:
//   kAsItFills  nothing is said; the upstream device hears when the VIQ reaches a threshold, or runs out of credits
//   kAtOnce     flow control is told at once that the VIQ is full, whatever its depth: a PAUSE goes out with the next
//               frame. Under credit schemes this is the same as kAsItFills, because advertised credits cannot be taken
//               back.
// At the end of a stop all kept packets are taken at once, in order.
//
// A class may have a drain rate of its own: its packets are taken one after another, each in the time of its bits at
// that rate, beside those of all other classes.

#pragma once

#include <cstdint>
#include <optional>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/frame/packet_queue.h"
#include "hw_model/mechanisms/flow_control/receiving_side.h"

namespace weir::host {

enum class Stop : std::uint8_t { kAsItFills, kAtOnce };

class Intake {
 public:
  // `full`: a VIQ depth at which the scheme has sent its strongest feedback; 0: the scheme uses credits.
  // `serves`: the host has a service rate.
  Intake(flow_control::ReceivingSide& engine, Bytes full, bool serves) : engine_(engine), full_(full), serves_(serves) {
    for (Class& each : classes_) {
      each.keeps = serves;
    }
  }

  // A stop of the class begins, and ends unless `for_ever`. Stops may overlap. After an end call next_taken().
  void begin_stop(ClassId c, Stop how, bool for_ever, Time now);
  void end_stop(ClassId c, Time now);

  // From now on the class has a drain rate: it keeps arriving packets.
  void drain(ClassId c) { classes_[c.index()].keeps = classes_[c.index()].drains = true; }
  bool drains(ClassId c) const { return classes_[c.index()].drains; }
  // The next packet that next_taken() would give; null: none.
  const frame::Packet* ready(ClassId c) const {
    const Class& state = classes_[c.index()];
    return state.stops > 0 || state.kept.empty() ? nullptr : &state.kept.front();
  }

  // A packet has arrived; true: it is taken; false: it is kept.
  bool admit(frame::Packet& packet, ClassId c, Time now) {
    if (classes_[c.index()].keeps) [[unlikely]] {
      keep(packet, c, now);
      return false;
    }
    engine_.packet_admitted(c, packet.length, packet.length, now);
    engine_.packet_released(c, packet.length, Bytes(0), now);
    return true;
  }

  // The next kept packet that is taken now; null: none.
  frame::Packet* next_taken(ClassId c, Time now);

  // For a host with a service rate: the class whose first packet is taken next, round robin from the class of the call
  // before; nullopt: no class has a packet to take.
  std::optional<ClassId> next_served();

  // For oracles and probes.
  const frame::PacketQueue& kept(ClassId c) const { return classes_[c.index()].kept; }
  Bytes depth(ClassId c) const { return classes_[c.index()].depth; }
  Bytes peak(ClassId c) const { return classes_[c.index()].peak; }  // highest depth of kept packets
  Bytes feigned(ClassId c) const { return classes_[c.index()].feigned; }
  // Start of the class's stop for ever; kNever: none.
  Time for_ever_since(ClassId c) const { return classes_[c.index()].for_ever_since; }

 private:
  struct Class {
    frame::PacketQueue kept;
    Bytes depth;              // of `kept`
    Bytes peak;               // of `depth`
    Bytes feigned;            // depth told to flow control beyond `depth`, to stop the upstream device at once
    std::uint32_t stops = 0;  // stops that have begun and not ended
    bool keeps = false;       // keep arriving packets: a stop, a service rate, or a drain rate
    bool drains = false;      // it has a drain rate
    Time for_ever_since = kNever;
  };

  void keep(frame::Packet& packet, ClassId c, Time now);

  flow_control::ReceivingSide& engine_;
  Bytes full_;
  bool serves_;
  std::size_t served_ = 0;  // the class of the latest next_served()
  PerClass<Class> classes_{};
};

}  // namespace weir::host
