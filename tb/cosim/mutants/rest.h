// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Which cycles of a long rest a bank of mutants plays one by one. A block that is not clocked by time stands still
// while its inputs do, and a fault by age then changes only its count of cycles, which can advance by many at once. The
// bank plays one by one the first cycles of a rest, in which inputs under way arrive and short counts end, and the
// cycles around each power of two, at which a fault by age begins to show.

#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace weir::cosim {

class Rest {
 public:
  // Takes one more cycle, with the previous inputs or with others. True: the cycle need not be played by itself.
  bool passes(bool same) {
    still_ = same ? still_ + 1 : 0;
    const std::uint64_t below = std::bit_floor(std::max(still_, kMargin));
    return still_ > below + kMargin && still_ + kMargin < 2 * below;
  }

 private:
  static constexpr std::uint64_t kMargin =
      128;  // more than the longest short count, and than the error of a fault's count

  std::uint64_t still_ = 0;
};

}  // namespace weir::cosim
