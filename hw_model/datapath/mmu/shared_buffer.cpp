// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/mmu/shared_buffer.h"

#include "hw_model/base/invariant.h"

namespace weir::mmu {

void SharedBuffer::check(Bytes viqs, std::int64_t unfilled, const std::string& place, Time now) const {
  if (viqs != counted_) {
    broken_invariant(
        "the VIQs hold " + std::to_string(viqs.count()) + " B, the buffer " + std::to_string(counted_.count()), place,
        "", now);
  }
  if (used_ < 0 || used_ > cells_) {
    broken_invariant(std::to_string(used_) + " cells in use of " + std::to_string(cells_), place, "", now);
  }
  if (set_aside_ != unfilled || free() < 0) {
    broken_invariant(std::to_string(set_aside_) + " cells set aside for minimums that lack " +
                         std::to_string(unfilled) + ", beside " + std::to_string(used_) + " in use of " +
                         std::to_string(cells_),
                     place, "", now);
  }
}

}  // namespace weir::mmu
