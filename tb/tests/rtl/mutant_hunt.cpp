// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Hunts the mutants of RTL blocks with what is meant to find them, and tells who survives.

#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "tb/tests/rtl/hunt.h"

namespace weir::cosim {
namespace {

struct Tally {
  std::size_t hunted = 0;
  std::size_t vectors = 0;
  std::size_t lockstep = 0;
  std::vector<std::string> missed{};  // by one of them
};

struct Choice {
  std::size_t one_in = 1;
  std::uint64_t seed = 1;
  std::string only{};  // names begin with it
};

// Prints a row a family, and below it who survives; returns how many do that should not.
std::size_t hunt(const MutantBank& bank, const Choice& choice) {
  std::map<std::string_view, Tally> tallies;
  for (const Mutant& mutant : bank.mutants) {
    if (beyond_runs(mutant) || !mutant.name.starts_with(choice.only) ||
        !drawn(bank, mutant, choice.one_in, choice.seed)) {
      continue;
    }
    Tally& tally = tallies[mutant.family];
    ++tally.hunted;
    const bool vectors = !bank.found_by_vectors(mutant).empty();
    const bool lockstep = lockstep_finds(bank, mutant, choice.seed);
    tally.vectors += vectors ? 1 : 0;
    tally.lockstep += lockstep ? 1 : 0;
    if ((!vectors && !beyond_vectors(mutant)) || !lockstep) {
      tally.missed.push_back(std::string(mutant.name) + (vectors    ? ": lock-step misses it"
                                                         : lockstep ? ": vectors miss it"
                                                                    : ": survives"));
    }
  }
  std::size_t missed = 0;
  for (const auto& [family, tally] : tallies) {
    std::printf("| %s | %s | %zu | %zu | %zu |\n", std::string(bank.block).c_str(), std::string(family).c_str(),
                tally.hunted, tally.vectors, tally.lockstep);
    for (const std::string& name : tally.missed) {
      std::printf("  %s\n", name.c_str());
    }
    missed += tally.missed.size();
  }
  std::fflush(stdout);
  return missed;
}

}  // namespace
}  // namespace weir::cosim

int main(int argc, char** argv) {
  CLI::App app("Hunts the mutants of RTL blocks; exit status 1 when one survives.");
  std::vector<std::string> blocks;
  weir::cosim::Choice choice;
  app.add_option("blocks", blocks, "all, when none is named");
  app.add_option("--one-in", choice.one_in, "draw one in so many, and the first of each family")
      ->check(CLI::PositiveNumber);
  app.add_option("--only", choice.only, "mutants whose names begin so");
  app.add_option("--seed", choice.seed, "of the draw and of random stimulus");
  CLI11_PARSE(app, argc, argv);
  std::printf("| block | family | mutants | found by vectors | by lock-step |\n|---|---|---|---|---|\n");
  std::size_t missed = 0;
  for (const weir::cosim::MutantBank& bank : weir::cosim::mutant_banks()) {
    if (blocks.empty() || std::find(blocks.begin(), blocks.end(), bank.block) != blocks.end()) {
      missed += weir::cosim::hunt(bank, choice);
    }
  }
  return missed == 0 ? 0 : 1;
}
