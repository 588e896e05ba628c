// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What makes one block of a switch, at a fidelity or with a planted fault.

#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>

#include "tb/cosim/block.h"
#include "tb/cosim/mutants/mutant_bank.h"

namespace weir::cosim {

// Throws std::invalid_argument: there is no such bank.
inline const MutantBank& bank_of(std::string_view block) {
  const auto bank = std::ranges::find(mutant_banks(), block, &MutantBank::block);
  if (bank == mutant_banks().end())
    throw std::invalid_argument("no mutants of " + std::string(block));
  return *bank;
}

inline reference::Factories factories_at(std::string_view block, Fidelity fidelity) {
  const BlockChoice choice{block, fidelity};
  return factories_of({&choice, 1});
}

inline reference::Factories factories_with(const MutantBank& bank, const Mutant& mutant, Fidelity fidelity) {
  reference::Factories factories;
  bank.with(mutant).install(factories, fidelity, {});
  return factories;
}

// Throws std::invalid_argument: there is no such bank, or no such mutant in the bank.
inline reference::Factories factories_with(std::string_view block, std::string_view mutant, Fidelity fidelity) {
  const MutantBank& bank = bank_of(block);
  const auto planted = std::ranges::find(bank.mutants, mutant, &Mutant::name);
  if (planted == bank.mutants.end())
    throw std::invalid_argument("no mutant " + std::string(mutant) + " of " + std::string(block));
  return factories_with(bank, *planted, fidelity);
}

}  // namespace weir::cosim
