// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/base/invariant.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::invariant_test {

TEST(Invariant, SaysWhatQueuePacketAndWhen) {
  EXPECT_THAT(
      [] { broken_invariant("depth below zero", "s1.2.3", "flow h1 packet 7", Time(1500)); },
      testing::ThrowsMessage<InvariantBroken>("depth below zero; queue s1.2.3; packet flow h1 packet 7; at 1500 ps"));
}

TEST(Invariant, LeavesOutThePacketWhereNoneIsAtFault) {
  EXPECT_THAT([] { broken_invariant("sums differ", "s1.2.3", "", Time(0)); },
              testing::ThrowsMessage<InvariantBroken>("sums differ; queue s1.2.3; at 0 ps"));
}

}  // namespace weir::invariant_test
