// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The row of congestion detectors of one egress port, and their timers. A packet passes the detectors in order, so that
// a later detector sees the marks of an earlier one. A port without detectors has no row.
//
// The packets that wait for a port are those in its VEQ and, with queues at the inputs, those that wait for it there,
// too: the row counts the bytes of the latter, as a switch with queues at its inputs has to for a detector at an
// output.

#pragma once

#include <memory>
#include <vector>

#include "hw_model/base/scheduler.h"
#include "hw_model/datapath/egress/feeders.h"
#include "hw_model/mechanisms/congestion/congestion.h"

namespace weir::egress {

class DetectorRow {
 public:
  using Row = std::vector<std::unique_ptr<congestion::Detector>>;

  struct Surroundings {
    congestion::Notifier* notifier = nullptr;  // null: no notifications are made
    std::size_t ports = 1;                     // of the switch
    bool waits_at_inputs = false;              // admitted packets may still wait at an input
  };

  DetectorRow(PortId port, Scheduler& scheduler, Row detectors, const Surroundings& around);

  void gate(ClassId c, bool open, Time now) const;
  void offered(const frame::Packet& packet, Bytes depth, Time now) const;
  void admitted(const frame::Packet& packet, Time now);
  void queued(const frame::Packet& packet, Bytes depth, Time now);
  void departs(frame::Packet& packet, Bytes behind, Time now);
  void sends(ClassId c, Time now, Time until) const;
  void removed(const frame::Packet& packet, Time now);
  void pausing(PortId ingress, ClassId c, bool on, Time now);
  void asking(ClassId c, bool on, Time now) const;
  void line_rate(BitRate rate, Time now) const;
  void turns(frame::Packet& tag, Time now) const;

  void reset(Time now);

  // The work of a kDetectorTimer event.
  void timer(ClassId c, Time now);

  std::size_t size() const { return seats_.size(); }
  congestion::Detector& operator[](std::size_t place) const { return *seats_[place].detector; }

  // The bytes that wait for this port in a class whose VEQ has `depth` bytes, as the detectors are told.
  Bytes waiting(ClassId c, Bytes depth) const { return depth + at_inputs_[c.index()]; }
  // The most bytes that waited behind a departing packet.
  Bytes waiting_peak(ClassId c) const { return waiting_peak_[c.index()]; }
  bool waits_at_inputs() const { return around_.waits_at_inputs; }

 private:
  struct Seat final : congestion::DetectorPort {
    DetectorRow* row = nullptr;
    std::unique_ptr<congestion::Detector> detector;
    PerClass<Time> due{};  // of its timers

    void schedule(ClassId c, Time at) override;
    bool notify(const frame::Packet& about, const congestion::Notice& notice, Time now) override;
    bool pauses_feeder(ClassId c) const override;
  };

  void expect(ClassId c, Time at);

  PortId port_;
  Scheduler& scheduler_;
  Surroundings around_;
  std::vector<Seat> seats_;
  std::unique_ptr<Feeders> feeders_;  // null where no detector asks for them
  PerClass<Bytes> at_inputs_{};       // admitted packets for this port that are in no VEQ yet
  PerClass<Bytes> waiting_peak_{};
  PerClass<Time> pending_{};  // the earliest kDetectorTimer scheduled; others fire stale
};

}  // namespace weir::egress
