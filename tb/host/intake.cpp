// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/host/intake.h"

#include <algorithm>

namespace weir::host {

void Intake::begin_stop(ClassId c, Stop how, bool for_ever, Time now) {
  Class& state = classes_[c.index()];
  ++state.stops;
  state.keeps = true;
  if (for_ever) {
    state.for_ever_since = std::min(state.for_ever_since, now);
  }
  if (how == Stop::kAtOnce && state.feigned < full_) {
    state.feigned = full_;
    engine_.packet_admitted(c, Bytes(0), state.depth + state.feigned, now);
  }
}

void Intake::end_stop(ClassId c, Time now) {
  Class& state = classes_[c.index()];
  --state.stops;
  state.keeps = serves_ || state.drains || state.stops > 0;
  if (state.stops == 0 && state.feigned > Bytes(0)) {
    state.feigned = Bytes(0);
    engine_.packet_released(c, Bytes(0), state.depth, now);
  }
}

void Intake::keep(frame::Packet& packet, ClassId c, Time now) {
  Class& state = classes_[c.index()];
  state.kept.push_back(packet);
  state.depth += packet.length;
  state.peak = std::max(state.peak, state.depth);
  engine_.packet_admitted(c, packet.length, state.depth + state.feigned, now);
}

std::optional<ClassId> Intake::next_served() {
  for (std::size_t i = 1; i <= kClasses; ++i) {
    const std::size_t c = (served_ + i) % kClasses;
    if (classes_[c].stops == 0 && !classes_[c].kept.empty()) {
      served_ = c;
      return ClassId(c);
    }
  }
  return std::nullopt;
}

frame::Packet* Intake::next_taken(ClassId c, Time now) {
  if (ready(c) == nullptr) {
    return nullptr;
  }
  Class& state = classes_[c.index()];
  frame::Packet& packet = state.kept.front();
  state.kept.pop_front();
  state.depth -= packet.length;
  engine_.packet_released(c, packet.length, state.depth, now);
  return &packet;
}

}  // namespace weir::host
