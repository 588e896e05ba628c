// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/mmu/partitions.h"

#include <stdexcept>

#include "hw_model/base/invariant.h"

namespace weir::mmu {

void Partitions::divide(const CellsPerClass& cells, const CellsPerClass& unfilled) {
  for (std::size_t i = 0; divided_ && i < kClasses; ++i) {
    classes_[i].cells = cells[i];
    classes_[i].set_aside = unfilled[i];
  }
}

void Partitions::check_division(const CellsPerClass& cells, const CellsPerClass& unfilled, std::int64_t buffer,
                                bool beside_pool) const {
  std::int64_t all = 0;
  for (std::size_t i = 0; divided_ && i < kClasses; ++i) {
    if (classes_[i].used + unfilled[i] > cells[i]) {
      throw std::invalid_argument("mmu: the partition of class " + std::to_string(i) + " has " +
                                  std::to_string(cells[i]) + " cells, wanted at least the " +
                                  std::to_string(classes_[i].used) + " in use and " + std::to_string(unfilled[i]) +
                                  " of its guaranteed minimums");
    }
    all += cells[i];
  }
  if (all > buffer) {
    throw std::invalid_argument("mmu: the partitions have " + std::to_string(all) + " cells, the buffer " +
                                std::to_string(buffer) + (beside_pool ? " beside the headroom pool" : ""));
  }
}

void Partitions::check(const CellsPerClass& unfilled, std::int64_t used, const std::string& place, Time now) const {
  std::int64_t held = 0;
  for (std::size_t i = 0; divided_ && i < kClasses; ++i) {
    const Partition& own = classes_[i];
    held += own.used;
    if (own.used + own.set_aside > own.cells || own.set_aside != unfilled[i]) {
      broken_invariant("the partition of class " + std::to_string(i) + " holds " + std::to_string(own.used) +
                           " cells and keeps " + std::to_string(own.set_aside) + ", of " + std::to_string(own.cells),
                       place, "", now);
    }
  }
  if (divided_ && held != used) {
    broken_invariant("the partitions hold " + std::to_string(held) + " cells, the buffer outside the headroom pool " +
                         std::to_string(used),
                     place, "", now);
  }
}

}  // namespace weir::mmu
