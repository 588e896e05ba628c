// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// FERA's reaction point against steps computed by hand: at 10 Gbps a frame of 1500 B takes 1.2 us, at C/N_0 = 500 Mbps
// 24 us; T = 1 ms, tau = T/4.

#include "tb/host/fera.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::host::fera_test {

constexpr BitRate kLine = 10_Gbps;
constexpr BitRate kStart{500'000'000};
constexpr Bytes kFrame{1500};

// Runs its timer as the host does, and sends what it wants sent.
class Driven {
 public:
  explicit Driven(const FeraSettings& settings = {}) : control(settings, kLine) {}

  void until(Time now) {
    while (control.next_timer() <= now) {
      const Time at = control.next_timer();
      control.timer(at);
      if (control.wants_tag(false, at)) {
        tag(at);
      }
    }
  }
  void tag(Time now) {
    control.tag_sent(now);
    tags.push_back(now);
  }
  // A packet, with a tag before it where one is wanted.
  void packet(Time now) {
    until(now);
    if (control.wants_tag(true, now)) {
      tag(now);
    }
    control.sent(kFrame, now);
  }
  void returns(std::uint32_t number, BitRate rate, Time now) {
    until(now);
    control.feedback({.advertised = Advertised{.rate = rate, .sequence = number}}, now);
  }
  Time next(Time now) { return control.next_send(kFrame, 0_B, now); }
  BitRate rate() const { return *control.rate(); }

  Fera control;
  std::vector<Time> tags;
};

TEST(Fera, StartsAtItsShareOfTheCable) {
  Driven flow;
  EXPECT_EQ(flow.rate(), kStart);
  EXPECT_LE(flow.next(5_us), 5_us) << "the first packet waits for nothing";
  flow.packet(5_us);
  EXPECT_EQ(flow.next(6_us), 29_us);
}

TEST(Fera, TakesTheRateOfAReturningTagForThePacketThatWaits) {
  Driven flow;
  flow.packet(0_us);
  flow.returns(0, 2_Gbps, 3_us);
  EXPECT_EQ(flow.rate(), 2_Gbps);
  EXPECT_EQ(flow.next(3_us), 6_us) << "last departure + 1500 B / 2 Gbps";
}

TEST(Fera, IsNoFasterThanItsCable) {
  Driven flow;
  flow.packet(0_us);
  flow.returns(0, 40_Gbps, 3_us);
  EXPECT_EQ(flow.rate(), kLine);
  flow.tag(4_us);
  flow.returns(1, BitRate(0), 5_us);
  EXPECT_EQ(flow.rate(), kLine) << "nobody has limited it";
}

TEST(Fera, IgnoresATagThatHasBeenOvertakenOrThatItNeverSent) {
  Driven flow;
  flow.packet(0_us);
  flow.tag(250_us);
  flow.returns(1, 2_Gbps, 260_us);
  flow.returns(0, 4_Gbps, 261_us);
  EXPECT_EQ(flow.rate(), 2_Gbps) << "an older one";
  flow.returns(1, 4_Gbps, 262_us);
  EXPECT_EQ(flow.rate(), 2_Gbps) << "the same again";
  flow.returns(2, 4_Gbps, 263_us);
  EXPECT_EQ(flow.rate(), 2_Gbps) << "one that is still to be sent";
}

// In time, and not by packets: whatever r is, and also while the next packet is not due.
TEST(Fera, SendsATagEveryTau) {
  for (const BitRate rate : {10_Gbps, BitRate(4'000'000)}) {
    Driven flow;
    Time now = 0_us;
    flow.packet(now);
    flow.returns(0, rate, 1_us);
    for (now = flow.next(now); now <= 2_ms; now = flow.next(now)) {
      flow.packet(now);
    }
    flow.until(2_ms);
    ASSERT_EQ(flow.tags.size(), 9U) << rate.count();
    for (std::size_t i = 0; i < flow.tags.size(); ++i) {
      EXPECT_GE(flow.tags[i], static_cast<std::int64_t>(i) * 250_us);
      EXPECT_LT(flow.tags[i], static_cast<std::int64_t>(i) * 250_us + 2_us) << "a packet's time late at most";
    }
  }
}

TEST(Fera, AFlowWithNothingToSendSendsNoTags) {
  Driven flow;
  flow.packet(0_us);
  flow.until(10_ms);
  EXPECT_EQ(flow.tags, (std::vector{0_us, 250_us})) << "the second within tau of when a packet might have gone";
  flow.packet(10_ms);
  EXPECT_EQ(flow.tags.back(), 10_ms) << "before the next packet";
}

