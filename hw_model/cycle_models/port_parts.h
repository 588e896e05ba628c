// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Clocked blocks that are parts of one whole port in RTL (rtl/lossless_port): an adapter that has such a block says and
// asks a little more.

#pragma once

#include <cstdint>

#include "hw_model/base/class_mask.h"
#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/reference/cbfc_counters.h"

namespace weir::reference {

// Any part. What happens is a cycle of its own at once, since the other parts go by what the part has.
class PortPart {
 public:
  virtual ~PortPart() = default;
};

// A packet has come into a queue (`comes`) or left: the class that the queue pauses, its depth by now, and the
// thresholds with which the packet is compared.
struct QueueDepth {
  bool comes = false;
  ClassId pauses;
  Bytes depth;
  Bytes xoff;
  Bytes xon;

  bool crosses() const { return comes ? depth >= xoff : depth <= xon; }
};

// The PAUSE frames of such a port, whose prescaler stands while no timer runs (decision 0307).
template <class Inputs>
class PortDepths : public PortPart {
 public:
  // Compares the depth in a cycle; `rest`: a cycle without an event. Returns false, and plays no cycle, if the
  // registers of the port do not hold these thresholds.
  virtual bool compare(const QueueDepth& queue, const Inputs& rest) = 0;
  // Whether the port has been reset since the last call.
  virtual bool was_reset() = 0;
};

// The comparator of a class of such a port, which tells its stages itself.
class PortStages : public PortPart {
 public:
  // The stage of the queue by now: a packet has come into it, or left it.
  virtual unsigned stage_with(bool comes, Bytes depth, Time now) = 0;
  // A frame goes that tells these classes' stages.
  virtual void told(ClassMask classes, const PerClass<std::uint16_t>& stages, Time now) = 0;
};

// The gradient gate of a class of such a port, whose message is due and tells counts by itself.
template <class Outputs>
class PortGate : public PortPart {
 public:
  // The period of the class's messages has passed.
  virtual void period_passed() = 0;
  // The message of the class leaves: with `sent` and `freed` as the message says them.
  virtual Outputs told() = 0;
};

// Credits and division of such a port for time-based GFC: it tells its credits and makes rates of messages itself.
class PortRates : public PortPart {
 public:
  // What the receiver offers from now on.
  virtual void offers(const CreditConfig& credits, Time now) = 0;
  // A packet of so many blocks comes into the buffer, or leaves it.
  virtual void stores(ClassId c, bool comes, std::uint32_t blocks, Time now) = 0;
  // The blocks of the packet whose end the limiter of the class is about to hear.
  virtual void sends(ClassId c, std::uint32_t blocks) = 0;
  // The class's period has passed.
  virtual void period(ClassId c, Time now) = 0;
  // A message goes that tells this.
  virtual void told(ClassId c, std::uint32_t fctbs, std::uint32_t fccl, Time now) = 0;
  // A message arrives, with these counts at its arrival; `range`: Bm - B0.
  virtual void arrived(const CreditSender& counts, Bytes range) = 0;
  // The oldest message takes effect. Returns the factor that the limiter of its class obeys from now on.
  virtual std::uint64_t obeyed(ClassId c, Time now) = 0;
};

// A detector of such a port, which sees itself when the peer lets its class go again.
template <class Inputs>
class PortDetector : public PortPart {
 public:
  // How long a tick of the stamps lasts, before anything else.
  virtual void ticks(Time tick) = 0;
  // The inputs that software sets, from behind this tick on.
  virtual void set(const Inputs& settings, std::uint64_t tick) = 0;
};

}  // namespace weir::reference
