// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/host/tcp_sender.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::host::tcp_sender_test {

constexpr Bytes kSegment = 1000_B;

TcpSettings settings() {
  return {.receive_window = 44 * kSegment,
          .initial_window = 1,
          .initial_timeout = 1_ms,
          .least_timeout = 1_ms,
          .longest_timeout = 64_ms,
          .limited_transmit = false};
}

// Segments and numbers are counted from 0 here.
struct Bench {
  explicit Bench(const TcpSettings& of = settings()) : sender(of, kSegment) {}

  // All that may go now.
  std::vector<int> send(bool more = true) {
    std::vector<int> gone;
    while (sender.may_send(more)) {
      gone.push_back(static_cast<int>((sender.send(now).sequence - TcpSender::kFirstByte) / 1000));
    }
    return gone;
  }
  // The receiver has all before that segment.
  std::vector<int> hear(std::uint64_t before, Time after = 10_us, bool more = true) {
    now = now + after;
    sender.acknowledged(before * 1000 + TcpSender::kFirstByte, now);
    return send(more);
  }
  void hear_up_to(std::uint64_t before) {
    for (std::uint64_t i = 1; i <= before; ++i) {
      hear(i);
    }
  }
  std::int64_t window() const { return sender.congestion_window().count(); }

  TcpSender sender;
  Time now{0};
};

TEST(TcpSender, StartsSlowly) {
  Bench bench;
  EXPECT_THAT(bench.send(), ElementsAre(0));
  EXPECT_THAT(bench.hear(1), ElementsAre(1, 2));
  EXPECT_THAT(bench.hear(2), ElementsAre(3, 4));
  EXPECT_THAT(bench.hear(3), ElementsAre(5, 6));
  EXPECT_EQ(bench.window(), 4000);
}

TEST(TcpSender, GrowsBySegmentsHoweverManyAnAnswerAcknowledges) {
  Bench bench;
  bench.send();
  bench.hear(1);
  EXPECT_THAT(bench.hear(3), ElementsAre(3, 4, 5));
}

TEST(TcpSender, StopsAtTheReceiversWindow) {
  TcpSettings small = settings();
  small.receive_window = 3999_B;
  Bench bench(small);
  bench.send();
  bench.hear_up_to(20);
  EXPECT_EQ(bench.sender.end() - bench.sender.first_unacknowledged(), 3000U);
}

TEST(TcpSender, SendsWhatThereIs) {
  Bench bench;
  EXPECT_THAT(bench.send(false), ElementsAre());
  EXPECT_EQ(bench.sender.next_timer(), kNever);
}

