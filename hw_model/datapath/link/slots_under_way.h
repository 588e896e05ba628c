// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The ACKs without news that may still be on a line, by the bytes of line time at which they left. They are no events:
// a line that has worked them out asks here which of them the other end cannot have yet.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw_model/base/units.h"

namespace weir::link {

// `count` ACKs, each `apart` behind the one before.
struct Slots {
  Bytes first;
  Bytes apart;
  std::int64_t count = 0;

  Bytes last() const { return first + apart * (count - 1); }
};

class SlotsUnderWay {
 public:
  // Slots behind all others; those before `gone` are forgotten.
  void push(const Slots& slots, Bytes gone) {
    while (count_ != 0 && ring_[first_].last() < gone)
      drop_first();
    if (count_ == ring_.size()) {
      std::rotate(ring_.begin(), ring_.begin() + static_cast<std::ptrdiff_t>(first_), ring_.end());
      first_ = 0;
      ring_.resize(2 * count_);
    }
    ring_[place(count_++)] = slots;
  }

  // How many of those that are not forgotten left at this byte or later.
  std::int64_t from(Bytes byte) const {
    std::int64_t later = 0;
    for (std::size_t n = count_; n-- != 0;) {
      const Slots& slots = ring_[place(n)];
      if (slots.last() < byte)
        break;
      const std::int64_t before = slots.first >= byte ? 0 : (byte - slots.first - Bytes(1)) / slots.apart + 1;
      later += slots.count - before;
    }
    return later;
  }

 private:
  std::size_t place(std::size_t n) const { return (first_ + n) & (ring_.size() - 1); }
  void drop_first() {
    first_ = place(1);
    --count_;
  }

  std::vector<Slots> ring_ = std::vector<Slots>(4);  // its length is a power of two
  std::size_t first_ = 0;
  std::size_t count_ = 0;
};

}  // namespace weir::link
