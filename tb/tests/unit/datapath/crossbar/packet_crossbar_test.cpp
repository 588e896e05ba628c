// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/crossbar/packet_crossbar.h"

#include "tb/tests/unit/datapath/crossbar/crossbar_bench.h"

namespace weir::crossbar::packet_crossbar_test {

constexpr Bytes kFrame = Bytes(1500);
constexpr Time kFrameTime = Time(1'200'000);  // at 10 Gbps

CrossbarConfig config(Queueing queueing = Queueing::kVirtualOutput, Time jitter = Time(0)) {
  CrossbarConfig config;
  config.queueing = queueing;
  config.transfer = Transfer::kPacket;
  config.jitter = jitter;
  return config;
}

class PacketsInBothQueueings : public testing::TestWithParam<Queueing> {};
INSTANTIATE_TEST_SUITE_P(All, PacketsInBothQueueings, testing::Values(Queueing::kFifo, Queueing::kVirtualOutput),
                         [](const auto& tested) { return tested.param == Queueing::kFifo ? "fifo" : "voq"; });

TEST_P(PacketsInBothQueueings, WithoutJitterAnOutputNeverIdlesAndTakesTurns) {
  CrossbarBench bench(config(GetParam()), 4, kFrame);
  for (int i = 0; i < 20; ++i) {
    for (std::size_t input = 0; input < 3; ++input) {
      bench.send(input, 3, kFrame);
    }
  }
  bench.run();
  for (std::size_t i = 0; i < bench.arrivals().size(); ++i) {
    EXPECT_EQ(bench.arrivals()[i].at, static_cast<std::int64_t>(i) * kFrameTime);
    EXPECT_EQ(bench.arrivals()[i].input, i % 3);
  }
  EXPECT_EQ(bench.slots(), GetParam() == Queueing::kFifo ? 60U : 0U);  // the ends of reading
  bench.expect_all_in_order();
}

TEST_P(PacketsInBothQueueings, TheChoiceIsMadeWhenTheFrameBeforeHasLeft) {
  CrossbarBench bench(config(GetParam()), 3, kFrame);
  bench.send(0, 2, kFrame);
  bench.send(0, 2, kFrame);
  bench.send(1, 2, kFrame, kFrameTime - 1_ps);  // just in time, and next in turn
  bench.run();
  EXPECT_EQ(bench.inputs_in_order(2), (std::vector<std::size_t>{0, 1, 0}));
}

TEST_P(PacketsInBothQueueings, APausedOutputTakesOnePacketAClass) {
  CrossbarBench bench(config(GetParam()), 2, kFrame);
  bench.pause(1);
  for (int i = 0; i < 3; ++i) {
    bench.send(0, 1, kFrame, 0_ps, 3);
    bench.send(0, 1, kFrame, 0_ps, 5);
  }
  bench.run();
  EXPECT_EQ(bench.arrivals().size(), 2U);
  EXPECT_EQ(bench.veq_depth(PortId(1), ClassId(3)), kFrame);
  EXPECT_EQ(bench.veq_depth(PortId(1), ClassId(5)), kFrame);
  EXPECT_FALSE(bench.event_pending());
  bench.resume(1);
  bench.run();
  bench.expect_all_in_order();
}

TEST_P(PacketsInBothQueueings, RandomTrafficArrivesOnceAndInOrder) {
  for (const Time jitter : {0_ns, 10_ns, 700_ns}) {
    for (const Bytes room : {0_B, 2'000_B}) {
      CrossbarConfig tested = config(GetParam(), jitter);
      tested.output_buffer = room;
      CrossbarBench bench(tested, 5, kFrame);
      bench.expect_all_in_order_of_random_traffic(12);
      EXPECT_LE(bench.peak(), room == 0_B ? kFrame : room);
      EXPECT_EQ(bench.crossbar().in_transit(), 0_B);
    }
  }
}

TEST_P(PacketsInBothQueueings, JitterDependsOnTheSeedAlone) {
  const auto arrivals = [](std::uint64_t seed) {
    CrossbarBench bench(config(GetParam(), 10_ns), 4, kFrame, seed);
    for (int i = 0; i < 100; ++i) {
      for (std::size_t input = 0; input < 3; ++input) {
        bench.send(input, 3, kFrame);
      }
    }
    bench.run();
    return bench.arrivals();
  };
  EXPECT_EQ(arrivals(1), arrivals(1));
  EXPECT_NE(arrivals(1), arrivals(2));
}

TEST_P(PacketsInBothQueueings, EachTransferCostsItsOutputTheDelay) {
  constexpr Time kJitter = Time(10'000);
  CrossbarBench bench(config(GetParam(), kJitter), 2, kFrame);
  for (int i = 0; i < 500; ++i) {
    bench.send(0, 1, kFrame);
  }
  bench.run();
  Time idle;
  Time longest;
  Time left;  // when the frame before has left
  for (const Arrival& arrival : bench.arrivals()) {
    const Time delay = arrival.at - left;
    EXPECT_GE(delay, 0_ps);
    EXPECT_LE(delay, kJitter);
    longest = std::max(longest, delay);
    idle += delay;
    left = arrival.at + kFrameTime;
  }
  EXPECT_NEAR(static_cast<double>(idle.count()) / 500, 5'000, 400);
  EXPECT_GT(longest, 9_ns);
  EXPECT_LE(bench.slots(), GetParam() == Queueing::kFifo ? 1000U : 500U);
}

TEST(PacketCrossbar, ADelayedTransferHoldsItsInput) {
  CrossbarBench bench(config(Queueing::kVirtualOutput, 100_ns), 3, kFrame);
  bench.send(0, 1, kFrame);
  bench.send(0, 2, kFrame);
  bench.run(0_ps);
  EXPECT_TRUE(bench.arrivals().empty());
  EXPECT_EQ(bench.crossbar().in_transit(), 2 * kFrame);
  bench.run();
  ASSERT_EQ(bench.arrivals().size(), 2U);
  EXPECT_EQ(bench.arrivals()[0].output, 1U);
  EXPECT_LT(bench.arrivals()[0].at, bench.arrivals()[1].at);  // one lane, one after the other
}

TEST(PacketCrossbar, DelaysReachFromNothingToTheJitterItself) {
  CrossbarBench bench(config(Queueing::kVirtualOutput, 1_ps), 2, kFrame);
  for (int i = 0; i < 64; ++i) {
    bench.send(0, 1, kFrame, i * 2 * kFrameTime);
  }
  bench.run();
  std::array<int, 2> delays{};
  for (const Arrival& arrival : bench.arrivals()) {
    ++delays.at(static_cast<std::size_t>((arrival.at - arrival.sequence * 2 * kFrameTime).count()));
  }
  EXPECT_GT(delays[0], 20);
  EXPECT_GT(delays[1], 20);
}

// Where several outputs wait for one input, the one that it has just served comes last.
TEST(PacketCrossbar, AnInputServesTheOutputsThatWaitForItInTurn) {
  CrossbarConfig with_room = config(Queueing::kVirtualOutput, 10_ns);
  with_room.output_buffer = 100_KB;
  CrossbarBench bench(with_room, 4, kFrame);
  for (int i = 0; i < 4; ++i) {
    for (const std::size_t output : {1U, 2U, 3U}) {
      bench.send(0, output, kFrame);
    }
  }
  bench.run();
  for (std::size_t i = 0; i < bench.arrivals().size(); ++i) {
    EXPECT_EQ(bench.arrivals()[i].output, 1 + i % 3);
  }
}

// Input 1 has been served, and its packet is on the wire: after the reset it may go first again.
TEST(PacketCrossbar, ResetTurnsTheOutputsBack) {
  for (const bool reset : {false, true}) {
    CrossbarBench bench(config(), 3, kFrame);
    bench.send(1, 0, kFrame);
    bench.run(100_ns);
    if (reset) {
      EXPECT_TRUE(bench.reset().empty());
    }
    bench.send(1, 0, kFrame, 200_ns);
    bench.send(2, 0, kFrame, 200_ns);
    bench.run();
    ASSERT_EQ(bench.arrivals().size(), 3U);
    EXPECT_EQ(bench.arrivals()[1].input, reset ? 1U : 2U);
  }
}

TEST(PacketCrossbar, DelaysOfOneOutputDoNotDisturbAnother) {
  const auto arrivals_at_1 = [](bool others) {
    CrossbarBench bench(config(Queueing::kVirtualOutput, 50_ns), 4, kFrame);
    for (int i = 0; i < 50; ++i) {
      bench.send(0, 1, kFrame);
      if (others) {
        bench.send(2, 3, 100_B);
      }
    }
    bench.run();
    std::vector<Arrival> at_1;
    std::copy_if(bench.arrivals().begin(), bench.arrivals().end(), std::back_inserter(at_1),
                 [](const Arrival& a) { return a.output == 1; });
    return at_1;
  };
  EXPECT_EQ(arrivals_at_1(false), arrivals_at_1(true));
}

TEST(PacketCrossbar, AFifoBlocksWhatIsBehindItsHead) {
  for (const Queueing queueing : {Queueing::kFifo, Queueing::kVirtualOutput}) {
    CrossbarBench bench(config(queueing), 3, kFrame);
    bench.pause(1);
    bench.send(0, 1, kFrame);
    bench.send(0, 1, kFrame);
    bench.send(0, 2, kFrame);
    bench.run();
    EXPECT_EQ(bench.arrived_at(2), queueing == Queueing::kFifo ? 0U : 1U);
    bench.resume(1);
    bench.run();
    bench.expect_all_in_order();
  }
}

// A FIFO has one reader, at line rate: an idle output waits for the input that sends to another.
TEST(PacketCrossbar, AFifoIsReadAtTheRateOfTheLineTimesTheSpeedup) {
  for (const double speedup : {1.0, 1.6}) {
    CrossbarConfig tested = config(Queueing::kFifo);
    tested.speedup = speedup;
    CrossbarBench bench(tested, 4, kFrame);
    for (const std::size_t output : {1U, 2U, 3U}) {
      bench.send(0, output, kFrame);
    }
    bench.run();
    const Time reading = speedup == 1.0 ? kFrameTime : 750_ns;
    EXPECT_THAT(bench.arrivals(), testing::ElementsAre(Arrival{0_ps, 0, 1, 0, 0}, Arrival{reading, 0, 2, 0, 0},
                                                       Arrival{2 * reading, 0, 3, 0, 0}));
  }
}

// An output and an input that fall idle at the same picosecond find each other, whichever event comes first.
TEST(PacketCrossbar, AFifoKeepsUpWithItsLine) {
  CrossbarBench bench(config(Queueing::kFifo), 3, kFrame);
  for (int i = 0; i < 100; ++i) {
    bench.send(0, i % 2 == 0 ? 1 : 2, kFrame, i * kFrameTime);
    bench.send(1, 2, kFrame);
  }
  bench.run(100 * kFrameTime);
  // Output 2 takes turns, and input 0 alternates, so that nothing of input 0 ever waits.
  EXPECT_EQ(bench.inputs_in_order(1).size(), 50U);
  EXPECT_GE(bench.sent(2), 99 * kFrame);
}

// All in one instant: each packet that virtual output queues give up makes room for nobody else.
TEST(PacketCrossbar, VirtualOutputQueuesServeAllIdleOutputsAtOnce) {
  constexpr std::size_t kPorts = 70;
  CrossbarBench bench(config(Queueing::kVirtualOutput), kPorts, kFrame);
  for (std::size_t output = kPorts; output-- > 1;) {
    bench.send(0, output, kFrame);
  }
  bench.run(0_ps);
  EXPECT_EQ(bench.arrivals().size(), kPorts - 1);
}

}  // namespace weir::crossbar::packet_crossbar_test
