// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The account of the whole packet buffer: cells in use, headroom included, and cells that are set aside for guaranteed
// minimums that are not filled; also the bytes as the VIQs count them, of frames or of whole cells.

#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "hw_model/base/units.h"

namespace weir::mmu {

class SharedBuffer {
 public:
  explicit SharedBuffer(std::int64_t cells) : cells_(cells) {}

  std::int64_t cells() const { return cells_; }
  std::int64_t used() const { return used_; }
  std::int64_t peak() const { return peak_; }  // the most that were in use
  std::int64_t set_aside() const { return set_aside_; }
  Bytes counted() const { return counted_; }

  // Free cells that are promised to no guaranteed minimum.
  std::int64_t free() const { return cells_ - used_ - set_aside_; }

  // Takes so many cells, of which `promised` were set aside. Negative: given back, and set aside again.
  void take(std::int64_t cells, std::int64_t promised) {
    used_ += cells;
    set_aside_ -= promised;
    if (used_ > peak_) [[unlikely]] {
      peak_ = used_;
    }
  }
  void count(Bytes length) { counted_ += length; }  // negative: given back

  void set_aside(std::int64_t cells) { set_aside_ = cells; }

  // Throws InvariantBroken unless the account agrees with the VIQs, which hold `viqs` bytes and lack `unfilled` cells
  // of their minimums, and no more cells are in use than there are. `place` says which buffer.
  void check(Bytes viqs, std::int64_t unfilled, const std::string& place, Time now) const;

  struct Rows;  // its registers (mmu_registers.cpp)

 private:
  std::int64_t cells_;
  std::int64_t used_ = 0;
  std::int64_t peak_ = 0;
  std::int64_t set_aside_ = 0;
  Bytes counted_;
};

}  // namespace weir::mmu
