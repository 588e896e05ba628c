// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/traffic/source.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::traffic::source_test {

TEST(Backlogged, AllIsDueAtTheStartAndNothingIsAskedAgain) {
  const auto source = make_source({.packets = 3});
  EXPECT_FALSE(source->has_packet(0_ps));
  EXPECT_EQ(source->wake(0_ps), kNever);
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(source->has_packet(1_us));
    source->take();
  }
  EXPECT_FALSE(source->has_packet(1_us));
}

TEST(Backlogged, WithoutEndNeverRunsOut) {
  const auto source = make_source({});
  source->wake(0_ps);
  for (int i = 0; i < 100'000; ++i) {
    source->take();
  }
  EXPECT_TRUE(source->has_packet(1_ms));
}

TEST(Backlogged, MakesNothingAtItsStop) {
  const auto source = make_source({.stop = 5_us});
  source->wake(0_ps);
  EXPECT_TRUE(source->has_packet(5_us - 1_ps));
  EXPECT_FALSE(source->has_packet(5_us));
}

TEST(ConstantRate, EveryPacketIsDueAtItsExactTime) {
  // 1500 B at 7 Gbps are 1714285.714... ps: rounding each gap would drift by 0.7 ps a packet.
  const auto source = make_source(
      {.kind = SourceKind::kConstantRate, .frame_length = 1500_B, .rate = 7_Gbps, .start = 3_us, .packets = 700'001});
  Time at = 3_us;
  for (std::int64_t n = 1; n <= 700'000; ++n) {
    at = source->wake(at);
    ASSERT_EQ(at, 3_us + Time(n * 12'000'000 / 7)) << "packet " << n;
  }
  EXPECT_EQ(at, 3_us + 1200_ms);  // 700,000 packets of 12,000 bits at 7 Gbps
  EXPECT_EQ(source->wake(at), kNever);
}

TEST(ConstantRate, WhatIsNotTakenStaysDue) {
  const auto source =
      make_source({.kind = SourceKind::kConstantRate, .frame_length = 1000_B, .rate = 8_Gbps, .packets = 3});
  EXPECT_EQ(source->wake(0_ps), 1_us);
  EXPECT_EQ(source->wake(1_us), 2_us);
  EXPECT_EQ(source->wake(2_us), kNever);
  source->take();
  source->take();
  EXPECT_TRUE(source->has_packet(9_us));
  source->take();
  EXPECT_FALSE(source->has_packet(9_us));
}

TEST(ConstantRate, IsNotAskedAgainAfterItsStop) {
  const auto source =
      make_source({.kind = SourceKind::kConstantRate, .frame_length = 1000_B, .rate = 8_Gbps, .stop = 2_us});
  EXPECT_EQ(source->wake(1_us), 1_us);
  EXPECT_FALSE(source->has_packet(2_us));
  EXPECT_EQ(source->wake(2_us), kNever);
}

}  // namespace weir::traffic::source_test
