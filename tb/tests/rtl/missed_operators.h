// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Wrong operators of a block in lock-step, which the ports of a switch show or not.

#pragma once

#include <cstddef>
#include <set>
#include <string_view>

#include "tb/cosim/lockstep.h"
#include "tb/tests/rtl/block_factories.h"

namespace weir::cosim {

struct Operators {
  std::size_t found = 0;
  std::set<std::string_view> missed;
};

// `play(factories)` plays a port with blocks of these factories; what differs there throws LockstepMismatch.
template <class Play>
Operators played_operators(std::string_view block, Play play) {
  const MutantBank& bank = bank_of(block);
  Operators operators;
  for (const Mutant& mutant : bank.mutants) {
    if (mutant.family != "operator" || mutant.equivalent)
      continue;
    const reference::Factories factories = factories_with(bank, mutant, Fidelity::lockstep);
    try {
      play(factories);
      operators.missed.insert(mutant.name);
    } catch (const LockstepMismatch&) {
      ++operators.found;
    }
  }
  return operators;
}

}  // namespace weir::cosim
