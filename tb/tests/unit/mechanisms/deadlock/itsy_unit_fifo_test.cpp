// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// ITSY's unit where packets wait in one FIFO an input, against sequences made by hand: what waits for what.

#include "tb/tests/unit/mechanisms/deadlock/itsy_unit_bench.h"

namespace weir::deadlock::itsy_unit_fifo_test {

struct Bench : ItsyBench {
  Bench() : ItsyBench(one_fifo()) {}
  static SwitchContext one_fifo() {
    SwitchContext context = itsy_context(Protocol::kRepaired);
    context.one_fifo = true;
    return context;
  }
  // A packet of B's has crossed to `to` and stands there: no head has room.
  void fill(PortId to, Time now) {
    enqueue(kB, to, 100_B, now);
    cross(kB, to, 100_B, now);
  }
  std::uint32_t count(PortId e) const { return unit.protocol(kC).causality().count(e, kA); }
};

// 4 KB for B stand behind a head for the host. B is held, but the host takes: the bit of a deeper packet would be
// false.
TEST(ItsyUnitFifo, ADeeperPacketIsNoEdge) {
  Bench bench;
  bench.fill(kHost, 1_us);
  bench.enqueue(kA, kHost, 1_KB, 2_us);
  bench.enqueue(kA, kB, 4_KB, 3_us);
  bench.pause(kA, true, 4_us);
  bench.hold(kB, true, 5_us);
  EXPECT_EQ(bench.count(kB), 0U);
  EXPECT_THAT(bench.said, IsEmpty());
}

TEST(ItsyUnitFifo, AllOfItWaitsForTheHeadsEgress) {
  Bench bench;
  bench.fill(kB, 1_us);
  bench.enqueue(kA, kB, 1_KB, 2_us);
  bench.enqueue(kA, kHost, 4_KB, 3_us);
  bench.pause(kA, true, 4_us);
  bench.hold(kB, true, 5_us);
  EXPECT_EQ(bench.count(kB), 5000U);
  EXPECT_THAT(bench.said, SizeIs(1));
}

// The head may still cross: it has room, though its egress is held.
TEST(ItsyUnitFifo, AHeadThatHasRoomWaitsForNothing) {
  Bench bench;
  bench.enqueue(kA, kB, 1_KB, 2_us);
  bench.enqueue(kA, kB, 4_KB, 3_us);
  bench.pause(kA, true, 4_us);
  bench.hold(kB, true, 5_us);
  EXPECT_EQ(bench.count(kB), 0U);
  EXPECT_THAT(bench.said, IsEmpty());
  bench.cross(kA, kB, 1_KB, 6_us);
  EXPECT_EQ(bench.count(kB), 5000U);
  EXPECT_THAT(bench.said, SizeIs(1)) << "and now it has none";
}

// A head for the host leaves, and the next one waits for B, which is held and full.
TEST(ItsyUnitFifo, AHeadThatChangesIsAnEvent) {
  Bench bench;
  bench.fill(kB, 1_us);
  bench.enqueue(kA, kHost, 1_KB, 2_us);
  bench.enqueue(kA, kB, 4_KB, 3_us);
  bench.pause(kA, true, 4_us);
  bench.hold(kB, true, 5_us);
  EXPECT_THAT(bench.said, IsEmpty());
  bench.cross(kA, kHost, 1_KB, 6_us);
  EXPECT_EQ(bench.count(kHost), 1000U);
  EXPECT_EQ(bench.count(kB), 4000U);
  EXPECT_THAT(bench.said, SizeIs(1));
}

TEST(ItsyUnitFifo, RoomThatIsMadeEndsTheWait) {
  Bench bench;
  bench.fill(kB, 1_us);
  bench.enqueue(kA, kB, 4_KB, 3_us);
  EXPECT_EQ(bench.count(kB), 4000U);
  bench.depart(kB, kB, 100_B, 4_us, 1_us);
  EXPECT_EQ(bench.count(kB), 0U);
}

}  // namespace weir::deadlock::itsy_unit_fifo_test
