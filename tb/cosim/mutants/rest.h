// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Which cycles of a long rest a bank of mutants plays one by one. A block that is not clocked by time stands still
// while its inputs do, and of a fault that comes by age nothing goes on but its count of cycles: that goes on by many
// at once. Played one by one are the first cycles of a rest, in which what was on its way arrives and short counts come
// to their end, and those around each power of two, at which a fault by age begins to show.

#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace weir::cosim {

class Rest {
 public:
  // Of one more cycle, with the inputs of the one before or with others: whether it need not be played by itself.
  bool passes(bool same) {
    still_ = same ? still_ + 1 : 0;
    const std::uint64_t below = std::bit_floor(std::max(still_, kMargin));
    return still_ > below + kMargin && still_ + kMargin < 2 * below;
  }

 private:
  static constexpr std::uint64_t kMargin =
      128;  // more than the longest short count, and than a fault's count may be off

  std::uint64_t still_ = 0;
};

}  // namespace weir::cosim
