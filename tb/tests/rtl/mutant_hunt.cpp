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
  std::size_t lockstep = 0;
  std::vector<std::string> survivors{};
};

std::size_t hunt(const MutantBank& bank, std::size_t one_in, std::uint64_t seed) {
  std::map<std::string_view, Tally> tallies;
  for (const Mutant& mutant : bank.mutants) {
    if (!drawn(bank, mutant, one_in, seed)) {
      continue;
    }
    Tally& tally = tallies[mutant.family];
    ++tally.hunted;
    if (lockstep_finds(bank, mutant, seed)) {
      ++tally.lockstep;
    } else {
      tally.survivors.emplace_back(mutant.name);
    }
  }
  std::size_t survivors = 0;
  for (const auto& [family, tally] : tallies) {
    std::printf("%-38s %-10.*s %4zu hunted, %4zu found by lock-step\n", std::string(bank.block).c_str(),
                static_cast<int>(family.size()), family.data(), tally.hunted, tally.lockstep);
    for (const std::string& name : tally.survivors) {
      std::printf("  survives: %s\n", name.c_str());
    }
    survivors += tally.survivors.size();
  }
  std::fflush(stdout);
  return survivors;
}

}  // namespace
}  // namespace weir::cosim

int main(int argc, char** argv) {
  CLI::App app("Hunts the mutants of RTL blocks; exit status 1 when one survives.");
  std::vector<std::string> blocks;
  std::size_t one_in = 1;
  std::uint64_t seed = 1;
  app.add_option("blocks", blocks, "all, when none is named");
  app.add_option("--one-in", one_in, "draw one in so many, and the first of each family")->check(CLI::PositiveNumber);
  app.add_option("--seed", seed, "of the draw and of random stimulus");
  CLI11_PARSE(app, argc, argv);
  std::size_t survivors = 0;
  for (const weir::cosim::MutantBank& bank : weir::cosim::mutant_banks()) {
    if (blocks.empty() || std::find(blocks.begin(), blocks.end(), bank.block) != blocks.end()) {
      survivors += weir::cosim::hunt(bank, one_in, seed);
    }
  }
  return survivors == 0 ? 0 : 1;
}
