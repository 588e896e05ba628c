// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Who puts control ordered sets on a port's wire, and who takes the ones that arrive: LLR, and the credits of Ultra
// Ethernet. The port paces, carries and delivers them (ordered_set_line.h).

#pragma once

#include <cstdint>

#include "hw_model/base/units.h"
#include "hw_model/frame/ordered_set.h"
#include "hw_model/reference/ctlos_pacer.h"

namespace weir::link {

// What a source has to say at the moment.
struct SetNeeds {
  // The kinds of which a set is to leave. Of several sources with the same kind the first that has joined speaks.
  CtlosMask wanted = 0;
  // Whether an ACK without news leaves in every ACK slot. Such ACKs are no events: the line works out how many have
  // left, and tells their number later. The source settles the line before this changes (OrderedSetLine).
  bool idles = false;
};

class SetSource {
 public:
  // The line asks when a set is due (OrderedSetLine::set_due) and when one leaves, and keeps the answer until then.
  virtual SetNeeds needs() const = 0;
  // The set, which leaves at this instant. Only if it wants one of this kind.
  virtual frame::OrderedSetBytes take(CtlosKind kind, Time now) = 0;
  // The wire has spoiled the set just taken. No port can know that: only for a source that leaves out sets which say
  // nothing new, and that would have repeated this one.
  virtual void lost(CtlosKind, Time) {}

  // So many ACKs without news have left (SetNeeds::idles).
  virtual void idled(std::uint64_t /*acks*/) {}
  // The bytes of such an ACK, while the source idles.
  virtual frame::OrderedSetBytes idle_ack() const { return {}; }

 protected:
  ~SetSource() = default;
};

class SetSink {
 public:
  // The last byte of a set has arrived. Every sink of the port is told of every set.
  virtual void set_arrived(const frame::OrderedSetBytes& set, Time now) = 0;

  // The other end is being reset: the PCS of this end is down until that time.
  virtual void line_down(Time /*until*/, Time /*now*/) {}

 protected:
  ~SetSink() = default;
};

}  // namespace weir::link
