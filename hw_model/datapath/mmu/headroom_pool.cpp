// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/mmu/headroom_pool.h"

#include <algorithm>

#include "hw_model/base/invariant.h"

namespace weir::mmu {

void HeadroomPool::take(PortId p, ClassId c, std::int64_t cells) {
  Account& viq = viqs_.at(p, c);
  viq.held += cells;
  viq.peak = std::max(viq.peak, viq.held);
  free_ -= cells;
  peak_ = std::max(peak_, used());
}

std::int64_t HeadroomPool::give_back(PortId p, ClassId c, std::int64_t cells) {
  Account& viq = viqs_.at(p, c);
  const std::int64_t back = std::min(cells, viq.held);
  viq.held -= back;
  free_ += back;
  return back;
}

void HeadroomPool::resize(std::int64_t cells) {
  free_ += cells - cells_;
  cells_ = cells;
}

void HeadroomPool::check(const std::string& place, Time now) const {
  std::int64_t held = 0;
  viqs_.each([&](PortId, ClassId, const Account& viq) { held += viq.held; });
  if (held != used() || free_ < 0) {
    broken_invariant("the VIQs hold " + std::to_string(held) + " cells of headroom, of the pool " +
                         std::to_string(used()) + " of " + std::to_string(cells_) + " are in use",
                     place, "", now);
  }
}

}  // namespace weir::mmu
