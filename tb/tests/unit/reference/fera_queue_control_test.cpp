// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// FERA's queue control functions against figures worked out by hand.

#include "hw_model/reference/fera_queue_control.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::reference::fera_queue_control_test {

TEST(FeraQueueControl, IsOneAtQeqWhateverTheFunction) {
  for (const auto& control : kFeraQueueControls) {
    FeraSettings settings;
    settings.queue_control = control.value;
    EXPECT_DOUBLE_EQ(fera_queue_control(settings, settings.q_eq), 1) << control.name;
    EXPECT_EQ(fera_queue_control_fixed(settings, settings.q_eq, 24), 1 << 14) << control.name;
  }
}

// Eq. (1), eq. (2) and section 7.6, with k 0.002, a 1.1, b 1.002, Q_eq 16 packets.
TEST(FeraQueueControl, IsThatOfTheThesis) {
  FeraSettings settings;
  settings.k = 0.002;
  EXPECT_DOUBLE_EQ(fera_queue_control(settings, 0_B), 1.002);
  EXPECT_DOUBLE_EQ(fera_queue_control(settings, 48_KB), 0.998);
  settings.queue_control = FeraQueueControl::kHyperbolic;
  EXPECT_DOUBLE_EQ(fera_queue_control(settings, 0_B), 1.002);
  EXPECT_NEAR(fera_queue_control(settings, 48_KB), 1.1 / 1.2, 1e-12);
  settings.queue_control = FeraQueueControl::kMultistage;
  settings.stages = 3;
  EXPECT_DOUBLE_EQ(fera_queue_control(settings, 48_KB), 0.998);           // one Q_eq of slope k
  EXPECT_DOUBLE_EQ(fera_queue_control(settings, 72_KB), 0.998 - 0.004);   // one of 2 k
  EXPECT_DOUBLE_EQ(fera_queue_control(settings, 96_KB), 0.994 - 0.006);   // one of 3 k
  EXPECT_DOUBLE_EQ(fera_queue_control(settings, 120_KB), 0.988 - 0.006);  // the last slope goes on
}

TEST(FeraQueueControl, NeverFallsBelowC) {
  for (const auto& control : kFeraQueueControls) {
    FeraSettings settings;
    settings.queue_control = control.value;
    settings.k = 1;
    settings.a = 2;
    for (const Bytes q : {48_KB, 1_MB, 4000_MB}) {
      EXPECT_GE(fera_queue_control(settings, q), settings.c);
      EXPECT_GE(fera_queue_control_fixed(settings, q, 32), 1638);  // 0.1 in 2^-14
    }
    EXPECT_DOUBLE_EQ(fera_queue_control(settings, 4000_MB), settings.c);
  }
}

TEST(FeraQueueControl, FixedPointIsTheNearestValue) {
  for (const auto& control : kFeraQueueControls) {
    FeraSettings settings;
    settings.queue_control = control.value;
    for (std::int64_t q = 0; q < 200'000; q += 997) {
      const double exact = fera_queue_control(settings, Bytes(q));
      // A constant of 14 bits bends the hyperbola a little.
      const double slack = control.value == FeraQueueControl::kHyperbolic ? 3 : 0.51;
      EXPECT_NEAR(static_cast<double>(fera_queue_control_fixed(settings, Bytes(q), 24)), exact * 16384, slack)
          << control.name << " at " << q;
    }
  }
}

}  // namespace weir::reference::fera_queue_control_test
