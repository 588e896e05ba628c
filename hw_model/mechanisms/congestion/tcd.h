// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Ternary Congestion Detection (Y. Zhang et al., Congestion Detection in Lossless Networks, SIGCOMM '21, section 4):
// whether the queue of an (egress port, class) is long because too much comes in, or because it was not let go.
//
// When a packet departs, with T_on = now - end of the latest OFF period:
//   1. T_on < max(T_on), and there has been an OFF period: state U, the packet gets UE unless it has CE;
//   2. else in state 0 or 1: congestion by queue length (red_marker.h): state 1 and CE if marked, else state 0;
//   3. else it has just been released from U: the queue is sampled now and after every T. At or below the low
//   threshold:
//      state 0. Congested by the rule between two samples: state 1 and CE. Else it still drains, and gets no mark.
// What the rule has declared congested goes on being sampled every T, and each packet gets CE until a sample says no
// more (Hold::kSampled): by its length alone a queue that pauses hold low would be lost with the next packet.
// The rule of step 3 is a setting: the paper's flowchart (`literal`) declares what rises by a byte, and never declares
// a root that its own switch's pauses hold level. `rise_or_pausing`: above the low threshold, and either risen by more
// than 2 MTU, or not fallen by more than the band while, at some departure since the last sample, an ingress that holds
// packets for this port was under this switch's XOFF.
//
// One time stamp serves steps 1 and 3, for T_on matters only in U, and the time of the sample only after it. An OFF
// period that ends while a released queue is sampled begins its release anew, whether or not a packet departs in the
// ON period that follows: a trend across an OFF period says nothing of what comes in.
// Several classes (section 4.5): a queue that waits while another is served is ON. With TcdTime::kOwn its T_on and T
// count the time that it could have been served in (own_time.h). Behind credits (section 4.4) an OFF period ends when
// credits come, and max(T_on) = T_c. Latency: none; O(1) when a packet departs.

#pragma once

#include <memory>
#include <vector>

#include "hw_model/mechanisms/congestion/clocked_tcd.h"
#include "hw_model/mechanisms/congestion/congestion.h"
#include "hw_model/mechanisms/congestion/own_time.h"
#include "hw_model/mechanisms/congestion/red_marker.h"
#include "hw_model/mechanisms/congestion/swept_stamp.h"
#include "hw_model/reference/tcd_queue.h"

namespace weir::congestion {

class Tcd final : public Detector {
 public:
  using State = reference::TcdState;

  // Throws std::invalid_argument, one line, where check() complains.
  explicit Tcd(const PortContext& context);

  void gate(ClassId c, bool open, Time now) override;
  void departs(frame::Packet& packet, Bytes behind, Time now) override;
  void sends(ClassId c, Time now, Time until) override;
  void pausing(PortId ingress, ClassId c, bool on, Time now) override;
  bool asks_for_feeders() const override;
  void reset(Time now) override;

  std::uint64_t marked(ClassId c) const override { return queues_[c.index()].ce; }
  std::uint64_t marked_undetermined(ClassId c) const override { return queues_[c.index()].ue; }
  std::uint64_t state(ClassId c) const override {
    return static_cast<std::uint64_t>(queues_[c.index()].machine.state());
  }
  std::optional<Probe> probe() const override;
  void bind_registers(const ledger::Binder& binder) override;

  // What software can change of it.
  struct Settings {
    std::uint64_t longest_on = 1;  // max(T_on), ticks
    std::uint64_t period = 1;      // T, ticks
    Bytes low_threshold;
    Bytes rise;                   // beyond which a queue has risen
    Bytes band;                   // within which a queue stands
    Bytes hard_level;             // above it CE whatever the state
    std::uint64_t hard_time = 0;  // ticks on end for which the queue has been above it by then
    frame::Ecn undetermined = frame::Ecn::kUndetermined;
    RedMarker::Settings marker;
  };
  const Settings& settings() const { return settings_; }

  // Throws std::invalid_argument, one line, where a register cannot hold them or they do not go together.
  void check_settings(const Settings& settings) const;
  void set(const Settings& settings, Time now);

  // What the registers hold at first.
  static Settings initial(const PortContext& context);

  // The registers, for either form of the detector.
  static void declare(ledger::Block& block, const PortContext& context);

 private:
  struct Rows;
  static constexpr std::uint64_t kNotAbove = ~std::uint64_t{0};

  struct Queue {
    SweptStamp stamp;  // in kReleased of the latest sample, else of the end of the latest OFF period
    reference::TcdQueue machine;
    std::uint64_t above_since = kNotAbove;  // the hard level: the tick, of any width
    std::uint64_t ue = 0;
    std::uint64_t ce = 0;
  };

  // What a decision has asked for beside the depth: inputs of the hardware.
  struct Asked {
    bool red_mark = false;
    bool paused = false;
  };

  std::uint64_t tick_of(ClassId c, Time now) const {
    return static_cast<std::uint64_t>((time_ == TcdTime::kOwn ? own_time_.of(c, now) : now) / tick_);
  }
  std::uint64_t span_of(const Queue& queue) const;
  bool runs(Queue& queue, ClassId c, std::uint64_t tick) const;
  bool pauses(ClassId c) const;
  reference::TcdLevels levels() const;
  bool decide(Queue& queue, ClassId c, Bytes behind, std::uint64_t tick, Asked& asked);
  bool is_hard(Queue& queue, Bytes behind, std::uint64_t tick) const;
  std::uint64_t ticks_above(const Queue& queue, std::uint64_t tick) const;
  void mark(frame::Packet& packet, Queue& queue, bool congested) const;

  void clock(const PortContext& context);
  void departs_clocked(frame::Packet& packet, Bytes behind, std::uint64_t tick);
  reference::TcdDetectorInputs clocked_settings() const;
  static reference::TcdDetectorOutputs registers_of(const Queue& queue);

  Settings settings_;
  ReleaseRule rule_;
  PausedIngress ingress_;
  PauseSeen seen_;
  Hold hold_;
  bool times_level_;  // whether it has hard_time
  TcdTime time_;
  ClassMask classes_;
  PerClass<std::uint8_t> places_{};  // of a watched class in the sweep
  SweepConfig sweep_;
  Time tick_;
  RedMarker marker_;
  OwnTime own_time_;
  PerClass<Queue> queues_{};
  PerClass<std::uint32_t> paused_{};                  // ingresses that this switch has told to pause
  std::vector<std::unique_ptr<ClockedTcd>> clocked_;  // by class; empty: this model alone
};

}  // namespace weir::congestion
