// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A host's receive buffer. As long as the host takes packets it is empty: flow control counts each in and, at once,
// out. A host with a service rate takes one packet after the other, each in the time of its bits at that rate; a packet
// stands in its VIQ until it is taken whole, and classes with packets take turns.
// While the host takes none of a class they stay, the VIQ grows, and flow control tells the peer as it would in a
// switch. The buffer has no limit of its own: what comes is what flow control lets come. A class that is not lossless
// goes on coming.
//
// Two ways to stop:
//   kAsItFills  nothing is said; the peer hears when the VIQ has reached a threshold, or its credits run out
//   kAtOnce     flow control is told at once that the VIQ is full, whatever is in it: a PAUSE goes out with the next
//               frame. Under schemes by credits this is the same as kAsItFills: who advertises credits cannot take
//               them back.
// At the end of the stop all that has been kept is taken at once, in order.

#pragma once

#include <cstdint>
#include <optional>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/frame/packet_queue.h"
#include "hw_model/mechanisms/flow_control/flow_control.h"

namespace weir::host {

enum class Stop : std::uint8_t { kAsItFills, kAtOnce };

class Intake {
 public:
  // `full`: a depth at which the scheme has said all that it can; 0: it goes by credits.
  // `serves`: the host has a service rate.
  Intake(flow_control::FlowControl& engine, Bytes full, bool serves) : engine_(engine), full_(full), serves_(serves) {
    for (Class& each : classes_) {
      each.keeps = serves;
    }
  }

  // A stop of the class begins and, unless it is for ever, ends. Stops may overlap. After an end ask next_taken().
  void begin_stop(ClassId c, Stop how, bool for_ever, Time now);
  void end_stop(ClassId c, Time now);

  // A packet has come; false: it is kept.
  bool admit(frame::Packet& packet, ClassId c, Time now) {
    if (classes_[c.index()].keeps) [[unlikely]] {
      keep(packet, c, now);
      return false;
    }
    engine_.packet_admitted(c, packet.length, packet.length, now);
    engine_.packet_released(c, packet.length, Bytes(0), now);
    return true;
  }

  // The next packet that was kept and is taken now; null: none.
  frame::Packet* next_taken(ClassId c, Time now);

  // Of a host with a service rate: the class whose first packet is to be taken next; nothing: no packet may be. It is
  // the next one after that of the call before.
  std::optional<ClassId> next_served();

  // For oracles and probes.
  const frame::PacketQueue& kept(ClassId c) const { return classes_[c.index()].kept; }
  Bytes depth(ClassId c) const { return classes_[c.index()].depth; }
  Bytes feigned(ClassId c) const { return classes_[c.index()].feigned; }
  // Since when the class has stopped for ever; kNever: it has not.
  Time for_ever_since(ClassId c) const { return classes_[c.index()].for_ever_since; }

 private:
  struct Class {
    frame::PacketQueue kept;
    Bytes depth;              // of `kept`
    Bytes feigned;            // told to flow control beside, to stop the peer at once
    std::uint32_t stops = 0;  // that have begun and not ended
    bool keeps = false;       // packets that come: there is a stop, or a service rate
    Time for_ever_since = kNever;
  };

  void keep(frame::Packet& packet, ClassId c, Time now);

  flow_control::FlowControl& engine_;
  Bytes full_;
  bool serves_;
  std::size_t served_ = 0;  // class
  PerClass<Class> classes_{};
};

}  // namespace weir::host
