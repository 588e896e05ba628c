// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The shared pool: guaranteed minimums that are set aside, and the dynamic threshold of lossy classes. Packets of 100 B
// are a cell.

#include "hw_model/base/invariant.h"
#include "tb/tests/unit/datapath/mmu_bench.h"

namespace weir::mmu::mmu_pool_test {

constexpr Bytes kCell = 100_B;
constexpr std::int64_t kCells = 10'000;
constexpr std::uint32_t kOne = 128;  // alpha of 1

MmuConfig dynamic(std::uint32_t alpha_128ths) {
  return {.buffer = kCells * kCell, .cell = kCell, .alpha_128ths = alpha_128ths, .viq_limit = kCells * kCell};
}

struct Queue {
  PortId port;
  ClassId c;
};

// The first n lossy queues of the bench's two ports.
std::vector<Queue> lossy_queues(int n) {
  std::vector<Queue> queues;
  for (int i = 0; i < n; ++i) {
    queues.push_back({PortId(static_cast<std::size_t>(i % 2)), ClassId(static_cast<std::size_t>(1 + i / 2))});
  }
  return queues;
}

double cells_of(const Bench& bench, const Queue& queue) {
  return static_cast<double>(bench.depth(queue.c, queue.port) / kCell);
}

// Choudhury and Hahne, equation 2: Q = alpha B / (1 + n alpha) for each of n queues that want more.
double closed_form(std::uint32_t alpha_128ths, int n) {
  const double alpha = static_cast<double>(alpha_128ths) / kOne;
  return alpha * kCells / (1 + n * alpha);
}

TEST(DynamicThreshold, ManyQueuesShareByTheClosedForm) {
  constexpr double kPackets = 2;
  for (const std::uint32_t alpha : {kOne / 8, kOne / 2, kOne, 2 * kOne, 8 * kOne}) {
    for (const int n : {1, 2, 3, 7, 14}) {
      Bench bench(dynamic(alpha));
      const std::vector<Queue> queues = lossy_queues(n);
      for (bool any = true; any;) {
        any = false;
        for (const Queue& queue : queues) {
          const Admission answer = bench.admit(kCell, queue.c, 0_B, queue.port);
          EXPECT_THAT(answer, testing::AnyOf(Admission::kShared, Admission::kViqFull));
          any = any || !is_drop(answer);
        }
      }
      for (const Queue& queue : queues) {
        EXPECT_NEAR(cells_of(bench, queue), closed_form(alpha, n), kPackets) << n << " queues, alpha " << alpha;
      }
      bench.mmu().check("s1", bench.now());
    }
  }
}

// One queue has the pool for itself; others come; in the end they have the same, as in the paper's section IV.
TEST(DynamicThreshold, AQueueThatWasAloneGivesWay) {
  constexpr double kPackets = 3;
  Bench bench(dynamic(kOne));
  const std::vector<Queue> queues = lossy_queues(4);
  while (!is_drop(bench.admit(kCell, queues[0].c, 0_B, queues[0].port))) {
  }
  EXPECT_NEAR(cells_of(bench, queues[0]), closed_form(kOne, 1), kPackets);
  for (int i = 0; i < 10'000; ++i) {
    for (const Queue& queue : queues) {
      if (bench.depth(queue.c, queue.port) > 0_B) {
        bench.release(kCell, queue.c, queue.port);
      }
      bench.admit(kCell, queue.c, 0_B, queue.port);
      bench.admit(kCell, queue.c, 0_B, queue.port);
    }
  }
  for (const Queue& queue : queues) {
    EXPECT_NEAR(cells_of(bench, queue), closed_form(kOne, 4), kPackets);
  }
  bench.mmu().check("s1", bench.now());
}

TEST(DynamicThreshold, IsNeverAboveTheStaticOne) {
  MmuConfig config = dynamic(kOne);
  config.viq_limit = 10 * kCell;
  Bench bench(config);
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(bench.admit(kCell, kLossy), Admission::kShared);
  }
  EXPECT_EQ(bench.admit(kCell, kLossy), Admission::kViqFull);
}

