// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A host that stops taking packets: what flow control makes of it, and what the oracles know. Each test needs a process
// of its own, as ctest gives it.

#include "tb/tests/unit/oracle/live.h"

namespace weir::host::stop_live_test {

using oracle::Live;

constexpr ClassId kClass{0};

scenario::Scenario two_to_one(const std::vector<std::string>& sets) {
  return scenario::load_text(R"([scenario]
duration = "4ms"
[topology]
kind = "star"
hosts = 3
[switch.mmu]
viq_limit = "100KB"
headroom = "20KB"
[switch.crossbar]
strategy = "output_queued"
[flow_control]
scheme = "pfc"
[flow_control.pfc]
xoff = "80KB"
xon = "77KB"
[flow_control.cbfc]
buffer = "100KB"
period = "10us"
[[flow]]
src = "h1"
dst = "h3"
[[flow]]
src = "h2"
dst = "h3"
)",
                             "s.toml", {sets, {}, {}});
}

class StopLive : public testing::Test {
 protected:
  Live& make(const std::vector<std::string>& sets = {}) {
    live_ = std::make_unique<Live>(two_to_one(sets), 20_us);
    return *live_;
  }
  Nic& receiver() { return *live_->device("h3").nic; }
  const asic::SwitchAsic& the_switch() { return *live_->device("s1").asic; }
  std::uint64_t delivered() const {
    return live_->network().measurements[0].received.packets + live_->network().measurements[1].received.packets;
  }
  void look(Time now) {
    live_->deadlock().evaluate();
    live_->conservation().evaluate(now);
    live_->conservation().audit(now);
  }
  std::size_t drops() { return live_->drops().of(live_->network().topology.find("s1")).by_flow().size(); }

  std::unique_ptr<Live> live_;
};

