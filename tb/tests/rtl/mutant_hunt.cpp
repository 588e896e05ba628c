// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Hunts the mutants of RTL blocks with what is meant to find them, and tells who survives.

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "tb/tests/rtl/hunt.h"

namespace weir::cosim {
namespace {

struct Tally {
  std::size_t mutants = 0;
  std::size_t vectors = 0;
  std::size_t lockstep = 0;
  std::size_t beyond = 0;
  std::size_t equivalent = 0;
  std::vector<std::string> holes{};
};

struct Choice {
  std::size_t one_in = 1;
  std::uint64_t seed = 1;
  std::string only{};                   // names begin with it
  std::vector<std::string> families{};  // all, when none is named
};

// Prints a row a family, and below it every hole; returns how many there are.
std::size_t hunt_in(const MutantBank& bank, const Choice& choice) {
  std::map<std::string_view, Tally> tallies;
  std::vector<Mutant> hunted;
  for (const Mutant& mutant : bank.mutants) {
    const bool wanted =
        choice.families.empty() || std::ranges::find(choice.families, mutant.family) != choice.families.end();
    if (!wanted || !mutant.name.starts_with(choice.only) || !drawn(bank, mutant, choice.one_in, choice.seed)) {
      continue;
    }
    Tally& tally = tallies[mutant.family];
    ++tally.mutants;
    tally.equivalent += mutant.equivalent ? 1 : 0;
    if (beyond_runs(mutant)) {
      ++tally.beyond;
    } else {
      hunted.push_back(mutant);
    }
  }
  for (const HuntOf& result : hunt(bank, hunted, choice.seed)) {
    Tally& tally = tallies[result.mutant.family];
    tally.vectors += result.vectors.empty() ? 0 : 1;
    tally.lockstep += result.lockstep ? 1 : 0;
    if (const std::string hole = hole_of(result); !hole.empty()) {
      tally.holes.push_back(std::string(result.mutant.name) + ": " + hole);
    }
  }
  std::size_t holes = 0;
  for (const auto& [family, tally] : tallies) {
    std::printf("| %s | %s | %zu | %zu | %zu | %zu | %zu |\n", std::string(bank.block).c_str(),
                std::string(family).c_str(), tally.mutants, tally.vectors, tally.lockstep, tally.beyond,
                tally.equivalent);
    for (const std::string& hole : tally.holes) {
      std::printf("  %s\n", hole.c_str());
    }
    holes += tally.holes.size();
  }
  std::fflush(stdout);
  return holes;
}

}  // namespace
}  // namespace weir::cosim

int main(int argc, char** argv) {
  CLI::App app("Hunts the mutants of RTL blocks; exit status 1 when one survives.");
  std::vector<std::string> blocks;
  weir::cosim::Choice choice;
  app.add_option("blocks", blocks, "all, when none is named");
  app.add_option("--one-in", choice.one_in, "draw one in so many, and the first of each rule")
      ->check(CLI::PositiveNumber);
  app.add_option("--only", choice.only, "mutants whose names begin so");
  app.add_option("--family", choice.families, "as it stands in the table; as often as you like");
  app.add_option("--seed", choice.seed, "of the draw and of random stimulus");
  CLI11_PARSE(app, argc, argv);
  std::printf(
      "| block | family | mutants | found by vectors | by lock-step | left to proofs | equivalent |\n"
      "|---|---|---|---|---|---|---|\n");
  std::size_t holes = 0;
  for (const weir::cosim::MutantBank& bank : weir::cosim::mutant_banks()) {
    if (blocks.empty() || std::find(blocks.begin(), blocks.end(), bank.block) != blocks.end()) {
      holes += weir::cosim::hunt_in(bank, choice);
    }
  }
  return holes == 0 ? 0 : 1;
}