TEST(DynamicThreshold, LeavesLosslessClassesTheirStaticOne) {
  MmuConfig config = dynamic(kOne / 128);
  config.viq_limit = 5'000 * kCell;
  config.headroom = 10 * kCell;
  Bench bench(config);
  for (int i = 0; i < 5'000; ++i) {
    ASSERT_EQ(bench.admit(kCell, kLossless), Admission::kShared);
  }
  EXPECT_EQ(bench.admit(kCell, kLossless), Admission::kHeadroom);
  EXPECT_EQ(bench.admit(5'000 * kCell / 128, kLossy), Admission::kViqFull) << "a 128th of what is free";
  EXPECT_EQ(bench.admit(4'900 * kCell / 128, kLossy), Admission::kShared);
}

// 200 cells, of which 16 x 5 are set aside.
constexpr MmuConfig kReserving{
    .buffer = 20'000_B, .cell = kCell, .viq_reserved = 500_B, .viq_limit = 20'000_B, .headroom = 0_B};

TEST(GuaranteedMinimum, NoOtherQueueCanTakeIt) {
  Bench bench(kReserving);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(bench.admit(kCell, kLossy), Admission::kReserved);
  }
  for (int i = 0; i < 120; ++i) {
    EXPECT_EQ(bench.admit(kCell, kLossy), Admission::kShared);
  }
  EXPECT_EQ(bench.admit(kCell, kLossy), Admission::kBufferFull);
  EXPECT_EQ(bench.mmu().free_shared(), 0);
  bench.mmu().check("s1", bench.now());
  for (const Queue& queue : lossy_queues(14)) {
    for (int i = 0; i < 5; ++i) {
      const Admission answer = bench.admit(kCell, queue.c, 0_B, queue.port);
      EXPECT_EQ(answer, queue.c == kLossy && queue.port == PortId(0) ? Admission::kBufferFull : Admission::kReserved);
    }
    EXPECT_EQ(bench.admit(kCell, queue.c, 0_B, queue.port), Admission::kBufferFull);
  }
  bench.mmu().check("s1", bench.now());
}

TEST(GuaranteedMinimum, IsSetAsideAgainWhenItsQueueDrains) {
  Bench bench(kReserving);
  EXPECT_EQ(bench.mmu().free_shared(), 120);
  bench.admit(1'000_B, kLossy);
  EXPECT_EQ(bench.mmu().free_shared(), 115) << "five of its ten cells are shared";
  bench.release(1'000_B, kLossy);
  EXPECT_EQ(bench.mmu().free_shared(), 120);
  bench.mmu().check("s1", bench.now());
}

TEST(GuaranteedMinimum, APacketMayBePartlyInIt) {
  Bench bench(kReserving);
  EXPECT_EQ(bench.admit(12'400_B, kLossless), Admission::kShared);
  EXPECT_EQ(bench.mmu().free_shared(), 1);
  EXPECT_EQ(bench.admit(700_B, kLossy), Admission::kBufferFull) << "two cells beyond its minimum";
  EXPECT_EQ(bench.admit(600_B, kLossy), Admission::kShared);
  EXPECT_EQ(bench.mmu().free_shared(), 0);
}

TEST(GuaranteedMinimum, MustFitIntoTheBuffer) {
  MmuConfig config = kReserving;
  config.viq_reserved = 1'300_B;
  EXPECT_THAT(
      [&] { Bench bench(config); },
      ThrowsMessage<std::invalid_argument>(
          "switch.mmu.viq_reserved: 1.3KB sets 208 cells aside for the VIQs of 2 ports, and the buffer has 200 cells"));
  Bench bench(kReserving);
  bench.admit(10'000_B, kLossy);
  config.viq_reserved = 600_B;
  EXPECT_NO_THROW(bench.mmu().check_settings(config));
  config.viq_reserved = 700_B;
  EXPECT_THAT([&] { bench.mmu().check_settings(config); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("105 cells aside, beside 100 in use of 200")));
}

}  // namespace weir::mmu::mmu_pool_test
