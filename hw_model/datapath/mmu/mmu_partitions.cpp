// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The buffer divided among classes (TTL-based buffer management, section 1.3). Cells are divided, not bytes: a class
// whose partition has room finds free cells in it, whatever the lengths of the others' frames.

#include <stdexcept>
#include <string>

#include "hw_model/base/invariant.h"
#include "hw_model/datapath/mmu/mmu.h"

namespace weir::mmu {
namespace {

void require(bool holds, const std::string& message) {
  if (!holds)
    throw std::invalid_argument(message);
}

}  // namespace

// What each may hold and must keep, by the settings.
void Mmu::divide() {
  for (std::size_t i = 0; partitioned_ && i < kClasses; ++i) {
    partitions_[i].cells = config_.partition_size[i] / config_.cell;
    partitions_[i].set_aside = unfilled_of(ClassId(i), reserved_[i]);
  }
}

void Mmu::check_partitions(const MmuConfig& settings) const {
  if (!partitioned_)
    return;
  const PerClass<std::int64_t> reserved = reserved_cells(settings);
  std::int64_t divided = 0;
  for (std::size_t i = 0; i < kClasses; ++i) {
    const std::int64_t cells = settings.partition_size[i] / settings.cell;
    const std::int64_t used = partitions_[i].used;
    const std::int64_t set_aside = unfilled_of(ClassId(i), reserved[i]);
    require(used + set_aside <= cells, "mmu: the partition of class " + std::to_string(i) + " has " +
                                           std::to_string(cells) + " cells, wanted at least the " +
                                           std::to_string(used) + " in use and " + std::to_string(set_aside) +
                                           " of its guaranteed minimums");
    divided += cells;
  }
  const std::int64_t pool = settings.headroom_pool / settings.cell;
  require(divided <= cells_total_ - pool, "mmu: the partitions have " + std::to_string(divided) +
                                              " cells, the buffer " + std::to_string(cells_total_ - pool) +
                                              (pool > 0 ? " beside the headroom pool" : ""));
}

void Mmu::audit_partitions(const std::string& device, Time now) const {
  std::int64_t held = 0;
  for (std::size_t i = 0; partitioned_ && i < kClasses; ++i) {
    const Partition& partition = partitions_[i];
    held += partition.used;
    if (partition.used + partition.set_aside > partition.cells ||
        partition.set_aside != unfilled_of(ClassId(i), reserved_[i])) {
      broken_invariant("the partition of class " + std::to_string(i) + " holds " + std::to_string(partition.used) +
                           " cells and keeps " + std::to_string(partition.set_aside) + ", of " +
                           std::to_string(partition.cells),
                       device + ".mmu", "", now);
    }
  }
  if (partitioned_ && held != cells_used_ - pool_used()) {
    broken_invariant("the partitions hold " + std::to_string(held) + " cells, the buffer outside the headroom pool " +
                         std::to_string(cells_used_ - pool_used()),
                     device + ".mmu", "", now);
  }
}

}  // namespace weir::mmu
