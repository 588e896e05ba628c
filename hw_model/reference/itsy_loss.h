// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The limits of ITSY's count-min drop (section IV.A, design 3), in two parts.
//
// ItsyLossBudget says what a flow may lose: a part of what it has sent, but at least one packet, since a deadlock may
// come before a flow has sent 10,000. Loss beyond that part is the flow's overdraft, less than one packet.
//
// ItsyDropRounds says how many packets are to be dropped: one in the first round, twice as many in each further round,
// until the queue is at XON or below. A round follows when the queue is again as long as at the beginning of the last
// round (the paper: it "lengthens again"), or when the deadlock is declared again. A round whose drops the budget
// forbids is given up when the next one begins.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>

#include "hw_model/base/units.h"

namespace weir::reference {

class ItsyLossBudget {
 public:
  static constexpr unsigned kFractionBits = 32;

  // `tolerated` is a part of a flow, 0 or more and less than 1; std::invalid_argument otherwise.
  explicit ItsyLossBudget(double tolerated) {
    if (!(tolerated >= 0 && tolerated < 1))
      throw std::invalid_argument("itsy: tolerated_loss is 0 or more and less than 1");
    fraction_ = static_cast<std::uint64_t>(std::ldexp(tolerated, kFractionBits));
  }

  // Units that a flow of this size may lose.
  std::uint32_t allows(std::uint32_t size) const {
    return static_cast<std::uint32_t>(fraction_ * size >> kFractionBits);
  }

  // Whether a packet of `units` may be dropped of a flow of `size` that has lost `lost`.
  bool may_lose(std::uint32_t size, std::uint32_t lost, std::uint32_t units) const {
    return lost == 0 || std::uint64_t{lost} + units <= allows(size);
  }

  std::uint32_t overdraft(std::uint32_t size, std::uint32_t lost) const {
    return lost > allows(size) ? lost - allows(size) : 0;
  }

  std::uint64_t fraction() const { return fraction_; }

 private:
  std::uint64_t fraction_ = 0;
};

class ItsyDropRounds {
 public:
  static constexpr unsigned kRoundBits = 16;

  // A VIQ of this depth is to fall to `xon`; no round begins if it is there already.
  void begin(Bytes depth, Bytes xon) {
    xon_ = xon;
    round_ = 0;
    active_ = true;
    moved(depth);
    if (active_)
      next(depth);
  }

  bool active() const { return active_; }
  std::uint32_t round() const { return round_; }  // packets of this round
  std::uint32_t wants() const { return left_; }   // packets of this round still to be dropped

  void dropped(Bytes depth) {
    left_ -= left_ > 0 ? 1 : 0;
    if (depth <= xon_)
      end();
  }

  // The VIQ has grown or shrunk, by anything but a drop.
  void moved(Bytes depth) {
    if (!active_)
      return;
    if (depth <= xon_)
      end();
    else if (left_ == 0 && round_ > 0 && depth >= began_)
      next(depth);
  }

  // The deadlock is declared again.
  void again(Bytes depth) {
    if (active_)
      next(depth);
  }

  void end() {
    active_ = false;
    left_ = 0;
  }

 private:
  void next(Bytes depth) {
    round_ = round_ == 0 ? 1 : std::min(2 * round_, std::uint32_t{1} << (kRoundBits - 1));
    left_ = round_;
    began_ = depth;
  }

  bool active_ = false;
  std::uint32_t round_ = 0;
  std::uint32_t left_ = 0;
  Bytes began_;  // depth
  Bytes xon_;
};

}  // namespace weir::reference
