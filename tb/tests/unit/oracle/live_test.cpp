// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The oracles on real runs. Each test needs a process of its own, as ctest gives it.

#include "tb/tests/unit/oracle/live.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw_model/base/invariant.h"

namespace weir::oracle {
namespace {

using namespace weir::literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

const std::vector<std::string> kOutputQueued = {"switch.crossbar.strategy=output_queued", "scenario.duration=20ms"};

std::vector<std::string> with(std::vector<std::string> sets, const std::string& more) {
  sets.push_back(more);
  return sets;
}

TEST(LiveOracle, FindsTheDeadlockOfTheRing) {
  Live live("ring/pfc.toml", kOutputQueued, 20_us);
  live.run(10);
  const auto& found = live.deadlock().found();
  ASSERT_TRUE(found);
  EXPECT_THAT(found->cycle, ElementsAre("s1.p1.c0", "s2.p1.c0", "s3.p1.c0"));
  EXPECT_THAT(found->waiting_on_cycle, testing::IsSubsetOf({"h1.p0.c0", "h2.p0.c0", "h3.p0.c0"}));
  EXPECT_GT(found->formed_at, 0_us);
  EXPECT_LT(found->formed_at, found->found_at);
  EXPECT_LT(found->found_at, 10_ms);
  // From the formation on, nothing moves on the ring.
  for (std::size_t d = 0; d < live.network().devices.size(); ++d) {
    const network::Device& device = live.network().devices[d];
    if (device.asic) {
      EXPECT_LE(device->egress().counters(PortId(1), ClassId(0)).hold_and_wait.since(), found->formed_at);
    }
  }
}

// Three copies of the ring in one kernel: in quanta and event by event, sampled often and seldom.
TEST(LiveOracle, FindsTheSameInstantHoweverTheRunIsMade) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_ID_INSTANCE_EXISTS_, sc_core::SC_DO_NOTHING);
  Live quanta("ring/pfc.toml", kOutputQueued, 20_us);
  Live events("ring/pfc.toml", with(kOutputQueued, "scenario.quantum=off"), 20_us);
  Live seldom("ring/pfc.toml", kOutputQueued, 777_us);
  quanta.run(37);
  const auto& found = quanta.deadlock().found();
  ASSERT_TRUE(found);
  ASSERT_TRUE(events.deadlock().found());
  EXPECT_EQ(events.deadlock().found()->formed_at, found->formed_at);
  EXPECT_EQ(events.deadlock().found()->found_at, found->found_at);
  EXPECT_EQ(events.deadlock().found()->cycle, found->cycle);
  EXPECT_EQ(events.deadlock().found()->waiting_on_cycle, found->waiting_on_cycle);
  ASSERT_TRUE(seldom.deadlock().found());
  EXPECT_EQ(seldom.deadlock().found()->formed_at, found->formed_at);
  EXPECT_GT(seldom.deadlock().found()->found_at, found->found_at);
  EXPECT_EQ(seldom.deadlock().found()->cycle, found->cycle);
}

TEST(LiveOracle, FindsTheDeadlockOfCredits) {
  Live live("ring/cbfc.toml", with(kOutputQueued, "scenario.duration=30ms"), 50_us);
  live.run(10);
  const auto& found = live.deadlock().found();
  ASSERT_TRUE(found);
  EXPECT_THAT(found->cycle, ElementsAre("s1.p1.c0", "s2.p1.c0", "s3.p1.c0"));
  // Credit messages that came afterwards, and were too few, have not moved the instant.
  const std::size_t s1 = live.network().topology.find("s1");
  EXPECT_LE(live.network().devices[s1]->egress().counters(PortId(1), ClassId(0)).hold_and_wait.since(),
            found->formed_at);
}

// Most of what is stuck stands in FIFOs behind heads whose output is full.
TEST(LiveOracle, FindsTheDeadlockOfFifoInputs) {
  Live live("ring/pfc.toml",
            {"switch.crossbar.queueing=fifo", "switch.crossbar.output_buffer=100KB", "scenario.duration=10ms"}, 50_us);
  live.run(10);
  ASSERT_TRUE(live.deadlock().found());
  EXPECT_THAT(live.deadlock().found()->cycle, ElementsAre("s1.p1.c0", "s2.p1.c0", "s3.p1.c0"));
}

