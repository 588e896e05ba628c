// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/block.h"

#include <algorithm>
#include <stdexcept>

#include "tb/cosim/kind.h"
#include "tb/text/words.h"

namespace weir::cosim {

const Block& block_named(std::string_view name, std::string_view asker,
                         const std::function<bool(const Block&)>& wanted) {
  if (blocks().empty()) {
    throw NoBlocks();
  }
  std::vector<std::string> names;
  std::string all;
  for (const Block& block : blocks()) {
    if (wanted && !wanted(block)) {
      continue;
    }
    if (block.name == name) {
      return block;
    }
    names.emplace_back(block.name);
    all += (all.empty() ? "" : ", ") + names.back();
  }
  const std::string nearest = text::nearest_of(name, names);
  throw std::invalid_argument(
      std::string(asker) + ": there is no block " + text::in_quotes(name) + "; " +
      (nearest.empty() ? "wanted one of " + all : "the nearest is " + text::in_quotes(nearest)));
}

void require_blocks(std::span<const BlockChoice> choices) {
  // The list of blocks is made when it is first asked for, and takes the code of every block into memory.
  if (std::ranges::any_of(choices, &BlockChoice::takes_block) && blocks().empty()) {
    throw NoBlocks();
  }
}

reference::Factories factories_of(std::span<const BlockChoice> choices, const LockstepTrail& trail) {
  reference::Factories factories;
  for (const BlockChoice& choice : choices) {
    if (choice.takes_block()) {
      block_named(choice.block, "a switch", [](const Block& block) {
        return block.install != nullptr;
      }).install(factories, choice.fidelity, trail);
    }
  }
  return factories;
}

void require_width(const char* field, unsigned asked, unsigned built) {
  if (asked != built) {
    throw std::invalid_argument(std::string("the RTL is built with ") + field + " = " + std::to_string(built) +
                                ", asked for " + std::to_string(asked) + "; use fidelity \"reference\"");
  }
}

}  // namespace weir::cosim
