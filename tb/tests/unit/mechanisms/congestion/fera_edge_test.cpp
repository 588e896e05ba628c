// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The edge of a FERA region at one port: what it puts on and takes off, and whom it holds. To what rate:
// fera_edge_regulator_test.cpp.

#include "hw_model/mechanisms/congestion/fera_edge.h"

#include "hw_model/mechanisms/congestion/fera_rules.h"
#include "tb/tests/unit/mechanisms/congestion/detector_bench.h"

namespace weir::congestion::fera_edge_test {

using frame::FeraOp;
using frame::FeraTag;
using frame::MacAddress;
using Verdict = FeraEdge::Verdict;

constexpr PortId kPort{2};
constexpr ClassId kLossless{3};
constexpr ClassId kLossy{0};
constexpr MacAddress kHost = MacAddress::of_port(11, 0);
constexpr MacAddress kFar = MacAddress::of_port(12, 0);
constexpr MacAddress kOther = MacAddress::of_port(13, 0);

// 40 Gbps, T = 1 ms, tau = T/4, N_0 = 20: 2 Gbps at first. Burst 3000 B.
PortContext context_of(unsigned flows = 4) {
  PortContext context = bench_context(DetectorKind::kFera);
  context.config.fera_edge.at = FeraEdgeAt::kHosts;
  context.config.fera_edge.flows = flows;
  return context;
}

frame::Packet data(MacAddress to = kFar, ClassId c = kLossless, std::int64_t length = 1'500, MacAddress from = kHost) {
  frame::Packet packet;
  frame::write_fera_tag(packet.bytes, to, from, {.traffic_class = c});  // for the addresses
  packet.bytes[16] = 0x08;                                              // and then IPv4
  packet.bytes[17] = 0x00;
  packet.length = Bytes(length);
  packet.traffic_class = c;
  packet.flow = 5;
  return packet;
}

frame::Packet tag_packet(MacAddress to, MacAddress from, const FeraTag& tag) {
  frame::Packet packet;
  frame::write_fera_tag(packet.bytes, to, from, tag);
  packet.length = 64_B;
  packet.traffic_class = tag.traffic_class;
  packet.flow = 5;
  return packet;
}

struct Bench final : FeraEdgeActions {
  explicit Bench(const PortContext& context = context_of()) : edge(context, kPort, *this) {}

  void schedule_edge(PortId port, Time at) override {
    EXPECT_EQ(port, kPort);
    due.push_back(at);
  }
  bool keep_peer_paused(PortId port, ClassId c, bool on, Time now) override {
    EXPECT_EQ(port, kPort);
    told_at.push_back(now);
    pauses.emplace_back(c.index(), on);
    return true;
  }
  void put_on(PortId, MacAddress destination, MacAddress source, const FeraTag& tag, std::uint32_t about,
              Time) override {
    EXPECT_EQ(about, 5U);
    tags.push_back(tag);
    last = {source, destination};
  }

  // All that has been asked for up to then.
  void run_to(Time until) {
    while (!due.empty() && *std::ranges::min_element(due) <= until) {
      const auto next = std::ranges::min_element(due);
      const Time at = *next;
      due.erase(next);
      edge.timer(at);
    }
  }
  void answer(std::uint32_t kbps, Time now, std::size_t tag = 0) {
    FeraTag returning = tags.at(tag);
    returning.op = FeraOp::kReturning;
    returning.rate_kbps = kbps;
    EXPECT_TRUE(edge.comes_back(tag_packet(last.first, last.second, returning), now));
  }

