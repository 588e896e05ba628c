// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The congestion detectors of one egress port, in their row, and their timers. A packet passes them in order, so that a
// later one sees the marks of an earlier one. A port without detectors has no row.

#pragma once

#include <memory>
#include <vector>

#include "hw_model/base/scheduler.h"
#include "hw_model/mechanisms/congestion/congestion.h"

namespace weir::egress {

class DetectorRow {
 public:
  using Row = std::vector<std::unique_ptr<congestion::Detector>>;

  // `notifier`: null where nobody makes notifications.
  DetectorRow(PortId port, Scheduler& scheduler, Row detectors, congestion::Notifier* notifier = nullptr);

  void gate(ClassId c, bool open, Time now) const;
  void offered(const frame::Packet& packet, Bytes depth, Time now) const;
  void queued(const frame::Packet& packet, Bytes depth, Time now) const;
  void departs(frame::Packet& packet, Bytes behind, Time now) const;
  void pausing(PortId ingress, ClassId c, bool on, Time now) const;

  void reset(Time now);

  // The work of a kDetectorTimer event.
  void timer(ClassId c, Time now);

  std::size_t size() const { return seats_.size(); }
  congestion::Detector& operator[](std::size_t place) const { return *seats_[place].detector; }

 private:
  struct Seat final : congestion::DetectorPort {
    DetectorRow* row = nullptr;
    std::unique_ptr<congestion::Detector> detector;
    PerClass<Time> due{};  // of its timers

    void schedule(ClassId c, Time at) override;
    bool notify(const frame::Packet& about, Bytes depth, Time now) override;
  };

  void expect(ClassId c, Time at);

  PortId port_;
  Scheduler& scheduler_;
  congestion::Notifier* notifier_;
  std::vector<Seat> seats_;
  PerClass<Time> pending_{};  // the earliest kDetectorTimer scheduled; others fire stale
};

}  // namespace weir::egress
