// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// RED with ECN (RFC 3168), at dequeue: a packet that leaves a long queue is given CE, if its sender can use it. A
// packet that is Not-ECT goes on as it is: a lossless class drops nothing, and a lossy one drops at its limit alone.
// With `notify` the detector also notifies the source of a marked packet (congestion.h): for each queue, of the first
// packet that is marked after an interval.
// Latency: none.

#pragma once

#include "hw_model/mechanisms/congestion/congestion.h"
#include "hw_model/mechanisms/congestion/red_marker.h"

namespace weir::congestion {

class RedEcn final : public Detector {
 public:
  explicit RedEcn(const PortContext& context);

  void departs(frame::Packet& packet, Bytes behind, Time now) override;
  void reset(Time now) override;

  std::uint64_t marked(ClassId c) const override { return marked_[c.index()]; }
  // Where the queue stood when a packet last left it.
  std::uint64_t state(ClassId c) const override { return static_cast<std::uint64_t>(state_[c.index()]); }
  std::optional<Probe> probe() const override;
  void bind_registers(const ledger::Binder& binder) override;

  // The settings that software can change.
  struct Settings {
    RedMarker::Settings marker;
    ClassMask classes = 0xff;
    Time notify_interval;
  };
  Settings settings() const { return {marker_.settings(), classes_, notify_interval_}; }
  void set(const Settings& settings);

  static constexpr Time kTick{1'000'000};  // of notify_interval

  // RED: S. Floyd, V. Jacobson, "Random Early Detection Gateways for Congestion Avoidance", IEEE/ACM ToN 1(4), 1993,
  // with the present depth in place of the average, as DCQCN (SIGCOMM '15, section 3.1) has it; marks: RFC 3168.
  static void declare(ledger::Block& block, const PortContext& context);

 private:
  struct Rows;
  std::uint64_t silent_ticks(ClassId c, Time now) const;

  enum class State : std::uint8_t { kBelow, kBetween, kAbove };

  RedMarker marker_;
  ClassMask classes_;
  PerClass<State> state_{};
  PerClass<std::uint64_t> marked_{};
  bool notify_;
  Time notify_interval_;
  PerClass<Time> silent_until_{};  // notify: no notification before this time
  PerClass<std::uint64_t> notified_{};
};

}  // namespace weir::congestion
