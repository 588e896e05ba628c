// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The mutated designs of an RTL block (rules/*.toml).

#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "tb/cosim/block.h"

namespace weir::cosim {

struct Mutant {
  std::string_view name;  // of its rule, with .k behind it in a family
  std::string_view
      family;      // the rule's kind: "cut", "range", "age", "sequence", or what class of one-token fault it is
  unsigned fault;  // what chooses it in the bank
  unsigned k;
};

struct MutantBank {
  std::string_view block;
  std::span<const Mutant> mutants;
  // The block with a mutant in the place of its RTL. With Mutant{} it is the block as it is, so that a bank can be seen
  // to be right apart from its faults.
  std::function<Block(const Mutant& mutant)> with;
  // The first segment of the golden vectors in which it differs from what they expect; empty when it passes them all.
  std::function<std::string(const Mutant& mutant)> found_by_vectors;
};

// One for each block.
std::span<const MutantBank> mutant_banks();

}  // namespace weir::cosim
