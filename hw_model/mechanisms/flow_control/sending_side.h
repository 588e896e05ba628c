// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The sending side of a flow-control engine: control frame (t_r after its arrival) -> which classes may send, or from
// when. The egress scheduler asks it before each choice, and reads held() alone unless the engine counts packets
// (credits, rate).
//
// What only some schemes can do on this side is an interface of its own, which the engine hands out or not.

#pragma once

#include <cstdint>
#include <span>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/mechanisms/control/control.h"

namespace weir::flow_control {

// The kinds of control frames that every engine takes; an engine obeys those of its scheme.
std::span<const control::FrameKind> frame_kinds();

// The interface of an engine that judges, in a switch, which packets its output takes from inputs. Inputs are judges of
// the same device.
class InputJudge {
 public:
  // The engine is in a switch, whose outputs ask it before they take a packet. Before the run.
  virtual void judge_inputs() = 0;

  // Whether this output may take a packet of class c from the VIQ of `input`. The engine calls gate_changed when more
  // packets may go.
  virtual bool may_take(const InputJudge& input, ClassId c, Time now) const = 0;

  // This output has taken the packet; called before the next output chooses. The packet then leaves by sendable_at().
  virtual void taken(InputJudge& input, ClassId, Bytes length, Time now) = 0;

 protected:
  ~InputJudge() = default;
};

// The interface of an engine that must compute something when a control frame arrives (time-based GFC: credits against
// what has been sent so far), although the frame takes effect t_r later, in feedback_received.
class ArrivalListener {
 public:
  virtual void feedback_arrived(std::span<const std::uint8_t>, Time) = 0;

 protected:
  ~ArrivalListener() = default;
};

class SendingSide : public control::Sink {
 public:
  // The bytes of a control frame from the peer, t_r after its arrival.
  virtual void feedback_received(std::span<const std::uint8_t>, Time now) = 0;
  virtual void pause_expiry(ClassId, Time) {}

  // Takes a class out of the port's PFC mask (not `on`): it is held no more, whatever the peer says; or puts it back: a
  // pause that still runs holds it. For schemes that pause classes.
  virtual void obey(ClassId, bool /*on*/, Time) {}

  ClassMask held() const { return held_; }  // classes that may send nothing

  // Classes of which this output takes no frame, because the class has no channel here.
  ClassMask without_channel() const { return without_channel_; }

  // For engines with counts_packets(): the earliest time at which a packet of
  // this length may start (`now` or before: at once; kNever: not before
  // gate_changed), and what was sent: called at `end`, when the last bit has
  // left and before the port's next choice; the packet took [start, end) of the
  // wire.
  bool counts_packets() const { return counts_packets_; }
  virtual Time sendable_at(ClassId, Bytes, Time now) { return now; }
  virtual void packet_sent(ClassId, Bytes /*length*/, Time /*start*/, Time /*end*/) {}
  // Whether packets that link-level retry discards instead of sending them wait for sendable_at() and count as sent.
  virtual bool counts_discarded() const { return false; }

  InputJudge* input_judge() const { return input_judge_; }                 // null: packets leave inputs unjudged
  ArrivalListener* arrival_listener() const { return arrival_listener_; }  // null: only the effect matters

  // The engine as a sink of control frames at its one port.
  std::span<const control::FrameKind> takes() const final { return frame_kinds(); }
  void control(PortId, std::span<const std::uint8_t> frame, Time now) final { feedback_received(frame, now); }

 protected:
  friend class FlowControl;  // lists the members (declare_common)
  SendingSide() = default;
  ~SendingSide() = default;

  ClassMask held_ = 0;
  ClassMask without_channel_ = 0;
  bool counts_packets_ = false;
  InputJudge* input_judge_ = nullptr;  // this engine, if it is one; so is the next
  ArrivalListener* arrival_listener_ = nullptr;
};

}  // namespace weir::flow_control
