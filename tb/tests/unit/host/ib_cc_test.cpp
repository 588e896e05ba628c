// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// InfiniBand congestion control against steps computed by hand, at 40 Gbps, where 1000 B take 200 ns.

#include "tb/host/ib_cc.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::host::ib_cc_test {

constexpr Feedback kBecn{.mark = Mark::kCongestion, .notification = true};
constexpr Feedback kUe{.mark = Mark::kUndetermined, .notification = true};

// Delays of 0, 1, 1.5 and 8 times the packet's own.
IbCcSettings settings(std::uint32_t increase = 1) {
  return {.cct = {{0, 0}, {1, 0}, {3, 1}, {8, 0}}, .limit = 3, .increase = increase};
}

class Driven {
 public:
  explicit Driven(std::uint32_t increase = 1, bool tcd = false)
      : settings_(settings(increase)), control(settings_, 40_Gbps, tcd) {}
  void until(Time now) {
    while (control.next_timer() <= now) {
      control.timer(control.next_timer());
    }
  }
  std::uint32_t hears(const Feedback& feedback, Time now) {
    until(now);
    control.feedback(feedback, now);
    return control.ccti();
  }

 private:
  IbCcSettings settings_;

 public:
  IbCc control;
};

TEST(IbCc, TheDelayBehindAPacketIsTheTablesEntry) {
  Driven flow;
  EXPECT_EQ(flow.control.next_send(1_KB, 0_B, 0_us), 0_us);
  EXPECT_EQ(flow.control.rate(), 40_Gbps);
  flow.control.sent(1_KB, 10_us);
  const auto next = [&] { return flow.control.next_send(1_KB, 0_B, 10_us); };
  EXPECT_EQ(next(), 10'200_ns);
  EXPECT_EQ(flow.hears(kBecn, 10_us), 1U);
  EXPECT_EQ(next(), 10'400_ns) << "the packet that waits moves";
  EXPECT_EQ(flow.control.rate(), 20_Gbps);
  EXPECT_EQ(flow.hears(kBecn, 10_us), 2U);
  EXPECT_EQ(next(), 10'500_ns);
  EXPECT_EQ(flow.control.rate(), 16_Gbps);
  EXPECT_EQ(flow.hears(kBecn, 10_us), 3U);
  EXPECT_EQ(next(), 11'800_ns);
  EXPECT_EQ(flow.control.rate(), 4'444'444'444_bps);
  EXPECT_EQ(flow.hears(kBecn, 10_us), 3U) << "limit";
}

// Begun by the first BECN at 100 us, not restarted by the one at 200 us.
TEST(IbCc, TheTimerLowersTheIndexAndRunsOn) {
  Driven flow;
  flow.hears(kBecn, 100_us);
  EXPECT_EQ(flow.hears(kBecn, 200_us), 2U);
  flow.until(253'600_ns - 1_ps);
  EXPECT_EQ(flow.control.ccti(), 2U);
  flow.until(253'600_ns);
  EXPECT_EQ(flow.control.ccti(), 1U);
  flow.until(407'200_ns);
  EXPECT_EQ(flow.control.ccti(), 0U);
  EXPECT_EQ(flow.control.next_timer(), kNever);
  EXPECT_EQ(flow.hears(kBecn, 1_ms), 1U);
  EXPECT_EQ(flow.control.next_timer(), 1'153'600_ns);
}

TEST(IbCc, AcknowledgementsHaveBecnToo) {
  Driven flow;
  EXPECT_EQ(flow.hears({.acknowledged = 1, .mark = Mark::kCongestion}, 0_us), 1U);
  EXPECT_EQ(flow.hears({.acknowledged = 1}, 0_us), 1U);
}

TEST(IbCcTcd, StepsOfTwoAndUndeterminedHolds) {
  Driven flow(2, true);
  EXPECT_EQ(flow.hears(kUe, 0_us), 0U);
  EXPECT_EQ(flow.control.next_timer(), kNever) << "nothing to hold";
  EXPECT_EQ(flow.hears(kBecn, 0_us), 2U);
  for (int n = 1; n <= 20; ++n) {
    EXPECT_EQ(flow.hears(kUe, n * 150_us), 2U);
  }
  flow.until(3'153'600_ns - 1_ps);
  EXPECT_EQ(flow.control.ccti(), 2U);
  flow.until(3'153'600_ns);
  EXPECT_EQ(flow.control.ccti(), 1U);
  EXPECT_EQ(flow.hears(kBecn, 4_ms), 2U) << "the index was 0 at 3307.2 us";
}

TEST(IbCc, WithoutTheVariantUndeterminedCounts) {
  Driven flow;
  EXPECT_EQ(flow.hears(kUe, 0_us), 1U);
}

}  // namespace weir::host::ib_cc_test
