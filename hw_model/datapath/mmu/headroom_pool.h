// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The headroom of all lossless VIQs as one pool of cells, with an account for each VIQ. The pool's cells are set aside
// from the buffer; those that a VIQ holds are counted apart from its other cells.

#pragma once

#include <cstdint>
#include <string>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"

namespace weir::mmu {

class HeadroomPool {
 public:
  // Accounts for so many ports; no pool where `cells` is 0.
  HeadroomPool(std::int64_t cells, std::size_t ports) : cells_(cells), free_(cells), viqs_(cells > 0 ? ports : 0) {}

  bool exists() const { return cells_ > 0; }
  std::int64_t cells() const { return cells_; }
  std::int64_t free() const { return free_; }
  std::int64_t used() const { return cells_ - free_; }
  std::int64_t peak() const { return peak_; }  // the most that were in use

  // Cells of the pool that a VIQ holds, and the most that it has held; 0 without a pool.
  std::int64_t held(PortId p, ClassId c) const { return exists() ? viqs_.at(p, c).held : 0; }
  std::int64_t peak(PortId p, ClassId c) const { return exists() ? viqs_.at(p, c).peak : 0; }

  // The functions below are for a pool that exists. has_room(): whether the VIQ may have `cells` more cells and would
  // then hold no more than `limit`.
  bool has_room(PortId p, ClassId c, std::int64_t cells, std::int64_t limit) const {
    return cells <= free_ && viqs_.at(p, c).held + cells <= limit;
  }
  void take(PortId p, ClassId c, std::int64_t cells);

  // Of `cells` that leave the VIQ, gives back those that are headroom: as many as the VIQ holds. Returns their number.
  std::int64_t give_back(PortId p, ClassId c, std::int64_t cells);

  // `cells`: at least used().
  void resize(std::int64_t cells);

  // Throws InvariantBroken unless the VIQs hold what is in use. `place` says which pool.
  void check(const std::string& place, Time now) const;

  struct Rows;  // its registers (mmu_registers.cpp)

 private:
  struct Account {
    std::int64_t held = 0;
    std::int64_t peak = 0;
  };

  std::int64_t cells_;
  std::int64_t free_;
  std::int64_t peak_ = 0;
  PerPortClass<Account> viqs_;
};

}  // namespace weir::mmu
