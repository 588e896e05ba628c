// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of a port with the gradient rule: the paragraphs of rtl/gradient_port/gradient_port.md.

#include "hw_model/cycle_models/gradient_port_cycle.h"
#include "tb/cosim/blocks/gradient_port/script_writer.h"
#include "tb/cosim/blocks/gradient_port/stimulus.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::reference::gradient_port_page_test {

using cosim::GradientPortWriter;

GradientPortConfig config_of(unsigned gradient) {
  GradientPortConfig config;
  config.gradient = gradient;
  return config;
}

// A port that has played what the writer has.
GradientPortCycle played(GradientPortWriter& write) {
  GradientPortCycle port(write.config());
  for (const GradientPortInputs& in : write.cycles())
    port.clock(in);
  return port;
}

std::uint32_t held_of(GradientPortCycle& port, const GradientPortWriter& write, std::uint32_t c) {
  return port.evaluate(write.shown(write.still(), c)).held;
}

// H of 19, 20 or 21 against Bm of 20; what is taken counts from the next cycle on, what is refused does not.
TEST(GradientPort, APacketIsTakenBelowBmOrDownhill) {
  for (const std::uint32_t held : {19U, 20U, 21U}) {
    for (const std::uint32_t depth : {held - 1, held, held + 1}) {
      GradientPortWriter write(config_of(255));
      write.wake();
      write.set_stop(20);
      write.held(5, held);
      GradientPortCycle port = played(write);
      const bool takes = held < 20 || depth >= held;
      EXPECT_EQ(port.clock(write.wants(5, 7, depth)).takes, takes) << held << ' ' << depth;
      EXPECT_EQ(held_of(port, write, 5), held + (takes ? 7 : 0));
      EXPECT_EQ(held_of(port, write, 4), 0U);
    }
  }
}

TEST(GradientPort, NewsOfTheSameCycleCountsForTheNext) {
  GradientPortWriter write(config_of(255));
  write.wake();
  write.set_stop(20);
  write.held(5, 30);
  GradientPortCycle port = played(write);
  EXPECT_FALSE(port.clock(write.with_message(write.wants(5, 7, 0), 5, 0U - 10)).takes);
  EXPECT_TRUE(port.clock(write.wants(5, 7, 0)).takes);
  EXPECT_EQ(held_of(port, write, 5), 17U);
}

TEST(GradientPort, AClassWithoutMessagesIsNotJudgedAndCounts) {
  GradientPortWriter write(config_of(255));
  write.wake();
  write.set_stop(20);
  write.held(5, 30);
  GradientPortCycle port = played(write);
  GradientPortInputs in = write.wants(5, 7, 0);
  in.credited = 255 ^ 1U << 5;
  EXPECT_TRUE(port.clock(in).takes);
  EXPECT_EQ(held_of(port, write, 5), 37U);
}

TEST(GradientPort, AnotherClassIsTakenWheneverThePortRuns) {
  GradientPortWriter write(config_of(kPortGradient));
  write.reset();
  write.idle();
  GradientPortCycle port = played(write);
  const GradientPortInputs in = write.wants(3, 7, 0);
  EXPECT_FALSE(port.clock(in).takes);
  EXPECT_TRUE(port.clock(in).takes);
}

TEST(GradientPort, ItsOwnViqIsDeepUntilItsPacketsAreTaken) {
  GradientPortWriter write(config_of(255));
  write.wake();
  write.add(write.admitted(5, 12));
  write.add(write.with_taking(write.admitted(5, 9), 5, 12));
  write.add(write.released(5, 12));
  write.add(write.admitted(6, 3));
  GradientPortCycle port = played(write);
  const GradientPortOutputs out = port.evaluate(write.still());
  EXPECT_EQ(out.untaken_4_5, std::uint64_t{9} << 12U);
  EXPECT_EQ(out.untaken_6_7, 3U);
  EXPECT_EQ(out.untaken_0_1 | out.untaken_2_3, 0U);
}