// Eight in flight, 8..15, of which the first is lost: three duplicates send it again, the others inflate the window.
TEST(TcpSender, RecoversFromOneLossWithoutATimeout) {
  Bench bench;
  bench.send();
  bench.hear_up_to(8);  // window 9: 8..16 are out
  EXPECT_EQ(bench.sender.end(), 17'001U);
  EXPECT_THAT(bench.hear(8), ElementsAre());
  EXPECT_THAT(bench.hear(8), ElementsAre());
  EXPECT_THAT(bench.hear(8), ElementsAre(8));
  EXPECT_EQ(bench.sender.threshold(), 4500_B);
  EXPECT_EQ(bench.window(), 7500);
  EXPECT_THAT(bench.hear(8), ElementsAre());    // 8.5
  EXPECT_THAT(bench.hear(8), ElementsAre());    // 9.5, and 9 are out
  EXPECT_THAT(bench.hear(8), ElementsAre(17));  // 10.5
  EXPECT_THAT(bench.hear(8), ElementsAre(18));
  EXPECT_TRUE(bench.sender.recovering());
  EXPECT_THAT(bench.hear(17), ElementsAre(19));  // full: min(4.5, 2 out + 1)
  EXPECT_FALSE(bench.sender.recovering());
  EXPECT_EQ(bench.window(), 3000);
  EXPECT_EQ(bench.sender.fast_retransmits(), 1U);
  EXPECT_THAT(bench.hear(18), ElementsAre(20, 21));  // slow start up to the threshold
}

// Of 8..16 the segments 8, 10 and 12 are lost: each partial acknowledgement sends the next.
TEST(TcpSender, RecoversFromSeveralLossesByPartialAcknowledgements) {
  Bench bench;
  bench.send();
  bench.hear_up_to(8);
  for (int i = 0; i < 6; ++i) {  // of 9, 11, 13, 14, 15, 16
    bench.hear(8, 0_us, false);
  }
  EXPECT_TRUE(bench.sender.recovering());
  EXPECT_EQ(bench.window(), 10'500);
  const Time timer = bench.sender.next_timer();
  EXPECT_THAT(bench.hear(10, 10_us, false), ElementsAre(10));
  EXPECT_EQ(bench.window(), 9'500);  // 2 acknowledged, 1 back
  EXPECT_EQ(bench.sender.next_timer(), bench.now + bench.sender.timeout());
  EXPECT_GT(bench.sender.next_timer(), timer);
  const Time restarted = bench.sender.next_timer();
  EXPECT_THAT(bench.hear(12, 10_us, false), ElementsAre(12));
  EXPECT_EQ(bench.window(), 8'500);
  EXPECT_EQ(bench.sender.next_timer(), restarted);  // the first alone restarts it
  EXPECT_TRUE(bench.sender.recovering());
  bench.hear(17, 10_us, false);
  EXPECT_FALSE(bench.sender.recovering());
  EXPECT_EQ(bench.sender.fast_retransmits(), 1U);
  EXPECT_EQ(bench.window(), 2000);  // nothing is out: one and one more
}

// The segment that went again is lost, too: nothing but the timeout can send it a third time.
TEST(TcpSender, TimesOutWhereARetransmissionIsLost) {
  Bench bench;
  bench.send();
  bench.hear_up_to(8);
  bench.hear(8, 0_us, false);
  bench.hear(8, 0_us, false);
  EXPECT_THAT(bench.hear(8, 0_us, false), ElementsAre(8));
  for (int i = 0; i < 5; ++i) {
    EXPECT_THAT(bench.hear(8, 0_us, false), ElementsAre());
  }
  const Time timeout = bench.sender.timeout();
  bench.now = bench.sender.next_timer() - Time(1);
  EXPECT_FALSE(bench.sender.timer(bench.now));
  bench.now += Time(1);
  EXPECT_TRUE(bench.sender.timer(bench.now));
  EXPECT_EQ(bench.window(), 1000);
  EXPECT_FALSE(bench.sender.recovering());
  EXPECT_EQ(bench.sender.timeout(), 2 * timeout);
  EXPECT_THAT(bench.send(false), ElementsAre(8));
  EXPECT_EQ(bench.sender.next_timer(), bench.now + 2 * timeout);
  EXPECT_THAT(bench.hear(17, 10_us), ElementsAre(17, 18));  // all was there
}

// Duplicates that the resending after a timeout causes do not begin a recovery (RFC 6582, section 3.2, step 1).
TEST(TcpSender, TakesDuplicatesOfWhatWentAgainForNoLoss) {
  Bench bench;
  bench.send();
  bench.hear_up_to(8);
  bench.now = bench.sender.next_timer();
  bench.sender.timer(bench.now);
  EXPECT_THAT(bench.send(), ElementsAre(8));
  for (int i = 0; i < 5; ++i) {
    bench.hear(8);
  }
  EXPECT_FALSE(bench.sender.recovering());
  EXPECT_EQ(bench.sender.fast_retransmits(), 0U);
}

TEST(TcpSender, GoesBackToTheFirstAfterATimeout) {
  Bench bench;
  bench.send();
  bench.hear_up_to(8);
  bench.now = bench.sender.next_timer();
  EXPECT_TRUE(bench.sender.timer(bench.now));
  EXPECT_EQ(bench.sender.threshold(), 4500_B);
  EXPECT_THAT(bench.send(), ElementsAre(8));
  EXPECT_THAT(bench.hear(9), ElementsAre(9, 10));
  EXPECT_THAT(bench.hear(12), ElementsAre(12, 13, 14));  // 9..11 had come before
}

TEST(TcpSender, DoublesTheTimeoutUpToTheLongestAndHalvesTheThresholdOnce) {
  Bench bench;
  bench.send();
  bench.hear_up_to(8);
  for (const Time timeout : {1_ms, 2_ms, 4_ms, 8_ms, 16_ms, 32_ms, 64_ms, 64_ms}) {
    EXPECT_EQ(bench.sender.timeout(), timeout);
    bench.now = bench.sender.next_timer();
    EXPECT_TRUE(bench.sender.timer(bench.now));
    EXPECT_EQ(bench.sender.threshold(), 4500_B);
    EXPECT_THAT(bench.send(), ElementsAre(8));
    EXPECT_FALSE(bench.sender.timer(bench.now));
  }
}

// Karn: the answer to what went twice says nothing; the back-off stays until a segment that went once is answered.
TEST(TcpSender, TakesNoRoundTripFromWhatWentTwice) {
  Bench bench;
  bench.send();
  bench.now = bench.sender.next_timer();
  bench.sender.timer(bench.now);
  bench.send();
  bench.hear(1, 10_us);  // of either
  EXPECT_EQ(bench.sender.timeout(), 2_ms);
  bench.hear(2, 10_us);  // of segment 1, sent once
  EXPECT_EQ(bench.sender.timeout(), 1_ms);
}

// RFC 6298: SRTT = R, RTTVAR = R/2, RTO = SRTT + 4 RTTVAR; then by eighths and quarters.
TEST(TcpSender, ReckonsTheTimeoutFromRoundTrips) {
  Bench bench;
  bench.send();
  bench.hear(1, 2_ms);
  EXPECT_EQ(bench.sender.timeout(), 6_ms);
  bench.hear(2, 4_ms);  // SRTT 2.25, RTTVAR 1.25
  EXPECT_EQ(bench.sender.timeout(), 7'250_us);
}

TEST(TcpSender, SendsANewSegmentForEachOfTheFirstTwoDuplicatesWhereLimitedTransmitIsOn) {
  TcpSettings limited = settings();
  limited.limited_transmit = true;
  Bench bench(limited);
  bench.send();
  bench.hear_up_to(8);
  EXPECT_THAT(bench.hear(8), ElementsAre(17));
  EXPECT_THAT(bench.hear(8), ElementsAre(18));
  EXPECT_THAT(bench.hear(8), ElementsAre(8));
  EXPECT_EQ(bench.sender.threshold(), 4500_B);  // without the two
}

TEST(TcpSender, IgnoresOldAnswersAndThoseToWhatWasNeverSent) {
  Bench bench;
  bench.send();
  bench.hear_up_to(8);
  for (int i = 0; i < 4; ++i) {
    EXPECT_THAT(bench.hear(3), ElementsAre());
    EXPECT_THAT(bench.hear(100), ElementsAre());
  }
  EXPECT_FALSE(bench.sender.recovering());
  EXPECT_EQ(bench.window(), 9000);
}

// Two duplicates of reordered segments are no loss.
TEST(TcpSender, LetsTwoDuplicatesPass) {
  Bench bench;
  bench.send();
  bench.hear_up_to(8);
  bench.hear(8);
  bench.hear(8);
  EXPECT_THAT(bench.hear(11), ElementsAre(17, 18, 19, 20));
  EXPECT_FALSE(bench.sender.recovering());
}

TEST(TcpSender, RestartsAsNew) {
  Bench bench;
  bench.send();
  bench.hear_up_to(8);
  bench.hear(17, 10_us, false);
  EXPECT_TRUE(bench.sender.all_acknowledged());
  bench.sender.restart();
  EXPECT_THAT(bench.send(), ElementsAre(17));
  EXPECT_THAT(bench.hear(18), ElementsAre(18, 19));
}

// RFC 5681, section 4.1: after a pause longer than the timeout.
TEST(TcpSender, FallsBackToTheInitialWindowAfterALongPause) {
  Bench bench;
  bench.send();
  bench.hear_up_to(8);
  bench.hear(17, 10_us, false);
  Bench slow = bench;
  bench.now += 900_us;
  EXPECT_EQ(bench.send().size(), 10U);
  slow.now += 1'100_us;
  EXPECT_EQ(slow.send().size(), 1U);
}

}  // namespace weir::host::tcp_sender_test
