// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/egress/detector_row.h"

#include <utility>

namespace weir::egress {

DetectorRow::DetectorRow(PortId port, Scheduler& scheduler, Row detectors, congestion::Notifier* notifier)
    : port_(port), scheduler_(scheduler), notifier_(notifier), seats_(detectors.size()) {
  pending_.fill(kNever);
  for (std::size_t i = 0; i < seats_.size(); ++i) {
    seats_[i].row = this;
    seats_[i].due.fill(kNever);
    seats_[i].detector = std::move(detectors[i]);
    seats_[i].detector->join(seats_[i]);
  }
}

void DetectorRow::gate(ClassId c, bool open, Time now) const {
  for (const Seat& seat : seats_) {
    seat.detector->gate(c, open, now);
  }
}

void DetectorRow::offered(const frame::Packet& packet, Bytes depth, Time now) const {
  for (const Seat& seat : seats_) {
    seat.detector->offered(packet, depth, now);
  }
}

void DetectorRow::queued(const frame::Packet& packet, Bytes depth, Time now) const {
  for (const Seat& seat : seats_) {
    seat.detector->queued(packet, depth, now);
  }
}

void DetectorRow::departs(frame::Packet& packet, Bytes behind, Time now) const {
  for (const Seat& seat : seats_) {
    seat.detector->departs(packet, behind, now);
  }
}

void DetectorRow::pausing(PortId ingress, ClassId c, bool on, Time now) const {
  for (const Seat& seat : seats_) {
    seat.detector->pausing(ingress, c, on, now);
  }
}

void DetectorRow::timer(ClassId c, Time now) {
  if (now != pending_[c.index()]) {
    return;  // stale
  }
  pending_[c.index()] = kNever;
  for (Seat& seat : seats_) {
    if (seat.due[c.index()] == now) {
      seat.due[c.index()] = kNever;
      seat.detector->timer(c, now);
    }
  }
  for (const Seat& seat : seats_) {
    expect(c, seat.due[c.index()]);
  }
}

// Events that are scheduled are stale.
void DetectorRow::reset(Time now) {
  pending_.fill(kNever);
  for (Seat& seat : seats_) {
    seat.due.fill(kNever);
  }
  for (const Seat& seat : seats_) {
    seat.detector->reset(now);
  }
}

void DetectorRow::expect(ClassId c, Time at) {
  if (at < pending_[c.index()]) {
    pending_[c.index()] = at;
    scheduler_.schedule(at, EventKind::kDetectorTimer, port_, c);
  }
}

void DetectorRow::Seat::schedule(ClassId c, Time at) {
  due[c.index()] = at;
  row->expect(c, at);
}

bool DetectorRow::Seat::notify(const frame::Packet& about, Bytes depth, Time now) {
  return row->notifier_ != nullptr && row->notifier_->notify(row->port_, about, depth, now);
}

}  // namespace weir::egress
