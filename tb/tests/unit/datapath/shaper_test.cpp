// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Egress shapers: the bucket alone, and in the scheduler of one port, whose frames of 1250 B take 1 us. In any window
// of t no more than b + r t starts (RFC 2215, TOKEN_BUCKET_TSPEC). Each test needs a process of its own, as ctest gives
// it.

#include "hw_model/datapath/egress/shaper.h"

#include "hw_model/base/random_stream.h"
#include "hw_model/datapath/egress/egress_settings.h"
#include "tb/tests/unit/datapath/egress_bench.h"

namespace weir::egress::shaper_test {

using reference::TokenBucket;

constexpr ClassId kC0{0};
constexpr ClassId kC1{1};
constexpr ClassId kC2{2};
constexpr ClassId kC7{7};
constexpr Wide kPerByte = Wide{8} * 1'000'000'000'000;

// The first picosecond at which `bytes` have come at this rate.
Time time_of(Bytes bytes, BitRate rate) {
  return Time(static_cast<std::int64_t>((kPerByte * bytes.count() + rate.count() - 1) / rate.count()));
}

TEST(TokenBucket, LosesNoRemainderInAMillionPackets) {
  constexpr BitRate kRate{3'333'333'337};  // no whole number of picoseconds a byte
  TokenBucket bucket;
  constexpr Bytes kBurst{1'501};  // more than any packet: a full bucket gains nothing, not even within a picosecond
  bucket.configure({.rate = kRate, .burst = kBurst}, Time(0));
  Time now;
  Bytes sent;
  RandomStream random(1, "lengths");
  for (int i = 0; i < 1'000'000; ++i) {
    const Bytes length(static_cast<std::int64_t>(64 + random.below(1'437)));
    now = bucket.ready_at(length, now);
    bucket.take(length, now);
    sent += length;
    ASSERT_EQ(now, time_of(std::max(sent - kBurst, 0_B), kRate)) << "packet " << i;
  }
}

TEST(TokenBucket, GainsNothingBeyondItsBurst) {
  TokenBucket bucket;
  bucket.configure({.rate = 1_Gbps, .burst = 3'000_B}, Time(0));
  EXPECT_EQ(bucket.tokens(0_us), 3'000_B) << "full at first";
  bucket.take(3'000_B, 1'000_ms);
  EXPECT_EQ(bucket.tokens(1'000_ms), 0_B);
  EXPECT_EQ(bucket.tokens(1'000_ms + 8_us), 1'000_B);
  EXPECT_EQ(bucket.tokens(2'000_ms), 3'000_B);
  EXPECT_EQ(bucket.ready_at(1'500_B, 1'000_ms), 1'000_ms + 12_us);
  EXPECT_EQ(bucket.ready_at(1'500_B, 1'000_ms + 12_us - 1_ps), 1'000_ms + 12_us);
}

TEST(TokenBucket, ChangesItsRateAndKeepsItsTokens) {
  TokenBucket bucket;
  EXPECT_EQ(bucket.ready_at(1'500_B, 5_us), 5_us) << "no rate, no limit";
  bucket.configure({.rate = 1_Gbps, .burst = 3'000_B}, 5_us);
  bucket.take(3'000_B, 5_us);
  bucket.configure({.rate = 2_Gbps, .burst = 3'000_B}, 13_us);
  EXPECT_EQ(bucket.tokens(13_us), 1'000_B);
  EXPECT_EQ(bucket.tokens(17_us), 2'000_B);
  bucket.configure({.rate = 2_Gbps, .burst = 1'500_B}, 17_us);
  EXPECT_EQ(bucket.tokens(17_us), 1'500_B) << "a smaller bucket holds less";
  bucket.configure({}, 18_us);
  EXPECT_EQ(bucket.ready_at(9'216_B, 18_us), 18_us);
}

class ShaperTest : public EgressTest {
 protected:
  explicit ShaperTest(const PortShapers& shapers = {}, Discipline discipline = Discipline::kStrictPriority)
      : EgressTest({.discipline = discipline, .weights = {1, 2, 4, 1, 1, 1, 1, 1}, .shapers = {shapers}}) {}

  static PortShapers port(BitRate rate, Bytes burst) { return {.port = {rate, burst}}; }
  static PortShapers one_class(ClassId c, BitRate rate, Bytes burst) {
    PortShapers shapers;
    shapers.classes[c.index()] = {rate, burst};
    return shapers;
  }

  Bytes sent(ClassId c) const {
    Bytes sum;
    for (const Departed& one : departed_) {
      sum += one.c == c ? one.length : Bytes(0);
    }
    return sum;
  }
  // Of `all`, `part` in `parts`, to 1 %.
  void expect_share(ClassId c, int part, int parts, Bytes all) const {
    const double share = static_cast<double>(all.count()) * part / parts;
    EXPECT_NEAR(static_cast<double>(sent(c).count()), share, share * 0.01);
  }
  Time start_of(const Departed& one) const { return one.at - serialization_time(one.length, 10_Gbps); }

  // Of every window from one start to another.
  void expect_conformance(BitRate rate, Bytes burst) const {
    for (std::size_t i = 0; i < departed_.size(); ++i) {
      Bytes sum;
      for (std::size_t j = i; j < departed_.size(); ++j) {
        sum += departed_[j].length;
        const Time window = start_of(departed_[j]) - start_of(departed_[i]);
        ASSERT_LE(kPerByte * (sum - burst).count(), Wide{rate.count()} * window.count()) << i << " to " << j;
      }
    }
  }
};

class PortShaperTest : public ShaperTest {
 protected:
  explicit PortShaperTest(Discipline discipline = Discipline::kStrictPriority)
      : ShaperTest(port(4_Gbps, 3'000_B), discipline) {}
};

TEST_F(PortShaperTest, ABurstGoesAtLineRateAndTheRestAtItsOwn) {
  enqueue_at(0_us, kC0, 5);
  // 3000 B, and 500 B more each us: 250 B are left when the third has begun at 2 us.
  EXPECT_THAT(run(), ElementsAre(Frame{1_us, 0}, Frame{2_us, 0}, Frame{3_us, 0}, Frame{5_us, 0}, Frame{7'500_ns, 0}));
}

TEST_F(PortShaperTest, SendsAtItsRateToWithinAPacket) {
  enqueue_at(0_us, kC0, 1'100);
  run(2'000_us);
  const Bytes most = 3'000_B + bytes_in(2'000_us, 4_Gbps);
  EXPECT_LE(sent(kC0), most);
  EXPECT_GT(sent(kC0), most - kFrame - kFrame) << "less the frame on the wire and the one that waits";
}

TEST_F(PortShaperTest, NoWindowHoldsMoreThanBurstAndRate) {
  RandomStream random(7, "arrivals");
  Time when;
  for (int i = 0; i < 600; ++i) {
    when += Time(static_cast<std::int64_t>(random.below(random.below(20) == 0 ? 60'000'000 : 3'000'000)));
    const Bytes length(static_cast<std::int64_t>(64 + random.below(1'437)));
    const ClassId c(static_cast<std::size_t>(random.below(8)));
    at(when, [this, c, length](Time now) { enqueue(c, now, length); });
  }
  run();
  ASSERT_EQ(departed_.size(), 600U);
  expect_conformance(4_Gbps, 3'000_B);
}

TEST_F(PortShaperTest, NothingIsScheduledWhereNothingWaits) {
  enqueue_at(0_us, kC0, 2);
  run(1'999_ns);
  run(2_us);
  EXPECT_TRUE(scheduler_.empty()) << "the bucket fills without events";
}

TEST_F(PortShaperTest, ALongPacketInTurnIsNotOvertaken) {
  enqueue_at(0_us, kC1, 3);  // 750 B of tokens when the last has gone
  at(2'500_ns, [this](Time now) {
    enqueue(kC7, now, 1'500_B);
    enqueue(kC0, now, 64_B);
  });
  const std::vector<Frame> frames = run();
  ASSERT_EQ(frames.size(), 5U);
  EXPECT_EQ(frames[3], (Frame{5'700_ns, 7})) << "though the 64 B of class 0 had tokens";
}

TEST_F(PortShaperTest, ControlFramesTakeNoTokens) {
  at(0_us, [this](Time now) { engine().ask_for_feedback(20, now); });
  enqueue_at(0_us, kC0, 4);
  const std::vector<Frame> frames = run();
  ASSERT_EQ(frames.size(), 24U);
  EXPECT_EQ(frames.back().first, 20 * kControlTime + 5_us) << "as without them";
}

TEST_F(PortShaperTest, APauseEarnsNoMoreThanTheBurst) {
  enqueue_at(0_us, kC0, 6);
  hold_at(500_ns, kC0, true);
  hold_at(1'000_us, kC0, false);
  const std::vector<Frame> frames = run();
  ASSERT_EQ(frames.size(), 6U);
  EXPECT_EQ(frames[1].first, 1'001_us);
  EXPECT_EQ(frames[3].first, 1'003_us) << "a full bucket";
  EXPECT_EQ(frames[4].first, 1'005_us) << "and no more";
  expect_conformance(4_Gbps, 3'000_B);
}

TEST_F(PortShaperTest, AHigherRateWakesWhatWaits) {
  enqueue_at(0_us, kC0, 4);
  at(3'200_ns, [this](Time now) {  // the fourth would start at 4 us
    EgressConfig settings = egress_->config();
    settings.shapers[0].port = {8_Gbps, 3'000_B};
    egress_->reconfigure(settings, now);
  });
  // 850 B at 3.2 us, and the missing 400 B at 8 Gbps.
  EXPECT_THAT(run(), ElementsAre(Frame{1_us, 0}, Frame{2_us, 0}, Frame{3_us, 0}, Frame{4'600_ns, 0}));
}

class ShapedDwrrTest : public PortShaperTest {
 protected:
  ShapedDwrrTest() : PortShaperTest(Discipline::kDwrr) {}
};

TEST_F(ShapedDwrrTest, SharesWhatThePortMaySendByWeight) {
  for (const ClassId c : {kC0, kC1, kC2}) {
    enqueue_at(0_us, c, 2'000);
  }
  run(3'000_us);
  const Bytes all = bytes_in(3'000_us, 4_Gbps);
  expect_share(kC0, 1, 7, all);
  expect_share(kC1, 2, 7, all);
  expect_share(kC2, 4, 7, all);
}

class ClassShaperTest : public ShaperTest {
 protected:
  ClassShaperTest() : ShaperTest(one_class(kC7, 2_Gbps, 1'500_B)) {}
};

TEST_F(ClassShaperTest, WhatAHighClassMayNotSendTheOthersDo) {
  for (const ClassId c : {kC0, kC7}) {
    enqueue_at(0_us, c, 2'000);
  }
  run(1'000_us);
  EXPECT_EQ(sent(kC0) + sent(kC7), bytes_in(1'000_us, 10_Gbps)) << "the port never idles";
  const Bytes most = 1'500_B + bytes_in(1'000_us, 2_Gbps);
  EXPECT_LE(sent(kC7), most);
  EXPECT_GT(sent(kC7), most - 3 * kFrame) << "a frame of another class may be on the wire when it may go";
}

TEST_F(ClassShaperTest, AnEngineThatCountsIsAskedToo) {
  engine().count_packets();
  engine().sendable[kC0.index()] = 30_us;
  enqueue_at(0_us, kC7, 2);
  enqueue_at(0_us, kC0, 1);
  EXPECT_THAT(run(), ElementsAre(Frame{1_us, 7}, Frame{5_us, 7}, Frame{31_us, 0}));
}

class ShapedClassInDwrrTest : public ShaperTest {
 protected:
  ShapedClassInDwrrTest() : ShaperTest(one_class(kC2, 1_Gbps, 1'500_B), Discipline::kDwrr) {}
};

// A class without tokens is passed over as one that is held; the others have their weights among themselves.
TEST_F(ShapedClassInDwrrTest, TheOthersShareTheRestByWeight) {
  for (const ClassId c : {kC0, kC1, kC2}) {
    enqueue_at(0_us, c, 4'000);
  }
  run(3'000_us);
  const Bytes rest = bytes_in(3'000_us, 9_Gbps);
  expect_share(kC0, 1, 3, rest);
  expect_share(kC1, 2, 3, rest);
}

TEST(Shapers, RefuseABurstThatAFrameDoesNotFit) {
  std::vector<PortShapers> config(2);
  config[1].classes[3] = {1_Gbps, 1'499_B};
  const auto judge = [&] {
    ledger::Refusal refusal;
    check({.quantum = 1'500_B, .shapers = config}, 1'500_B, refusal);
  };
  EXPECT_THAT(judge, ThrowsMessage<std::invalid_argument>(HasSubstr(
                         "the shaper of port 1 class 3 has a burst of 1.499KB, wanted switch.max_frame, 1.5KB")));
  config[1].classes[3].burst = 1'500_B;
  EXPECT_NO_THROW(judge());
  config[0].port.rate = BitRate(-1);
  EXPECT_THROW(judge(), std::invalid_argument);
}

}  // namespace weir::egress::shaper_test
