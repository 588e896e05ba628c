// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// TCP over a whole network. Each test needs a process of its own, as ctest gives it.

#include "tb/host/tcp_flow.h"
#include "tb/tests/unit/oracle/live.h"

namespace weir::host::tcp_live_test {

using oracle::Live;

const std::string kOneFlow = R"([[flow]]
src = "h1"
dst = "h4"
)";

// Four hosts at a switch, 10 Gbps, 1 us: the round trip of a segment of 1500 B and an answer of 64 B is 6.5024 us.
scenario::Scenario star(const std::vector<std::string>& sets, const std::string& flows = kOneFlow) {
  const std::string text = R"([scenario]
duration = "10ms"
[topology]
kind = "star"
hosts = 4
[switch.crossbar]
strategy = "output_queued"
[traffic]
framing = "tcp"
[traffic.tcp]
longest_timeout = "2ms"
)" + flows;
  return scenario::load_text(text, "s.toml", {sets, {}, {}});
}

constexpr Time kSent = 1'200'000_ps;
constexpr Time kRoundTrip = 2 * kSent + 2 * 51'200_ps + 4_us;

TEST(TcpLive, FillsTheLineWhereTheWindowCoversTheRoundTrip) {
  Live live(star({"traffic.connections=3"}), 100_us);
  live.run(1);
  const FlowMeasurement& flow = live.network().measurements[0];
  EXPECT_GE(flow.received.packets + 20, static_cast<std::uint64_t>(10_ms / kSent));
  EXPECT_EQ(flow.sent.retransmitted + flow.received.discarded + flow.sent.timeouts, 0U);
  EXPECT_GE(flow.received.acknowledgements_sent, flow.received.packets);
  live.conservation().audit(10_ms);
}

TEST(TcpLive, GetsTheReceiversWindowInARoundTrip) {
  Live live(star({"traffic.tcp.window_segments=3"}), 100_us);
  live.run(1);
  const auto wanted = 3 * static_cast<std::uint64_t>(10_ms / kRoundTrip);
  EXPECT_NEAR(static_cast<double>(live.network().measurements[0].received.packets), static_cast<double>(wanted), 6.0);
}

// 1, 2 and 4 segments, a round trip each, and three more times of sending.
TEST(TcpLive, SendsATransactionInThreeRoundTrips) {
  Live live(star({"traffic.transaction_packets=7", "traffic.transaction_gap=16us"}), 100_us);
  live.run(1);
  const Sent& sent = live.network().measurements[0].sent;
  const Time one = 3 * kRoundTrip + 3 * kSent;
  EXPECT_EQ(sent.transactions, static_cast<std::uint64_t>((10_ms + 16_us) / (one + 16_us)));
  EXPECT_EQ(sent.transaction_time, one * static_cast<std::int64_t>(sent.transactions));
}

// Before each of the two later windows a time from 0 to 10 us.
TEST(TcpLive, ActsOnAnAnswerAfterADrawnTime) {
  Live live(star({"traffic.transaction_packets=7", "traffic.tcp.overhead=10us"}), 100_us);
  live.run(1);
  const Sent& sent = live.network().measurements[0].sent;
  const Time mean = sent.transaction_time / static_cast<std::int64_t>(sent.transactions);
  EXPECT_GT(mean, 3 * kRoundTrip + 3 * kSent + 5_us);
  EXPECT_LT(mean, 3 * kRoundTrip + 3 * kSent + 20_us);
}

// The window of the transaction before lets all go at once.
TEST(TcpLive, SendsATransactionAtOnceWhereConnectionsGoOn) {
  Live live(star({"traffic.transaction_packets=7", "traffic.tcp.fresh=false"}), 100_us);
  live.run(1);
  const Sent& sent = live.network().measurements[0].sent;
  const Time later = kRoundTrip + 6 * kSent;
  const Time first = 3 * kRoundTrip + 3 * kSent;
  const Time all = first + later * static_cast<std::int64_t>(sent.transactions - 1);
  EXPECT_LE(sent.transaction_time - all, 10_us);
  EXPECT_LE(all - sent.transaction_time, 10_us);
}

TEST(TcpLive, WaitsForADelayedAcknowledgement) {
  Live live(
      star({"traffic.transaction_packets=1", "traffic.tcp.acknowledge_every=2", "traffic.tcp.acknowledge_after=100us"}),
      100_us);
  live.run(1);
  const Sent& sent = live.network().measurements[0].sent;
  const Time one = kRoundTrip + 100_us;
  EXPECT_EQ(sent.transactions, static_cast<std::uint64_t>(10_ms / one));
  EXPECT_EQ(sent.transaction_time, one * static_cast<std::int64_t>(sent.transactions));
}

const std::string kTwoFlows = R"([[flow]]
src = "h1"
dst = "h4"
connections = 10
size = "3MB"
[[flow]]
src = "h2"
dst = "h4"
connections = 10
size = "3MB"
)";

// A queue of twenty packets loses of what twenty connections send, and all comes in the end, once.
TEST(TcpLive, DeliversAllOnceOverAQueueThatDrops) {
  Live live(star({"switch.mmu.veq_limit=30KB", "flow_control.scheme=none"}, kTwoFlows), 100_us);
  live.run(4);
  std::uint64_t again = 0;
  for (const FlowMeasurement& flow : live.network().measurements) {
    EXPECT_EQ(flow.received.packets, 2000U);
    EXPECT_EQ(flow.sent.packets, 2000 + flow.sent.retransmitted);
    again += flow.sent.retransmitted;
  }
  EXPECT_GT(again, 0U);
  live.conservation().audit(10_ms);
}

// Beginnings are drawn from the seed and the flow's name.
TEST(TcpLive, ConnectionsBeginWithinTheirTime) {
  const auto beginnings = [](const std::vector<std::string>& sets) {
    scenario::Scenario scenario = star(sets);
    const auto network = scenario::build(scenario);
    const FlowSpec& spec = network->flows[0];
    Sent sent;
    TcpFlow flow(spec, sent);
    std::vector<Time> times;
    flow.begin(0_us);
    for (Time next = flow.next_timer(); next != kNever; next = flow.next_timer()) {
      times.push_back(next);
      flow.timer(next);
    }
    return times;
  };
  const std::vector<std::string> sets{"traffic.connections=8", "traffic.tcp.start_within=1ms"};
  const std::vector<Time> drawn = beginnings(sets);
  EXPECT_EQ(drawn.size(), 8U);
  EXPECT_LE(drawn.back(), 1_ms);
  EXPECT_GT(drawn.back(), drawn.front());
}

}  // namespace weir::host::tcp_live_test
