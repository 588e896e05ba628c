// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/crossbar/cell_crossbar.h"

#include "hw_model/base/invariant.h"
#include "tb/tests/unit/datapath/crossbar/crossbar_bench.h"

namespace weir::crossbar::cell_crossbar_test {

constexpr Time kSlot = Time(50'400);   // 64 B at 10 Gbps take 51.2 ns: 42 whole periods of 1.2 ns
constexpr Bytes kFrame = Bytes(1500);  // 24 cells

CrossbarConfig config(Queueing queueing = Queueing::kVirtualOutput) {
  CrossbarConfig config;
  config.strategy = Strategy::kInputQueued;
  config.queueing = queueing;
  config.output_buffer = 2 * kFrame;
  return config;
}

class CellsInBothQueueings : public testing::TestWithParam<Queueing> {};
INSTANTIATE_TEST_SUITE_P(All, CellsInBothQueueings, testing::Values(Queueing::kFifo, Queueing::kVirtualOutput),
                         [](const auto& tested) { return tested.param == Queueing::kFifo ? "fifo" : "voq"; });

TEST_P(CellsInBothQueueings, OnePacketWaitsForTheBoundaryAndTakesASlotACell) {
  CrossbarBench bench(config(GetParam()), 4, kFrame);
  bench.send(1, 3, kFrame, 100_ns);
  bench.run();
  ASSERT_EQ(bench.arrivals().size(), 1U);
  EXPECT_EQ(bench.arrivals()[0], (Arrival{2 * kSlot + 24 * kSlot, 1, 3, 0, 0}));
  EXPECT_EQ(bench.slots(), 25U);  // 24 cells, and the boundary at which the packet is complete
}

TEST_P(CellsInBothQueueings, ShortLastCellTakesAWholeSlot) {
  CrossbarBench bench(config(GetParam()), 4, kFrame);
  bench.send(0, 1, 64_B);
  bench.send(1, 2, 65_B);
  bench.run();
  EXPECT_EQ(bench.arrivals()[0].at, kSlot);
  EXPECT_EQ(bench.arrivals()[1].at, 2 * kSlot);
}

TEST_P(CellsInBothQueueings, ABoundarySeesWhatIsAdmittedAtItsOwnPicosecond) {
  for (const Time late : {0_ps, 1_ps}) {
    CrossbarBench bench(config(GetParam()), 2, kFrame);
    bench.send(0, 1, 64_B, 3 * kSlot + late);
    bench.run();
    EXPECT_EQ(bench.arrivals()[0].at, (late == 0_ps ? 4 : 5) * kSlot);
  }
}

// The same whether or not the crossbar is already awake.
TEST_P(CellsInBothQueueings, OthersDoNotHastenAPacket) {
  for (const bool others : {false, true}) {
    CrossbarBench bench(config(GetParam()), 4, kFrame);
    if (others) {
      bench.send(2, 3, kFrame);
    }
    bench.send(0, 1, 64_B, 3 * kSlot);
    bench.run();
    EXPECT_EQ(bench.arrivals()[0], (Arrival{4 * kSlot, 0, 1, 0, 0}));
  }
}

TEST_P(CellsInBothQueueings, CellsOfTwoInputsInterleaveAtAnOutput) {
  CrossbarBench bench(config(GetParam()), 3, kFrame);
  bench.send(0, 2, kFrame);
  bench.send(1, 2, kFrame);
  bench.run();
  EXPECT_THAT(bench.arrivals(), testing::ElementsAre(Arrival{47 * kSlot, 0, 2, 0, 0}, Arrival{48 * kSlot, 1, 2, 0, 0}));
}

// The timing diagram of docs/reference/crossbar.md.
TEST_P(CellsInBothQueueings, TwoInputsContendAsInTheDiagram) {
  CrossbarBench bench(config(GetParam()), 3, kFrame);
  bench.send(0, 2, 192_B, 10_ns);
  bench.send(1, 2, 192_B, 10_ns);
  bench.run(6 * kSlot);
  EXPECT_THAT(bench.arrivals(), testing::ElementsAre(Arrival{6 * kSlot, 0, 2, 0, 0}));
  EXPECT_EQ(bench.veq_depth(PortId(2), ClassId(0)), 192_B);
  bench.run(7 * kSlot);
  EXPECT_EQ(bench.arrivals().back(), (Arrival{7 * kSlot, 1, 2, 0, 0}));
  EXPECT_EQ(bench.veq_depth(PortId(2), ClassId(0)), 384_B);
  bench.run(6 * kSlot + 153'600_ps);
  EXPECT_EQ(bench.veq_depth(PortId(2), ClassId(0)), 192_B);
}

TEST_P(CellsInBothQueueings, EachPacketOfAQueueIsCompleteBeforeTheNextBegins) {
  CrossbarBench bench(config(GetParam()), 2, kFrame);
  bench.send(0, 1, kFrame);
  bench.send(0, 1, 64_B);
  bench.run();
  EXPECT_EQ(bench.arrivals()[0].at, 24 * kSlot);
  EXPECT_EQ(bench.arrivals()[1].at, 25 * kSlot);
}

TEST_P(CellsInBothQueueings, AHigherClassGoesFirstAndTheBegunPacketGoesOn) {
  CrossbarBench bench(config(GetParam()), 2, kFrame);
  bench.send(0, 1, kFrame, 0_ps, 2);
  bench.send(0, 1, kFrame, 5 * kSlot, 6);
  bench.run();
  EXPECT_THAT(bench.arrivals(), testing::ElementsAre(Arrival{29 * kSlot, 0, 1, 6, 0}, Arrival{48 * kSlot, 0, 1, 2, 0}));
}

TEST_P(CellsInBothQueueings, AClassWithoutRoomLetsALowerOneGo) {
  CrossbarBench bench(config(GetParam()), 2, kFrame);
  bench.pause(1);
  for (int i = 0; i < 4; ++i) {
    bench.send(0, 1, kFrame, 0_ps, 6);
    bench.send(0, 1, kFrame, 0_ps, 1);
  }
  bench.run();
  EXPECT_EQ(bench.veq_depth(PortId(1), ClassId(6)), 2 * kFrame);
  EXPECT_EQ(bench.veq_depth(PortId(1), ClassId(1)), 2 * kFrame);
}

TEST_P(CellsInBothQueueings, NothingIsPendingWhileIdleOrBlocked) {
  CrossbarBench bench(config(GetParam()), 4, kFrame);
  EXPECT_FALSE(bench.event_pending());
  bench.pause(3);
  for (std::size_t input = 0; input < 3; ++input) {
    bench.send(input, 3, kFrame);
    bench.send(input, 3, kFrame);
  }
  bench.run();
  // Two packets fill the VEQ; the others have not begun, and no slot passes in vain.
  EXPECT_EQ(bench.arrivals().size(), 2U);
  EXPECT_EQ(bench.crossbar().in_transit(), 4 * kFrame);
  EXPECT_EQ(bench.slots(), 49U);
  EXPECT_FALSE(bench.event_pending());
  // More for the full output wakes nobody.
  bench.send(0, 3, kFrame, bench.now());
  bench.run();
  EXPECT_EQ(bench.slots(), 49U);
  bench.resume(3);
  bench.run();
  bench.expect_all_in_order();
  EXPECT_EQ(bench.crossbar().in_transit(), 0_B);
  EXPECT_FALSE(bench.event_pending());
}

TEST_P(CellsInBothQueueings, RoomIsReservedWhenAPacketBegins) {
  CrossbarConfig with_room = config(GetParam());
  with_room.output_buffer = 3'100_B;  // two packets and a little
  CrossbarBench bench(with_room, 8, kFrame);
  bench.pause(7);
  for (std::size_t input = 0; input < 7; ++input) {
    bench.send(input, 7, input == 5 ? 100_B : kFrame);
  }
  bench.run();
  EXPECT_EQ(bench.peak(), 3'100_B);  // the little one fits beside two large ones
  bench.resume(7);
  bench.run();
  bench.expect_all_in_order();
  EXPECT_LE(bench.peak(), 3'100_B);
}

TEST_P(CellsInBothQueueings, TheDefaultRoomIsThreeFrames) {
  CrossbarConfig by_default = config(GetParam());
  by_default.output_buffer = 0_B;
  CrossbarBench bench(by_default, 5, kFrame);
  bench.pause(4);
  for (std::size_t input = 0; input < 4; ++input) {
    bench.send(input, 4, kFrame);
  }
  bench.run();
  EXPECT_EQ(bench.peak(), 3 * kFrame);
}

TEST_P(CellsInBothQueueings, RoundRobinIsFair) {
  CrossbarBench bench(config(GetParam()), 5, kFrame);
  for (int i = 0; i < 50; ++i) {
    for (std::size_t input = 0; input < 4; ++input) {
      bench.send(input, 4, kFrame);
    }
  }
  bench.run(100_us);
  std::array<int, 4> from{};
  for (const std::size_t input : bench.inputs_in_order(4)) {
    ++from.at(input);
  }
  EXPECT_LE(*std::max_element(from.begin(), from.end()) - *std::min_element(from.begin(), from.end()), 1);
}

TEST_P(CellsInBothQueueings, RandomTrafficKeepsEveryPromise) {
  CrossbarConfig small = config(GetParam());
  small.output_buffer = kFrame + 200_B;
  small.arbiter = Arbiter::kIslip;
  small.iterations = 2;
  CrossbarBench bench(small, 5, kFrame);
  bench.expect_all_in_order_of_random_traffic(11);
  EXPECT_LE(bench.peak(), small.output_buffer);
  EXPECT_EQ(bench.crossbar().in_transit(), 0_B);
}

// The smallest example of head-of-line blocking: the head waits for a full output, the next could go.
TEST(CellCrossbar, ResetTurnsTheArbiterBack) {
  for (const bool reset : {false, true}) {
    CrossbarBench bench(config(), 3, kFrame);
    bench.send(1, 0, 64_B);
    bench.run();
    if (reset) {
      bench.reset();
    }
    bench.send(1, 0, kFrame, 10_us);
    bench.send(2, 0, kFrame, 10_us);
    bench.run();
    ASSERT_EQ(bench.arrivals().size(), 3U);
    EXPECT_EQ(bench.arrivals()[1].input, reset ? 1U : 2U) << "the first cell decides";
  }
}

TEST(CellCrossbar, AFifoBlocksWhatIsBehindItsHead) {
  for (const Queueing queueing : {Queueing::kFifo, Queueing::kVirtualOutput}) {
    CrossbarBench bench(config(queueing), 3, kFrame);
    bench.pause(1);
    bench.send(0, 1, kFrame);
    bench.send(0, 1, kFrame);
    bench.send(0, 1, kFrame);  // no room for it
    bench.send(0, 2, kFrame);
    bench.run();
    EXPECT_EQ(bench.arrived_at(2), queueing == Queueing::kFifo ? 0U : 1U);
    EXPECT_EQ(bench.crossbar().in_transit(), queueing == Queueing::kFifo ? 2 * kFrame : kFrame);
    bench.resume(1);
    bench.run();
    bench.expect_all_in_order();
  }
}

struct Seen final : WaitingVisitor {
  void waiting(const frame::Packet& packet, const frame::Packet& blocked_by) override {
    pairs.emplace_back(&packet, &blocked_by);
  }
  std::vector<std::pair<const frame::Packet*, const frame::Packet*>> pairs;
};

TEST(CellCrossbar, TellsWhichFullOutputBlocksEachPacket) {
  for (const Queueing queueing : {Queueing::kFifo, Queueing::kVirtualOutput}) {
    CrossbarBench bench(config(queueing), 3, kFrame);
    bench.pause(1);
    bench.pause(2);
    for (int i = 0; i < 2; ++i) {
      bench.send(0, 1, kFrame);  // fill output 1
    }
    const frame::Packet& head = bench.send(0, 1, kFrame);
    const frame::Packet& behind = bench.send(0, 2, kFrame);
    bench.run();
    Seen seen;
    bench.crossbar().visit_waiting(seen);
    if (queueing == Queueing::kFifo) {
      EXPECT_THAT(seen.pairs, testing::UnorderedElementsAre(std::pair(&head, &head), std::pair(&behind, &head)));
    } else {
      EXPECT_THAT(seen.pairs, testing::UnorderedElementsAre(std::pair(&head, &head)));
    }
  }
}

TEST(CellCrossbar, BlamesNoHeadThatIsOnItsWay) {
  CrossbarBench bench(config(Queueing::kFifo), 3, kFrame);
  const frame::Packet& first = bench.send(0, 1, kFrame);
  const frame::Packet& second = bench.send(0, 2, kFrame);
  bench.run(3 * kSlot);  // the first is being put together
  Seen seen;
  bench.crossbar().visit_waiting(seen);
  EXPECT_THAT(seen.pairs, testing::UnorderedElementsAre(std::pair(&first, &first), std::pair(&second, &second)));
}

TEST(CellCrossbar, RefusesAPacketThatItsOutputsCouldNeverTake) {
  CrossbarBench bench(config(), 2, kFrame);
  bench.send(0, 1, kFrame + 1_B);
  EXPECT_THROW(bench.run(), InvariantBroken);
}

// Grants what nobody asked for, or one input twice.
class Broken final : public CellArbiter {
 public:
  explicit Broken(bool twice) : twice_(twice) {}
  std::size_t match(const PortMatrix&, const PortSet&, std::vector<Match>& matches) override {
    matches = {{PortId(0), PortId(1)}, {PortId(twice_ ? 0 : 1), PortId(2)}};
    return matches.size();
  }
  void match_alone(const PortMatrix&, const Match&) override {}
  void reset() override {}

 private:
  bool twice_;
};

TEST(CellCrossbar, FindsAnArbiterThatIsWrong) {
  if (!kCheckInvariants) {
    GTEST_SKIP();
  }
  for (const bool twice : {false, true}) {
    CrossbarBench bench(config(), 3, kFrame, std::make_unique<Broken>(twice));
    bench.send(0, 1, kFrame);
    bench.send(0, 2, kFrame);
    EXPECT_THROW(bench.run(), InvariantBroken);
  }
}

}  // namespace weir::crossbar::cell_crossbar_test
