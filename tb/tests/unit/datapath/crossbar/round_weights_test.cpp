// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Weighted round robin: who may begin in a round, and what a crossbar's outputs take by it.

#include "hw_model/datapath/crossbar/round_weights.h"

#include <ostream>

#include "tb/tests/unit/datapath/crossbar/crossbar_bench.h"

namespace weir::crossbar::round_weights_test {

constexpr std::size_t kPorts = 4;
constexpr PortId kOutput{3};
constexpr Bytes kFrame = Bytes(1500);

PortSet of(std::initializer_list<std::size_t> ports, std::size_t all = kPorts) {
  PortSet set(all);
  for (const std::size_t port : ports)
    set.insert(port);
  return set;
}

// Whom an output takes, packet by packet, while all of `asking` have packets, turn by turn from input 0 on.
std::vector<std::size_t> taken(RoundWeights& weights, const PortSet& asking, std::size_t packets) {
  std::vector<std::size_t> inputs;
  for (std::size_t from = 0; inputs.size() < packets;) {
    const std::size_t input = weights.next(asking.bits(), asking.bits(), kOutput.index(), from);
    weights.begins(PortId(input), kOutput);
    weights.ends(PortId(input), kOutput);
    inputs.push_back(input);
    from = (input + 1) % kPorts;
  }
  return inputs;
}

TEST(RoundWeights, TakesTurnsUntilAnInputHasSentItsWeight) {
  RoundWeights weights(kPorts);
  weights.set(PortId(0), kOutput, 1);
  weights.set(PortId(1), kOutput, 2);
  weights.set(PortId(2), kOutput, 4);
  EXPECT_THAT(taken(weights, of({0, 1, 2}), 14), ElementsAre(0, 1, 2, 1, 2, 2, 2, 0, 1, 2, 1, 2, 2, 2));
}

TEST(RoundWeights, IsRoundRobinAtFirst) {
  RoundWeights weights(kPorts);
  EXPECT_THAT(taken(weights, of({0, 1, 2}), 6), ElementsAre(0, 1, 2, 0, 1, 2));
}

TEST(RoundWeights, WhoDoesNotAskKeepsNobodyWaiting) {
  RoundWeights weights(kPorts);
  weights.set(PortId(1), kOutput, 200);
  EXPECT_THAT(taken(weights, of({0, 2}), 4), ElementsAre(0, 2, 0, 2));
}

TEST(RoundWeights, ARoundGoesOnWhileNobodyAsks) {
  RoundWeights weights(kPorts);
  const PortSet both = of({0, 1});
  EXPECT_THAT(taken(weights, both, 1), ElementsAre(0));
  EXPECT_EQ(weights.next(of({}).bits(), both.bits(), kOutput.index(), 0), kNoPort);
  EXPECT_EQ(weights.next(both.bits(), both.bits(), kOutput.index(), 0), 1U);
}

TEST(RoundWeights, WaitsForAnInputBelowItsWeightThatIsBusy) {
  RoundWeights weights(kPorts);
  weights.set(PortId(0), kOutput, 2);
  const PortSet both = of({0, 1});
  EXPECT_THAT(taken(weights, both, 2), ElementsAre(0, 1));
  EXPECT_EQ(weights.next(both.bits(), of({1}).bits(), kOutput.index(), 0), kNoPort) << "0 may send one more";
  EXPECT_EQ(weights.next(both.bits(), both.bits(), kOutput.index(), 1), 0U);
}

TEST(RoundWeights, FinishesWhatHasBegun) {
  RoundWeights weights(kPorts);
  const PortSet both = of({0, 1});
  weights.begins(PortId(1), kOutput);
  EXPECT_EQ(weights.next(both.bits(), of({1}).bits(), kOutput.index(), 0), 1U) << "its second cell";
  weights.ends(PortId(1), kOutput);
  EXPECT_EQ(weights.next(both.bits(), of({1}).bits(), kOutput.index(), 0), kNoPort) << "its second packet";
}

// While an output has room for no further packet only those ask that are in the middle of one.
TEST(RoundWeights, ARoundGoesOnWhileAPacketIsUnderWay) {
  RoundWeights weights(kPorts);
  weights.set(PortId(0), kOutput, 2);
  weights.begins(PortId(0), kOutput);
  weights.ends(PortId(0), kOutput);
  weights.begins(PortId(1), kOutput);
  EXPECT_EQ(weights.next(of({1}).bits(), of({1}).bits(), kOutput.index(), 0), 1U);
  weights.ends(PortId(1), kOutput);
  EXPECT_EQ(weights.next(of({0, 1}).bits(), of({0, 1}).bits(), kOutput.index(), 1), 0U);
}

TEST(RoundWeights, EachOutputHasRoundsOfItsOwn) {
  RoundWeights weights(kPorts);
  const PortSet both = of({0, 1});
  weights.begins(PortId(0), kOutput);
  weights.ends(PortId(0), kOutput);
  EXPECT_EQ(weights.next(both.bits(), both.bits(), kOutput.index(), 0), 1U);
  EXPECT_EQ(weights.next(both.bits(), both.bits(), 2, 0), 0U);
}

TEST(RoundWeights, AWeightBearsOnTheRoundThatGoesOn) {
  RoundWeights weights(kPorts);
  const PortSet both = of({0, 1});
  EXPECT_THAT(taken(weights, both, 1), ElementsAre(0));
  weights.set(PortId(0), kOutput, 3);
  EXPECT_EQ(weights.next(both.bits(), both.bits(), kOutput.index(), 0), 0U);
  weights.set(PortId(0), kOutput, 1);
  EXPECT_EQ(weights.next(both.bits(), both.bits(), kOutput.index(), 0), 1U);
}

TEST(RoundWeights, AResetKeepsWeightsAndForgetsTheRound) {
  RoundWeights weights(kPorts);
  weights.set(PortId(0), kOutput, 2);
  weights.begins(PortId(0), kOutput);
  weights.begins(PortId(0), kOutput);
  weights.reset();
  EXPECT_THAT(taken(weights, of({0, 1}), 3), ElementsAre(0, 1, 0));
}

TEST(RoundWeights, RefusesNoPackets) {
  RoundWeights weights(kPorts);
  EXPECT_THROW(weights.set(PortId(0), kOutput, 0), std::invalid_argument);
  EXPECT_THROW(weights.set(PortId(0), kOutput, RoundWeights::kMost + 1), std::invalid_argument);
  EXPECT_EQ(weights.weight(PortId(0), kOutput), 1U);
}

TEST(RoundWeights, CountsBeyondAWordOfPorts) {
  constexpr std::size_t kMany = 130;
  RoundWeights weights(kMany);
  const PortSet all = of({5, 70, 129}, kMany);
  weights.set(PortId(129), PortId(128), 3);
  std::map<std::size_t, int> packets;
  for (std::size_t i = 0, from = 0; i < 50; ++i, from = (from + 1) % kMany) {
    from = weights.next(all.bits(), all.bits(), 128, from);
    weights.begins(PortId(from), PortId(128));
    weights.ends(PortId(from), PortId(128));
    ++packets[from];
  }
  EXPECT_EQ(packets, (std::map<std::size_t, int>{{5, 10}, {70, 10}, {129, 30}}));
}

// Inputs that always have packets for one output, others for another one beside it.
struct Tried {
  const char* name;
  Transfer transfer;
  unsigned iterations;
  Time jitter;
};

void PrintTo(const Tried& tried, std::ostream* out) { *out << tried.name; }

class WeightedCrossbar : public testing::TestWithParam<Tried> {};
INSTANTIATE_TEST_SUITE_P(All, WeightedCrossbar,
                         testing::Values(Tried{"cells", Transfer::kCell, 1, 0_ps},
                                         Tried{"cells_of_three_iterations", Transfer::kCell, 3, 0_ps},
                                         Tried{"packets", Transfer::kPacket, 1, 0_ps},
                                         Tried{"late_packets", Transfer::kPacket, 1, 10_ns}),
                         [](const auto& tested) { return std::string(tested.param.name); });

CrossbarConfig config(const Tried& tried) {
  CrossbarConfig config;
  config.arbiter = Arbiter::kWeightedRoundRobin;
  config.transfer = tried.transfer;
  config.iterations = tried.iterations;
  config.jitter = tried.jitter;
  config.speedup = 1.5;
  return config;
}

std::array<std::size_t, kPorts> first_of_each(const CrossbarBench& bench, std::size_t packets) {
  std::array<std::size_t, kPorts> of_input{};
  const std::vector<std::size_t> inputs = bench.inputs_in_order(kOutput.index());
  for (std::size_t i = 0; i < packets; ++i)
    ++of_input[inputs[i]];
  return of_input;
}

TEST_P(WeightedCrossbar, AnOutputGivesPartsAsTheWeights) {
  CrossbarBench bench(config(GetParam()), kPorts, kFrame);
  constexpr std::array<unsigned, 3> kWeights{1, 2, 5};
  for (std::size_t input = 0; input < kWeights.size(); ++input) {
    bench.crossbar().weights()->set(PortId(input), kOutput, kWeights[input]);
    bench.crossbar().weights()->set(kOutput, PortId(input), 9);  // what is meant the other way round
    for (int i = 0; i < 500; ++i)
      bench.send(input, kOutput.index(), kFrame);
    for (int i = 0; i < 50; ++i)
      bench.send(input, (input + 1) % 3, kFrame);  // beside it, so that inputs are busy elsewhere
  }
  bench.run();
  const auto of_input = first_of_each(bench, 400);
  EXPECT_NEAR(static_cast<double>(of_input[0]), 50, 2);
  EXPECT_NEAR(static_cast<double>(of_input[1]), 100, 2);
  EXPECT_NEAR(static_cast<double>(of_input[2]), 250, 2);
  bench.expect_all_in_order();
}

TEST_P(WeightedCrossbar, AnOutputStaysBusyWithWhomeverThereIs) {
  CrossbarBench bench(config(GetParam()), kPorts, kFrame);
  bench.crossbar().weights()->set(PortId(0), kOutput, 1);
  bench.crossbar().weights()->set(PortId(1), kOutput, 200);
  for (int i = 0; i < 100; ++i)
    bench.send(0, kOutput.index(), kFrame);
  bench.run(100 * 1200_ns);
  EXPECT_GE(bench.sent(kOutput.index()), 98 * kFrame) << "the heavy one has nothing";
}

TEST_P(WeightedCrossbar, KeepsOrderAndRoomUnderRandomTraffic) {
  CrossbarBench bench(config(GetParam()), kPorts, kFrame);
  for (std::size_t input = 0; input < kPorts; ++input) {
    for (std::size_t output = 0; output < kPorts; ++output)
      bench.crossbar().weights()->set(PortId(input), PortId(output), static_cast<unsigned>(1 + input + 3 * output));
  }
  bench.expect_all_in_order_of_random_traffic(7);
}

TEST(CrossbarWeights, OtherArbitersHaveNone) {
  for (const Transfer transfer : {Transfer::kCell, Transfer::kPacket}) {
    for (const Arbiter arbiter : {Arbiter::kRoundRobin, Arbiter::kIslip}) {
      CrossbarConfig config;
      config.transfer = transfer;
      config.arbiter = arbiter;
      EXPECT_EQ(CrossbarBench(config, kPorts, kFrame).crossbar().weights(), nullptr);
    }
  }
}

}  // namespace weir::crossbar::round_weights_test
