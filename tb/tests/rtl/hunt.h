// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What is meant to find a mutant: golden vectors and lock-step, and where their time is too short, proofs.

#pragma once

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "hw_model/base/random_stream.h"
#include "tb/cosim/lockstep.h"
#include "tb/cosim/mutants/mutant_bank.h"

namespace weir::cosim {

inline void PrintTo(const MutantBank& bank, std::ostream* out) { *out << bank.block; }

// Whether lock-step with these options ends in a difference.
inline bool differs(const Block& block, const CosimOptions& options) {
  try {
    block.run(options);
  } catch (const LockstepMismatch&) {
    return true;
  }
  return false;
}

// What comes 2^k cycles later is beyond a run: a proof refuses it (prove.py --beyond-runs).
inline bool beyond_runs(const Mutant& mutant) { return mutant.family == "age" && mutant.k > kLongestAge; }
// Vectors are played in simulators that are slow: but for one long wait, long times are left to lock-step.
inline bool beyond_vectors(const Mutant& mutant) {
  return mutant.family == "age" && mutant.k > kShortAge && !mutant.in_a_wait;
}

struct HuntOf {
  Mutant mutant;
  std::string vectors{};  // the segment that finds it
  bool lockstep = false;
};

// All of these at once. Equivalent mutants are played, too: what finds one refutes its proof.
inline std::vector<HuntOf> hunt(const MutantBank& bank, std::span<const Mutant> hunted, std::uint64_t seed) {
  const std::vector<std::string> in_vectors = bank.in_vectors(hunted);
  std::vector<HuntOf> results;
  for (std::size_t n = 0; n < hunted.size(); ++n) {
    results.push_back({hunted[n], in_vectors[n]});
  }
  const auto play = [&](const CosimOptions& options, auto wanted) {
    std::vector<std::size_t> numbers;
    std::vector<Mutant> left;
    for (std::size_t n = 0; n < results.size(); ++n) {
      if (!results[n].lockstep && wanted(hunted[n])) {
        numbers.push_back(n);
        left.push_back(hunted[n]);
      }
    }
    if (left.empty()) {
      return;
    }
    const std::vector<bool> found = bank.in_lockstep(left, options);
    for (std::size_t n = 0; n < left.size(); ++n) {
      results[numbers[n]].lockstep = found[n];
    }
  };
  // Random stimulus, which finds most of them soon, directed stimulus, long waits and idle times for what needs them.
  const auto all = [](const Mutant&) { return true; };
  play({.stimulus = Stimulus::kRandom, .cycles = 50'000, .seed = seed}, all);
  play({.stimulus = Stimulus::kDirected, .cycles = ~0ULL, .seed = seed}, all);
  const auto of_age = [](unsigned from, unsigned to) {
    return [=](const Mutant& mutant) { return mutant.family == "age" && from <= mutant.k && mutant.k <= to; };
  };
  play({.stimulus = Stimulus::kDirected, .cycles = 0, .longest = kShortAge, .seed = seed}, of_age(0, kShortAge));
  for (unsigned k = kShortAge + 1; k <= kLongestAge; ++k) {
    play({.stimulus = Stimulus::kDirected, .cycles = 0, .shortest = k, .longest = k, .seed = seed}, of_age(k, k));
  }
  play({.stimulus = Stimulus::kRandom, .cycles = 10'000'000, .seed = seed + 1},
       [](const Mutant& mutant) { return !mutant.equivalent; });
  return results;
}

// Why a mutant is a hole in what is meant to find it; empty where it is none.
inline std::string hole_of(const HuntOf& result) {
  if (result.mutant.equivalent) {
    return result.vectors.empty() && !result.lockstep ? "" : "is said to be equivalent, and is found";
  }
  const bool vectors = !result.vectors.empty() || beyond_vectors(result.mutant);
  return vectors && result.lockstep ? ""
         : vectors                  ? "lock-step misses it"
         : result.lockstep          ? "vectors miss it"
                                    : "survives";
}

// Whether the mutant is among one in so many, drawn with `seed`.
inline bool drawn_by_chance(const MutantBank& bank, const Mutant& mutant, std::size_t one_in, std::uint64_t seed) {
  return RandomStream(seed, std::string(bank.block) + " " + std::string(mutant.name)).below(one_in) == 0;
}

// One in so many of a bank, drawn by the seed, and of each rule the first.
inline bool drawn(const MutantBank& bank, const Mutant& mutant, std::size_t one_in, std::uint64_t seed) {
  return std::ranges::find(bank.mutants, mutant.fault, &Mutant::fault)->name == mutant.name ||
         drawn_by_chance(bank, mutant, one_in, seed);
}

}  // namespace weir::cosim