TEST(GradientPort, AMessageWaitsForFramesAndMessagesOfThePortAndGoesBeforePackets) {
  GradientPortWriter write(config_of(kPortGradient));
  write.wake(1U << 7);
  GradientPortInputs in = write.period(1U << 3 | 1U << 5 | 1U << 1);  // class 3 has not the rule
  in.above = 1U << 7;
  write.add(in);
  GradientPortCycle port = played(write);
  const GradientPortInputs ready = write.ready(write.waits(4));
  const struct {
    std::uint32_t kind, of_class;
    bool tells;
  } wanted[] = {{1, 0, false}, {2, 3, false}, {2, 1, true}, {2, 5, true}, {0, 2, false}};
  for (const auto& one : wanted) {
    const GradientPortOutputs out = port.clock(ready);
    EXPECT_EQ(out.mac_kind, one.kind);
    EXPECT_EQ(out.mac_class, one.of_class);
    EXPECT_EQ(out.tells, one.tells);
    EXPECT_EQ(out.goes, one.kind == 0 ? 4U : 0U);
  }
}

// Counts as they stand before the edge; a packet of the cycle is told by the next message.
TEST(GradientPort, AMessageTellsTheCountsOfItsClass) {
  GradientPortWriter write(config_of(255));
  write.wake();
  write.add(write.with_release(write.wants(2, 12, 0), 2, 30));
  write.add(write.period(4));
  GradientPortCycle port = played(write);
  const GradientPortOutputs out = port.evaluate(write.with_release(write.wants(2, 1, 0), 2, 1));
  EXPECT_EQ(out.mac_fctbs, 12U);
  EXPECT_EQ(out.mac_fccl, 30U);
}

TEST(GradientPort, APeriodThatPassesAsTheMessageLeavesMakesAnotherDue) {
  for (const bool passes : {false, true}) {
    GradientPortWriter write(config_of(255));
    write.wake();
    write.add(write.period(4));
    write.add(write.ready(write.period(passes ? 4 : 0)));
    GradientPortCycle port = played(write);
    EXPECT_EQ(port.evaluate(write.still()).tells, passes);
  }
}

TEST(GradientPort, ALinkThatComesUpChangesNoCountAndMakesNoMessageDue) {
  GradientPortWriter write(config_of(255));
  write.wake();
  write.held(5, 30);
  write.add(write.admitted(5, 9));
  write.add(write.init());
  GradientPortCycle port = played(write);
  EXPECT_EQ(held_of(port, write, 5), 30U);
  EXPECT_EQ(port.evaluate(write.still()).untaken_4_5, std::uint64_t{9} << 12U);
  EXPECT_FALSE(port.evaluate(write.still()).tells);
}

// Of class 3 they hold its packet.
TEST(GradientPort, NoCreditHoldsAPacketOfTheRule) {
  GradientPortWriter write(config_of(kPortGradient));
  for (const std::uint32_t c : {3U, 5U}) {
    write.wake();
    write.add(write.heard(c, 0));
    GradientPortCycle port = played(write);
    GradientPortInputs in = write.goes(c);
    write.port().set_head(in, c, 9);
    EXPECT_EQ(port.evaluate(in).goes, c == 3 ? 0U : 1U << 5);
  }
}

TEST(GradientPort, WithoutTheRuleItIsTheEquippedPort) {
  std::vector<GradientPortInputs> cycles(20'000);
  cosim::GradientPortStimulus(1, config_of(0)).fill(cycles);
  GradientPortCycle port(config_of(0));
  EquippedPortCycle bare(config_of(0));
  for (const GradientPortInputs& in : cycles) {
    const GradientPortOutputs out = port.clock(in);
    ASSERT_EQ(static_cast<const EquippedPortOutputs&>(out), bare.clock(in));
    ASSERT_EQ(out.held | out.untaken_0_1 | out.untaken_2_3 | out.untaken_4_5 | out.untaken_6_7, 0U);
    ASSERT_EQ(out.takes, out.ready && in.wants);
  }
}

TEST(GradientPort, RefusesWhatDoesNotFit) {
  EXPECT_THROW(config_of(256).validate(), std::invalid_argument);
  EXPECT_NO_THROW(config_of(255).validate());
}

}  // namespace weir::reference::gradient_port_page_test
