// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What is meant to find a mutant: golden vectors and lock-step, and where their time is too short, proofs.

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

// What comes 2^k cycles later is beyond a run: a proof refuses it (mutants_by_induction in proofs.toml).
inline bool beyond_runs(const Mutant& mutant) { return mutant.family == "age" && mutant.k > kLongestAge; }
// Vectors are played in simulators that are slow: the longest waits of all kinds are left to lock-step.
inline bool beyond_vectors(const Mutant& mutant) { return mutant.family == "age" && mutant.k > kShortAge; }

// One in so many of a bank, drawn by the seed, and the first of each family.
inline bool drawn(const MutantBank& bank, const Mutant& mutant, std::size_t one_in, std::uint64_t seed) {
  const auto first = std::ranges::find(bank.mutants, mutant.family, &Mutant::family);
  return first->name == mutant.name ||
         RandomStream(seed, std::string(bank.block) + " " + std::string(mutant.name)).below(one_in) == 0;
}

}  // namespace weir::cosim
