// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The interface of a port's flow-control engine, which none, PFC, CBFC and the forms of GFC implement.
//
//   receiving side   VIQ depth -> feedback due -> control frame, built at the moment at which the port can send it
//   sending side     control frame (t_r after its arrival) -> which classes may send, or from when
//
// Feedback takes this way only. Classes outside `lossless` are never reported; only an 802.3x PAUSE holds them. The
// port reads held() for every choice, and calls sendable_at() only for engines that count (credits, rate).

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/scheduler.h"
#include "hw_model/base/trace.h"
#include "hw_model/base/units.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/ledger/block.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/ledger/register_bank.h"
#include "hw_model/mechanisms/control/control.h"
#include "hw_model/mechanisms/flow_control/flow_control_config.h"
#include "hw_model/reference/factories.h"
#include "hw_model/reference/rate_limiter.h"
#include "hw_model/reference/stage_comparator.h"

namespace weir::flow_control {

// What an engine may ask of its port.
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

  // The frame that build_feedback has just written pauses or resumes the peer for VIQ (this port, class); called at
  // changes only. Engines with credits or rates never call it.
  virtual void pausing(ClassId /*traffic_class*/, bool /*on*/, Time) {}

  // The egress queue of this port in that class asks all other ports to pause their peers, or no more; called at
  // changes only. For schemes by egress queues.
  virtual void asking(ClassId /*traffic_class*/, bool /*on*/, Time) {}

 protected:
  ~PortServices() = default;
};

// An engine's counters of one class, which are also the operator's counters.
struct ClassCounters {
  std::uint64_t pauses_sent = 0;
  std::uint64_t resumes_sent = 0;
  std::uint64_t feedback_frames = 0;  // frames that carried something for this class
  std::uint64_t pauses_received = 0;
};

// Everything that an engine is built from.
struct PortContext {
  FlowControlConfig config;
  BitRate line_rate;
  Bytes max_frame;
  std::string name;           // of the port, "s1.p2": names its limiters and comparators
  frame::MacAddress address;  // source of the port's control frames
  PortServices* port = nullptr;
  reference::RateLimiterConfig limiter;
  reference::Factories factories;  // of the blocks that exist as RTL, one a lossless class
};

// The settings of an engine; engines of a device with equal settings share one object.
struct EngineSettings {
  FlowControlConfig config;
  Bytes max_frame;
  reference::RateLimiterConfig limiter;
  reference::Factories factories;
};

// Depth of this port's VIQ of a class, for settings that apply to packets already queued.
using ViqDepth = std::function<Bytes(ClassId)>;

// More than any VIQ holds.
inline constexpr Bytes kNoThreshold{std::numeric_limits<std::int64_t>::max()};

// Whether a sender whose head packet has `head` bytes stays held while `stuck` bytes never leave.
using HoldsAt = std::function<bool(Bytes stuck, Bytes head)>;

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

 protected:
  ~MovingThreshold() = default;
};

// Depths of a VIQ at which its peer is paused and resumed.
struct PauseLevels {
  Bytes xoff;
  Bytes xon;
};

class EngineRegisters;  // register_access.h

// What registers of an engine need of the switch around it.
struct Surroundings {
  ViqDepth depth;
  // Throws std::invalid_argument, one line, if these settings do not fit the rest of the switch.
  std::function<void(const PortContext&)> check = [](const PortContext&) {};
};

// The kinds of control frames that every engine takes; an engine obeys those of its scheme.
std::span<const control::FrameKind> frame_kinds();

// Throws std::invalid_argument, one line, on settings that no hardware could have: those of flow_control_settings.h.
void require_possible(const PortContext& context);

class FlowControl : public control::Source, public control::Sink {
 public:
  virtual ~FlowControl() = default;
  FlowControl(const FlowControl&) = delete;
  FlowControl& operator=(const FlowControl&) = delete;

  // Called at time 0, before any packet.
  virtual void start(Time) {}

  // The switch has been reset: both sides forget what was told and heard. Settings and counters stay. Only for schemes
  // whose peers need not be told: none, and those that pause for a time.
  virtual void reset(Time) {}

  // Receiving side: a packet of `length` has entered or left VIQ (this port,
  // class), whose depth is now `depth`.
  virtual void packet_admitted(ClassId, Bytes length, Bytes depth, Time now) = 0;
  virtual void packet_released(ClassId, Bytes length, Bytes depth, Time now) = 0;
  virtual void feedback_timer(ClassId, Time) {}

  // For engines with follows_veqs(): the VEQ (this port, class) has grown or shrunk; its depth is now `depth`. All
  // state of the egress scheduler is complete by then.
  virtual void veq_changed(ClassId, Bytes /*depth*/, Time) {}

  // Writes one control frame with all that is due, and returns its bytes without FCS (60 for MAC control); 0 when
  // nothing is due any more.
  virtual std::size_t build_feedback(std::span<std::uint8_t>, Time now) = 0;