// XON lies one packet below XOFF and t_r is long, so that a RESUME and the next PAUSE are under way together: all gates
// of the ring are closed for a while, all VIQs are above XON, and yet it opens again. An oracle that did not wait for
// what is under way would call that a deadlock, and evaluate() would then find it dissolved.
TEST(LiveOracle, IsNotFooledByAResumeOnItsWay) {
  Live live("ring/pfc.toml",
            {"switch.crossbar.strategy=output_queued", "scenario.duration=2ms", "traffic.stagger=1us",
             "flow_control.processing_delay=60us", "flow_control.pfc.xoff=60KB", "flow_control.pfc.xon=58500B"},
            1_us);
  EXPECT_NO_THROW(live.run(20));
  ASSERT_TRUE(live.deadlock().found());
  EXPECT_GT(live.deadlock().found()->formed_at, 263_us);
}

TEST(LiveOracle, FindsNoneWithVirtualOutputQueues) {
  Live live("ring/pfc.toml", {"scenario.duration=20ms"}, 20_us);
  live.run(10);
  EXPECT_FALSE(live.deadlock().found());
  EXPECT_THAT(live.deadlock().stuck_without_cycle(), testing::IsEmpty());
}

TEST(LiveOracle, FindsNoneUnderGfc) {
  Live live("ring/gfc_buffer_based.toml", kOutputQueued, 20_us);
  live.run(10);
  EXPECT_FALSE(live.deadlock().found());
}

TEST(LiveConservation, HoldsWhereSwitchesDrop) {
  Live live("ring/none.toml", kOutputQueued, 20_us);
  live.run(10);
  live.conservation().audit(20_ms);
  std::uint64_t drops = 0;
  for (std::size_t d = 0; d < live.network().devices.size(); ++d) {
    for (const auto& [flow, packets] : live.drops().of(d).by_flow()) {
      drops += packets;
    }
  }
  EXPECT_GT(drops, 0U);
}

TEST(LiveConservation, HoldsWithAcknowledgements) {
  Live live("bench/star16_shift.toml", {"scenario.duration=200us", "scenario.sample_interval=10us"}, 10_us);
  live.run(7);
  live.conservation().audit(200_us);
  EXPECT_GT(live.network().measurements[0].sent.acknowledgements_received, 0U);
}

// 20 us from arrival to admission: longer than anything else on the way.
TEST(LiveConservation, HoldsWithASlowParser) {
  Live live("ring/none.toml",
            {"switch.parser.clock=20ns", "switch.parser.lookup_cycles=1000", "scenario.duration=500us"}, 10_us);
  live.run(5);
  live.conservation().audit(500_us);
  EXPECT_GT(live.network().measurements[0].received.packets, 0U);
}

// Each plant is one wrong number in a network that otherwise runs well.
class Planted : public testing::Test {
 protected:
  Planted() : live_("ring/pfc.toml", {"scenario.duration=300us"}, 10_us) { live_.advance(100_us); }

  void expect_found(const char* text) {
    EXPECT_THAT([&] { live_.conservation().audit(100_us); }, ThrowsMessage<InvariantBroken>(HasSubstr(text)));
  }

  Live live_;
};

TEST_F(Planted, NothingIsFoundWithoutAPlant) { EXPECT_NO_THROW(live_.conservation().audit(100_us)); }

TEST_F(Planted, APacketThatWasNeverSent) {
  ++live_.network().measurements[1].received.packets;
  expect_found("flow f2");
}

TEST_F(Planted, APacketThatIsNowhere) {
  ++live_.network().measurements[0].sent.packets;
  expect_found("flow f1");
}

TEST_F(Planted, APacketOutOfOrder) {
  ++live_.network().measurements[2].received.out_of_order;
  expect_found("flow f3");
}

TEST_F(Planted, AFrameThatNobodyHolds) {
  live_.network().pool.acquire();
  expect_found("frames in use");
}

// Found at a snapshot, in the device, before any audit.
TEST_F(Planted, APacketThatAHostDidNotMeasure) {
  --live_.network().measurements[0].received.packets;
  live_.advance(200_us);
  EXPECT_THAT([&] { live_.conservation().evaluate(200_us); },
              ThrowsMessage<InvariantBroken>(HasSubstr("measured; at h3; at 100000000 ps")));
}

}  // namespace
}  // namespace weir::oracle
