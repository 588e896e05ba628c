// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/egress/watchers.h"

#include <algorithm>

namespace weir::egress {

void Watchers::watch(PortId p, DetectorRow::Row detectors, const DetectorRow::Surroundings& around) {
  if (!detectors.empty()) {
    detectors_[p.index()] = std::make_unique<DetectorRow>(p, scheduler_, std::move(detectors), around);
    note_who_is_watched();
  }
}

void Watchers::watch(deadlock::DeadlockUnit* unit) {
  unit_ = unit;
  note_who_is_watched();
}

void Watchers::listen(deadlock::DeadlockUnit& listener) {
  listener_ = &listener;
  note_who_is_watched();
}

void Watchers::note_who_is_watched() {
  const bool all = unit_ != nullptr || listener_ != nullptr;
  std::transform(detectors_.begin(), detectors_.end(), watched_.begin(),
                 [&](const auto& row) { return static_cast<std::uint8_t>(all || row); });
  any_watched_ = all || std::any_of(watched_.begin(), watched_.end(), [](std::uint8_t one) { return one != 0; });
}

void Watchers::queued(const frame::Packet& packet, Bytes depth, std::size_t waiting, Time now) const {
  if (DetectorRow* const row = detectors(packet.egress)) {
    row->queued(packet, depth, now);
  }
  tell_units([&](deadlock::DeadlockUnit& unit) { unit.queued(packet, waiting, now); });
}

void Watchers::leaving(frame::Packet& packet, Bytes behind, std::size_t waiting, Time now, Time end) const {
  if (DetectorRow* const row = detectors(packet.egress)) {
    row->departs(packet, behind, now);
    row->sends(packet.traffic_class, now, end);
  }
  tell_units([&](deadlock::DeadlockUnit& unit) { unit.left(packet, waiting, now, end); });
}

void Watchers::taken(const frame::Packet& packet, std::size_t waiting, Time now) const {
  if (DetectorRow* const row = detectors(packet.egress)) {
    row->removed(packet, now);
  }
  tell_units([&](deadlock::DeadlockUnit& unit) { unit.left(packet, waiting, now, now); });
}

void Watchers::gate(PortId p, ClassId c, bool open, std::size_t waiting, Time now) const {
  if (gate_listener_ != nullptr) {
    gate_listener_->held(p, c, !open, now);
  }
  if (DetectorRow* const row = detectors(p)) {
    row->gate(c, open, now);
  }
  tell_units([&](deadlock::DeadlockUnit& unit) { unit.held(p, c, !open, waiting, now); });
}

void Watchers::pausing(PortId p, ClassId c, bool on, Time now) {
  if (gate_listener_ != nullptr) {
    gate_listener_->pausing(p, c, on, now);
  }
  if (!any_watched_) [[likely]] {
    return;
  }
  pausing_told_ = true;
  for (const std::unique_ptr<DetectorRow>& row : detectors_) {
    if (row) {
      row->pausing(p, c, on, now);
    }
  }
  tell_units([&](deadlock::DeadlockUnit& unit) { unit.pausing(p, c, on, now); });
}

void Watchers::asking(PortId p, ClassId c, bool on, Time now) const {
  if (const DetectorRow* const row = detectors(p)) {
    row->asking(c, on, now);
  }
}

void Watchers::pfc_received(PortId p, ClassId c, std::uint16_t quanta, Time now) const {
  tell_units([&](deadlock::DeadlockUnit& unit) { unit.pfc_received(p, c, quanta, now); });
}

void Watchers::hold_ended_by_reset(PortId p, ClassId c, Time now) const {
  if (gate_listener_ != nullptr) {
    gate_listener_->held(p, c, false, now);
  }
}

void Watchers::reset_detectors(Time now) const {
  for (const std::unique_ptr<DetectorRow>& row : detectors_) {
    if (row) {
      row->reset(now);
    }
  }
}

void Watchers::reset_unit(Time now) const {
  tell_units([&](deadlock::DeadlockUnit& unit) { unit.reset(now); });
}

}  // namespace weir::egress
