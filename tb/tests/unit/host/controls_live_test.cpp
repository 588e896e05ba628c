// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Rate controls over a whole network: marks on the wire, notifications back, rates. Each test needs a process of its
// own, as ctest gives it.

#include "tb/tests/unit/oracle/live.h"

namespace weir::host::controls_live_test {

using oracle::Live;

// Two hosts into a third, 10 Gbps, PFC; RED marks from 5 KB on, all above 200 KB.
scenario::Scenario two_into_one(const std::vector<std::string>& sets, const std::string& more = "") {
  const std::string text = R"([scenario]
duration = "40ms"
[topology]
kind = "star"
hosts = 3
[switch.crossbar]
strategy = "output_queued"
[flow_control]
scheme = "pfc"
[flow_control.pfc]
xoff = "300KB"
xon = "297KB"
[switch.mmu]
viq_limit = "320KB"
[congestion]
detector = "red_ecn"
[traffic]
framing = "rocev2"
ecn = "ect1"
[[flow]]
src = "h1"
dst = "h3"
[[flow]]
src = "h2"
dst = "h3"
)" + more;
  return scenario::load_text(text, "s.toml", {sets, {}, {}});
}

std::optional<BitRate> rate_of(Live& live, const std::string& host, std::uint32_t flow) {
  return live.device(host).nic->rate_of(flow);
}

double gbps(const FlowMeasurement& flow, Time from_last_quarter) {
  return static_cast<double>(flow.received.steady_bytes) * 8e-9 / seconds(from_last_quarter);
}