TEST_F(StopLive, TheVirtualIngressQueueFillsToXoffAndEmptiesAgain) {
  Live& live = make();
  receiver().stop_taking(kClass, 1_ms, 2_ms, Stop::kAsItFills);
  run_until(1_ms);
  const std::uint64_t before = delivered();
  run_until(1'900_us);
  EXPECT_LE(delivered() - before, 1U) << "what was delivered at 1 ms itself";
  // XOFF, and what comes until the PAUSE has taken effect: the frame that is sent, the cable both ways.
  EXPECT_GE(receiver().viq_depth(PortId(0), kClass), 80_KB);
  EXPECT_LE(receiver().viq_depth(PortId(0), kClass), 80_KB + 2'500_B + 2 * 1'500_B + 64_B);
  EXPECT_EQ(receiver().intake().kept(kClass).size() * 1500,
            static_cast<std::size_t>(receiver().viq_depth(PortId(0), kClass).count()));
  EXPECT_GE(receiver().engine(PortId(0)).counters(kClass).pauses_sent, 1U);
  EXPECT_NE(the_switch().engine(PortId(2)).held() & mask_of(kClass), 0);
  look(1'900_us);
  EXPECT_THAT(live.deadlock().stuck_without_cycle(), IsEmpty()) << "it ends";
  run_until(4_ms);
  look(4_ms);
  EXPECT_EQ(receiver().viq_depth(PortId(0), kClass), 0_B);
  EXPECT_GE(delivered(), 3 * 1'000'000 / 1'200 - 20U) << "3 of 4 ms at line rate";
  EXPECT_EQ(drops(), 0U);
  EXPECT_FALSE(live.deadlock().found());
}

TEST_F(StopLive, AtOnceMeansWithTheNextFrame) {
  make();
  receiver().stop_taking(kClass, 1_ms, 2_ms, Stop::kAtOnce);
  run_until(1'900_us);
  EXPECT_LE(receiver().viq_depth(PortId(0), kClass), 2'500_B + 2 * 1'500_B + 64_B) << "only what was under way";
  EXPECT_NE(the_switch().engine(PortId(2)).held() & mask_of(kClass), 0);
  look(1'900_us);
  run_until(4_ms);
  look(4_ms);
  EXPECT_GE(delivered(), 3 * 1'000'000 / 1'200 - 20U);
  EXPECT_EQ(receiver().engine(PortId(0)).counters(kClass).resumes_sent, 1U);
}

TEST_F(StopLive, StopsMayOverlap) {
  make();
  receiver().stop_taking(kClass, 1_ms, 2_ms, Stop::kAtOnce);
  receiver().stop_taking(kClass, 1'500_us, 3_ms, Stop::kAsItFills);
  run_until(1_ms);
  const std::uint64_t before = delivered();
  run_until(3_ms);
  EXPECT_LE(delivered() - before, 1U);
  run_until(4_ms);
  EXPECT_GE(delivered() - before, 800U);
  look(4_ms);
}

TEST_F(StopLive, OneThatNeverEndsStopsTheSendersForGood) {
  Live& live = make();
  receiver().stop_taking(kClass, 1_ms, kNever, Stop::kAsItFills);
  run_until(4_ms);
  look(4_ms);
  EXPECT_FALSE(live.deadlock().found());
  EXPECT_THAT(live.deadlock().stuck_without_cycle(), UnorderedElementsAre("h1.p0.c0", "h2.p0.c0", "s1.p2.c0"));
}

TEST_F(StopLive, OneAtOnceThatNeverEndsLikewise) {
  Live& live = make();
  receiver().stop_taking(kClass, 1_ms, kNever, Stop::kAtOnce);
  run_until(4_ms);
  look(4_ms);
  EXPECT_THAT(live.deadlock().stuck_without_cycle(), UnorderedElementsAre("h1.p0.c0", "h2.p0.c0", "s1.p2.c0"));
}

class StopLiveCredits : public StopLive, public testing::WithParamInterface<Stop> {};

// Credits run out: the VIQ holds what had been promised, whichever way the host stops.
TEST_P(StopLiveCredits, FillTheBuffer) {
  Live& live = make({"flow_control.scheme=cbfc"});
  receiver().stop_taking(kClass, 1_ms, 2_ms, GetParam());
  run_until(1'900_us);
  EXPECT_LE(receiver().viq_depth(PortId(0), kClass), 100_KB);
  EXPECT_GE(receiver().viq_depth(PortId(0), kClass), 100_KB - 2 * 1'536_B);
  look(1'900_us);
  EXPECT_THAT(live.deadlock().stuck_without_cycle(), IsEmpty());
  run_until(4_ms);
  look(4_ms);
  EXPECT_GE(delivered(), 3 * 1'000'000 / 1'200 - 100U);
  EXPECT_EQ(drops(), 0U);
}

TEST_P(StopLiveCredits, StopTheSendersForGoodWhereItNeverEnds) {
  Live& live = make({"flow_control.scheme=cbfc"});
  receiver().stop_taking(kClass, 1_ms, kNever, GetParam());
  run_until(4_ms);
  look(4_ms);
  EXPECT_THAT(live.deadlock().stuck_without_cycle(), UnorderedElementsAre("h1.p0.c0", "h2.p0.c0", "s1.p2.c0"));
}

INSTANTIATE_TEST_SUITE_P(Both, StopLiveCredits, testing::Values(Stop::kAsItFills, Stop::kAtOnce));

// Acknowledgements stand behind data of their class, and go on when it does.
TEST_F(StopLive, HoldsAnswersToo) {
  Live& live = make({"traffic.control=window", "traffic.window_packets=20", "traffic.timeout=2ms"});
  Nic& sender = *live.device("h1").nic;
  sender.stop_taking(kClass, 1_ms, 2_ms, Stop::kAsItFills);
  run_until(1'900_us);
  EXPECT_EQ(sender.intake().kept(kClass).size(), 20U);
  look(1'900_us);
  run_until(4_ms);
  look(4_ms);
  EXPECT_EQ(live.network().measurements[0].sent.retransmitted, 0U);
  EXPECT_GT(live.network().measurements[0].received.packets, 1'000U);
}

// A packet of 1,500 B takes 4 us at 3 Gbps, and its class alone.
TEST_F(StopLive, DrainsAClassAtItsRate) {
  make();
  receiver().set_drain_rate(kClass, 3_Gbps, 1_ms);
  receiver().set_drain_rate(kClass, 20_Gbps, 3_ms);
  run_until(2_ms);
  const std::uint64_t before = delivered();
  run_until(3_ms);
  look(3_ms);
  EXPECT_NEAR(static_cast<double>(delivered() - before), 250, 1);
  EXPECT_GT(receiver().intake().depth(kClass), 0_B);
  EXPECT_EQ(drops(), 0U) << "the host pauses the switch, and the switch the hosts";
  const std::uint64_t slow = delivered();
  run_until(4_ms - Time(1));
  look(4_ms - Time(1));
  EXPECT_GT(delivered() - slow, 820U) << "line rate: 833 packets";
}

TEST_F(StopLive, AStopHoldsADrainingClass) {
  make();
  receiver().set_drain_rate(kClass, 3_Gbps, 500_us);
  receiver().stop_taking(kClass, 1_ms, 2_ms, Stop::kAsItFills);
  run_until(1_ms + 4_us);
  const std::uint64_t stopped = delivered();
  run_until(2_ms);
  EXPECT_EQ(delivered(), stopped);
  run_until(3_ms);
  EXPECT_NEAR(static_cast<double>(delivered() - stopped), 250, 1) << "and goes on at its rate, not at once";
  look(3_ms);
}

}  // namespace weir::host::stop_live_test
