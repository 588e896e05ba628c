// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The buffer divided among classes (TTL-based buffer management, section 1.3). Packets of 100 B are a cell.

#include "hw_model/base/random_stream.h"
#include "tb/tests/unit/datapath/mmu_bench.h"

namespace weir::mmu::mmu_partition_test {

constexpr Bytes kCell = 100_B;

// 100 cells: 50 of class 0, 30 of class 1, 20 of class 2, none of the others.
MmuConfig divided() {
  MmuConfig config{.buffer = 10'000_B, .cell = kCell, .viq_limit = 10'000_B};
  config.partition_size[0] = 5'000_B;
  config.partition_size[1] = 3'099_B;  // which is 30 cells
  config.partition_size[2] = 2'000_B;
  return config;
}

int fill(Bench& bench, ClassId c, PortId port = PortId(0), Bytes length = kCell) {
  int taken = 0;
  while (!is_drop(bench.admit(length, c, 0_B, port))) {
    ++taken;
  }
  return taken;
}

TEST(Partitions, AClassTakesItsOwnAndNoMore) {
  Bench bench(divided());
  EXPECT_EQ(fill(bench, ClassId(1)), 30);
  EXPECT_EQ(bench.admit(kCell, ClassId(1), 0_B, PortId(1)), Admission::kPartitionFull)
      << "it is the class's, not a port's";
  EXPECT_EQ(bench.mmu().free_shared(), 70);
  EXPECT_EQ(fill(bench, ClassId(2), PortId(1)), 20);
  EXPECT_EQ(fill(bench, ClassId(0)), 50) << "a lossless class, too";
  EXPECT_EQ(bench.admit(kCell, ClassId(0)), Admission::kBufferFull);
  bench.release(kCell, ClassId(2), PortId(1));
  EXPECT_EQ(bench.admit(kCell, ClassId(0)), Admission::kPartitionFull) << "what class 2 gave back is not for class 0";
  EXPECT_EQ(bench.admit(kCell, ClassId(2)), Admission::kShared);
  bench.mmu().check("s1", bench.now());
}

TEST(Partitions, AreCountedInCells) {
  Bench bench(divided());
  EXPECT_EQ(fill(bench, ClassId(2), PortId(0), 1_B), 20);
  EXPECT_EQ(bench.depth(ClassId(2)), 20_B);
  EXPECT_EQ(bench.mmu().partitions().used(ClassId(2)), 20);
  EXPECT_EQ(bench.mmu().partitions().cells(ClassId(1)), 30);
}

TEST(Partitions, AClassWithoutOneTakesNothing) {
  MmuConfig config = divided();
  config.viq_reserved = 100_B;
  Bench bench(config);
  EXPECT_EQ(bench.admit(1_B, ClassId(3)), Admission::kPartitionFull) << "not even a minimum";
  EXPECT_EQ(bench.mmu().free_shared(), 100 - 3 * 2) << "a minimum of three classes at two ports";
}

TEST(Partitions, KeepTheMinimumsOfTheirClass) {
  MmuConfig config = divided();
  config.viq_reserved = 500_B;
  Bench bench(config);
  EXPECT_EQ(fill(bench, ClassId(2)), 15);
  EXPECT_EQ(bench.admit(kCell, ClassId(2)), Admission::kPartitionFull);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(bench.admit(kCell, ClassId(2), 0_B, PortId(1)), Admission::kReserved);
  }
  EXPECT_EQ(bench.admit(kCell, ClassId(2), 0_B, PortId(1)), Admission::kPartitionFull);
  bench.mmu().check("s1", bench.now());
}

TEST(Partitions, MustFitIntoTheBuffer) {
  MmuConfig config = divided();
  config.partition_size[3] = 101_B;
  EXPECT_THAT([&] { Bench bench(config); },
              ThrowsMessage<std::invalid_argument>(
                  "switch.mmu.partition_size: the partitions have 101 cells, and the buffer has 100 cells"));
  config = divided();
  config.viq_reserved = 1'100_B;
  EXPECT_THAT([&] { Bench bench(config); },
              ThrowsMessage<std::invalid_argument>("switch.mmu.partition_size: the partition of class 2 has 20 cells, "
                                                   "wanted at least the 22 cells of viq_reserved of 2 ports"));
}

TEST(Partitions, ShrinkDownToWhatTheyHold) {
  Bench bench(divided());
  fill(bench, ClassId(1));
  bench.release(kCell, ClassId(1));
  MmuConfig config = divided();
  config.partition_size[1] = 2'800_B;
  EXPECT_THAT([&] { bench.mmu().check_settings(config); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("29 in use")));
  config.partition_size[1] = 2'900_B;
  config.partition_size[2] = 2'100_B;
  bench.mmu().check_settings(config);
  bench.mmu().reconfigure(config, bench.now());
  EXPECT_EQ(bench.admit(kCell, ClassId(1)), Admission::kPartitionFull);
  EXPECT_EQ(fill(bench, ClassId(2)), 21);
  bench.mmu().check("s1", bench.now());
}

// Any arrivals and departures of classes 0 to 2.
TEST(Partitions, NeverHoldMoreThanTheirSize) {
  MmuConfig config = divided();
  config.viq_reserved = 300_B;
  Bench bench(config);
  RandomStream random(3, "partitions");
  struct Held {
    PortId port;
    ClassId c;
    Bytes length;
  };
  std::vector<Held> held;
  PerClass<int> refused{};
  for (int i = 0; i < 20'000; ++i) {
    if (!held.empty() && random.below(5) < 2) {
      const auto which = held.begin() + static_cast<std::ptrdiff_t>(random.below(held.size()));
      bench.release(which->length, which->c, which->port);
      held.erase(which);
    } else {
      const Held packet{PortId(random.below(2)), ClassId(random.below(3)),
                        Bytes(static_cast<std::int64_t>(1 + random.below(700)))};
      const Admission answer = bench.admit(packet.length, packet.c, 0_B, packet.port);
      if (!is_drop(answer)) {
        held.push_back(packet);
      }
      refused[packet.c.index()] += answer == Admission::kPartitionFull ? 1 : 0;
    }
    PerClass<std::int64_t> cells{};
    for (const Held& packet : held) {
      cells[packet.c.index()] += (packet.length + 99_B) / kCell;
    }
    for (std::size_t c = 0; c < 3; ++c) {
      ASSERT_EQ(bench.mmu().partitions().used(ClassId(c)), cells[c]);
      ASSERT_LE(cells[c], bench.mmu().partitions().cells(ClassId(c)));
    }
    bench.mmu().check("s1", bench.now());
  }
  for (std::size_t c = 0; c < 3; ++c) {
    EXPECT_GT(refused[c], 100);
  }
}

}  // namespace weir::mmu::mmu_partition_test
