// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Wrong RTL of a block in a switch: lock-step shows it and says where, and RTL that stands alone is followed. Each time
// `play(factories)` plays a port or a switch with blocks of these factories; what differs in lock-step throws
// LockstepMismatch.

#pragma once

#include <cstddef>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>

#include "tb/cosim/block.h"
#include "tb/cosim/lockstep.h"
#include "tb/cosim/mutants/mutant_bank.h"
#include "tb/tests/rtl/block_factories.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::cosim {

struct Operators {
  std::size_t found = 0;
  std::set<std::string_view> missed;
};

// The wrong operators of a block that show, and those that do not.
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

// These are missed, and no others.
inline void expect_missed(const Operators& operators, const std::set<std::string_view>& expected) {
  for (const std::string_view name : operators.missed)
    EXPECT_TRUE(expected.contains(name)) << name << " does not show";
  for (const std::string_view name : expected)
    EXPECT_TRUE(operators.missed.contains(name)) << name << " shows";
}

// Lock-step says in which instance, cycle and instant this fault shows, and what both have there.
template <class Play>
void expect_told_where_and_when(std::string_view block, std::string_view fault, std::string_view instance, Play play) {
  using testing::HasSubstr;
  const std::string told = error_of<LockstepMismatch>([&] { play(factories_with(block, fault, Fidelity::lockstep)); });
  EXPECT_THAT(told, testing::StartsWith("lock-step: " + std::string(instance)));
  EXPECT_THAT(told, HasSubstr(" (" + std::string(block) + ") differs in "));
  for (const char* part : {" at cycle ", "; reference ", "; rtl ", "; at "})
    EXPECT_THAT(told, HasSubstr(part));
}

// Without a comparison each of these faults is followed: `play` returns something else than with the model.
template <class Play>
void expect_the_rtl_decides(std::string_view block, std::initializer_list<std::string_view> faults, Play play) {
  const auto model = play(factories_at(block, Fidelity::reference));
  for (const std::string_view fault : faults)
    EXPECT_FALSE(play(factories_with(block, fault, Fidelity::rtl)) == model) << fault;
}

}  // namespace weir::cosim
