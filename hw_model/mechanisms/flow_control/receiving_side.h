// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The receiving side of a flow-control engine: VIQ depth -> feedback due -> control frame, built at the moment at which
// the port can send it. The MMU (in a host, the intake) reports the VIQs of the port; the egress scheduler has the
// frame built.
//
// What only some schemes can do on this side is an interface of its own, which the engine hands out or not.

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/mechanisms/control/control.h"

namespace weir::flow_control {

// More than any VIQ holds.
inline constexpr Bytes kNoThreshold{std::numeric_limits<std::int64_t>::max()};

// The interface of an engine whose XOFF follows a threshold of the VIQ that moves (PFC).
class MovingThreshold {
 public:
  // XOFF is at most `threshold` from the next packet_admitted or packet_released on; the MMU calls this before them.
  virtual void threshold_moved(ClassId, Bytes threshold) = 0;

  // The threshold has risen without a packet of VIQ (this port, class), whose depth is `depth`: the peer may have to be
  // resumed.
  virtual void threshold_rose(ClassId, Bytes threshold, Bytes depth, Time now) = 0;

  // The least threshold under which a VIQ of this depth lets its peer resume; kNoThreshold: the peer is not paused, or
  // the VIQ must fall first.
  virtual Bytes resumes_under(ClassId, Bytes depth) const = 0;

  // The lowest XOFF so far.
  virtual Bytes lowest_threshold(ClassId) const = 0;

  // For a block that compares VIQs in place of the engine: whether VIQ (this port, class) asks for a pause; whether it
  // would ask at this depth, after a packet that has come (`fills`) or left; and from now on it asks, or no more.
  virtual bool viq_asks(ClassId) const = 0;
  virtual bool would_ask(ClassId, Bytes depth, bool fills) const = 0;
  virtual void ask(ClassId, bool on, Time now) = 0;

 protected:
  ~MovingThreshold() = default;
};

// Depths of a VIQ at which its peer is paused and resumed.
struct PauseLevels {
  Bytes xoff;
  Bytes xon;
};

// The interface of an engine that pauses its peer by PAUSE frames: to loans of the MMU (Mmu::lend) and to deadlock
// units.
class ViqPauses {
 public:
  // XOFF and XON of VIQ (this port, class) by the settings; nothing if the depth of this VIQ alone pauses nothing.
  virtual std::optional<PauseLevels> pause_levels(ClassId) const = 0;

  // The present depth of VIQ (this port, class) at or below which its peer is resumed.
  virtual Bytes resumes_at(ClassId) const = 0;

  // From the VIQ's next packet on, XOFF and XON are higher by `by`.
  virtual void raise_levels(ClassId, Bytes by) = 0;

  // Resumes the peer although the VIQ, of this depth, is above XON. Returns false and does nothing if the VIQ has no
  // levels, or is at XOFF or above, since the next packet would pause the peer again.
  virtual bool let_go(ClassId, Bytes depth, Time) = 0;

  // Keeps the peer paused however little the VIQ holds (`on`), or no longer. Returns false and does nothing for a VIQ
  // that pauses no class.
  virtual bool keep_paused(ClassId, bool on, Time) = 0;

 protected:
  ~ViqPauses() = default;
};

// The interface of an engine that goes by the depths of egress queues.
class VeqFollower {
 public:
  // Joins the engines of one device, in the order of their ports; `first` is that of port 0.
  virtual void join(VeqFollower& first) = 0;

  // The VEQ (this port, class) has grown or shrunk; its depth is now `depth`. All state of the egress scheduler is
  // complete by then.
  virtual void veq_changed(ClassId, Bytes depth, Time) = 0;

  // For the oracle: whether the peer here is paused because of VEQ (egress, class) of this device.
  virtual bool asked_by(PortId egress, ClassId) const = 0;

 protected:
  ~VeqFollower() = default;
};

// The interface of an engine whose messages have a place among the frames of the link (credits of Ultra Ethernet).
class FrameOrder {
 public:
  // The next data frame of this port asks for admission, which arrived at `arrival`; so all that arrived before have
  // been admitted or dropped.
  virtual void frame_comes(Time arrival, Time now) = 0;

 protected:
  ~FrameOrder() = default;
};

class SetSide;  // set_side.h

class ReceivingSide : public control::Source {
 public:
  // A packet of `length` has entered or left VIQ (this port, class), whose depth is now `depth`.
  virtual void packet_admitted(ClassId, Bytes length, Bytes depth, Time now) = 0;
  virtual void packet_released(ClassId, Bytes length, Bytes depth, Time now) = 0;
  virtual void feedback_timer(ClassId, Time) {}

  // Asks for the cache lines that packet_admitted() and packet_released() touch beside the engine itself.
  virtual void prefetch() const {}

  // Writes one control frame with all that is due, and returns its bytes without FCS (60 for MAC control); 0 when
  // nothing is due any more.
  virtual std::size_t build_feedback(std::span<std::uint8_t>, Time now) = 0;

  bool feedback_pending() const { return feedback_due_; }  // build_feedback has something to say
  bool out_of_band() const { return out_of_band_; }        // feedback takes no time on the wire (conceptual GFC)

  // Classes outside `lossless` are never reported.
  bool lossless(ClassId c) const { return (lossless_ & mask_of(c)) != 0; }
  // VIQ (this port, class) has headroom, and must lose no packet.
  bool guards(ClassId c) const { return (lossless_ & ~unguarded_ & mask_of(c)) != 0 && veq_follower_ == nullptr; }

  MovingThreshold* moving_threshold() const { return moving_threshold_; }  // null: XOFF is what the settings say
  ViqPauses* viq_pauses() const { return viq_pauses_; }                    // null: never pauses its peer
  VeqFollower* veq_follower() const { return veq_follower_; }              // null: goes by the depths of VIQs

  SetSide* set_side() const { return set_side_; }           // null: speaks by frames alone
  FrameOrder* frame_order() const { return frame_order_; }  // null: the order of frames does not matter

  // The engine as a source of control frames at its one port.
  bool pending(PortId) const final { return feedback_pending(); }
  std::size_t build(PortId, std::span<std::uint8_t> bytes, Time now) final { return build_feedback(bytes, now); }

 protected:
  friend class FlowControl;  // lists the members (declare_common)
  explicit ReceivingSide(ClassMask lossless) : lossless_(lossless) {}
  ~ReceivingSide() = default;

  ClassMask lossless_;
  ClassMask unguarded_ = 0;  // lossless classes whose channel has been removed
  bool feedback_due_ = false;
  bool out_of_band_ = false;
  MovingThreshold* moving_threshold_ = nullptr;  // this engine, if it is one; so are the next four
  ViqPauses* viq_pauses_ = nullptr;
  VeqFollower* veq_follower_ = nullptr;
  SetSide* set_side_ = nullptr;
  FrameOrder* frame_order_ = nullptr;
};

}  // namespace weir::flow_control
