// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The buffer divided among classes (TTL-based buffer management, section 1.3). Cells are divided, not bytes: a class
// whose partition has room finds free cells in it, whatever the lengths of the others' frames.

#pragma once

#include <cstdint>
#include <string>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"

namespace weir::mmu {

class Partitions {
 public:
  using CellsPerClass = PerClass<std::int64_t>;

  // Whether the buffer is divided at all. Where it is not, every class has room, and nothing is counted.
  explicit Partitions(bool divided) : divided_(divided) {}

  bool divided() const { return divided_; }
  std::int64_t cells(ClassId c) const { return classes_[c.index()].cells; }  // that the class may take
  std::int64_t used(ClassId c) const { return classes_[c.index()].used; }
  std::int64_t set_aside(ClassId c) const { return classes_[c.index()].set_aside; }

  // Whether the class has `cells` free cells that are promised to no guaranteed minimum.
  bool has_room(ClassId c, std::int64_t cells) const {
    const Partition& own = classes_[c.index()];
    return !divided_ || cells <= own.cells - own.used - own.set_aside;
  }

  // Takes so many cells, of which `promised` were set aside. Negative: given back, and set aside again.
  void take(ClassId c, std::int64_t cells, std::int64_t promised) {
    if (divided_) {
      classes_[c.index()].used += cells;
      classes_[c.index()].set_aside -= promised;
    }
  }

  // Sets what each class may hold (`cells`) and must keep for minimums, which lack `unfilled` cells.
  void divide(const CellsPerClass& cells, const CellsPerClass& unfilled);

  // Throws std::invalid_argument, one line, if a class would have less than it holds and must keep, or the classes
  // together more than `buffer` cells, which are those beside the headroom pool if `beside_pool`.
  void check_division(const CellsPerClass& cells, const CellsPerClass& unfilled, std::int64_t buffer,
                      bool beside_pool) const;

  // Throws InvariantBroken if a class holds and keeps more than it has, or keeps another number than its minimums lack,
  // or if the classes together do not hold `used` cells. `place` says which buffer.
  void check(const CellsPerClass& unfilled, std::int64_t used, const std::string& place, Time now) const;

  struct Rows;  // its registers (mmu_registers.cpp)

 private:
  struct Partition {
    std::int64_t cells = 0;
    std::int64_t used = 0;
    std::int64_t set_aside = 0;
  };

  bool divided_;
  PerClass<Partition> classes_{};
};

}  // namespace weir::mmu
