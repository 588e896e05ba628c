// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Every threshold one byte below, at and one byte above; the accounts; what the flow-control engine is told.

#include "hw_model/base/invariant.h"
#include "hw_model/base/random_stream.h"
#include "tb/tests/unit/datapath/mmu_bench.h"

namespace weir::mmu::mmu_test {

constexpr MmuConfig kConfig{
    .buffer = 1_MB, .cell = 100_B, .viq_reserved = 3'000_B, .viq_limit = 10'000_B, .headroom = 5'000_B};

TEST(Mmu, FillsReservedThenSharedThenHeadroomOfALosslessClass) {
  EXPECT_EQ(Bench::at(kConfig, 2'000_B, 999_B, kLossless), Admission::kReserved);
  EXPECT_EQ(Bench::at(kConfig, 2'000_B, 1'000_B, kLossless), Admission::kReserved);
  EXPECT_EQ(Bench::at(kConfig, 2'000_B, 1'001_B, kLossless), Admission::kShared);
  EXPECT_EQ(Bench::at(kConfig, 9'000_B, 999_B, kLossless), Admission::kShared);
  EXPECT_EQ(Bench::at(kConfig, 9'000_B, 1'000_B, kLossless), Admission::kShared);
  EXPECT_EQ(Bench::at(kConfig, 9'000_B, 1'001_B, kLossless), Admission::kHeadroom);
  EXPECT_EQ(Bench::at(kConfig, 14'000_B, 999_B, kLossless), Admission::kHeadroom);
  EXPECT_EQ(Bench::at(kConfig, 14'000_B, 1'000_B, kLossless), Admission::kHeadroom);
  EXPECT_EQ(Bench::at(kConfig, 14'000_B, 1'001_B, kLossless), Admission::kHeadroomExhausted);
}

TEST(Mmu, GivesALossyClassNoHeadroom) {
  EXPECT_EQ(Bench::at(kConfig, 9'000_B, 999_B, kLossy), Admission::kShared);
  EXPECT_EQ(Bench::at(kConfig, 9'000_B, 1'000_B, kLossy), Admission::kShared);
  EXPECT_EQ(Bench::at(kConfig, 9'000_B, 1'001_B, kLossy), Admission::kViqFull);
  Bench bench(kConfig);
  EXPECT_EQ(bench.mmu().limit(PortId(0), kLossless), 15'000_B);
  EXPECT_EQ(bench.mmu().limit(PortId(0), kLossy), 10'000_B);
}

TEST(Mmu, LimitsTheVeqOfALossyClassAlone) {
  const auto at = [](Bytes veq_depth, ClassId c, Bytes length = 4'000_B, Bytes limit = 8'000_B) {
    MmuConfig config = kConfig;
    config.veq_limit = limit;
    return Bench(config).admit(length, c, veq_depth);
  };
  EXPECT_EQ(at(3'999_B, kLossy), Admission::kShared);
  EXPECT_EQ(at(4'000_B, kLossy), Admission::kShared);
  EXPECT_EQ(at(4'001_B, kLossy), Admission::kVeqFull);
  EXPECT_EQ(at(4'001_B, kLossless), Admission::kShared);
  EXPECT_EQ(at(900'000_B, kLossy, 3'000_B), Admission::kReserved) << "a guaranteed minimum is one";
  EXPECT_EQ(at(900'000_B, kLossy, 4'000_B, 0_B), Admission::kShared) << "0: no limit";
}

TEST(Mmu, CountsEachViqByItself) {
  Bench bench(kConfig);
  for (const PortId port : {PortId(0), PortId(1)}) {
    for (const ClassId c : {kLossless, kLossy}) {
      EXPECT_EQ(bench.admit(10'000_B, c, 0_B, port), Admission::kShared);
    }
  }
  EXPECT_EQ(bench.mmu().buffer().counted(), 40'000_B);
  bench.release(10'000_B, kLossy, PortId(1));
  EXPECT_EQ(bench.depth(kLossy, PortId(1)), 0_B);
  EXPECT_EQ(bench.depth(kLossless, PortId(1)), 10'000_B);
  EXPECT_EQ(bench.depth(kLossy, PortId(0)), 10'000_B);
  EXPECT_EQ(bench.mmu().buffer().counted(), 30'000_B);
  bench.mmu().check("s1", bench.now());
}

// 64 cells of 100 B: a packet of 101 B takes two of them.
TEST(Mmu, AllocatesWholeCells) {
  MmuConfig config = kConfig;
  config.buffer = 6'499_B;  // no room for a 65th
  config.viq_limit = 6'499_B;
  config.viq_reserved = 0_B;
  Bench bench(config);
  for (int i = 0; i < 31; ++i) {
    EXPECT_FALSE(is_drop(bench.admit(101_B)));
  }
  EXPECT_EQ(bench.depth(), 31 * 101_B);
  EXPECT_EQ(bench.admit(201_B), Admission::kBufferFull) << "three cells, two are free";
  EXPECT_FALSE(is_drop(bench.admit(100_B)));
  EXPECT_EQ(bench.admit(101_B), Admission::kBufferFull);
  EXPECT_FALSE(is_drop(bench.admit(1_B)));
  EXPECT_EQ(bench.admit(1_B), Admission::kBufferFull);
  EXPECT_EQ(bench.admit(1_B, kLossy, 0_B, PortId(1)), Admission::kBufferFull);
  bench.release(101_B);
  EXPECT_FALSE(is_drop(bench.admit(200_B)));
  bench.mmu().check("s1", bench.now());
}

TEST(Mmu, CountsFrameBytesOrWholeCells) {
  MmuConfig config = kConfig;
  Bench in_bytes(config);
  EXPECT_EQ(in_bytes.mmu().counted(101_B), 101_B);
  config.count_cells = true;
  Bench in_cells(config);
  EXPECT_EQ(in_cells.mmu().counted(99_B), 100_B);
  EXPECT_EQ(in_cells.mmu().counted(100_B), 100_B);
  EXPECT_EQ(in_cells.mmu().counted(101_B), 200_B);
  for (Bench* bench : {&in_bytes, &in_cells}) {
    bench->admit(101_B);
    bench->admit(99_B);
  }
  EXPECT_EQ(in_bytes.depth(), 200_B);
  EXPECT_EQ(in_cells.depth(), 300_B);
  EXPECT_EQ(in_cells.mmu().buffer().counted(), 300_B);
  EXPECT_THAT(in_cells.told(),
              ElementsAre(Told{true, kLossless, 101_B, 200_B, 1_ns}, Told{true, kLossless, 99_B, 300_B, 2_ns}));
  in_cells.release(101_B);
  EXPECT_EQ(in_cells.depth(), 100_B);
  // Thresholds are compared with what is counted.
  EXPECT_EQ(Bench::at(config, 14'901_B, 1_B, kLossless), Admission::kHeadroomExhausted);
  config.count_cells = false;
  EXPECT_EQ(Bench::at(config, 14'901_B, 99_B, kLossless), Admission::kHeadroom);
}

TEST(Mmu, ADropLeavesEverythingAsItWas) {
  const std::vector<std::tuple<Admission, Bytes, ClassId, Bytes>> drops{
      {Admission::kViqFull, 6'001_B, kLossy, 0_B},
      {Admission::kVeqFull, 5'000_B, kLossy, 3'001_B},
      {Admission::kHeadroomExhausted, 11'001_B, kLossless, 0_B},
      {Admission::kBufferFull, 992'001_B, kLossless, 0_B},
  };
  MmuConfig config = kConfig;
  config.veq_limit = 8'000_B;
  for (const auto& [reason, length, c, veq_depth] : drops) {
    Bench bench(config);
    bench.admit(4'000_B, kLossy);
    bench.admit(4'000_B, kLossless);
    const auto told = bench.told();
    EXPECT_EQ(bench.admit(length, c, veq_depth), reason) << name(reason);
    EXPECT_EQ(bench.depth(c), 4'000_B);
    EXPECT_EQ(bench.mmu().buffer().counted(), 8'000_B);
    EXPECT_EQ(bench.told(), told) << "flow control does not hear of it";
    const ViqCounters& counters = bench.mmu().counters(PortId(0), c);
    EXPECT_EQ(counters.admitted, 1U);
    EXPECT_EQ(counters.peak, 4'000_B);
    EXPECT_EQ(counters.by_admission[static_cast<std::size_t>(reason)], 1U);
    bench.mmu().check("s1", bench.now());
  }
}

TEST(Mmu, TellsTheEngineOfThePortInOrderWithTheNewDepth) {
  Bench bench(kConfig);
  bench.admit(1'000_B);
  bench.admit(500_B, kLossy);
  bench.admit(200_B);
  bench.release(1'000_B);
  EXPECT_THAT(bench.told(0),
              ElementsAre(Told{true, kLossless, 1'000_B, 1'000_B, 1_ns}, Told{true, kLossy, 500_B, 500_B, 2_ns},
                          Told{true, kLossless, 200_B, 1'200_B, 3_ns}, Told{false, kLossless, 1'000_B, 200_B, 4_ns}));
  EXPECT_THAT(bench.told(1), IsEmpty());
}

TEST(Mmu, CountsPeakAndAnswers) {
  Bench bench(kConfig);
  bench.admit(3'000_B);
  bench.admit(7'000_B);
  bench.release(3'000_B);
  bench.admit(2'000_B);
  const ViqCounters& counters = bench.mmu().counters(PortId(0), kLossless);
  EXPECT_EQ(counters.peak, 10'000_B);
  EXPECT_EQ(counters.admitted, 3U);
  EXPECT_THAT(counters.by_admission, ElementsAre(1, 2, 0, 0, 0, 0, 0, 0));
}

TEST(Mmu, NamesEveryAnswer) {
  EXPECT_EQ(name(Admission::kReserved), "reserved");
  EXPECT_EQ(name(Admission::kHeadroomExhausted), "headroom_exhausted");
  EXPECT_EQ(name(Admission::kVeqFull), "veq_full");
  EXPECT_EQ(name(Admission::kPartitionFull), "partition_full");
  EXPECT_FALSE(is_drop(Admission::kHeadroom));
  EXPECT_TRUE(is_drop(Admission::kViqFull));
  EXPECT_TRUE(is_drop(Admission::kPartitionFull));
}

TEST(MmuInvariants, NoViqIsNegative) {
  Bench bench(kConfig);
  bench.admit(1'000_B);
  bench.admit(1'000_B, kLossy);
  EXPECT_THAT([&] { bench.release(1'001_B); },
              ThrowsMessage<InvariantBroken>("a VIQ has become negative; queue viq port 0 class 0; packet 1001 B; at "
                                             "3000 ps"));
  Bench other(kConfig);
  other.admit(1'000_B);
  EXPECT_THROW(other.release(1'000_B, kLossless, PortId(1)), InvariantBroken) << "left by a port it did not come in by";
}

// A packet that grows lighter on its way: the VIQ adds up, the cells do not.
TEST(MmuInvariants, CellsAreGivenBackAsTheyWereTaken) {
  Bench bench(kConfig);
  bench.admit(150_B);
  bench.mmu().check("s1", bench.now());
  bench.release(50_B);
  bench.release(50_B);
  bench.release(50_B);
  EXPECT_THAT([&] { bench.mmu().check("s1", 9_ns); },
              ThrowsMessage<InvariantBroken>(HasSubstr("-1 cells in use of 10000; queue s1.mmu")));
}

// Any arrivals and departures: the accounts are those of a list of packets.
TEST(MmuProperties, AgreesWithAListOfPackets) {
  for (const bool count_cells : {false, true}) {
    MmuConfig config = kConfig;
    config.buffer = 40'000_B;
    config.viq_reserved = 1'000_B;  // 10 cells of each of 16 VIQs
    config.count_cells = count_cells;
    Bench bench(config);
    RandomStream random(count_cells ? 1 : 2, "mmu");
    struct Held {
      PortId port;
      ClassId c;
      Bytes length;
    };
    std::vector<Held> held;
    std::uint64_t dropped = 0;
    for (int i = 0; i < 20'000; ++i) {
      if (!held.empty() && random.below(2) == 0) {
        const auto which = held.begin() + static_cast<std::ptrdiff_t>(random.below(held.size()));
        bench.release(which->length, which->c, which->port);
        held.erase(which);
      } else {
        const Held packet{PortId(random.below(2)), ClassId(random.below(2)),
                          Bytes(static_cast<std::int64_t>(64 + random.below(2'000)))};
        if (is_drop(bench.admit(packet.length, packet.c, 0_B, packet.port))) {
          ++dropped;
        } else {
          held.push_back(packet);
        }
      }
      PerPortClass<Bytes> depth(2);
      Bytes all;
      for (const Held& packet : held) {
        const Bytes counted = count_cells ? (packet.length + 99_B) / 100_B * 100_B : packet.length;
        depth.at(packet.port, packet.c) += counted;
        all += counted;
      }
      ASSERT_EQ(bench.mmu().buffer().counted(), all);
      for (const PortId port : {PortId(0), PortId(1)}) {
        for (const ClassId c : {kLossless, kLossy}) {
          ASSERT_EQ(bench.depth(c, port), depth.at(port, c));
          ASSERT_LE(bench.depth(c, port), bench.mmu().limit(port, c));
        }
      }
      bench.mmu().check("s1", bench.now());
    }
    EXPECT_GT(dropped, 100U);
    EXPECT_LT(dropped, 9'000U);
  }
}

}  // namespace weir::mmu::mmu_test
