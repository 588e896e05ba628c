// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Whose turn it is at each port: the discipline of the egress scheduler.
//
// Strict classes go first, the highest of them first. Among the others: round robin lets each class send a packet in
// turn; VL arbitration is in vl_arbiter.h; deficit weighted round robin (M. Shreedhar, G. Varghese, SIGCOMM '95,
// section 3) lets a class in its turn send as long as its head packet fits its deficit, which its quantum raised when
// the turn began. A quantum is never less than the largest frame, so that the next class in turn can always send: a
// choice is one look at a mask, whatever the weights.

#pragma once

#include <bit>
#include <vector>

#include "hw_model/base/class_mask.h"
#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/datapath/egress/egress_config.h"
#include "hw_model/datapath/egress/vl_arbiter.h"

namespace weir::egress {

class Turns {
 public:
  // `config` outlives the turns; reconfigured() follows each change of it.
  Turns(const EgressConfig& config, std::size_t ports);

  // The class of `candidates`, which is not empty, that sends next; head_length(c): that of the packet of class c that
  // would leave.
  template <class HeadLength>
  [[gnu::always_inline]] ClassId next(PortId p, ClassMask candidates, HeadLength head_length) const {
    if (const ClassMask first = candidates & strict_; first != 0) {
      return highest_class(first);
    }
    const ClassId turn = turn_[p.index()];
    if (config_.discipline == Discipline::kRoundRobin) {
      return class_after(turn, candidates);
    }
    if (config_.discipline == Discipline::kVlArbitration) {
      return lane_arbiters_[p.index()].next(config_, candidates);
    }
    const bool goes_on = (candidates & mask_of(turn)) != 0 && head_length(turn) <= deficit_.at(p, turn);
    return goes_on ? turn : class_after(turn, candidates);
  }

  // A packet of class c is sent; `nonempty`: the classes with packets, the one that is sent among them.
  [[gnu::always_inline]] void sent(PortId p, ClassId c, Bytes length, ClassMask nonempty) {
    if ((strict_ & mask_of(c)) == 0) {
      charge(p, c, length, nonempty);
    }
  }

  void reconfigured();
  void reset();

  bool arbitrates_lanes() const { return !lane_arbiters_.empty(); }  // as built
  // For registers.
  ClassId turn(PortId p) const { return turn_[p.index()]; }
  Bytes deficit(PortId p, ClassId c) const { return deficit_.at(p, c); }
  // Those of a block that decides in place of the model.
  void take_over(PortId p, ClassId turn, const PerClass<Bytes>& deficits);

 private:
  static ClassId highest_class(unsigned mask) { return ClassId(static_cast<std::size_t>(std::bit_width(mask)) - 1); }
  // The next class of the mask above c, or the lowest when there is none.
  static ClassId class_after(ClassId c, unsigned mask) {
    const unsigned above = mask & (~0U << (c.index() + 1));
    return lowest_class(above != 0 ? above : mask);
  }
  void charge(PortId p, ClassId c, Bytes length, ClassMask nonempty);

  const EgressConfig& config_;
  ClassMask strict_;                      // of config_: strict_classes
  std::vector<ClassId> turn_;             // by port; where turns are of one packet, the class that sent last
  PerPortClass<Bytes> deficit_;           // what DWRR lets the class send in its turn
  std::vector<VlArbiter> lane_arbiters_;  // by port; empty: built without VL arbitration
};

}  // namespace weir::egress
