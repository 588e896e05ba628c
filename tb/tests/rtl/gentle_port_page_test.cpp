// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of a port with gentle flow control: the paragraphs of rtl/gentle_port/gentle_port.md.

#include "hw_model/cycle_models/gentle_port_cycle.h"
#include "tb/cosim/blocks/gentle_port/script_writer.h"
#include "tb/cosim/blocks/gentle_port/stimulus.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::reference::gentle_port_page_test {

using cosim::GentlePortWriter;

GentlePortConfig config_of(unsigned gentle) {
  GentlePortConfig config;
  config.gentle = gentle;
  return config;
}

// The outputs of the last cycle that the writer has.
GentlePortOutputs last_of(GentlePortWriter& write, unsigned gentle = 255) {
  GentlePortCycle port(config_of(gentle));
  GentlePortOutputs out;
  for (const GentlePortInputs& in : write.cycles())
    out = port.clock(in);
  return out;
}

// A table of the example: B_k = Bm - 2^(m-k+1).
GentlePortInputs admitted(const GentlePortWriter& write, std::uint32_t c, std::uint32_t depth) {
  GentlePortInputs in = write.admitted(c, 0);
  in.admitted_depth = depth;
  return in;
}

TEST(GentlePort, AStageIsDueTwoCyclesAfterItsDepth) {
  constexpr std::uint32_t kB3 = GentlePortWriter::kBm - (1U << (GentlePortWriter::kSpan - 2));
  for (const bool reached : {false, true}) {
    for (const int cycles : {1, 2}) {
      GentlePortWriter write(config_of(255));
      write.wake();
      write.add(admitted(write, 5, reached ? kB3 : kB3 - 1));
      write.idle(static_cast<std::uint64_t>(cycles));
      const GentlePortOutputs out = last_of(write);
      EXPECT_EQ(out.stages_due, cycles == 2 ? 1U << 5 : 0U);
      EXPECT_EQ(out.tells, cycles == 2);
      if (out.tells) {
        EXPECT_EQ(out.mac_kind, 1U);
        EXPECT_EQ(out.mac_head, 0x0101'0020U);
        EXPECT_EQ(out.mac_times_4_7, std::uint64_t{reached ? 3U : 2U} << 32);
      }
    }
  }
}

TEST(GentlePort, OfTwoPacketsOfAClassTheOneThatLeavesCountsLast) {
  GentlePortWriter write(config_of(255));
  write.wake();
  write.add(write.both(2, 9, 2, 4));
  write.idle(2);
  EXPECT_EQ(last_of(write).mac_times_0_3, std::uint64_t{4} << 16);
}

TEST(GentlePort, AStageThatIsGoneBeforeTheMacTakesItIsNotTold) {
  GentlePortWriter write(config_of(255));
  write.wake();
  write.add(write.admitted(2, 9));
  write.add(write.released(2, 0));
  write.idle();
  write.idle();
  EXPECT_EQ(last_of(write).stages_due, 0U);
}

TEST(GentlePort, AFrameOfStagesWaitsForFramesAndMessagesAndGoesBeforePackets) {
  GentlePortWriter write(config_of(255));
  write.wake(1U << 7);
  write.add(write.admitted(2, 9));
  GentlePortInputs in = write.still();
  in.above = 1U << 7;
  in.period = 1U;
  write.add(in);
  GentlePortCycle port(config_of(255));
  for (const GentlePortInputs& cycle : write.cycles())
    port.clock(cycle);
  const GentlePortInputs ready = write.ready(write.waits(4));
  GentlePortOutputs out = port.clock(ready);
  EXPECT_EQ(out.mac_kind, 1U);
  EXPECT_FALSE(out.tells);
  EXPECT_EQ(port.clock(ready).mac_kind, 2U);
  out = port.clock(ready);
  EXPECT_TRUE(out.tells);
  EXPECT_EQ(out.goes, 0U);
  EXPECT_EQ(port.clock(ready).goes, 4U);
}

TEST(GentlePort, AStageBeyondNCountsAsN) {
  GentlePortWriter write(config_of(255));
  write.wake();
  write.set_stages(9);
  write.add(write.heard(3, 0x1234));
  write.idle();
  EXPECT_EQ(last_of(write).obeyed, std::uint64_t{9} << 15);
}

// (2^2 - 1) x 2 ticks less the phase; then the class may go.
TEST(GentlePort, ALimiterHoldsTheClassOfThePacketThatHasLeft) {
  GentlePortWriter write(config_of(255));
  write.wake();
  write.add(write.heard(3, 2));
  write.add(write.sent(3, 2, 0, 10));
  GentlePortCycle port(config_of(255));
  GentlePortOutputs out;
  for (const GentlePortInputs& cycle : write.cycles())
    out = port.clock(cycle);
  EXPECT_EQ(out.lets, 0xffU & ~(1U << 3)) << "in the cycle of its end";
  for (std::uint64_t wait = 3 * 2 * 60 - 10; wait >= 60; wait -= 60) {
    out = port.clock(write.goes(3));
    EXPECT_EQ(out.wait, wait);
    EXPECT_EQ(out.goes, 0U);
  }
  EXPECT_EQ(port.clock(write.goes(3)).goes, 1U << 3);
}

// Without a tick the wait stands, and a packet adds to all of it.
TEST(GentlePort, AWaitStandsWithoutATick) {
  GentlePortWriter write(config_of(255));
  write.wake();
  write.add(write.heard(3, 1));
  write.add(write.sent(3, 2));
  for (int cycle = 0; cycle < 2; ++cycle) {
    GentlePortInputs in = write.goes(3);
    in.tick = false;
    write.add(in);
  }
  GentlePortInputs in = write.sent(3, 1, 20, 10);
  in.tick = false;
  write.add(in);
  write.add(write.goes(3));
  const GentlePortOutputs out = last_of(write);
  EXPECT_EQ(out.wait, 2U * 60 + 80 - 10);
  EXPECT_EQ(out.goes, 0U);
}

TEST(GentlePort, AtLineRateAPacketFollowsInTheCycleOfTheEnd) {
  for (const std::uint16_t stage : {std::uint16_t{0}, std::uint16_t{1}}) {
    GentlePortWriter write(config_of(255));
    write.wake();
    write.add(write.heard(3, stage));
    GentlePortInputs in = write.sent(3, 2);
    in.waiting = 1U << 3;
    in.mac_ready = true;
    write.add(in);
    EXPECT_EQ(last_of(write).goes, stage == 0 ? 1U << 3 : 0U);
  }
}

// A depth meets the table of the cycle before; after a reset that has no stages.
TEST(GentlePort, ADepthMeetsTheTableOfTheCycleBefore) {
  for (const std::uint64_t cycles : {2U, 3U}) {
    GentlePortWriter write(config_of(255));
    write.reset();
    write.idle(cycles);
    write.add(write.admitted(2, 9));
    write.idle(2);
    EXPECT_EQ(last_of(write).stages_due, cycles == 2 ? 0U : 4U);
  }
}

TEST(GentlePort, WithoutGfcItIsTheEquippedPort) {
  std::vector<GentlePortInputs> cycles(20'000);
  cosim::GentlePortStimulus(1, config_of(0)).fill(cycles);
  GentlePortCycle port(config_of(0));
  EquippedPortCycle bare(config_of(0));
  for (const GentlePortInputs& in : cycles) {
    const GentlePortOutputs out = port.clock(in);
    ASSERT_EQ(static_cast<const EquippedPortOutputs&>(out), bare.clock(in));
    ASSERT_EQ(out.stages_due | out.obeyed | out.wait, 0U);
    ASSERT_EQ(out.lets, 255U);
  }
}

TEST(GentlePort, RefusesWhatDoesNotFit) {
  EXPECT_THROW(config_of(256).validate(), std::invalid_argument);
  EXPECT_NO_THROW(config_of(255).validate());
}

}  // namespace weir::reference::gentle_port_page_test
