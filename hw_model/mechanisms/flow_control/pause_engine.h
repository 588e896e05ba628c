// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What all schemes with PAUSE frames have in common: frames (IEEE 802.3 annex 31) when a queue crosses its thresholds,
// and a timer for what the peer has paused (802.1Q clause 36). Each class is paused by itself, or, with 802.3x, the
// port as a whole. Schemes differ in the queue that is compared and in the class that it pauses.
//
// Registers, one of each a pause: xoff_asserted (what the queue asks for), told_paused (what the peer was last told),
// refresh_due, refresh_timer, pausing_time; pause_timer on the sending side. XOFF, XON, each one for all classes or one
// for each, and the quanta are settings.
//
// XOFF is the setting, or what the VIQ may hold at the moment, where that is less (threshold_moved); XON stays as far
// below it as the settings are apart, or, where it is latched, falls and does not rise while the VIQ pauses. Both are
// higher by what the VIQ has been lent (raise_levels).
//
// Order of operations, receiving side: admission at or above XOFF asserts, release at or below XON deasserts. Feedback
// is due while `asserted != told`, or when the refresh timer has run out and the pause still stands. The frame is built
// when the port can send it and says the state of that moment for all that is due: a pause that has come and gone
// before the port was free is never sent. Building starts the refresh timer.
// Sending side, t_r after arrival: each pause of the frame loads its timer, 0 clears it; its classes are held while the
// timer runs. A frame already on the wire completes (the port's matter).
// Latency: none of its own; t_r and the wait for the port are the port's.

#pragma once

#include <optional>
#include <vector>

#include "hw_model/base/class_mask.h"
#include "hw_model/base/stopwatch.h"
#include "hw_model/frame/mac_control.h"
#include "hw_model/ledger/block.h"
#include "hw_model/mechanisms/flow_control/flow_control.h"
#include "hw_model/reference/pfc_timer.h"

namespace weir::flow_control {

class PauseEngine : public FlowControl, private MovingThreshold {
 public:
  void bind_registers(const ledger::Binder& binder, const Surroundings& around) override;
  void reconfigure(const PortContext& settings, const ViqDepth& depth, Time now) final;

  void reset(Time now) override;
  void packet_admitted(ClassId c, Bytes length, Bytes depth, Time now) override;
  void packet_released(ClassId c, Bytes length, Bytes depth, Time now) override;
  void feedback_timer(ClassId pause, Time now) final;
  std::size_t build_feedback(std::span<std::uint8_t> bytes, Time now) final;

  void feedback_received(std::span<const std::uint8_t> bytes, Time now) final;
  void pause_expiry(ClassId pause, Time now) final;

  std::optional<PauseLevels> pause_levels(ClassId c) const final;
  Bytes resumes_at(ClassId c) const final { return threshold(pause_of(c)).xon(); }
  void raise_levels(ClassId c, Bytes by) final;
  bool let_go(ClassId c, Bytes depth, Time now) final;
  bool keep_paused(ClassId c, bool on, Time now) final;

  HoldsAt holds_peer(ClassId c) const override;
  ClassMask counted_with(ClassId c) const override { return stops_ == Stops::kPort ? lossless_ : mask_of(c); }
  std::uint64_t receiver_state(ClassId c) const override { return (asks() & mask_of(pause_of(c))) != 0 ? 1 : 0; }
  std::uint64_t sender_state(ClassId c) const override { return (held_ & mask_of(c)) != 0 ? 1 : 0; }
  Probe receiver_probe() const override { return pause_probe("receiver_pause"); }
  Probe sender_probe() const override { return pause_probe("sender_pause"); }
  Time pausing(ClassId c, Time now) const override;
  Time pausing_since(ClassId c) const override;
  Bytes first_threshold() const override { return config().pfc.xoff; }
  Bytes first_threshold_of(ClassId c) const override { return config().pfc.xoff_of(c); }

 protected:
  // What stops together. A pause is named by its class; that of the port is kOfThePort.
  enum class Stops : std::uint8_t { kClass, kPort };
  static constexpr ClassId kOfThePort{0};