  // The engine as a source and a sink of its one port.
  bool pending(PortId) const final { return feedback_pending(); }
  std::size_t build(PortId, std::span<std::uint8_t> bytes, Time now) final { return build_feedback(bytes, now); }
  std::span<const control::FrameKind> takes() const final { return frame_kinds(); }
  void control(PortId, std::span<const std::uint8_t> frame, Time now) final { feedback_received(frame, now); }

  // Sending side: the bytes of a control frame from the peer, t_r after its
  // arrival.
  virtual void feedback_received(std::span<const std::uint8_t>, Time now) = 0;
  virtual void pause_expiry(ClassId, Time) {}

  // The same bytes at the moment of arrival, for engines with
  // notices_arrival(): what must be computed then (time-based GFC: credits
  // against what has been sent so far) but takes effect t_r later, in
  // feedback_received.
  virtual void feedback_arrived(std::span<const std::uint8_t>, Time) {}

  // For engines with counts_packets(): the earliest time at which a packet of
  // this length may start (`now` or before: at once; kNever: not before
  // gate_changed), and what was sent: called at `end`, when the last bit has
  // left and before the port's next choice; the packet took [start, end) of the
  // wire.
  virtual Time sendable_at(ClassId, Bytes, Time now) { return now; }
  virtual void packet_sent(ClassId, Bytes /*length*/, Time /*start*/, Time /*end*/) {}

  // For engines with judges_inputs(), in a switch. may_take(): whether this output may take a packet of class c from
  // the VIQ of `input`, an engine of the same device. taken(): it has taken the packet; called before the next output
  // chooses. The packet then leaves by sendable_at(). Such an engine calls gate_changed when more packets may go.
  virtual bool may_take(const FlowControl& /*input*/, ClassId) const { return true; }
  virtual void taken(FlowControl& /*input*/, ClassId, Bytes /*length*/) {}

  // The engine is in a switch, whose outputs ask it before they take a packet. Before the run.
  virtual void judge_inputs() {}

  // Receiving side of a VIQ with a loan (Mmu::lend), for schemes that pause for a time by the depth of a VIQ. Other
  // schemes have no levels, and their let_go() returns false. pause_levels(): XOFF and XON of VIQ (this port, class) by
  // the settings.
  virtual std::optional<PauseLevels> pause_levels(ClassId) const { return std::nullopt; }

  // The present depth of VIQ (this port, class) at or below which its peer is resumed.
  virtual Bytes resumes_at(ClassId) const { return Bytes(0); }

  // From the VIQ's next packet on, XOFF and XON are higher by `by`.
  virtual void raise_levels(ClassId, Bytes /*by*/) {}

  // Resumes the peer although the VIQ, of this depth, is above XON. Returns false and does nothing if the VIQ is at
  // XOFF or above, since the next packet would pause the peer again.
  virtual bool let_go(ClassId, Bytes /*depth*/, Time) { return false; }

  // Receiving side: keeps the peer paused however little the VIQ holds (`on`), or no longer. Returns false and does
  // nothing in schemes that do not pause a class.
  virtual bool keep_paused(ClassId, bool /*on*/, Time) { return false; }

  // For the oracle: whether the sender at the other end, now held with a head packet of `head` bytes, would stay held
  // for ever if packets that occupy `stuck` never left this VIQ. The answer goes by the state and settings of this
  // moment, whenever the function is called.
  virtual HoldsAt holds_peer(ClassId) const {
    return [](Bytes, Bytes) { return false; };
  }
  bool holds_peer_at(ClassId c, Bytes stuck, Bytes head) const { return holds_peer(c)(stuck, head); }

  // For the oracle: the classes whose VIQs here, or VEQs, count as one with that of class `c`.
  virtual ClassMask counted_with(ClassId c) const { return mask_of(c); }

  // For the oracle: whether the peer here is paused because of VEQ (egress, class) of this device.
  virtual bool asked_by(PortId /*egress*/, ClassId) const { return false; }

  // For the oracle: the class of the VIQ here whose feedback holds class `held` at the other end.
  virtual ClassId holding_class(ClassId held) const { return held; }

  // What a packet of `length`, which the MMU counts as `counted`, occupies in this scheme's own count: VIQ depth, or
  // whole credit blocks.
  virtual Bytes occupies(Bytes /*length*/, Bytes counted) const { return counted; }

  // The number shown as this class's stage or state in waveforms: receiving
  // side (what was last decided) and sending side (what is obeyed): PFC 0 open,
  // 1 paused; buffer-based GFC the stage; CBFC free blocks; rates in Mbit/s.
  virtual std::uint64_t receiver_state(ClassId) const { return 0; }
  virtual std::uint64_t sender_state(ClassId) const { return 0; }

  // How these two are to be shown: name, unit or names of states, width. Device and port are filled in by the reader.
  virtual Probe receiver_probe() const { return {.name = "receiver_state"}; }
  virtual Probe sender_probe() const { return {.name = "sender_state"}; }

