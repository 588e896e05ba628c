// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Windows and go-back-N over a whole network. Each test needs a process of its own, as ctest gives it.

#include "hw_model/base/invariant.h"
#include "tb/tests/unit/oracle/live.h"

namespace weir::host::window_live_test {

using oracle::Live;

// Two hosts at a switch, 10 Gbps, 1 us: the round trip of a packet of 1500 B and an answer of 64 B is 6.5024 us.
scenario::Scenario star(const std::vector<std::string>& sets, const std::string& flows = "") {
  const std::string text = R"([scenario]
duration = "2ms"
[topology]
kind = "star"
hosts = 4
[switch.crossbar]
strategy = "output_queued"
[traffic]
control = "window"
)" + (flows.empty() ? "[[flow]]\nsrc = \"h1\"\ndst = \"h4\"\n" : flows);
  return scenario::load_text(text, "s.toml", {sets, {}, {}});
}

constexpr Time kSent = 1'200'000_ps;
constexpr Time kRoundTrip = 2 * kSent + 2 * 51'200_ps + 4_us;

// Packets that arrive in a run of 2 ms when `packets` go in each `cycle`.
std::uint64_t closed_form(std::int64_t packets, Time cycle) {
  return static_cast<std::uint64_t>(2_ms / cycle * packets);
}

std::uint64_t delivered(const std::vector<std::string>& sets) {
  Live live(star(sets), 100_us);
  live.run(1);
  const FlowMeasurement& flow = live.network().measurements[0];
  EXPECT_EQ(flow.sent.retransmitted, 0U);
  EXPECT_EQ(flow.received.discarded, 0U);
  live.conservation().audit(2_ms);
  return flow.received.packets;
}

TEST(WindowLive, GetsWindowOverRoundTrip) {
  const std::uint64_t packets = delivered({"traffic.window_packets=3"});
  EXPECT_LE(packets, closed_form(3, kRoundTrip) + 3);
  EXPECT_GE(packets + 3, closed_form(3, kRoundTrip));
}

// Three packets fit.
TEST(WindowLive, GetsTheSameForTheSameWindowInBytes) {
  const std::uint64_t packets = delivered({"traffic.window=5999B"});
  EXPECT_LE(packets, closed_form(3, kRoundTrip) + 3);
  EXPECT_GE(packets + 3, closed_form(3, kRoundTrip));
}

TEST(WindowLive, GetsTheLineWhereTheWindowCoversTheRoundTrip) {
  const std::uint64_t packets = delivered({"traffic.window_packets=6"});
  EXPECT_GE(packets + 4, closed_form(1, kSent));
}

// Three packets go at once; the third one's acknowledgement opens the window again.
TEST(WindowLive, WaitsForTheAnswerThatItHasAskedFor) {
  const std::uint64_t packets = delivered({"traffic.window_packets=3", "traffic.acknowledge_every=100"});
  EXPECT_LE(packets, closed_form(3, kRoundTrip + 2 * kSent) + 3);
  EXPECT_GE(packets + 3, closed_form(3, kRoundTrip + 2 * kSent));
}

// 1490 B, as a sender of RoCEv2 would pad, and answers of 70 B.
TEST(WindowLive, GetsWindowOverRoundTripUnderRoce) {
  const std::uint64_t packets =
      delivered({"traffic.window_packets=3", "traffic.framing=rocev2", "traffic.frame_length=1490B"});
  const Time round_trip = 2 * 1'192_ns + 2 * 56_ns + 4_us;
  EXPECT_LE(packets, closed_form(3, round_trip) + 3);
  EXPECT_GE(packets + 3, closed_form(3, round_trip));
}

struct Lossy {
  std::string name;
  std::vector<std::string> sets;
};

class WindowLossy : public testing::TestWithParam<Lossy> {};

// Three to one through 9 KB of buffer each, without flow control: acknowledgements have the same class, and are lost
// too.
TEST_P(WindowLossy, DeliversAllInOrderExactlyOnce) {
  std::string flows;
  for (int i = 1; i <= 3; ++i) {
    flows += "[[flow]]\nsize = \"1MB\"\nsrc = \"h" + std::to_string(i) + "\"\ndst = \"h4\"\n";
    flows += "[[flow]]\nsize = \"100KB\"\nsrc = \"h4\"\ndst = \"h" + std::to_string(i) + "\"\n";
  }
  std::vector<std::string> sets{"scenario.duration=20ms", "traffic.window_packets=10", "traffic.timeout=300us",
                                "switch.mmu.viq_limit=9KB"};
  sets.insert(sets.end(), GetParam().sets.begin(), GetParam().sets.end());
  Live live(star(sets, flows), 100_us);
  live.run(20);
  live.conservation().audit(20_ms);
  std::uint64_t drops = 0;
  for (std::size_t device = 0; device < live.network().devices.size(); ++device) {
    for (const auto& [flow, packets] : live.drops().of(device).by_flow()) {
      drops += packets.packets;
    }
  }
  EXPECT_GT(drops, 100U);
  std::uint64_t again = 0;
  for (const FlowSpec& flow : live.network().flows) {
    const FlowMeasurement& measured = live.network().measurements[flow.index];
    EXPECT_EQ(measured.received.packets, flow.demand.packets) << flow.name;
    EXPECT_EQ(measured.received.bytes,
              flow.demand.packets * static_cast<std::uint64_t>(flow.demand.frame_length.count()));
    EXPECT_EQ(measured.received.out_of_order, 0U) << flow.name;
    EXPECT_EQ(measured.sent.packets, flow.demand.packets + measured.sent.retransmitted);
    EXPECT_LE(measured.received.last, 20_ms);
    again += measured.sent.retransmitted;
  }
  EXPECT_GT(again, 100U);
}

INSTANTIATE_TEST_SUITE_P(Framings, WindowLossy,
                         testing::Values(Lossy{"udp", {}}, Lossy{"udp_seldom", {"traffic.acknowledge_every=8"}},
                                         Lossy{"rocev2", {"traffic.framing=rocev2"}},
                                         Lossy{"event_by_event", {"scenario.quantum=off"}},
                                         Lossy{"constant_rate", {"traffic.kind=constant_rate", "traffic.rate=5Gbps"}}),
                         [](const auto& instance) { return instance.param.name; });

// A receiver that would let a packet through twice is a fault even where packets are lost.
TEST(WindowLive, TheOracleKnowsThatOrderIsPromised) {
  Live live(star({"traffic.window_packets=3"}), 100_us);
  live.run(1);
  ++live.network().measurements[0].received.out_of_order;
  EXPECT_THROW(live.conservation().audit(2_ms), InvariantBroken);
}

}  // namespace weir::host::window_live_test
