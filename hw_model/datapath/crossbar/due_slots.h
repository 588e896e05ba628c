// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Slots at which something is due, one bit each: a ring, in which the next one is found by one rotation and one
// find-first-set.

#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw_model/datapath/crossbar/known_ends.h"
#include "hw_model/datapath/crossbar/port_set.h"

namespace weir::crossbar {

class DueSlots {
 public:
  static constexpr Slot kNone = -1;

  // At any time all slots are less than `reach` behind the first.
  explicit DueSlots(std::size_t reach)
      : mask_(std::bit_ceil(std::max(reach, kPortsPerWord)) - 1), words_((mask_ + 1) / kPortsPerWord) {}

  void insert(Slot slot) { words_[index(slot)] |= bit_of(static_cast<std::size_t>(slot)); }
  void erase(Slot slot) { words_[index(slot)] &= ~bit_of(static_cast<std::size_t>(slot)); }

  // The first, none being before `from`.
  Slot first(Slot from) const {
    const auto place = static_cast<std::size_t>(from);
    if (words_.size() == 1) [[likely]] {
      const PortWord turned = std::rotr(words_[0], static_cast<int>(place % kPortsPerWord));
      return turned == 0 ? kNone : from + std::countr_zero(turned);
    }
    const std::size_t next = next_in(words_, place & mask_);
    return next == kNoPort ? kNone : from + static_cast<Slot>((next - place) & mask_);
  }

 private:
  std::size_t index(Slot slot) const { return (static_cast<std::size_t>(slot) & mask_) / kPortsPerWord; }

  std::size_t mask_;
  std::vector<PortWord> words_;
};

}  // namespace weir::crossbar
