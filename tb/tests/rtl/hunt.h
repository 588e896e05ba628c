// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What is meant to find a mutant: lock-step.

#pragma once

#include <algorithm>

#include "hw_model/base/random_stream.h"
#include "tb/cosim/lockstep.h"
#include "tb/cosim/mutants/mutant_bank.h"

namespace weir::cosim {

// Whether lock-step with these options ends in a difference.
inline bool differs(const Block& block, const CosimOptions& options) {
  try {
    block.run(options);
  } catch (const LockstepMismatch&) {
    return true;
  }
  return false;
}

// Random stimulus, which finds most of them soon, then directed stimulus with long waits and idle times.
inline bool lockstep_finds(const MutantBank& bank, const Mutant& mutant, std::uint64_t seed) {
  const Block block = bank.with(mutant);
  return differs(block, {.stimulus = Stimulus::kRandom, .cycles = 100'000, .seed = seed}) ||
         differs(block, {.stimulus = Stimulus::kDirected, .cycles = ~0ULL, .longest = kLongestAge, .seed = seed}) ||
         differs(block, {.stimulus = Stimulus::kRandom, .cycles = 10'000'000, .seed = seed});
}

// One in so many of a bank, drawn by the seed, and the first of each family.
inline bool drawn(const MutantBank& bank, const Mutant& mutant, std::size_t one_in, std::uint64_t seed) {
  const auto first = std::ranges::find(bank.mutants, mutant.family, &Mutant::family);
  return first->name == mutant.name ||
         RandomStream(seed, std::string(bank.block) + " " + std::string(mutant.name)).below(one_in) == 0;
}

}  // namespace weir::cosim
