// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/crossbar/due_slots.h"

#include "hw_model/base/random_stream.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::crossbar::due_slots_test {

class SlotsThatAreDue : public testing::TestWithParam<std::size_t> {};

// Against a sorted set, over random insertions and removals, while the first slot goes on.
TEST_P(SlotsThatAreDue, AreFoundInOrder) {
  const std::size_t reach = GetParam();
  DueSlots due(reach);
  std::set<Slot> expected;
  RandomStream random(5, "due slots");
  for (Slot from = 0; from < 2000;) {
    EXPECT_EQ(due.first(from), expected.empty() ? DueSlots::kNone : *expected.begin());
    const Slot slot = from + static_cast<Slot>(random.below(reach));
    if (random.below(3) == 0) {
      due.erase(slot);
      expected.erase(slot);
    } else {
      due.insert(slot);
      expected.insert(slot);
    }
    if (random.below(2) == 0) {
      due.erase(from);
      expected.erase(from++);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, SlotsThatAreDue, testing::Values(1, 24, 64, 65, 300));

}  // namespace weir::crossbar::due_slots_test
