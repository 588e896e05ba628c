// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Every reason for which no PFC was sent, and the order in which they are tried.

#include "tb/report/quiet_queues.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::report::quiet_queues_test {

QuietFacts facts() {
  QuietFacts facts;
  facts.queue = "s1.p2.c3";
  facts.traffic_class = 3;
  facts.lossless = true;
  facts.admitted = 100;
  facts.viq_peak = 12'000;
  facts.xoff = 80'000;
  facts.reachable = 100'000;
  return facts;
}

void expect(const QuietFacts& facts, const std::string& reason, const std::string& text) {
  const QuietQueue quiet = explain(facts);
  EXPECT_EQ(quiet.reason, reason);
  EXPECT_EQ(quiet.text, text);
  EXPECT_EQ(quiet.queue, "s1.p2.c3");
  EXPECT_EQ(quiet.viq_peak_bytes, facts.viq_peak);
}

TEST(QuietQueues, StayBelowXoff) {
  expect(facts(), "below_xoff", "the VIQ stood at 12 KB at most, 68 KB below XOFF, 80 KB");
  QuietFacts together = facts();
  together.together = true;
  expect(together, "below_xoff",
         "the lossless VIQs of the port together stood at 12 KB at most, 68 KB below XOFF, 80 KB");
}

TEST(QuietQueues, DropBeforeXoff) {
  QuietFacts dropping = facts();
  dropping.drops = {{"buffer_full", 7}, {"partition_full", 1}, {"no_route", 3}};
  expect(
      dropping, "dropped_before_xoff",
      "8 packets dropped (buffer_full, partition_full) while the VIQ stood at 12 KB at most, 68 KB below XOFF, 80 KB");
  dropping.drops = {{"buffer_full", 1}};
  EXPECT_THAT(explain(dropping).text, testing::StartsWith("1 packet dropped (buffer_full) while"));
}

TEST(QuietQueues, CannotReachXoff) {
  QuietFacts small = facts();
  small.drops = {{"partition_full", 9}};
  small.reachable = 79'999;
  expect(small, "xoff_out_of_reach", "XOFF, 80 KB, is above the most that the VIQ may hold, 80 KB");
  small.reachable = 20'000;
  expect(small, "xoff_out_of_reach", "XOFF, 80 KB, is above the most that the VIQ may hold, 20 KB");
  small.reachable = 80'000;
  EXPECT_EQ(explain(small).reason, "dropped_before_xoff") << "at XOFF PAUSE is due";
}

TEST(QuietQueues, ReceiveNothing) {
  QuietFacts idle = facts();
  idle.admitted = 0;
  idle.viq_peak = 0;
  expect(idle, "nothing_received", "no packet of class 3 came in");
  idle.drops = {{"no_route", 5}, {"bad_ipv4_checksum", 1}};
  expect(idle, "dropped_before_admission",
         "all that came in, 6 packets, dropped before admission (bad_ipv4_checksum, no_route)");
  idle.drops = {{"buffer_full", 5}};
  EXPECT_EQ(explain(idle).reason, "dropped_before_xoff") << "the MMU saw them";
}

TEST(QuietQueues, AreOfALossyClass) {
  QuietFacts lossy = facts();
  lossy.lossless = false;
  lossy.viq_peak = 90'000;
  expect(lossy, "not_lossless", "class 3 is not in flow_control.lossless");
  EXPECT_EQ(explain(lossy).xoff_bytes, 0);
}

TEST(QuietQueues, HaveNobodyToPause) {
  QuietFacts first = facts();
  first.pauses_nobody = true;
  expect(first, "pauses_nobody", "the VIQ of class 3 has nobody to pause");
}

TEST(QuietQueues, ReachXoffAndCannotSayIt) {
  QuietFacts late = facts();
  late.viq_peak = 80'000;
  expect(late, "not_sent", "XOFF, 80 KB, was reached, and passed before the port could send the frame");
  late.paused = true;
  expect(late, "not_sent", "XOFF, 80 KB, was reached, and the run ended before the port could send the frame");
}

TEST(QuietLine, NamesTheQueueThatWasNearest) {
  Results results;
  EXPECT_THAT(quiet_line(results), IsEmpty()) << "a scheme without PFC";
  results.quiet_queues = {{"s1.p0.c0", 0, 80'000, "nothing_received", "no packet of class 0 came in"},
                          {"s1.p1.c1", 99'000, 0, "not_lossless", "class 1 is not in flow_control.lossless"},
                          {"s1.p2.c0", 40'000, 80'000, "below_xoff", "half"},
                          {"s1.p3.c0", 20'000, 80'000, "below_xoff", "a quarter"}};
  EXPECT_EQ(quiet_line(results), "no PFC was sent: s1.p2.c0: half");
  results.quiet_queues.resize(2);
  EXPECT_EQ(quiet_line(results), "no PFC was sent: s1.p1.c1: class 1 is not in flow_control.lossless");
  results.quiet_queues.resize(1);
  EXPECT_EQ(quiet_line(results), "no PFC was sent: s1.p0.c0: no packet of class 0 came in");
  results.queues.emplace_back().pauses_sent = 1;
  EXPECT_THAT(quiet_line(results), IsEmpty()) << "somebody has";
}

TEST(QuietLine, SaysThatThereIsNoFlowControl) {
  Results results;
  results.quiet_queues.push_back(no_flow_control());
  EXPECT_EQ(quiet_line(results),
            "no PFC was sent: flow_control.scheme is none: nothing pauses, and a full queue drops");
}

}  // namespace weir::report::quiet_queues_test
