// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The mutated designs of an RTL block (rtl/*/*.sites.toml).

#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tb/cosim/block.h"

namespace weir::cosim {

struct Mutant {
  std::string_view name;  // of its rule, with .k behind it in a family
  std::string_view
      family;      // the rule's kind: "cut", "range", "age", "sequence", or what class of one-token fault it is
  unsigned fault;  // what chooses it in the bank
  unsigned k;
  bool in_a_wait = false;   // of an age: shows while R_c counts, so that the long wait of the vectors goes there, too
  bool equivalent = false;  // no input tells it from the block; prove.py --equivalent says why
};

struct MutantBank {
  std::string_view block;
  std::span<const Mutant> mutants;
  // The block with a mutant in the place of its RTL. With Mutant{} it is the block as it is, so that a bank can be seen
  // to be right apart from its faults.
  std::function<Block(const Mutant& mutant)> with;

  // Many at once: each plays beside the block as it is until it differs, and that one is compared with the reference.
  //
  // For each of them the first segment of the golden vectors in which it differs; empty when it passes them all. Long
  // segments are played by those alone that are `in_a_wait`.
  std::function<std::vector<std::string>(std::span<const Mutant> hunted)> in_vectors;
  // For each of them whether it differs in lock-step.
  std::function<std::vector<bool>(std::span<const Mutant> hunted, const CosimOptions& options)> in_lockstep;
};

// One for each block.
std::span<const MutantBank> mutant_banks();
// One for each block whose registers' reset values are parameters, built with others than the defaults.
std::span<const MutantBank> reset_banks();

}  // namespace weir::cosim
