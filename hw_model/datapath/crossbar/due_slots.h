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
      : mask_(std::bit_ceil(std::max(reach, kPortsPerWord)) - 1),
        is_word_(mask_ < kPortsPerWord),
        words_(is_word_ ? 0 : words_for(mask_ + 1)) {}

  void insert(Slot slot) { word_with(slot) |= bit_of(place(slot)); }
  void erase(Slot slot) { word_with(slot) &= ~bit_of(place(slot)); }

  // The first, none being before `from`.
  Slot first(Slot from) const {
    if (is_word_) [[likely]] {
      const PortWord turned = std::rotr(word_, static_cast<int>(place(from) % kPortsPerWord));
      return turned == 0 ? kNone : from + std::countr_zero(turned);
    }
    const std::size_t next = next_in(words_, place(from) & mask_);
    return next == kNoPort ? kNone : from + static_cast<Slot>((next - place(from)) & mask_);
  }

 private:
  static std::size_t place(Slot slot) { return static_cast<std::size_t>(slot); }
  PortWord& word_with(Slot slot) { return is_word_ ? word_ : words_[(place(slot) & mask_) / kPortsPerWord]; }

  std::size_t mask_;
  bool is_word_;
  PortWord word_ = 0;            // the ring, if it has one word
  std::vector<PortWord> words_;  // the ring, if it has several
};

}  // namespace weir::crossbar
