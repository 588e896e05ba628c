// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The common engine of all schemes with PAUSE frames: frames (IEEE 802.3 annex 31) when a queue crosses its thresholds,
// and a timer for each class that the peer has paused (802.1Q clause 36). Each class is paused by itself, or, with
// 802.3x, the port as a whole. Schemes differ in the queue that is compared and in the class that it pauses.
//
// Registers, one of each a pause: xoff_asserted (what the queue asks for), told_paused (what the peer was last told),
// refresh_due, refresh_timer, pausing_time; pause_timer on the sending side. XOFF, XON, each one for all classes or one
// for each, and the quanta are settings.
//
// XOFF is the setting, or the VIQ's present threshold if that is lower (threshold_moved). XON is below XOFF by the
// difference of the settings; where it is latched, it may fall but not rise while the VIQ pauses. A loan to the VIQ
// raises both (raise_levels).
//
// Order of operations, receiving side: admission at or above XOFF asserts, release at or below XON deasserts. Feedback
// is due while `asserted != told`, or when the refresh timer has run out and the pause still stands. The frame is built
// when the port can send it and says the state of that moment for all that is due: a pause that has come and gone
// before the port was free is never sent. Building starts the refresh timer.
// Sending side, t_r after arrival: each pause of the frame loads its timer, 0 clears it; its classes are held while the
// timer runs. A frame already on the wire completes (the port's matter).
// Latency: none of its own; t_r and the wait for the port are the port's. Where a switch has RTL, a block stands beside
// the registers of the port (clocked_pauses.h).

#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "hw_model/base/class_mask.h"
#include "hw_model/base/stopwatch.h"
#include "hw_model/frame/mac_control.h"
#include "hw_model/ledger/block.h"
#include "hw_model/mechanisms/flow_control/clocked_pauses.h"
#include "hw_model/mechanisms/flow_control/flow_control.h"
#include "hw_model/reference/pfc_timer.h"

namespace weir::flow_control {

class PauseEngine : public FlowControl, public ViqPauses, private MovingThreshold {
 public:
  void bind_registers(const ledger::Binder& binder, const Surroundings& around) override;
  void reconfigure(const PortContext& settings, const ViqDepth& depth, Time now) final;

  void reset(Time now) override;
  void forget_peer(Time now) final;
  void packet_admitted(ClassId c, Bytes length, Bytes depth, Time now) override;
  void packet_released(ClassId c, Bytes length, Bytes depth, Time now) override;
  void feedback_timer(ClassId pause, Time now) final;
  void prefetch() const final { ask_for_line(thresholds_.data()); }
  std::size_t build_feedback(std::span<std::uint8_t> bytes, Time now) final;

  void feedback_received(std::span<const std::uint8_t> bytes, Time now) final;
  void pause_expiry(ClassId pause, Time now) final;
  void obey(ClassId c, bool on, Time now) final;

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
  bool numbered() const override { return false; }  // a pause must not wait for replays
  Bytes first_threshold() const override { return config().pfc.highest_xoff(); }
  Bytes first_threshold_of(ClassId c) const override { return config().pfc.xoff_of(c); }

 protected:
  // What a pause stops: one class, or the whole port. A pause is named by its class; the port's pause is kOfThePort.
  enum class Stops : std::uint8_t { kClass, kPort };
  static constexpr ClassId kOfThePort{0};

  explicit PauseEngine(const PortContext& context, Stops stops = Stops::kClass);

  Stops stops() const { return stops_; }
  // The pause that stops class `c`.
  ClassId pause_of(ClassId c) const { return stops_ == Stops::kPort ? kOfThePort : c; }

  // Asks to pause the peer, or to resume it; a repetition has no effect.
  void assert_pause(ClassId pause, bool on, Time now);

  // Whether there is RTL that compares depths itself (clocked_pauses.h). Such RTL is shown that a packet has come into
  // the queue of this pause, or left; after the model has judged the packet, the RTL says whether a frame is due.
  bool shows_depths() const { return clocked_ != nullptr && clocked_->compares(); }
  void show_depth(ClassId pause, Bytes depth, bool comes, Time now);
  void settle(Time now) { set_feedback_due(is_due(now), now); }

  // This port's own egress queue asks for this pause, or no more.
  void tell_asking(ClassId pause, bool on, Time now);

  reference::PfcThreshold& threshold(ClassId pause) { return thresholds_[pause.index()]; }
  // Of any class: one that is never paused has crossed no threshold.
  reference::PfcThreshold threshold(ClassId pause) const {
    return pause.index() < thresholds_.size() ? thresholds_[pause.index()] : reference::PfcThreshold();
  }

