// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/ledger/state_fields.h"

#include "hw_model/base/ids.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::ledger::state_fields_test {

struct Queue {
  Bytes depth;
  std::array<std::uint32_t, 7> by_reason{};
  PerClass<Bytes> of_class{};
  std::vector<int> waiting;
  std::unique_ptr<int> owned;
  std::optional<ClassId> served;
  Time since = kNever;
  bool busy = false;
};
struct Nothing {};

// Counted by initialising an aggregate with one value more, until that does not compile.
static_assert(kFieldCount<Queue> == 8);
static_assert(kFieldCount<Nothing> == 0);

struct Counted {
  Bytes depth;
  Time since;
};
constexpr auto kCounted =
    state_fields<Counted>(holds(&Counted::depth, "depth", "peak"), model_only(&Counted::since, "an event"));

TEST(StateFields, EveryRegisterOfTheListHasToBeDeclared) {
  Block block("mmu");
  block.add({.name = "depth", .mechanism = "mmu"});
  EXPECT_THROW(require_declared(block, kCounted), std::logic_error);
  block.add({.name = "peak", .mechanism = "mmu"});
  EXPECT_NO_THROW(require_declared(block, kCounted));
}

TEST(StateFields, AFieldIsARegisterOrHasAReason) {
  EXPECT_EQ(kCounted.notes[0].registers[1], "peak");
  EXPECT_TRUE(kCounted.notes[0].not_hardware.empty());
  EXPECT_TRUE(kCounted.notes[1].registers[0].empty());
  EXPECT_EQ(kCounted.notes[1].not_hardware, "an event");
}

// What does not compile: tb/tests/regress/state_fields_test.py.

}  // namespace weir::ledger::state_fields_test