  explicit PauseEngine(const PortContext& context, Stops stops = Stops::kClass);

  Stops stops() const { return stops_; }
  // The pause that stops class `c`.
  ClassId pause_of(ClassId c) const { return stops_ == Stops::kPort ? kOfThePort : c; }

  // The peer is asked to pause, or to go on; edges and repetitions alike.
  void assert_pause(ClassId pause, bool on, Time now);

  // This port's own egress queue asks for this pause, or no more.
  void tell_asking(ClassId pause, bool on, Time now);

  reference::PfcThreshold& threshold(ClassId pause) { return thresholds_[pause.index()]; }
  const reference::PfcThreshold& threshold(ClassId pause) const { return thresholds_[pause.index()]; }

  // The registers that all have, before those that every scheme has (declare_common); `origin` says who asks for them.
  static void declare_pauses(ledger::Block& block, const PortContext& context, const ledger::Origin& origin,
                             Stops stops);
  // Both, of a scheme that pauses classes.
  static ledger::Block declare_class_pauses(const PortContext& context, const ledger::Origin& origin);

 private:
  void threshold_moved(ClassId c, Bytes threshold) override;
  void threshold_rose(ClassId c, Bytes threshold, Bytes depth, Time now) override;
  Bytes resumes_under(ClassId c, Bytes depth) const override;
  Bytes lowest_threshold(ClassId c) const override;

  // The class that VIQ `c` pauses at the other end; kClasses: none, and what the VIQ holds is not reported.
  virtual std::size_t paused_by(ClassId c) const { return c.index(); }

  // The frame that says this of the pauses that it enables, and what a frame says of them; nothing where it stops
  // something else.
  std::size_t write(std::span<std::uint8_t> bytes, const frame::PfcFrame& pauses) const;
  std::optional<frame::PfcFrame> read(const frame::MacControl& control) const;

  // The comparators see new thresholds at once.
  virtual void compare(const ViqDepth& depth, Time now);

  static Probe pause_probe(const char* name) {
    return {.name = name, .kind = Probe::Kind::kState, .width = 1, .states = {"open", "paused"}};
  }

  // Of one pause, beside its threshold: what is asked for a frame, not a packet.
  struct PauseState {
    Time refresh_at{0};                // the refresh timer, valid while told_ has the pause
    bool timer_pending = false;        // a kFeedbackTimer is scheduled; it may fire early and is then scheduled again
    Stopwatch pausing = {};            // the peer stands told to pause
    Bytes allowed = kNoThreshold;      // by the MMU: XOFF is no higher
    Bytes lowest_xoff = kNoThreshold;  // that there has been
    Bytes raised = {};                 // by the MMU: XOFF and XON are so much higher
    reference::PfcTimer timer{};       // of the sending side
    Time expiry_pending = kNever;      // the earliest kPauseExpiry scheduled; kNever: none
  };

  // The classes that a pause stops.
  ClassMask stopped_by(ClassId pause) const { return stops_ == Stops::kPort ? kAllClasses : mask_of(pause); }

  // What the peer is to be told: what queues ask for, and what is kept paused beside.
  ClassMask asks() const { return static_cast<ClassMask>(asserted_ | kept_); }
  ClassMask due() const { return static_cast<ClassMask>((asks() ^ told_) | (refresh_ & asks())); }
  void threshold_changed(ClassId c, Time now);
  void set_threshold(ClassId pause);
  void count_told(ClassId pause, bool on);
  void tell_port(ClassMask pauses, Time now);
  void start_refresh_timer(ClassId pause, Time now);
  void load_timer(ClassId pause, std::uint16_t quanta, Time now);
  void expect_expiry(ClassId pause);

  PerClass<reference::PfcThreshold> thresholds_;  // by pause
  Stops stops_;
  ClassMask asserted_ = 0;
  ClassMask kept_ = 0;
  ClassMask told_ = 0;
  ClassMask refresh_ = 0;
  Time refresh_interval_;
  std::vector<PauseState> pauses_;  // up to the highest that there is
};

}  // namespace weir::flow_control
