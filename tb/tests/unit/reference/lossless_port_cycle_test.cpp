// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of a whole port: the paragraphs of rtl/lossless_port/lossless_port.md.

#include "tb/tests/unit/reference/lossless_port_kit.h"

namespace weir::reference::lossless_port_cycle_test {

TEST_F(LosslessPort, DepthReachesXoffAtXoff) {
  port_.clock(admitted(3, kXoff - 1));
  EXPECT_FALSE(asserted(3));
  port_.clock(admitted(3, kXoff));
  EXPECT_TRUE(asserted(3));
  EXPECT_FALSE(asserted(2));
  EXPECT_FALSE(asserted(4));
  port_.clock(admitted(5, (1U << 25) - 1));  // a bit more than XOFF has
  EXPECT_TRUE(asserted(5));
}

TEST_F(LosslessPort, DepthReachesXonAtXon) {
  port_.clock(above(kAll));
  port_.clock(released(6, kXon + 1));
  EXPECT_TRUE(asserted(6));
  port_.clock(released(6, kXon));
  EXPECT_FALSE(asserted(6));
  EXPECT_TRUE(asserted(5));
  EXPECT_TRUE(asserted(7));
  port_.clock(released(0, 1U << 24));
  EXPECT_TRUE(asserted(0));
}

TEST_F(LosslessPort, SettingsAreThoseBeforeTheEdge) {
  In in = admitted(1, 100);
  in.request = in.write = true;
  in.address = kXoffAddress;
  in.data = 100;
  in.strobe = 15;
  port_.clock(in);
  EXPECT_FALSE(asserted(1));
  port_.clock(admitted(1, 100));
  EXPECT_TRUE(asserted(1));
}

TEST_F(LosslessPort, AMessageIsHeardByItsClassAlone) {
  port_.clock(message(4, 77));
  for (std::size_t c = 0; c < kClasses; ++c)
    EXPECT_EQ(port_.credits(c).fccl(), c == 4 ? 77U : kIbFirst) << c;
  EXPECT_EQ(port_.evaluate(still()).blocked, 0U) << "no frame for the engine";
}

TEST_F(LosslessPort, ThePrescalerStandsWithoutTimers) {
  In in = still();
  in.step = 100;
  for (int n = 0; n < 5; ++n)
    port_.clock(in);
  EXPECT_EQ(port_.pfc().registers().prescaler, 0U);
  In heard = frame(1, 2);
  heard.step = 100;
  port_.clock(heard);
  EXPECT_EQ(port_.pfc().registers().prescaler, 0U) << "no timer ran before that edge";
  for (int n = 0; n < 6; ++n)
    port_.clock(in);
  EXPECT_EQ(port_.pfc().registers().prescaler, 600U - 512U);
  EXPECT_EQ(port_.pfc().registers().pause_timer[0], 1U);
  for (int n = 0; n < 20; ++n)
    port_.clock(in);
  EXPECT_EQ(port_.pfc().registers().pause_timer[0], 0U);
  EXPECT_EQ(port_.pfc().registers().prescaler, 1100U - 1024U) << "it stands where the last timer ended";
  EXPECT_EQ(reads(kPrescalerAddress).data, 1100U - 1024U);
}

TEST_F(LosslessPort, AFrameGoesBeforeAMessageAndThatBeforeAPacket) {
  In in = above(1U << 6);
  in.period = 0x18;
  port_.clock(in);
  const In taken = waits(kAll, true);
  Out out = port_.clock(taken);
  EXPECT_EQ(out.mac_kind, LosslessPortCycle::kControlFrame);
  EXPECT_EQ(out.mac_class, 0U);
  EXPECT_EQ(out.mac_head, 0x0101'0040U);
  EXPECT_EQ(out.goes, 0U);
  for (const std::uint32_t c : {3U, 4U}) {  // the lowest class first
    out = port_.clock(taken);
    EXPECT_EQ(out.mac_kind, LosslessPortCycle::kCreditMessage);
    EXPECT_EQ(out.mac_class, c);
    EXPECT_EQ(out.mac_fccl, 100U);
    EXPECT_EQ(out.goes, 0U);
  }
  out = port_.clock(taken);
  EXPECT_EQ(out.mac_kind, LosslessPortCycle::kPacket);
  EXPECT_TRUE(out.mac_valid);
  EXPECT_EQ(out.goes, 1U << out.mac_class);
  EXPECT_EQ(out.mac_fccl, 0U);
}

TEST_F(LosslessPort, AClassWithoutCreditsSendsNoMessageAndCounts) {
  port_.clock(message(2, 6));
  In in = due(1U << 2);
  in.sent_valid = true;
  in.sent_class = 2;
  in.sent_blocks = 5;
  in.credited = 0;
  port_.clock(in);
  EXPECT_EQ(port_.credits(2).fctbs(), 5U);
  in = waits(1U << 2, true);
  in.head_blocks_0_3 = std::uint64_t{7} << 2 * kIbBlocksBits;  // more than are left
  in.credited = kAll & ~(1U << 2);
  const Out out = port_.clock(in);
  EXPECT_EQ(out.mac_kind, LosslessPortCycle::kPacket);
  EXPECT_EQ(out.goes, 1U << 2);
  in.credited = kAll;
  EXPECT_EQ(port_.clock(in).mac_kind, LosslessPortCycle::kCreditMessage) << "it has been due since its period";
  EXPECT_FALSE(port_.clock(in).mac_valid) << "its packet has no credits";
}

TEST_F(LosslessPort, ValidDoesNotWaitForReady) {
  In in = waits(1U << 5);
  const Out waits_for_the_mac = port_.clock(in);
  EXPECT_TRUE(waits_for_the_mac.mac_valid);
  EXPECT_EQ(waits_for_the_mac.goes, 0U);
  EXPECT_EQ(waits_for_the_mac.clocks, 0U);
  in.mac_ready = true;
  Out taken = port_.clock(in);
  EXPECT_EQ(taken.goes, 1U << 5);
  EXPECT_EQ(taken.clocks, 4U);
  taken.goes = taken.clocks = 0;
  EXPECT_EQ(taken, waits_for_the_mac);
}

TEST_F(LosslessPort, APauseThatIsHeardHoldsFromTheNextCycle) {
  In in = frame(1U << 5, 1);
  in.waiting = 1U << 5;
  in.mac_ready = true;
  EXPECT_EQ(port_.clock(in).goes, 1U << 5);
  const Out held = port_.clock(waits(1U << 5, true));
  EXPECT_EQ(held.blocked, 1U << 5);
  EXPECT_FALSE(held.mac_valid);
  EXPECT_EQ(held.goes, 0U);
}

TEST_F(LosslessPort, TheResetIsReleasedByTheSecondEdge) {
  for (const int cycles : {1, 3}) {
    In everything = admitted(0, kXoff);
    everything.waiting = kAll;
    everything.mac_ready = true;
    everything.sent_valid = true;
    everything.sent_blocks = 9;
    everything.period = kAll;
    everything.rst_n = false;
    for (int n = 0; n < cycles; ++n)
      EXPECT_FALSE(port_.clock(everything).ready);
    everything.rst_n = true;
    for (int n = 0; n < 2; ++n) {
      const Out out = port_.clock(everything);
      EXPECT_FALSE(out.ready) << n;
      EXPECT_FALSE(out.mac_valid) << n;
      EXPECT_EQ(out.goes, 0U) << n;
      EXPECT_EQ(out.clocks, 0U) << n;
      EXPECT_FALSE(asserted(0)) << n;
    }
    const Out first = port_.clock(everything);
    EXPECT_TRUE(first.ready);
    EXPECT_NE(first.goes, 0U);
    EXPECT_TRUE(asserted(0));
    EXPECT_EQ(port_.credits(0).fctbs(), 9U) << "counted once";
  }
}

TEST_F(LosslessPort, AResetThatFallsAgainBeginsAnew) {
  In in = still();
  in.rst_n = false;
  port_.clock(in);
  port_.clock(still());
  in = still();
  in.rst_n = false;  // falls again before it is released
  EXPECT_FALSE(port_.clock(in).ready);
  EXPECT_FALSE(port_.clock(still()).ready);
  EXPECT_FALSE(port_.clock(still()).ready);
  EXPECT_TRUE(port_.clock(still()).ready);
}

TEST_F(LosslessPort, AValueIsThatOfTheCycleOfTheAnswer) {
  In down = still();
  down.link_up = false;
  EXPECT_EQ(reads(kLinkUpAddress, down).data, 0U);
  EXPECT_EQ(reads(kLinkUpAddress).data, 1U);
  write(kEnableAddress, 0);
  EXPECT_EQ(reads(kLinkUpAddress).data, 1U) << "whatever enable";
  In in = still();
  in.request = true;
  in.address = kLinkUpAddress;
  EXPECT_FALSE(port_.clock(in).value_reads) << "nobody else is asked";
}

TEST_F(LosslessPort, AForcedFlagIsALevel) {
  write(kForceAddress, 0x20);
  EXPECT_FALSE(port_.clock(still()).interrupt);
  write(kMaskAddress, 0x20);
  EXPECT_TRUE(port_.clock(still()).interrupt);
  write(kForceAddress, 0);
  EXPECT_FALSE(port_.clock(still()).interrupt);
  In level = still();
  level.interrupt_status_level = 0x20;
  EXPECT_TRUE(port_.clock(level).interrupt);
  EXPECT_FALSE(port_.clock(still()).interrupt);
}

TEST_F(LosslessPort, ABankIsClockedWhereItMayChange) {
  EXPECT_EQ(port_.evaluate(still()).clocks, 0U);
  EXPECT_EQ(port_.evaluate(admitted(7, 0)).clocks, 1U << 10);
  EXPECT_EQ(port_.evaluate(admitted(7, kXoff)).clocks, 1U << 10 | 2U);
  EXPECT_EQ(port_.evaluate(released(0, kXon)).clocks, 1U << 3 | 2U);
  EXPECT_EQ(port_.evaluate(frame(1, 1)).clocks, 2U);
  EXPECT_EQ(port_.evaluate(due(0x81)).clocks, 1U << 10 | 1U << 3);
  In in = still();
  in.init = true;
  EXPECT_EQ(port_.evaluate(in).clocks, kAll << 3);
  in = still();
  in.request = true;
  EXPECT_EQ(port_.clock(in).clocks, 1U);
  EXPECT_EQ(port_.clock(still()).clocks, 1U) << "with the answer";
  EXPECT_EQ(port_.clock(still()).clocks, 0U);
  // What a class that takes part no more has left: without timers, told, and the link falls.
  write(kRefreshQuantaAddress, 0);
  port_.clock(still());
  port_.clock(above(1));
  port_.clock(waits(0, true));
  EXPECT_EQ(port_.evaluate(still()).clocks, 0U);
  in = still();
  in.link_up = false;
  EXPECT_EQ(port_.clock(in).clocks, 2U);
  EXPECT_EQ(port_.clock(in).clocks, 0U);
}

}  // namespace weir::reference::lossless_port_cycle_test
