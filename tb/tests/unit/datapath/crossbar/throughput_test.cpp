// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the crossbar carries, against the figures of the literature.

#include "hw_model/base/random_stream.h"
#include "tb/tests/unit/datapath/crossbar/basic_round_robin.h"
#include "tb/tests/unit/datapath/crossbar/crossbar_bench.h"

namespace weir::crossbar::throughput_test {

constexpr Bytes kCell = Bytes(64);
constexpr Time kLineSlot = Time(51'200);  // 64 B at 10 Gbps

// Slots exactly as long as a cell on the line, and outputs with as much room as they want.
CrossbarConfig classical(Queueing queueing, Arbiter arbiter = Arbiter::kRoundRobin, unsigned iterations = 1) {
  CrossbarConfig config;
  config.queueing = queueing;
  config.arbiter = arbiter;
  config.iterations = iterations;
  config.clock = kLineSlot;
  config.output_buffer = 1_MB;
  return config;
}

// Every input always has packets of one cell, for random outputs. The part of the slots in which an output gets one.
double saturated(CrossbarBench& bench, std::size_t ports, int slots) {
  RandomStream random(21, "saturated");
  for (std::size_t input = 0; input < ports; ++input) {
    for (int i = 0; i < slots; ++i) {
      bench.send(input, random.below(ports), kCell);
    }
  }
  const int warm_up = slots / 4;
  bench.run(warm_up * kLineSlot);
  const std::size_t before = bench.arrivals().size();
  const int until = slots / 2;
  bench.run(until * kLineSlot);
  return static_cast<double>(bench.arrivals().size() - before) /
         (static_cast<double>(ports) * static_cast<double>(until - warm_up));
}

// Bernoulli arrivals of one cell an input and slot at load 1, for random outputs, behind a small backlog.
double uniform(CrossbarBench& bench, std::size_t ports, int slots) {
  RandomStream random(22, "uniform");
  const int backlog = 20 * static_cast<int>(ports);
  for (std::size_t input = 0; input < ports; ++input) {
    for (int i = 0; i < backlog + slots; ++i) {
      bench.send(input, random.below(ports), kCell, std::max(0, i - backlog) * kLineSlot);
    }
  }
  const int warm_up = slots / 3;
  bench.run(warm_up * kLineSlot);
  const std::size_t before = bench.arrivals().size();
  bench.run(slots * kLineSlot);
  return static_cast<double>(bench.arrivals().size() - before) /
         (static_cast<double>(ports) * static_cast<double>(slots - warm_up));
}

// Karol, Hluchyj, Morgan 1987: 2 - sqrt(2) = 0.586 for many ports, 0.75 for two.
TEST(Throughput, OfFifosIsLimitedByHeadOfLineBlocking) {
  CrossbarBench large(classical(Queueing::kFifo), 64, kCell);
  const double of_64 = saturated(large, 64, 1600);
  EXPECT_NEAR(of_64, 2 - std::sqrt(2.0), 0.01);
  CrossbarBench small(classical(Queueing::kFifo), 2, kCell);
  EXPECT_NEAR(saturated(small, 2, 8000), 0.75, 0.02);
  // The same with virtual output queues is outside these bounds: the bounds are those of head-of-line blocking.
  CrossbarBench voq(classical(Queueing::kVirtualOutput), 64, kCell);
  EXPECT_GT(saturated(voq, 64, 1600), 0.9);
}

// McKeown 1999: 100 % of uniform traffic in the limit, with any number of iterations.
TEST(Throughput, OfIslipIsFullUnderUniformTraffic) {
  constexpr std::size_t kPorts = 16;
  for (const unsigned iterations : {1U, 4U}) {
    CrossbarBench islip(classical(Queueing::kVirtualOutput, Arbiter::kIslip, iterations), kPorts, kCell);
    EXPECT_GE(uniform(islip, kPorts, 3000), 0.99) << iterations << " iterations";
  }
  // Neither the queueing nor the rule of the pointers may be another one.
  CrossbarBench fifo(classical(Queueing::kFifo, Arbiter::kIslip, 4), kPorts, kCell);
  EXPECT_LT(uniform(fifo, kPorts, 3000), 0.63);
  CrossbarBench basic(classical(Queueing::kVirtualOutput), kPorts, kCell, std::make_unique<BasicRoundRobin>(kPorts));
  EXPECT_LT(uniform(basic, kPorts, 3000), 0.7);
}

TEST(Throughput, OfAPermutationIsFull) {
  for (const Queueing queueing : {Queueing::kFifo, Queueing::kVirtualOutput}) {
    CrossbarBench bench(classical(queueing), 8, kCell);
    for (std::size_t input = 0; input < 8; ++input) {
      for (int i = 0; i < 1000; ++i) {
        bench.send(input, (input + 3) % 8, kCell, i * kLineSlot);
      }
    }
    bench.run();
    for (const Arrival& arrival : bench.arrivals()) {
      EXPECT_EQ(arrival.at, (arrival.sequence + 1) * kLineSlot);
    }
    bench.expect_all_in_order();
  }
}

// Frames at line rate for one output, which has room for a few of them: the part of the line that they fill.
double part_of_the_line(Bytes frame, double speedup, std::int64_t frames_of_room) {
  constexpr int kFrames = 400;
  CrossbarConfig config;
  config.speedup = speedup;
  config.output_buffer = frames_of_room * frame;
  CrossbarBench bench(config, 2, frame);
  const Time frame_time = serialization_time(frame, CrossbarBench::kRate);
  for (int i = 0; i < kFrames + 200; ++i) {
    bench.send(0, 1, frame, i * frame_time);
  }
  bench.run(100 * frame_time);
  const Bytes before = bench.sent(1);
  bench.run((kFrames + 100) * frame_time);
  return static_cast<double>((bench.sent(1) - before) / frame) / kFrames;
}

// 1500 B are 23.4 cells, so that 24 slots of 50.4 ns take longer than the frame on the line. With room for two frames
// the next one begins at the boundary after the one before the last has left: 1.02 makes up for the cells, not for
// that.
TEST(Throughput, OfLargeFramesWantsALittleSpeedup) {
  EXPECT_NEAR(part_of_the_line(1500_B, 1.0, 2), 1200.0 / 1209.6, 0.003);
  EXPECT_NEAR(part_of_the_line(1500_B, 1.0, 4), 1200.0 / 1209.6, 0.003);
  EXPECT_LT(part_of_the_line(1500_B, 1.02, 2), 1.0);
  EXPECT_EQ(part_of_the_line(1500_B, 1.02, 3), 1.0);
  EXPECT_EQ(part_of_the_line(1500_B, 1.05, 2), 1.0);
}

// The worst length: a cell and one byte take two slots.
TEST(Throughput, OfACellAndAByteWantsDoubleSpeed) {
  EXPECT_NEAR(part_of_the_line(65_B, 1.0, 4), 52.0 / 100.8, 0.003);
  EXPECT_EQ(part_of_the_line(65_B, 2.0, 4), 1.0);
}

// Each input gets a cell in each slot: two of three for the output of its own number, the third for the next one. All
// inputs and outputs are loaded to the full, and a matching of half the size is often maximal.
constexpr std::size_t kDiagonalPorts = 16;
constexpr int kDiagonalSlots = 3000;

std::vector<std::size_t> diagonal_traffic() {
  RandomStream random(23, "diagonal");
  std::vector<std::size_t> outputs;
  for (int i = 0; i < kDiagonalSlots; ++i) {
    for (std::size_t input = 0; input < kDiagonalPorts; ++input) {
      outputs.push_back((input + (random.below(3) == 0 ? 1 : 0)) % kDiagonalPorts);
    }
  }
  return outputs;
}

// Cells that have left an output by the end, as a part of those that would have left an output-queued switch, whose
// output sends in each slot in which it has a cell; the lowest of all outputs.
double against_output_queueing(double speedup, unsigned iterations) {
  CrossbarConfig config = classical(Queueing::kVirtualOutput, Arbiter::kIslip, iterations);
  config.strategy = speedup > 1 ? Strategy::kCombined : Strategy::kInputQueued;
  config.speedup = speedup;
  config.clock = Time(100);
  CrossbarBench bench(config, kDiagonalPorts, kCell);
  std::vector<int> waiting(kDiagonalPorts);
  std::vector<int> left(kDiagonalPorts);
  const std::vector<std::size_t> traffic = diagonal_traffic();
  for (std::size_t i = 0; i < traffic.size(); ++i) {
    const auto slot = static_cast<std::int64_t>(i / kDiagonalPorts);
    bench.send(i % kDiagonalPorts, traffic[i], kCell, slot * kLineSlot);
    ++waiting[traffic[i]];
    for (std::size_t output = 0; i % kDiagonalPorts + 1 == kDiagonalPorts && output < kDiagonalPorts; ++output) {
      left[output] += waiting[output] > 0 ? 1 : 0;
      waiting[output] -= waiting[output] > 0 ? 1 : 0;
    }
  }
  bench.run(kDiagonalSlots * kLineSlot);
  double lowest = 1;
  for (std::size_t output = 0; output < kDiagonalPorts; ++output) {
    lowest = std::min(lowest, static_cast<double>(bench.sent(output) / kCell) / static_cast<double>(left[output]));
  }
  return lowest;
}

// Dai, Prabhakar 2000: a maximal matching carries everything with a speedup of 2. With 2 - 1/N a switch can imitate
// output queueing (Chuang, Goel, McKeown, Prabhakar 1999), by another arbiter than ours.
TEST(Throughput, OfCombinedQueueingWithSpeedupTwoIsThatOfOutputQueueing) {
  EXPECT_GT(against_output_queueing(2.0, 1), 0.995);
  EXPECT_GT(against_output_queueing(2.0, 4), 0.995);
  EXPECT_LT(against_output_queueing(1.0, 1), 0.95) << "without a speedup it is not";
  EXPECT_LT(against_output_queueing(1.0, 4), 0.98);
}

}  // namespace weir::crossbar::throughput_test
