// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What PFC and TTL-shifted PFC have in common: PFC frames (IEEE 802.3 annex 31D) when a VIQ crosses its thresholds, and
// a pause timer a class (802.1Q clause 36). They differ in the class that a VIQ pauses.
//
// Registers, one of each a lossless class: xoff_asserted (what the VIQ asks for), told_paused (what the peer was last
// told), refresh_due, refresh_timer, pausing_time; pause_timer on the sending side. XOFF, XON and the quanta are
// settings.
//
// XOFF is the setting, or what the VIQ may hold at the moment, where that is less (threshold_moved); XON stays as far
// below it as the settings are apart. Both are higher by what the VIQ has been lent (raise_levels).
//
// Order of operations, receiving side: admission at or above XOFF asserts, release at or below XON deasserts. Feedback
// is due while `asserted != told`, or when the refresh timer has run out and the pause still stands. The frame is built
// when the port can send it and says the state of that moment for all classes that are due: a pause that has come and
// gone before the port was free is never sent. Building starts the refresh timer.
// Sending side, t_r after arrival: each enabled class loads its timer, 0 clears it; a class is held while its timer
// runs. A frame already on the wire completes (the port's matter).
// Latency: none of its own; t_r and the wait for the port are the port's.

#pragma once

#include "hw_model/base/stopwatch.h"
#include "hw_model/ledger/block.h"
#include "hw_model/mechanisms/flow_control/flow_control.h"
#include "hw_model/reference/pfc_timer.h"

namespace weir::flow_control {

class ClassPauses : public FlowControl, private MovingThreshold {
 public:
  void bind_registers(const ledger::Binder& binder, const Surroundings& around) override;
  void reconfigure(const PortContext& settings, const ViqDepth& depth, Time now) override;

  void reset(Time now) override;
  void packet_admitted(ClassId c, Bytes length, Bytes depth, Time now) override;
  void packet_released(ClassId c, Bytes length, Bytes depth, Time now) override;
  void feedback_timer(ClassId c, Time now) override;
  std::size_t build_feedback(std::span<std::uint8_t> bytes, Time now) override;

  void feedback_received(std::span<const std::uint8_t> bytes, Time now) override;
  void pause_expiry(ClassId c, Time now) override;

  std::optional<PauseLevels> pause_levels(ClassId c) const override;
  void raise_levels(ClassId c, Bytes by) override;
  bool let_go(ClassId c, Bytes depth, Time now) override;

  bool holds_peer_at(ClassId c, Bytes stuck, Bytes head) const override;
  std::uint64_t receiver_state(ClassId c) const override { return (asserted_ & mask_of(c)) != 0 ? 1 : 0; }
  std::uint64_t sender_state(ClassId c) const override { return (held_ & mask_of(c)) != 0 ? 1 : 0; }
  Probe receiver_probe() const override { return pause_probe("receiver_pause"); }
  Probe sender_probe() const override { return pause_probe("sender_pause"); }
  Time pausing(ClassId c, Time now) const override { return receiving_[c.index()].pausing.total(now); }
  Bytes first_threshold() const override { return config().pfc.xoff; }

 protected:
  explicit ClassPauses(const PortContext& context);

  // The peer is to pause class `c`, or to go on; edges and repetitions alike.
  void assert_pause(ClassId c, bool on, Time now);

  reference::PfcThreshold& threshold(ClassId c) { return receiving_[c.index()].threshold; }
  const reference::PfcThreshold& threshold(ClassId c) const { return receiving_[c.index()].threshold; }

  // What both declare; `origin` says who asks for it.
  static ledger::Block declare_class_pauses(const PortContext& context, const ledger::Origin& origin);

 private:
  void threshold_moved(ClassId c, Bytes threshold) override;
  void threshold_rose(ClassId c, Bytes threshold, Bytes depth, Time now) override;
  Bytes resumes_under(ClassId c, Bytes depth) const override;
  Bytes lowest_threshold(ClassId c) const override { return receiving_[c.index()].lowest_xoff; }

  // The class that VIQ `c` pauses at the other end; kClasses: none, and what the VIQ holds is not reported.
  virtual std::size_t paused_by(ClassId c) const = 0;

  static Probe pause_probe(const char* name) {
    return {.name = name, .kind = Probe::Kind::kState, .width = 1, .states = {"open", "paused"}};
  }

  struct ReceivingClass {
    reference::PfcThreshold threshold;
    Time refresh_at{0};                // the refresh timer, valid while told_ has the class
    bool timer_pending = false;        // a kFeedbackTimer is scheduled; it may fire early and is then scheduled again
    Stopwatch pausing = {};            // the peer stands told to pause
    Bytes allowed = kNoThreshold;      // by the MMU: XOFF is no higher
    Bytes lowest_xoff = kNoThreshold;  // that there has been
    Bytes raised = {};                 // by the MMU: XOFF and XON are so much higher
  };
  struct SendingClass {
    reference::PfcTimer timer;
    Time expiry_pending = kNever;  // the earliest kPauseExpiry scheduled; kNever: none
  };

  ClassMask due() const { return static_cast<ClassMask>((asserted_ ^ told_) | (refresh_ & asserted_)); }
  void threshold_changed(ClassId c, Time now);
  void set_threshold(ClassId c);
  void update_due(Time now);
  void start_refresh_timer(ClassId c, Time now);
  void load_timer(ClassId c, std::uint16_t quanta, Time now);
  void expect_expiry(ClassId c);

  Time refresh_interval_;
  PerClass<ReceivingClass> receiving_;
  PerClass<SendingClass> sending_;
  ClassMask asserted_ = 0;
  ClassMask told_ = 0;
  ClassMask refresh_ = 0;
};

}  // namespace weir::flow_control
