// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// PAUSE of the whole port: IEEE 802.3 annex 31B (802.3x).
//
// Receiving side: the depths of all lossless VIQs of the port count together against one XOFF and one XON. Feedback is
// due while what the port asks for differs from what the peer was told, or when the refresh timer has run out and the
// pause still stands; the frame is built when the port can send it and says the state of that moment.
// Sending side, t_r after arrival: the timer is loaded, 0 clears it. While it runs no class may send, the lossy ones
// included; control frames go. A frame already on the wire completes (the port's matter).
// Registers: those of PFC, once a port, and port_depth. Counters stay a class: a PAUSE counts in each lossless class.
// Latency: none of its own; t_r and the wait for the port are the port's.

#pragma once

#include "hw_model/base/stopwatch.h"
#include "hw_model/ledger/block.h"
#include "hw_model/mechanisms/flow_control/flow_control.h"
#include "hw_model/reference/pfc_timer.h"

namespace weir::flow_control {

class Pause final : public FlowControl {
 public:
  explicit Pause(const PortContext& context);

  static ledger::Block declare(const PortContext& context);
  void bind_registers(const ledger::Binder& binder, const Surroundings& around) override;
  void reconfigure(const PortContext& settings, const ViqDepth& depth, Time now) override;

  void reset(Time now) override;
  void packet_admitted(ClassId c, Bytes length, Bytes depth, Time now) override;
  void packet_released(ClassId c, Bytes length, Bytes depth, Time now) override;
  void feedback_timer(ClassId, Time now) override;
  std::size_t build_feedback(std::span<std::uint8_t> bytes, Time now) override;

  void feedback_received(std::span<const std::uint8_t> bytes, Time now) override;
  void pause_expiry(ClassId, Time now) override;

  // What is stuck in other classes of this port is not asked: a deadlock whose bytes stand in several classes, none of
  // which alone exceeds XON, is not seen.
  bool holds_peer_at(ClassId c, Bytes stuck, Bytes head) const override;
  std::uint64_t receiver_state(ClassId) const override { return threshold_.asserted() ? 1 : 0; }
  std::uint64_t sender_state(ClassId) const override { return held_ != 0 ? 1 : 0; }
  Probe receiver_probe() const override { return pause_probe("receiver_pause"); }
  Probe sender_probe() const override { return pause_probe("sender_pause"); }
  Time pausing(ClassId c, Time now) const override { return lossless(c) ? pausing_.total(now) : Time(0); }
  Bytes first_threshold() const override { return config().pfc.xoff; }

 private:
  static Probe pause_probe(const char* name) {
    return {.name = name, .kind = Probe::Kind::kState, .width = 1, .states = {"open", "paused"}};
  }

  bool due() const { return threshold_.asserted() != told_ || (refresh_ && threshold_.asserted()); }
  void set_depth(ClassId c, Bytes depth);
  void update_due(Time now);
  void start_refresh_timer(Time now);
  void hold(ClassMask classes, Time now);
  void expect_expiry();

  Time refresh_interval_;
  PerClass<Bytes> depths_{};  // of each lossless VIQ, as the MMU has said
  Bytes port_depth_{0};       // their sum
  reference::PfcThreshold threshold_;
  bool told_ = false;
  bool refresh_ = false;
  Time refresh_at_{0};          // the refresh timer, valid while told_
  bool timer_pending_ = false;  // a kFeedbackTimer is scheduled; it may fire early and is then scheduled again
  Stopwatch pausing_;           // the peer stands told to pause
  reference::PfcTimer timer_;
  Time expiry_pending_ = kNever;  // the earliest kPauseExpiry scheduled; kNever: none
};

}  // namespace weir::flow_control
