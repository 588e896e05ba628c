// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/ledger/chip.h"

#include <algorithm>
#include <stdexcept>

namespace weir::ledger {

Chip& Chip::add(Block block) {
  if (find(block.name()) != nullptr)
    throw std::invalid_argument("ledger: " + name_ + " has two blocks named " + block.name());
  if (!block.registers().empty())
    blocks_.push_back(std::move(block));
  return *this;
}

const Block* Chip::find(std::string_view block_name) const {
  const auto found =
      std::find_if(blocks_.begin(), blocks_.end(), [&](const Block& known) { return known.name() == block_name; });
  return found == blocks_.end() ? nullptr : &*found;
}

Bits Chip::bits() const {
  Bits sum;
  for (const Block& block : blocks_)
    sum += block.bits();
  return sum;
}

std::map<std::string, Bits> Chip::bits_by_mechanism() const {
  std::map<std::string, Bits> sums;
  for (const Block& block : blocks_) {
    for (const auto& [mechanism, bits] : block.bits_by_mechanism())
      sums[mechanism] += bits;
  }
  return sums;
}

}  // namespace weir::ledger
