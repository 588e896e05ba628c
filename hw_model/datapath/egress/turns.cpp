// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/egress/turns.h"

#include <algorithm>

#include "hw_model/datapath/egress/egress_settings.h"

namespace weir::egress {

Turns::Turns(const EgressConfig& config, std::size_t ports)
    : config_(config),
      strict_(strict_classes(config)),
      turn_(ports),
      deficit_(ports),
      lane_arbiters_(egress::arbitrates_lanes(config) ? ports : 0) {}

// A turn ends with the choice of another class: then an empty class loses its deficit, as in the paper, and one that
// flow control holds keeps it. The latter goes on with the rest of its turn when it is its turn again, and gets a new
// quantum only when its packet does not fit: a hold takes nothing from what was granted, and earns nothing.
void Turns::charge(PortId p, ClassId c, Bytes length, ClassMask nonempty) {
  ClassId& turn = turn_[p.index()];
  if (config_.discipline == Discipline::kRoundRobin) {
    turn = c;
    return;
  }
  if (config_.discipline == Discipline::kVlArbitration) {
    lane_arbiters_[p.index()].sent(config_, c, length);
    return;
  }
  if (c != turn) {
    if ((nonempty & mask_of(turn)) == 0) {
      deficit_.at(p, turn) = Bytes(0);
    }
    turn = c;
  }
  Bytes& deficit = deficit_.at(p, c);
  if (deficit < length) {
    deficit += config_.quantum * static_cast<std::int64_t>(config_.weights[c.index()]);
  }
  deficit -= length;
}

void Turns::take_over(PortId p, ClassId turn, const PerClass<Bytes>& deficits) {
  turn_[p.index()] = turn;
  for (std::size_t c = 0; c < kClasses; ++c)
    deficit_.at(p, ClassId(c)) = deficits[c];
}

void Turns::reconfigured() { strict_ = strict_classes(config_); }

void Turns::reset() {
  std::fill(turn_.begin(), turn_.end(), ClassId());
  deficit_ = PerPortClass<Bytes>(turn_.size());
  lane_arbiters_.assign(lane_arbiters_.size(), {});
}

}  // namespace weir::egress