// Both are told, slow down, share, and lose nothing; the line stays nearly full.
TEST(DcqcnLive, TwoFlowsShareALinkWithoutPauses) {
  Live live(two_into_one({"traffic.control=dcqcn"}), 1_ms);
  live.run(40);
  live.conservation().audit(40_ms);
  const auto& flows = live.network().measurements;
  for (const FlowMeasurement& flow : flows) {
    EXPECT_GT(flow.sent.told_ce, 10U);
    EXPECT_LE(flow.sent.told_ce, 40'000U / 50 + 1) << "once in 50 us";
    EXPECT_EQ(flow.sent.told_ue, 0U);
    EXPECT_GT(gbps(flow, 10_ms), 3.5);
    EXPECT_LT(gbps(flow, 10_ms), 6.5);
  }
  EXPECT_GT(gbps(flows[0], 10_ms) + gbps(flows[1], 10_ms), 9);
}

// Packets that arrive with the code point of UE: told of as UE, once in 50 us, and no rate changes.
TEST(DcqcnLive, UndeterminedIsToldOfAndHolds) {
  scenario::Scenario scenario =
      two_into_one({"traffic.control=dcqcn", "traffic.tcd=true", "congestion.detector=none", "scenario.duration=1ms"});
  scenario.flows.pop_back();
  scenario.flows[0].ecn = frame::Ecn::kUndetermined;
  Live live(std::move(scenario), 1_ms);
  live.run(1);
  const FlowMeasurement& flow = live.network().measurements[0];
  EXPECT_GE(flow.sent.told_ue, 19U);
  EXPECT_LE(flow.sent.told_ue, 20U);
  EXPECT_EQ(flow.sent.told_ce, 0U);
  EXPECT_GT(flow.received.packets, 820U) << "the line, 833 packets in 1 ms";
  EXPECT_EQ(rate_of(live, "h1", 0), 10_Gbps);
}

// The same code point at the published variant is no mark.
TEST(DcqcnLive, ThePublishedVariantDoesNotKnowIt) {
  scenario::Scenario scenario = two_into_one({"traffic.control=dcqcn", "congestion.detector=none"});
  scenario.flows.pop_back();
  scenario.flows[0].ecn = frame::Ecn::kUndetermined;
  Live live(std::move(scenario), 1_ms);
  live.run(1);
  EXPECT_EQ(live.network().measurements[0].sent.told_ce + live.network().measurements[0].sent.told_ue, 0U);
}

// CE in every packet, alpha 1 throughout: half the rate with each notification, down to the least. The first packet is
// there after 4.4 us, and its notification back after 2.13 us more: 6.5 us at 10 Gbps, 50 us each at 5, 2.5 and 1.25,
// and the rest at 1: 1500 B go each 1.2, 2.4, 4.8, 9.6 and 12 us.
TEST(DcqcnLive, EveryNotificationHalvesTheRate) {
  scenario::Scenario scenario = two_into_one(
      {"traffic.control=dcqcn", "congestion.detector=none", "traffic.dcqcn.least_rate=1Gbps", "scenario.duration=2ms"});
  scenario.flows.pop_back();
  scenario.flows[0].ecn = frame::Ecn::kCongestion;
  Live live(std::move(scenario), 1_ms);
  live.run(2);
  EXPECT_EQ(rate_of(live, "h1", 0), 1_Gbps);
  const double packets = 6.5 / 1.2 + 50 / 2.4 + 50 / 4.8 + 50 / 9.6 + (2'000 - 156.5) / 12;
  EXPECT_NEAR(static_cast<double>(live.network().measurements[0].sent.packets), packets, 5);
}

// One flow alone: each segment of 16 KB (11 packets of 1500 B) is answered once; the rate stays at the line's.
TEST(TimelyLive, AnswersComeOnceASegment) {
  scenario::Scenario scenario =
      two_into_one({"traffic.control=timely", "congestion.detector=none", "scenario.duration=10ms"});
  scenario.flows.pop_back();
  Live live(std::move(scenario), 1_ms);
  live.run(10);
  live.conservation().audit(10_ms);
  const FlowMeasurement& flow = live.network().measurements[0];
  EXPECT_EQ(flow.sent.retransmitted, 0U);
  EXPECT_GT(flow.received.packets, 8'300U);
  EXPECT_NEAR(static_cast<double>(flow.received.acknowledgements_sent), static_cast<double>(flow.received.packets) / 11,
              1);
  EXPECT_EQ(rate_of(live, "h1", 0), 10_Gbps);
}

// The queue's delay slows them down, and nothing goes again. They come back by 10 to 50 Mbps a segment.
TEST(TimelyLive, TwoFlowsSlowDownForDelay) {
  Live live(two_into_one({"traffic.control=timely", "congestion.detector=none", "traffic.timeout=100ms"}), 1_ms);
  live.run(40);
  live.conservation().audit(40_ms);
  const auto& flows = live.network().measurements;
  EXPECT_EQ(flows[0].sent.retransmitted + flows[1].sent.retransmitted, 0U);
  EXPECT_GT(gbps(flows[0], 10_ms) + gbps(flows[1], 10_ms), 3);
  EXPECT_LT(rate_of(live, "h1", 0).value() + rate_of(live, "h2", 1).value(), 14_Gbps) << "of 20 at the start";
}

// RED in the place of FECN: every marked packet is answered by a CNP, and raises the index.
TEST(IbCcLive, TwoFlowsSlowDownForEachMark) {
  Live live(two_into_one({"traffic.control=ib_cc", "traffic.frame_length=2048B", "switch.max_frame=2048B"}), 1_ms);
  live.run(40);
  live.conservation().audit(40_ms);
  const auto& flows = live.network().measurements;
  for (const FlowMeasurement& flow : flows) {
    EXPECT_GT(flow.sent.told_ce, 0U);
    EXPECT_LE(flow.sent.told_ce, flow.received.marked);
    EXPECT_GE(flow.sent.told_ce + 20, flow.received.marked);
  }
  EXPECT_GT(gbps(flows[0], 10_ms) + gbps(flows[1], 10_ms), 5);
}

// A root behind credits, which TCD sees in time, or never (infiniband_root.toml says why): what its port writes is what
// the sources are told.
FlowMeasurement at_the_root(const std::vector<std::string>& sets) {
  Live live(scenario::load_file(WEIR_SCENARIOS "/tcd/infiniband_root.toml", {sets, {}, {}}), 1_ms);
  live.run(5);
  live.conservation().audit(5_ms);
  return live.network().measurements[0];
}

TEST(TcdLive, SourcesAreToldOfUeByWhatTheSwitchWrites) {
  const FlowMeasurement flow =
      at_the_root({"traffic.control=ib_cc", "traffic.tcd=true", "flow_control.cbfc.period=48us"});
  EXPECT_GT(flow.received.undetermined, 0U);
  EXPECT_GT(flow.sent.told_ue, 0U);
}

TEST(TcdLive, SourcesAreToldOfCeByWhatTheSwitchWrites) {
  const FlowMeasurement flow = at_the_root({"traffic.control=ib_cc", "traffic.tcd=true"});
  EXPECT_GT(flow.received.marked, 0U);
  EXPECT_GT(flow.sent.told_ce, 0U);
}

// FECN is a bit of the BTH: the ECN field has no part in it.
TEST(IbCcLive, SourcesAreToldOfFecn) {
  const FlowMeasurement flow =
      at_the_root({"traffic.control=ib_cc", "traffic.ecn=not_capable", "congestion.detector=ib_fecn"});
  EXPECT_GT(flow.received.marked, 0U);
  EXPECT_GT(flow.sent.told_ce, 0U);
  EXPECT_LE(flow.sent.told_ce, flow.received.marked);
  EXPECT_EQ(flow.sent.told_ue, 0U);
}

}  // namespace weir::host::controls_live_test
