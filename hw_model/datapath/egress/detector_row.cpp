// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/egress/detector_row.h"

#include <algorithm>
#include <utility>

namespace weir::egress {

DetectorRow::DetectorRow(PortId port, Scheduler& scheduler, Row detectors, const Surroundings& around)
    : port_(port), scheduler_(scheduler), around_(around), seats_(detectors.size()) {
  const auto asks = [](const auto& detector) { return detector->asks_for_feeders(); };
  if (std::any_of(detectors.begin(), detectors.end(), asks)) {
    feeders_ = std::make_unique<Feeders>(around.ports);
  }
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
    seat.detector->offered(packet, waiting(packet.traffic_class, depth), now);
  }
}

void DetectorRow::admitted(const frame::Packet& packet, Time now) {
  if (around_.waits_at_inputs) {
    at_inputs_[packet.traffic_class.index()] += packet.length;
  }
  if (feeders_) {
    feeders_->admitted(packet.ingress, packet.traffic_class);
  }
  for (const Seat& seat : seats_) {
    seat.detector->admitted(packet, now);
  }
}

void DetectorRow::queued(const frame::Packet& packet, Bytes depth, Time now) {
  if (around_.waits_at_inputs) {
    at_inputs_[packet.traffic_class.index()] -= packet.length;
  }
  for (const Seat& seat : seats_) {
    seat.detector->queued(packet, depth, now);
  }
}

// The packet still counts for its ingress: its last byte has not left.
void DetectorRow::departs(frame::Packet& packet, Bytes behind, Time now) {
  const Bytes waits = waiting(packet.traffic_class, behind);
  Bytes& peak = waiting_peak_[packet.traffic_class.index()];
  peak = std::max(peak, waits);
  for (const Seat& seat : seats_) {
    seat.detector->departs(packet, waits, now);
  }
  if (feeders_) {
    feeders_->left(packet.ingress, packet.traffic_class);
  }
}

void DetectorRow::sends(ClassId c, Time now, Time until) const {
  for (const Seat& seat : seats_) {
    seat.detector->sends(c, now, until);
  }
}

void DetectorRow::removed(const frame::Packet& packet, Time now) {
  for (const Seat& seat : seats_) {
    seat.detector->removed(packet, now);
  }
  if (feeders_) {
    feeders_->left(packet.ingress, packet.traffic_class);
  }
}

void DetectorRow::pausing(PortId ingress, ClassId c, bool on, Time now) {
  if (feeders_) {
    feeders_->pausing(ingress, c, on);
  }
  for (const Seat& seat : seats_) {
    seat.detector->pausing(ingress, c, on, now);
  }
}

void DetectorRow::asking(ClassId c, bool on, Time now) const {
  for (const Seat& seat : seats_) {
    seat.detector->asking(c, on, now);
  }
}

void DetectorRow::line_rate(BitRate rate, Time now) const {
  for (const Seat& seat : seats_) {
    seat.detector->line_rate(rate, now);
  }
}

void DetectorRow::turns(frame::Packet& tag, Time now) const {
  for (const Seat& seat : seats_) {
    seat.detector->turns(tag, now);
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
  at_inputs_ = {};
  if (feeders_) {
    feeders_->reset();
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

bool DetectorRow::Seat::notify(const frame::Packet& about, const congestion::Notice& notice, Time now) {
  return row->around_.notifier != nullptr && row->around_.notifier->notify(row->port_, about, notice, now);
}

bool DetectorRow::Seat::pauses_feeder(ClassId c) const { return row->feeders_ && row->feeders_->any_paused(c); }

}  // namespace weir::egress
