// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of a port with detectors: the paragraphs of rtl/equipped_port/equipped_port.md.

#include "hw_model/cycle_models/equipped_port_cycle.h"
#include "tb/cosim/blocks/equipped_port/script_writer.h"
#include "tb/cosim/blocks/equipped_port/stimulus.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::reference::equipped_port_page_test {

using cosim::EquippedPortWriter;
using State = TcdState;

EquippedPortConfig config_of(unsigned tcd) {
  EquippedPortConfig config;
  config.tcd = tcd;
  return config;
}

// The outputs of the last cycle that the writer has.
EquippedPortOutputs last_of(EquippedPortWriter& write, unsigned tcd = 255) {
  EquippedPortCycle port(config_of(tcd));
  EquippedPortOutputs out;
  for (const EquippedPortInputs& in : write.cycles())
    out = port.clock(in);
  return out;
}

TEST(EquippedPort, APacketAsAnOffPeriodEndsIsUndetermined) {
  EquippedPortWriter write(config_of(255));
  write.wake();
  write.off(5);
  write.add(write.goes(5, 300));
  const EquippedPortOutputs out = last_of(write);
  EXPECT_EQ(out.goes, 1U << 5);
  EXPECT_TRUE(out.ue);
  EXPECT_EQ(out.ecn, 2U);
  EXPECT_EQ(out.detector_clocks, 1U << 5 | 1U << 8) << "the detector, and the register of OFF classes";
}

TEST(EquippedPort, AClassWithoutADetectorKeepsItsCodePoints) {
  EquippedPortWriter write(config_of(255));
  write.wake();
  write.off(5);
  write.add(write.goes(5, 300));
  const EquippedPortOutputs out = last_of(write, 255 & ~(1U << 5));
  EXPECT_EQ(out.goes, 1U << 5);
  EXPECT_FALSE(out.ue);
  EXPECT_EQ(out.ecn, 1U);
  EXPECT_EQ(out.detector_clocks, 0U);
}

// Of what waits the length of the packet is taken off, which alone may be above a level.
TEST(EquippedPort, ALevelIsOfWhatWaitsBehindThePacket) {
  for (const std::uint32_t depth : {500U + 64U, 501U + 64U}) {
    EquippedPortWriter write(config_of(255));
    write.wake();
    EquippedPortInputs in = write.goes(2, 0);
    write.set_queue(in, 2, depth, 64);
    in.hard_level = 500;
    write.add(in);
    EXPECT_EQ(last_of(write).ce, depth > 564) << depth;
  }
}

TEST(EquippedPort, AShaperMakesNoClassOff) {
  EquippedPortWriter write(config_of(255));
  write.wake();
  EquippedPortInputs in = write.waits(4);
  in.open = 0;
  write.add(in);
  write.add(write.goes(2, 300));
  EXPECT_FALSE(last_of(write).ue);
}

TEST(EquippedPort, AClassWhosePacketLacksCreditsIsOff) {
  EquippedPortWriter write(config_of(255));
  write.wake();
  write.add(write.exhausted(2));
  write.add(write.lacks(2));
  write.add(write.goes(2, 300));
  EXPECT_TRUE(last_of(write).ue);
}

TEST(EquippedPort, TheSweepLooksAtOneClassATick) {
  for (std::uint32_t place = 0; place < kClasses; ++place) {
    EquippedPortWriter write(config_of(255));
    write.wake();
    write.pass_to(4);
    write.off(3);
    write.show(3);
    write.pass(EquippedPortWriter::kSpan);
    write.pass_to(place);
    write.idle(2);
    EXPECT_EQ(last_of(write).spans, place == 3 ? 0U : 1U << 3) << place;
  }
}

TEST(EquippedPort, WithoutDetectorsItIsTheLosslessPort) {
  std::vector<EquippedPortInputs> cycles(20'000);
  cosim::EquippedPortStimulus(1, config_of(0)).fill(cycles);
  EquippedPortCycle port(config_of(0));
  LosslessPortCycle bare(config_of(0));
  for (const EquippedPortInputs& in : cycles) {
    const EquippedPortOutputs out = port.clock(in);
    ASSERT_EQ(static_cast<const LosslessPortOutputs&>(out), bare.clock(in));
    ASSERT_EQ(out.states | out.spans | out.pauses_seen | out.holds | out.stamp | out.sample | out.detector_clocks, 0U);
  }
}

TEST(EquippedPort, RefusesWhatDoesNotFit) {
  EquippedPortConfig config = config_of(256);
  EXPECT_THROW(config.validate(), std::invalid_argument);
  config = config_of(255);
  config.stamp_bits = 2;
  EXPECT_THROW(config.validate(), std::invalid_argument);
  config.stamp_bits = 3;
  EXPECT_NO_THROW(config.validate());
}

}  // namespace weir::reference::equipped_port_page_test
