// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The services that a port offers to its flow-control engine.

#pragma once

#include <cstdint>

#include "hw_model/base/ids.h"
#include "hw_model/base/scheduler.h"
#include "hw_model/base/units.h"

namespace weir::flow_control {

class PortServices {
 public:
  // Schedules a timer of this port: kPauseExpiry or kFeedbackTimer. One pending
  // per (kind, class), and no two at the same time; only a peer that shortens a
  // pause makes a second one, earlier than the first, which then fires stale.
  virtual void schedule(Time at, EventKind timer, ClassId traffic_class) = 0;

  // Feedback has become due: the port sends a control frame as soon as it may.
  virtual void feedback_due(Time now) = 0;

  // What the sending side allows for this class has changed.
  virtual void gate_changed(ClassId traffic_class, Time now) = 0;

  // One of several classes that change together is held, or no more; called for all of them before gate_changed, in
  // which the port may start a packet of any of them.
  virtual void hold_changed(ClassId /*traffic_class*/, Time) {}

  // The frame that build_feedback has just written pauses or resumes the peer for VIQ (this port, class); called at
  // changes only. Engines with credits or rates never call it.
  virtual void pausing(ClassId /*traffic_class*/, bool /*on*/, Time) {}

  // A PFC frame of the peer takes effect, which names the class: paused for `quanta`, or, if they are 0, no more.
  // Called for lossless classes, by schemes that pause classes.
  virtual void pfc_received(ClassId /*traffic_class*/, std::uint16_t /*quanta*/, Time) {}

  // The egress queue of this port in that class asks all other ports to pause their peers, or no more; called at
  // changes only. For schemes by egress queues.
  virtual void asking(ClassId /*traffic_class*/, bool /*on*/, Time) {}

  // By when all data frames that have arrived by `arrival` have asked for admission.
  virtual Time admitted_by(Time arrival) const { return arrival; }

  // The engine may have an ordered set to send.
  virtual void set_due(Time) {}

 protected:
  ~PortServices() = default;
};

}  // namespace weir::flow_control
