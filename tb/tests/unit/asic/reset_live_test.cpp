// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A switch that is reset in the middle of a run, under each crossbar. Each test needs a process of its own, as ctest
// gives it.

#include "tb/tests/unit/oracle/live.h"

namespace weir::asic::reset_live_test {

using oracle::Live;

constexpr ClassId kClass{0};
constexpr const char* kInputQueued = "switch.crossbar.strategy=input_queued";
constexpr Time kReset{1'000'000'000};
constexpr Time kDown{50'000'000};

class ResetLive : public testing::TestWithParam<std::vector<std::string>> {
 protected:
  Live& make(const std::string& scheme = "pfc") {
    std::vector<std::string> sets = GetParam();
    sets.push_back("flow_control.scheme=" + scheme);
    live_ = std::make_unique<Live>(scenario::load_text(R"([scenario]
duration = "8ms"
[topology]
kind = "star"
hosts = 3
[switch.mmu]
viq_limit = "100KB"
headroom = "20KB"
[flow_control.pfc]
xoff = "80KB"
xon = "77KB"
[traffic]
pattern = "incast"
target = "h3"
[[flow]]
name = "back"
src = "h3"
dst = "h1"
)",
                                                       "s.toml", {sets, {}, {}}),
                                   20_us, oracle::Dissolving::kMayHappen);
    the_switch().reset(kReset, kDown);
    return *live_;
  }
  network::Device& device(const std::string& name) { return live_->device(name); }
  SwitchAsic& the_switch() { return *device("s1").asic; }
  bool held(const std::string& host) { return device(host)->engine(PortId(0)).held() != 0; }
  void advance(Time end) {
    run_until(end);
    live_->conservation().audit(end);
  }
  const DropCounters& drops(std::size_t port) { return the_switch().drops(PortId(port), kClass); }
  std::uint64_t waiting() { return drops(0).reset_waiting + drops(1).reset_waiting + drops(2).reset_waiting; }
  std::uint64_t delivered() {
    return live_->network().measurements[0].received.packets + live_->network().measurements[1].received.packets;
  }

  std::unique_ptr<Live> live_;
};

// The VIQs of h1 and h2 hold some 80 KB each; h3 sends to h1 all the time.
TEST_P(ResetLive, LosesWhatItHoldsAndWhatArrivesWhileItIsDown) {
  make();
  advance(kReset - 1_us);
  const Bytes before = the_switch().mmu().buffer().counted();
  ASSERT_GT(before, Bytes(100'000));
  advance(kReset + 2_us);
  EXPECT_LE(the_switch().mmu().buffer().counted(), Bytes(3000)) << "what is still on the wires to h3 and h1";
  EXPECT_EQ(the_switch().crossbar().in_transit(), Bytes(0));
  const std::uint64_t lost = waiting();
  EXPECT_NEAR(static_cast<double>(lost), static_cast<double>(before.count()) / 1500, 5);
  advance(kReset + kDown - 2_us);
  EXPECT_EQ(waiting(), lost);
  EXPECT_NEAR(static_cast<double>(drops(2).reset), 50 / 1.2, 3) << "line rate for 50 us";
  EXPECT_EQ(the_switch().mmu().buffer().counted(), Bytes(0));
}

// Nobody tells them to go on: 65,535 quanta of 51.2 ns are 3.36 ms.
TEST_P(ResetLive, PeersStayPausedUntilTheirQuantaRunOut) {
  make();
  advance(kReset + 20_us);  // what was on the wires has arrived
  const bool first = held("h1");
  const bool second = held("h2");
  ASSERT_TRUE(first || second);
  advance(kReset + 2_ms);
  EXPECT_EQ(held("h1"), first);
  EXPECT_EQ(held("h2"), second);
  const std::uint64_t before = delivered();
  advance(8_ms);
  EXPECT_GE(delivered() - before, 3000U) << "10 Gbps, a packet each 1.2 us, from 4.36 ms on at the latest";
}

// The same under 802.3x PAUSE, judged at each sample.
TEST_P(ResetLive, LosesNothingElse) {
  make("pause");
  EXPECT_NO_THROW(live_->run(16));
  for (const std::size_t port : {0U, 1U, 2U}) {
    EXPECT_EQ(drops(port).total(), drops(port).reset);
  }
  EXPECT_GT(waiting(), 0U);
}

class ResetLiveOfOutputs : public ResetLive {};  // the queues that egress_pfc looks at

// The deep VEQ to h3 has paused h1 and h2; as it is emptied it must not ask anew.
TEST_P(ResetLiveOfOutputs, UnderEgressPfcNoQueueAsksAfterIt) {
  make("egress_pfc");
  advance(kReset - 2_us);
  const auto pauses = [&](std::size_t port) { return the_switch().engine(PortId(port)).counters(kClass).pauses_sent; };
  const std::uint64_t before = pauses(0) + pauses(1);
  ASSERT_GT(before, 0U);
  advance(kReset + kDown - 2_us);
  EXPECT_EQ(pauses(0) + pauses(1), before);
  EXPECT_LE(the_switch().mmu().buffer().counted(), Bytes(0));
  advance(8_ms);
  EXPECT_GT(pauses(0) + pauses(1), before) << "and later it does";
}

INSTANTIATE_TEST_SUITE_P(Crossbars, ResetLive,
                         testing::Values(std::vector<std::string>{"switch.crossbar.strategy=output_queued"},
                                         std::vector<std::string>{kInputQueued},
                                         std::vector<std::string>{kInputQueued, "switch.crossbar.queueing=fifo",
                                                                  "switch.crossbar.speedup=1.0"},
                                         std::vector<std::string>{kInputQueued, "switch.crossbar.queueing=fifo",
                                                                  "switch.crossbar.speedup=1.0",
                                                                  "switch.crossbar.transfer=packet",
                                                                  "switch.crossbar.jitter=10ns"},
                                         std::vector<std::string>{"switch.crossbar.strategy=combined"}));

INSTANTIATE_TEST_SUITE_P(Crossbars, ResetLiveOfOutputs,
                         testing::Values(std::vector<std::string>{"switch.crossbar.strategy=output_queued"},
                                         std::vector<std::string>{"switch.crossbar.strategy=combined"}));

}  // namespace weir::asic::reset_live_test