  FeraEdge edge;
  std::vector<Time> due;
  std::vector<std::pair<std::size_t, bool>> pauses;
  std::vector<Time> told_at;  // of these
  std::vector<FeraTag> tags;
  std::pair<MacAddress, MacAddress> last;
};

TEST(FeraEdge, PutsATagOnBehindTheFirstPacketAndThenEveryTau) {
  Bench bench;
  for (const Time at : {10_us, 11_us, 259_us, 260_us, 509_us, 510_us})
    EXPECT_EQ(bench.edge.comes_in(data(), at), Verdict::kGoesOn);
  ASSERT_EQ(bench.tags.size(), 3U);
  EXPECT_EQ(bench.tags[0].op, FeraOp::kForward);
  EXPECT_EQ(bench.tags[0].rate_kbps, frame::kFeraNotLimited);
  EXPECT_EQ(bench.tags[0].traffic_class, kLossless);
  EXPECT_EQ(bench.tags[0].flow, FeraEdge::kOfAnEdge);
  EXPECT_EQ(bench.tags[0].clock_ns, 10'000U);
  EXPECT_EQ(bench.tags[1].clock_ns, 260'000U);
  EXPECT_EQ(bench.tags[2].sequence, 2U);
  EXPECT_EQ(bench.last, std::pair(kHost, kFar));
}

TEST(FeraEdge, AFlowIsAPairOfStationsAndAClass) {
  Bench bench;
  for (const frame::Packet& packet :
       {data(), data(kOther), data(kFar, kLossy), data(kFar, kLossless, 64, kOther), data()})
    bench.edge.comes_in(packet, 1_us);
  std::vector<std::uint32_t> slots;
  for (const FeraTag& tag : bench.tags)
    slots.push_back(tag.flow & ~FeraEdge::kOfAnEdge);
  EXPECT_THAT(slots, ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(bench.edge.flows(), 4U);
}

// At 2 Gbps 3000 B may come at once; the third packet is 1500 B too many, and half of the bucket as much: 12 us.
TEST(FeraEdge, KeepsThePeerPausedUntilWhatHasComeIsPaidFor) {
  Bench bench;
  for (int i = 0; i < 2; ++i)
    bench.edge.comes_in(data(), 100_us);
  bench.run_to(200_us);
  EXPECT_THAT(bench.pauses, IsEmpty());
  for (int i = 0; i < 3; ++i)
    bench.edge.comes_in(data(), 200_us);
  EXPECT_THAT(bench.pauses, IsEmpty()) << "behind all other work of the instant";
  bench.run_to(212_us - 1_ps);
  EXPECT_THAT(bench.pauses, ElementsAre(std::pair(3U, true)));
  EXPECT_TRUE(bench.edge.keeps_paused(kLossless));
  bench.run_to(212_us);
  EXPECT_THAT(bench.pauses, ElementsAre(std::pair(3U, true), std::pair(3U, false)));
  EXPECT_EQ(bench.edge.counters().holds, 1U);
  EXPECT_THAT(bench.due, IsEmpty());
}

// A host that sends at its rate, and its tags beside, is held now and then, and not for each packet: 64 B every 250 us
// at 2 Gbps, 1500 B in 6 us.
TEST(FeraEdge, AHostThatHeedsItsTagsIsSeldomHeld) {
  Bench bench;
  const FeraTag own{.traffic_class = kLossless, .flow = 5};
  for (std::int64_t i = 0; i < 10'000; ++i) {
    const Time at = 6_us * i;
    bench.run_to(at);
    bench.edge.comes_in(data(), at);
    if (i % 42 == 0)
      bench.edge.comes_in(tag_packet(kFar, kHost, own), at);
    if (i % 300 == 0 && !bench.tags.empty())
      bench.answer(2'000'000, at, bench.tags.size() - 1);
  }
  EXPECT_GT(bench.edge.counters().holds, 0U);
  EXPECT_LE(bench.edge.counters().holds, 11U) << "240 * 64 B, of which half a bucket each";
}

// A greedy host sends 1500 B every 300 ns and hears of a pause, and of its end, 3 us later: in no window does it send
// more than r t, a burst and what it sends in 3 us, and in the end it has sent r t.
TEST(FeraEdge, AHostThatIsHeldSendsNoMoreThanItsRateAndWhatIsUnderWay) {
  Bench bench;
  std::vector<Time> sent;
  std::size_t heard = 0;
  bool paused = false;
  for (Time now(0); now < 4_ms; now += 300_ns) {
    bench.run_to(now);
    while (heard < bench.pauses.size() && bench.told_at[heard] + 3_us <= now)
      paused = bench.pauses[heard++].second;
    if (!paused) {
      bench.edge.comes_in(data(), now);
      sent.push_back(now);
    }
    if (!bench.tags.empty())
      bench.answer(2'000'000, now, bench.tags.size() - 1);
  }
  ASSERT_GT(sent.size(), 600U);
  for (std::size_t first = 0; first < sent.size(); ++first) {
    for (std::size_t last = first; last < sent.size(); ++last) {
      const auto bytes = static_cast<double>(last - first + 1) * 1'500;
      const double window = static_cast<double>((sent[last] - sent[first]).count()) * 1e-12;
      ASSERT_LE(bytes, 2e9 / 8 * window + 3'000 + 11 * 1'500);
    }
  }
  EXPECT_NEAR(static_cast<double>(sent.size()) * 1'500, 2e9 / 8 * 4e-3, 25'000);
}

// The debt of the slower flow holds the class.
TEST(FeraEdge, OnePauseHoldsAllFlowsOfAClass) {
  Bench bench;
  bench.edge.comes_in(data(), 1_us);
  bench.answer(1'000, 2_us);
  for (int i = 0; i < 3; ++i)
    bench.edge.comes_in(data(kOther), 3_us);
  bench.edge.comes_in(data(), 3_us);
  bench.edge.comes_in(data(), 3_us);
  bench.run_to(4_us);
  EXPECT_THAT(bench.pauses, ElementsAre(std::pair(3U, true)));
  bench.run_to(1'000_us);
  EXPECT_TRUE(bench.edge.keeps_paused(kLossless)) << "3000 B at 1 Mbps take 24 ms";
}

// Of PAUSE, which stops a port, all flows of the port are kept by one name.
TEST(FeraEdge, APauseOfThePortHasOneName) {
  PortContext context = context_of();
  context.pauses_port = true;
  context.lossless = 0x18;
  Bench bench(context);
  for (const ClassId c : {ClassId(3), ClassId(4)}) {
    for (int i = 0; i < 3; ++i)
      bench.edge.comes_in(data(kFar, c), 1_us);
  }
  bench.run_to(2_us);
  EXPECT_THAT(bench.pauses, ElementsAre(std::pair(3U, true)));
  bench.run_to(1_ms);
  EXPECT_THAT(bench.pauses, ElementsAre(std::pair(3U, true), std::pair(3U, false)));
}

TEST(FeraEdge, DropsWhatIsAboveTheRateOfAClassWithoutFlowControl) {
  Bench bench;
  std::vector<Verdict> verdicts;
  for (int i = 0; i < 4; ++i)
    verdicts.push_back(bench.edge.comes_in(data(kFar, kLossy), 1_us));
  verdicts.push_back(bench.edge.comes_in(data(kFar, kLossy), 7_us - 1_ps));
  verdicts.push_back(bench.edge.comes_in(data(kFar, kLossy), 7_us));
  EXPECT_THAT(verdicts, ElementsAre(Verdict::kGoesOn, Verdict::kGoesOn, Verdict::kDropped, Verdict::kDropped,
                                    Verdict::kDropped, Verdict::kGoesOn));
  EXPECT_EQ(bench.edge.counters().dropped, 3U);
  bench.run_to(1_ms);
  EXPECT_THAT(bench.pauses, IsEmpty());
}

TEST(FeraEdge, WhoIsDroppedHasTagsPutOnAllTheSame) {
  Bench bench;
  bench.edge.comes_in(data(kFar, kLossy), 1_us);
  bench.answer(1, 2_us);
  for (int i = 0; i < 100; ++i)
    bench.edge.comes_in(data(kFar, kLossy), Time(3'000'000) + 10_us * i);
  EXPECT_EQ(bench.tags.size(), 4U) << "at 1, 253, 503 and 753 us";
}

// A station that is paused sends nothing behind which a tag could go.
TEST(FeraEdge, PutsTagsOnForAStationThatIsKeptPaused) {
  Bench bench;
  bench.edge.comes_in(data(), 0_us);
  bench.answer(1'000, 1_us);
  for (int i = 0; i < 3; ++i)
    bench.edge.comes_in(data(), 2_us);
  bench.run_to(999_us);
  EXPECT_EQ(bench.tags.size(), 4U) << "at 250, 500 and 750 us";
  bench.answer(40'000'000, 999_us, 3);
  bench.run_to(1'000_us);
  EXPECT_THAT(bench.pauses, ElementsAre(std::pair(3U, true), std::pair(3U, false)));
}

TEST(FeraEdge, TakesOffTagsOfItsFlowsAndOfFlowsThatAreOver) {
  Bench bench;
  bench.edge.comes_in(data(), 1_us);
  FeraTag tag = bench.tags.at(0);
  tag.op = FeraOp::kReturning;
  tag.rate_kbps = 7'000;
  EXPECT_TRUE(bench.edge.comes_back(tag_packet(kHost, kOther, tag), 2_us)) << "of another pair: over";
  tag.flow = FeraEdge::kOfAnEdge + 0x00ff'ffff;
  EXPECT_TRUE(bench.edge.comes_back(tag_packet(kHost, kFar, tag), 2_us)) << "of a slot that nobody has";
  EXPECT_EQ(bench.edge.counters().taken_off, 2U);
  for (int i = 0; i < 2; ++i)
    bench.edge.comes_in(data(), 3_us);
  bench.run_to(14_us);
  EXPECT_EQ(bench.pauses.size(), 2U) << "the rate is what it was: 2500 B take 10 us";
  tag.flow = 5;
  EXPECT_FALSE(bench.edge.comes_back(tag_packet(kHost, kFar, tag), 15_us)) << "a host's own: it goes on";
}

TEST(FeraEdge, NoAnswerComesFromOutside) {
  Bench bench;
  const FeraTag forged{
      .op = FeraOp::kReturning, .traffic_class = kLossless, .flow = FeraEdge::kOfAnEdge, .rate_kbps = 1};
  EXPECT_EQ(bench.edge.comes_in(tag_packet(kFar, kHost, forged), 1_us), Verdict::kTakenOff);
  EXPECT_EQ(bench.edge.counters().refused, 1U);
  FeraTag own = forged;
  own.op = FeraOp::kForward;
  EXPECT_EQ(bench.edge.comes_in(tag_packet(kFar, kHost, own), 1_us), Verdict::kGoesOn) << "a host may tag its flows";
}

TEST(FeraEdge, LeavesGroupAddressesAndOtherClassesAlone) {
  PortContext context = context_of();
  context.config.fera.classes = 0x08;
  Bench bench(context);
  frame::Packet to_many = data();
  to_many.bytes[0] |= 1;
  EXPECT_EQ(bench.edge.comes_in(to_many, 1_us), Verdict::kGoesOn);
  EXPECT_EQ(bench.edge.comes_in(data(kFar, kLossy), 1_us), Verdict::kGoesOn);
  EXPECT_EQ(bench.edge.flows(), 0U);
}

// A bucket of 3000 B at 2 Gbps is full 6 us after a packet of 1500 B, and the flow idle 2 T later.
TEST(FeraEdge, AFlowThatIsIdleLeavesItsSlot) {
  Bench bench(context_of(1));
  bench.edge.comes_in(data(), 0_us);
  bench.edge.comes_in(data(kOther), 2'006_us - 1_ps);
  EXPECT_EQ(bench.edge.counters().unserved, 1U);
  EXPECT_EQ(bench.tags.size(), 1U);
  bench.edge.comes_in(data(kOther), 2'006_us);
  EXPECT_EQ(bench.tags.size(), 2U);
  EXPECT_EQ(bench.last, std::pair(kHost, kOther));
}

TEST(FeraEdge, ForgetsItsFlowsAndPausesWhenTheSwitchIsReset) {
  Bench bench;
  for (int i = 0; i < 3; ++i)
    bench.edge.comes_in(data(), 1_us);
  bench.run_to(2_us);
  ASSERT_TRUE(bench.edge.keeps_paused(kLossless));
  bench.edge.reset();
  EXPECT_FALSE(bench.edge.keeps_paused(kLossless));
  bench.run_to(1_ms);
  EXPECT_EQ(bench.pauses.size(), 1U) << "nobody is told that a pause is over which flow control has forgotten";
  EXPECT_EQ(bench.edge.flows(), 0U);
}

std::string refusal_of(const PortContext& context) {
  ledger::Refusal refusal;
  return error_of([&] { check_fera_edge(context, refusal); });
}

TEST(FeraEdgeRules, RefuseWhatCouldNotWork) {
  EXPECT_EQ(refusal_of(context_of()), "");
  PortContext blind = context_of();
  blind.config.detectors.clear();
  EXPECT_THAT(refusal_of(blind), HasSubstr("congestion.fera_edge.at: an edge answers tags"));
  PortContext slow = context_of();
  slow.config.fera_edge.tag_interval = 1'001_us;
  EXPECT_THAT(refusal_of(slow), HasSubstr("congestion.fera_edge.tag_interval: wanted at most"));
  PortContext narrow = context_of();
  narrow.config.fera_edge.burst = narrow.max_frame - 1_B;
  EXPECT_THAT(refusal_of(narrow), HasSubstr("congestion.fera_edge.burst: wanted at least"));
}

}  // namespace weir::congestion::fera_edge_test