// At 64 Mbps a twentieth is 3.2 Mbps: a tag of 64 B every 160 us is less than that; at 8 Mbps every 1.28 ms.
TEST(Fera, TagsTakeNoMoreThanTheirShare) {
  Driven flow({.tag_interval = 200_us, .tag_share = 0.05});
  flow.packet(0_us);
  flow.returns(0, BitRate(64'000'000), 1_us);
  EXPECT_EQ(flow.control.next_timer(), 200_us);
  flow.tag(200_us);
  flow.returns(1, BitRate(8'000'000), 201_us);
  EXPECT_FALSE(flow.control.wants_tag(true, 1480_us - 1_ps));
  EXPECT_TRUE(flow.control.wants_tag(true, 1480_us));
}

// At 4 Mbps the gap is 3 ms, longer than 2 T: counted from when it was due the flow keeps its rate, from the last
// departure it forgets it in its own gap.
TEST(Fera, ASlowFlowDoesNotForgetInItsOwnGap) {
  for (const auto& [idle, kept] : {std::pair{FeraIdle::kDue, true}, {FeraIdle::kDeparture, false}}) {
    Driven flow({.idle = idle, .silence = FeraSilence::kKeep});
    flow.packet(0_us);
    flow.returns(0, BitRate(4'000'000), 1_us);
    flow.until(3_ms - 1_ps);
    EXPECT_EQ(flow.rate(), kept ? BitRate(4'000'000) : kStart);
  }
}

TEST(Fera, ForgetsWhenItHasSentNothingFor2TSinceItWasDue) {
  Driven flow({.silence = FeraSilence::kKeep});
  flow.packet(0_us);
  flow.returns(0, 2_Gbps, 1_us);
  flow.until(6_us + 2_ms - 1_ps);
  EXPECT_EQ(flow.rate(), 2_Gbps);
  flow.until(6_us + 2_ms);
  EXPECT_EQ(flow.rate(), kStart);
  flow.until(1000_ms);
  EXPECT_EQ(flow.control.next_timer(), kNever);
}

TEST(Fera, NeverForgetsWhereThatIsSaid) {
  Driven flow({.idle = FeraIdle::kNever, .silence = FeraSilence::kKeep});
  flow.packet(0_us);
  flow.returns(0, 2_Gbps, 1_us);
  flow.until(1000_ms);
  EXPECT_EQ(flow.rate(), 2_Gbps);
}

// A higher rate would have made it due long ago: it is due now, and does not forget the rate that it has just taken.
TEST(Fera, AHigherRateInTheGapIsKept) {
  Driven flow({.silence = FeraSilence::kKeep});
  flow.packet(0_us);
  flow.returns(0, BitRate(2'000'000), 1_us);
  flow.returns(1, 5_Gbps, 4_ms);
  EXPECT_EQ(flow.rate(), 5_Gbps);
  EXPECT_LE(flow.next(4_ms), 4_ms);
  flow.until(6_ms - 1_ps);
  EXPECT_EQ(flow.rate(), 5_Gbps);
  flow.until(6_ms);
  EXPECT_EQ(flow.rate(), kStart);
}

// A packet every 10 us, tags every 250 us, of which none returns behind the first.
TEST(Fera, GoesNoFasterThanAtTheStartWhereNoTagReturns) {
  for (const auto& [silence, expected] : {std::pair{FeraSilence::kLower, kStart}, {FeraSilence::kKeep, 5_Gbps}}) {
    Driven flow({.silence = silence});
    flow.packet(0_us);
    flow.returns(0, 5_Gbps, 10_us);
    for (Time now = 20_us; now < 2250_us; now += 10_us) {
      flow.packet(now);
    }
    EXPECT_EQ(flow.rate(), 5_Gbps) << "the first tag without an answer went at 250 us";
    flow.packet(2250_us);
    EXPECT_EQ(flow.rate(), expected);
  }
}

TEST(Fera, SilenceRaisesNoRate) {
  Driven flow;
  flow.packet(0_us);
  flow.returns(0, BitRate(100'000'000), 10_us);
  for (Time now = 120_us; now <= 5_ms; now += 120_us) {
    flow.packet(now);
  }
  EXPECT_EQ(flow.rate(), BitRate(100'000'000));
}

TEST(Fera, AReturningTagEndsTheSilence) {
  Driven flow;
  flow.packet(0_us);
  for (Time now = 20_us; now <= 3_ms; now += 20_us) {
    flow.packet(now);
  }
  flow.returns(static_cast<std::uint32_t>(flow.tags.size()) - 1, 4_Gbps, 3_ms);
  EXPECT_EQ(flow.rate(), 4_Gbps);
}

}  // namespace weir::host::fera_test