  // Binds the registers of declare_flow_control, which `binder` has for this port, to this engine.
  virtual void bind_registers(const ledger::Binder& binder, const Surroundings& around);

  // Binds port.mac_address, the source of this engine's frames.
  void bind_address(const ledger::Binder& port, const Surroundings& around);

  // Throws std::invalid_argument, one line, when this engine cannot change to these settings while it runs.
  virtual void check(const PortContext& settings) const;

  // Changes to settings that check() has let pass. They apply to packets already queued, as with a level-sensitive
  // comparator, and to messages that are built or take effect from now on.
  virtual void reconfigure(const PortContext& settings, const ViqDepth& depth, Time now);

  // The engine's present context.
  PortContext context() const;
  BitRate line_rate() const { return line_rate_; }
  const frame::MacAddress& address() const { return address_; }  // of the port, as it is now
  const reference::RateLimiterConfig& limiter() const { return settings_->limiter; }

  // Joins the engines of one device, in the order of their ports; `first` is that of port 0.
  virtual void join(FlowControl& /*first*/) {}

  // Shares the settings object of another engine of the same device if the settings are equal.
  void share_settings(const FlowControl& other);

  // Time for which the peer was paused because of VIQ `c`; and since when it is paused, kNever: it is not.
  virtual Time pausing(ClassId, Time /*now*/) const { return Time(0); }
  virtual Time pausing_since(ClassId) const { return kNever; }

  // VIQ depth at which the scheme first acts; 0: never.
  virtual Bytes first_threshold() const { return Bytes(0); }

  // The same of the VIQs of class `c`; first_threshold() is the highest of these.
  virtual Bytes first_threshold_of(ClassId /*c*/) const { return first_threshold(); }

  ClassMask held() const { return held_; }                   // classes that may send nothing
  bool feedback_pending() const { return feedback_due_; }    // build_feedback has something to say
  bool counts_packets() const { return counts_packets_; }    // sendable_at and packet_sent are to be called
  bool notices_arrival() const { return notices_arrival_; }  // feedback_arrived is to be called
  bool follows_veqs() const { return follows_veqs_; }        // veq_changed is to be called
  bool judges_inputs() const { return judges_inputs_; }      // may_take and taken are to be called
  bool out_of_band() const { return out_of_band_; }          // feedback takes no time on the wire (conceptual GFC)
  MovingThreshold* moving_threshold() const { return moving_threshold_; }  // null: XOFF is what the settings say
  // VIQ (this port, class) has headroom, and must lose no packet.
  bool guards(ClassId c) const { return lossless(c) && !follows_veqs_; }
  bool lossless(ClassId c) const { return (lossless_ & mask_of(c)) != 0; }
  ClassCounters counters(ClassId c) const { return lossless(c) ? counters_[c.index()] : ClassCounters{}; }
  const FlowControlConfig& config() const { return settings_->config; }

  // Adds what every scheme has to the block of a policy: which classes it protects, and what it has done for each.
  static void declare_common(ledger::Block& block, const PortContext& context, const ledger::Origin& origin);

 protected:
  explicit FlowControl(const PortContext& context);

  // The class that an index of a register stands for: the lossless classes in ascending order.
  ClassId lossless_class(std::uint64_t index) const;
  EngineRegisters registers_of(const ledger::Binder& binder, const Surroundings& around);

  // Sets whether feedback is due (build_feedback has something to write); the port is told when that begins.
  void set_feedback_due(bool due, Time now) {
    const bool begins = due && !feedback_due_;
    feedback_due_ = due;
    if (begins)
      port_->feedback_due(now);
  }

  // Members that every packet reads come first.
  ClassMask held_ = 0;
  ClassMask lossless_;
  bool feedback_due_ = false;
  bool counts_packets_ = false;
  bool notices_arrival_ = false;
  bool follows_veqs_ = false;
  bool out_of_band_ = false;
  bool judges_inputs_ = false;
  PortServices* port_;
  MovingThreshold* moving_threshold_ = nullptr;  // this engine, if its threshold moves
  BitRate line_rate_;
  frame::MacAddress address_;            // source of its frames
  std::vector<ClassCounters> counters_;  // by class, up to the highest lossless one

 private:
  std::shared_ptr<const EngineSettings> settings_;
  std::string name_;
};

// The engine that `context.config.scheme` names. Throws std::invalid_argument
// on settings that no hardware could have.
std::unique_ptr<FlowControl> make_flow_control(const PortContext& context);

// "class" of a declaration: the lossless classes in ascending order.
ledger::Dimensions per_lossless_class(const PortContext& context);

// The registers of that engine, for one port: exactly its state and its settings. Throws std::invalid_argument on
// settings that no hardware could have.
ledger::Block declare_flow_control(const PortContext& context);

}  // namespace weir::flow_control