  // Declares the registers of all schemes with PAUSE frames, before those of every scheme (declare_common); `origin` is
  // the scheme's.
  static void declare_pauses(ledger::Block& block, const PortContext& context, const ledger::Origin& origin,
                             Stops stops);
  // Declares both for a scheme that pauses classes.
  static ledger::Block declare_class_pauses(const PortContext& context, const ledger::Origin& origin);

 private:
  void threshold_moved(ClassId c, Bytes threshold) override;
  void threshold_rose(ClassId c, Bytes threshold, Bytes depth, Time now) override;
  Bytes resumes_under(ClassId c, Bytes depth) const override;
  Bytes lowest_threshold(ClassId c) const override;
  bool viq_asks(ClassId c) const override { return threshold(c).asserted(); }
  bool would_ask(ClassId c, Bytes depth, bool fills) const override;
  void ask(ClassId c, bool on, Time now) override;

  // The class that VIQ `c` pauses at the other end; kClasses: none, and what the VIQ holds is not reported.
  virtual std::size_t paused_by(ClassId c) const { return c.index(); }

  // write(): the frame with these pauses. read(): the pauses of a frame; nothing if the frame stops something else.
  std::size_t write(std::span<std::uint8_t> bytes, const frame::PfcFrame& pauses) const;
  std::optional<frame::PfcFrame> read(const frame::MacControl& control) const;

  // The comparators see new thresholds at once.
  virtual void compare(const ViqDepth& depth, Time now);

  static Probe pause_probe(const char* name) {
    return {.name = name, .kind = Probe::Kind::kState, .width = 1, .states = {"open", "paused"}};
  }

  // The state of one pause beside its threshold: members that frames need, not packets.
  struct PauseState {
    Time refresh_at{0};                // the refresh timer, valid while told_ has the pause
    bool timer_pending = false;        // a kFeedbackTimer is scheduled; it may fire early and is then scheduled again
    Stopwatch pausing = {};            // while the peer is paused
    Bytes allowed = kNoThreshold;      // by the MMU: XOFF is no higher
    Bytes lowest_xoff = kNoThreshold;  // so far
    Bytes raised = {};                 // by the MMU: added to XOFF and XON
    reference::PfcTimer timer{};       // of the sending side
    Time expiry_pending = kNever;      // the earliest kPauseExpiry scheduled; kNever: none
  };

  // The classes that a pause stops.
  ClassMask stopped_by(ClassId pause) const { return stops_ == Stops::kPort ? kAllClasses : mask_of(pause); }

  // The pauses that the peer is to be told: those that queues ask for and those of keep_paused().
  ClassMask asks() const { return static_cast<ClassMask>(asserted_ | kept_); }
  ClassMask due() const { return static_cast<ClassMask>((asks() ^ told_) | (refresh_ & asks())); }
  bool is_due(Time now) { return clocked_ == nullptr ? due() != 0 : clocked_->due(registers(), now); }

  // A mask of pauses as one of the classes that frames name, and back.
  ClassMask named(ClassMask pauses) const;
  ClassMask pauses_named(ClassMask classes) const;
  PauseRegisters registers() const;

  void threshold_changed(ClassId c, Time now);
  void packet_shown(ClassId c, Bytes depth, bool comes, Time now);
  void set_threshold(ClassId pause);
  void count_told(ClassId pause, bool on);
  void tell_gates(ClassMask changed, Time now);
  void tell_port(ClassMask pauses, Time now);
  void start_refresh_timer(ClassId pause, Time now);
  void load_timer(ClassId pause, std::uint16_t quanta, Time now);
  void hear(const frame::MacControl& control, ClassMask obeyed, Time now);
  bool outlasts(ClassId pause, Time now);
  ClassMask end_refreshes(Time now);
  void expect_expiry(ClassId pause);

  // First what each packet touches: one cache line.
  std::vector<reference::PfcThreshold> thresholds_;  // by pause, up to the highest lossless class
  std::unique_ptr<ClockedPauses> clocked_;           // null: the model alone
  Stops stops_;
  ClassMask asserted_ = 0;
  ClassMask kept_ = 0;
  ClassMask told_ = 0;
  ClassMask refresh_ = 0;
  ClassMask masked_ = 0;  // lossless classes that obey no pause
  Time refresh_interval_;
  std::vector<PauseState> pauses_;  // by pause, up to the highest one
};

}  // namespace weir::flow_control
