// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The oracles on real runs. Each test needs a process of its own, as ctest gives it.

#include "tb/tests/unit/oracle/live.h"

#include "hw_model/base/invariant.h"

namespace weir::oracle::live_test {

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

// SA3 to SC2, SC2 to SA7, SA7 to SC1, SC1 to SA3 (docs/results/fat_tree_matrix.md).
class LiveOracleOfTheFatTree : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Schemes, LiveOracleOfTheFatTree, testing::Values("pfc", "cbfc"));

TEST_P(LiveOracleOfTheFatTree, FindsTheCircleOfItsFourSwitches) {
  Live live("fat_tree/" + std::string(GetParam()) + ".toml",
            {"switch.crossbar.queueing=fifo", "switch.crossbar.speedup=1.0", "scenario.duration=5ms"}, 50_us);
  live.run(10);
  const auto& found = live.deadlock().found();
  ASSERT_TRUE(found);
  EXPECT_THAT(found->cycle, ElementsAre("sa3.p3.c0", "sc2.p2.c0", "sa7.p2.c0", "sc1.p1.c0"));
}

// Where egress queues ask for pauses it is they that stand in the circle, and the VIQs behind them that do not matter.
class LiveOracleOfEgress : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Schemes, LiveOracleOfEgress, testing::Values("egress_pfc", "egress_pause"));

TEST_P(LiveOracleOfEgress, FindsTheDeadlockOfEgressQueuesThatAskForPauses) {
  std::vector<std::string> sets = with(kOutputQueued, std::string("flow_control.scheme=") + GetParam());
  for (const char* more : {"switch.mmu.veq_limit=1MB", "switch.mmu.viq_limit=1MB"}) {
    sets = with(std::move(sets), more);
  }
  Live live("ring/pfc.toml", sets, 20_us);
  live.run(10);
  const auto& found = live.deadlock().found();
  ASSERT_TRUE(found);
  EXPECT_THAT(found->cycle, ElementsAre("s1.p1.c0", "s2.p1.c0", "s3.p1.c0"));
}

// The same queues where three hosts send to a fourth: all stand paused for long, nobody for ever.
TEST(LiveOracle, FindsNoDeadlockWhereAnEgressQueueThatAsksDrains) {
  Live live("small/egress_pfc.toml", {}, 20_us);
  live.run(5);
  EXPECT_FALSE(live.deadlock().found());
}

// The ring under PFC with a watchdog in each switch: the deadlock is found as without one, its head packets are dropped
// once they have stood too long, and the flows go on.
TEST(LiveOracle, AWatchdogBreaksTheDeadlockOfTheRing) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_ID_INSTANCE_EXISTS_, sc_core::SC_DO_NOTHING);
  // Each VIQ of the ring is some 100 packets above XON, and loses one every 2 ms.
  const auto ring = [](const std::string& quantum) {
    scenario::Scenario scenario = scenario::load_file(
        std::string(WEIR_SCENARIOS) + "/ring/pfc.toml",
        {with(with(kOutputQueued, "scenario.duration=300ms"), "scenario.quantum=" + quantum), {}, {}});
    scenario.device.deadlock.unit = deadlock::Unit::kWatchdog;
    scenario.device.deadlock.watchdog.timeout = 2_ms;
    return scenario;
  };
  Live plain("ring/pfc.toml", with(kOutputQueued, "scenario.duration=300ms"), 100_us);
  Live live(ring("on"), 100_us, Dissolving::kMayHappen);
  Live events(ring("off"), 100_us, Dissolving::kMayHappen);
  live.run(40);
  const DeadlockFound* const found = live.deadlock().found();
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->formed_at, plain.deadlock().found()->formed_at);
  EXPECT_EQ(found->cycle, plain.deadlock().found()->cycle);
  ASSERT_TRUE(found->dissolved_at);
  EXPECT_GE(*found->dissolved_at, found->formed_at);
  EXPECT_FALSE(plain.deadlock().found()->dissolved_at);
  std::uint64_t dropped = 0;
  for (const network::Device& device : live.network().devices) {
    for (std::size_t p = 0; device.asic && p < device->ports(); ++p) {
      dropped += device.asic->drops(PortId(p), ClassId(0)).watchdog;
    }
  }
  EXPECT_GT(dropped, 0U);
  std::uint64_t delivered = 0;
  for (std::size_t f = 0; f < live.network().measurements.size(); ++f) {
    const auto& received = live.network().measurements[f].received;
    EXPECT_GT(received.packets, plain.network().measurements[f].received.packets) << f;
    EXPECT_EQ(received.packets, events.network().measurements[f].received.packets) << f;
    EXPECT_EQ(received.last, events.network().measurements[f].received.last) << f;
    delivered += received.packets;
  }
  EXPECT_GT(delivered, 3 * dropped);
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

