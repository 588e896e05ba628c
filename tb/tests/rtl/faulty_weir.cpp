// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir with one block, in whose RTL a fault is planted: faulty_weir BLOCK FAULT COMMAND... A fault "none" plants none.
// What a run does when lock-step finds a difference is so tested with the program itself.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>
#include <vector>

#include "tb/commands/program.h"
#include "tb/cosim/mutants/mutant_bank.h"

namespace {

std::vector<weir::cosim::Block>& only() {
  static std::vector<weir::cosim::Block> block;
  return block;
}

// Returns whether there are such a block and such a fault.
bool plant(std::string_view block, std::string_view fault) {
  const auto banks = weir::cosim::mutant_banks();
  const auto bank = std::ranges::find(banks, block, &weir::cosim::MutantBank::block);
  if (bank == banks.end())
    return false;
  const auto mutant = std::ranges::find(bank->mutants, fault, &weir::cosim::Mutant::name);
  if (mutant == bank->mutants.end() && fault != "none")
    return false;
  only() = {mutant == bank->mutants.end() ? bank->with({}) : bank->with(*mutant)};
  return true;
}

}  // namespace

// In the place of the list of all blocks, weir::cosim::blocks(): the linker is told so.
extern "C" std::span<const weir::cosim::Block> __wrap__ZN4weir5cosim6blocksEv() {  // NOLINT
  return only();
}

int main(int argc, char* argv[]) {
  if (argc < 3 || !plant(argv[1], argv[2])) {
    std::fputs("usage: faulty_weir BLOCK FAULT COMMAND..., with a fault that mutant_hunt knows, or none\n", stderr);
    return EXIT_FAILURE;
  }
  argv[2] = argv[0];
  return weir::start(argc - 2, argv + 2);
}

int sc_main(int argc, char* argv[]) {
  static constexpr weir::AddCommand kCommands[]{weir::add_run_command};
  return weir::carry_out({kCommands}, argc, argv);
}
