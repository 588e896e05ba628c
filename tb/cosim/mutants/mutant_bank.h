// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The mutated designs of an RTL block (rules.toml).

#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "tb/cosim/block.h"

namespace weir::cosim {

struct MutantBank {
  std::string_view block;
  std::span<const char* const> names;  // of mutants 1, 2, ...
  // The block with a mutant in the place of its RTL. Number 0 is the block as it is, so that a bank can be seen to be
  // right apart from its faults.
  std::function<Block(unsigned number)> mutant;
};

// One for each block that has mutants.
std::span<const MutantBank> mutant_banks();

}  // namespace weir::cosim