// Software gives the VIQs of s1 more room at 10 ms: the ring moves, until they are full again.
class LiveOracleBroken : public testing::Test {
 protected:
  static void let_go(Live& live) {
    asic::SwitchAsic& s1 = *live.device("s1").asic;
    s1.at(10_ms, [&s1](Time now) {
      ledger::RegisterBank& bank = s1.csr().bank();
      std::vector<ledger::RegisterBank::Write> writes;
      for (const auto& [name, value] : {std::pair("xoff", 950'000U), std::pair("xon", 947'000U)}) {
        const ledger::MappedRegister* mapped = bank.map().find("flow_control", name);
        for (std::uint64_t element = 0; element < mapped->declaration.count(); ++element) {
          writes.push_back({.mapped = mapped, .element = element, .value = value, .mask = ~std::uint64_t{0}});
        }
      }
      bank.write(writes, now);
    });
  }
};

TEST_F(LiveOracleBroken, IsAFaultWhereNothingMayBreakADeadlock) {
  Live live("ring/pfc.toml", kOutputQueued, 20_us);
  let_go(live);
  EXPECT_THAT([&] { live.run(10); }, ThrowsMessage<InvariantBroken>(HasSubstr("ps has dissolved; queue ")));
}

// In quanta and event by event, sampled often and seldom.
TEST_F(LiveOracleBroken, EndsOneDeadlockAndFindsTheNext) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_ID_INSTANCE_EXISTS_, sc_core::SC_DO_NOTHING);
  Live quanta("ring/pfc.toml", kOutputQueued, 20_us, Dissolving::kMayHappen);
  Live events("ring/pfc.toml", with(kOutputQueued, "scenario.quantum=off"), 20_us, Dissolving::kMayHappen);
  Live seldom("ring/pfc.toml", kOutputQueued, 500_us, Dissolving::kMayHappen);
  for (Live* live : {&quanta, &events, &seldom}) {
    let_go(*live);
  }
  quanta.run(37);
  const std::vector<DeadlockFound>& found = quanta.deadlock().all();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_LT(found[0].formed_at, 10_ms);
  ASSERT_TRUE(found[0].dissolved_at);
  EXPECT_GT(*found[0].dissolved_at, 10_ms);
  EXPECT_LT(*found[0].dissolved_at, 11_ms);
  EXPECT_GT(found[1].formed_at, 10_ms);
  EXPECT_FALSE(found[1].dissolved_at);
  EXPECT_EQ(found[1].cycle, found[0].cycle);
  for (const Live* other : {&events, &seldom}) {
    const std::vector<DeadlockFound>& same = other->deadlock().all();
    ASSERT_EQ(same.size(), 2U);
    EXPECT_EQ(same[0].formed_at, found[0].formed_at);
    EXPECT_EQ(same[1].formed_at, found[1].formed_at);
    EXPECT_EQ(same[1].cycle, found[1].cycle);
  }
  EXPECT_EQ(events.deadlock().all()[0].dissolved_at, found[0].dissolved_at);
  EXPECT_EQ(events.deadlock().all()[1].found_at, found[1].found_at);
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
      drops += packets.packets;
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
  Planted() : live_("ring/pfc.toml", {"scenario.duration=300us"}, 10_us) { run_until(100_us); }

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

// The flow's own books balance.
TEST_F(Planted, APacketThatOnlyItsFlowKnows) {
  ++live_.network().measurements[0].sent.packets;
  ++live_.network().measurements[0].received.packets;
  live_.network().measurements[0].received.bytes += 1500;
  expect_found("but of flows");
}

TEST_F(Planted, AFrameThatNobodyHolds) {
  live_.network().pool.acquire();
  expect_found("frames in use");
}

// Found at a snapshot, in the device, before any audit.
TEST_F(Planted, APacketThatAHostDidNotMeasure) {
  --live_.network().measurements[0].received.packets;
  run_until(200_us);
  EXPECT_THAT([&] { live_.conservation().evaluate(200_us); },
              ThrowsMessage<InvariantBroken>(HasSubstr("measured; at h3; at 100000000 ps")));
}

}  // namespace weir::oracle::live_test
