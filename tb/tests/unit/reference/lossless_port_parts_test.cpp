// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of a whole port: each input comes to its part, and each value of a part to its address.

#include "hw_model/cycle_models/port_parts.h"
#include "tb/tests/unit/reference/lossless_port_kit.h"

namespace weir::reference::lossless_port_cycle_test {

class LosslessPortParts : public LosslessPort {
 protected:
  // The address of a value of class c.
  static std::uint32_t address_of(std::string_view path, std::uint32_t c) {
    const ValueRegister& row = *std::ranges::find(kValueRegisters, path, &ValueRegister::path);
    return row.address + row.stride * kRegistersPort + row.bytes * c;
  }
  std::uint32_t read(std::string_view path, std::uint32_t c) { return reads(address_of(path, c)).data; }
};

TEST_F(LosslessPortParts, AMessageOfCreditsIsNoFrame) {
  In in = frame(1U << 4, 9);
  in.heard_credit = true;
  in.heard_class = 4;
  port_.clock(in);
  EXPECT_EQ(port_.evaluate(still()).blocked, 0U);
}

TEST_F(LosslessPortParts, APortThatIsDisabledIsDown) {
  port_.clock(above(1U << 2));
  EXPECT_TRUE(asserted(2));
  write(kEnableAddress, 0);
  port_.clock(still());
  EXPECT_FALSE(asserted(2));
}

TEST_F(LosslessPortParts, BelowEndsAPause) {
  port_.clock(above(kAll));
  In in = still();
  in.below = 1U << 3;
  port_.clock(in);
  for (std::uint32_t c = 0; c < kClasses; ++c)
    EXPECT_EQ(asserted(c), c != 3) << c;
}

TEST_F(LosslessPortParts, TimeGoesOnWithRefreshTimersAlone) {
  port_.clock(above(1U << 2));
  port_.clock(waits(0, true));
  EXPECT_EQ(port_.pfc().registers().refresh_timer[2], 0x7fffU);
  In in = still();
  in.step = 100;
  port_.clock(in);
  EXPECT_EQ(port_.pfc().registers().prescaler, 100U);
}

TEST_F(LosslessPortParts, EachClassHasItsTime) {
  In in = frame(0x11, 1);
  in.heard_times_4_7 *= 3;
  port_.clock(in);
  EXPECT_EQ(port_.pfc().registers().pause_timer[0], 1U);
  EXPECT_EQ(port_.pfc().registers().pause_timer[4], 3U);
  EXPECT_EQ(port_.pfc().registers().pause_timer[1], 0U);
  EXPECT_EQ(read("flow_control.pause_timer", 4), 3U);
  EXPECT_EQ(read("flow_control.refresh_timer", 4), 0U);
}

TEST_F(LosslessPortParts, APauseOfThePortHoldsAllClasses) {
  In in = still();
  in.heard_valid = true;
  in.heard_head = 0x0001'0005;
  port_.clock(in);
  EXPECT_EQ(port_.evaluate(still()).blocked, 0U) << "by PFC";
  in.port_pause = true;
  port_.clock(in);
  In later = still();
  later.port_pause = true;
  EXPECT_EQ(port_.evaluate(later).blocked, kAll);
}

TEST_F(LosslessPortParts, AClassHasCreditsForItsOwnPacket) {
  for (const std::uint32_t c : {2U, 5U})
    port_.clock(message(c, 6));
  In in = waits((1U << 2) | (1U << 5));
  in.head_blocks_0_3 = std::uint64_t{6} << 2 * kIbBlocksBits;
  in.head_blocks_4_7 = std::uint64_t{7} << kIbBlocksBits;
  EXPECT_EQ(port_.evaluate(in).credit & 0x24U, 0x04U);
  std::swap(in.head_blocks_0_3, in.head_blocks_4_7);
  EXPECT_EQ(port_.evaluate(in).credit & 0x24U, 0x24U) << "classes 1 and 6 by now";
}

TEST_F(LosslessPortParts, AMessageResynchronisesWhereItMay) {
  In in = message(4, 77);
  in.heard_fctbs = 50;
  port_.clock(in);
  EXPECT_EQ(port_.credits(4).abr(), 0U);
  in.resync = true;
  port_.clock(in);
  EXPECT_EQ(port_.credits(4).abr(), 50U);
}

TEST_F(LosslessPortParts, BlocksThatComeAndGoAreCounted) {
  port_.clock(admitted(2, 0));
  In in = released(2, 1U << 24);
  in.admitted_blocks = 5;
  port_.clock(in);
  EXPECT_EQ(port_.credits(2).occupied(), 7U - 3U);
}

TEST_F(LosslessPortParts, WhatIsOfferedStandsUntilItIsTaken) {
  In in = above(1);
  in.period = 1U << 3;
  in.sent_valid = true;
  in.sent_class = 3;
  in.sent_blocks = 5;
  port_.clock(in);
  for (int n = 0; n < 3; ++n)
    EXPECT_EQ(port_.clock(waits(kAll)).mac_kind, LosslessPortCycle::kControlFrame) << n;
  EXPECT_EQ(read("flow_control.told_paused", 0), 0U);
  EXPECT_EQ(read("flow_control.xoff_asserted", 0), 1U);
  port_.clock(waits(kAll, true));
  EXPECT_EQ(read("flow_control.told_paused", 0), 1U);
  for (int n = 0; n < 3; ++n) {
    const Out out = port_.clock(waits(kAll));
    EXPECT_EQ(out.mac_kind, LosslessPortCycle::kCreditMessage) << n;
    EXPECT_EQ(out.mac_fctbs, 5U);
    EXPECT_EQ(out.clocks & ~2U, 0U) << n;
  }
  EXPECT_EQ(port_.clock(waits(kAll, true)).clocks & ~2U, 1U << (3 + 3)) << "taken";
  EXPECT_EQ(port_.clock(waits(kAll)).mac_kind, LosslessPortCycle::kPacket);
}

TEST_F(LosslessPortParts, AShaperHoldsItsPacket) {
  In in = waits(1U << 5, true);
  in.open = kAll & ~(1U << 5);
  EXPECT_FALSE(port_.clock(in).mac_valid);
  in.open = kAll;
  in.port_open = kAll & ~(1U << 5);
  const Out out = port_.clock(in);
  EXPECT_FALSE(out.mac_valid);
  EXPECT_EQ(out.goes, 0U);
  in.port_open = 1U << 5;
  EXPECT_EQ(port_.clock(in).goes, 1U << 5);
}

TEST_F(LosslessPortParts, ClassesTakeTurnsButForStrictOnes) {
  In in = waits(0b0110, true);
  in.lengths_0_3 = std::uint64_t{400} << 14U | std::uint64_t{700} << 28U;
  std::uint32_t went = 0;
  for (int n = 0; n < 64; ++n)
    went |= port_.clock(in).goes;
  EXPECT_EQ(went, 0b0110U);
  std::uint32_t deficits = 0;
  in.mac_ready = false;
  for (std::uint32_t c = 0; c < kClasses; ++c) {
    in.request = true;
    in.address = address_of("egress.deficit", c);
    port_.clock(in);
    in.request = false;
    const std::uint32_t deficit = port_.clock(in).data;
    EXPECT_EQ(deficit, port_.scheduler().deficit(c)) << c;
    deficits |= deficit;
  }
  EXPECT_NE(deficits, 0U);
  in.mac_ready = true;
  in.strict = 0b0100;
  for (int n = 0; n < 8; ++n)
    EXPECT_EQ(port_.clock(in).goes, 0b0100U) << n;
}

TEST_F(LosslessPortParts, AnEventInterruptsAndClocksItsBank) {
  EXPECT_EQ(port_.evaluate(waits(0, true)).clocks, 0U) << "nothing waits";
  write(kMaskAddress, 0x20);
  port_.clock(still());
  In in = still();
  in.interrupt_status_set = 0x20;
  EXPECT_EQ(port_.clock(in).clocks, 1U);
  EXPECT_TRUE(port_.clock(still()).interrupt);
}

TEST_F(LosslessPortParts, OtherValuesAreAskedForOutside) {
  In in = still();
  in.request = true;
  in.address = address_of("egress.veq_depth", 6);
  const Out asked = port_.clock(in);
  EXPECT_TRUE(asked.value_reads);
  EXPECT_EQ(asked.value_number, lossless_port_number("egress.veq_depth") + 6);
  in = still();
  in.value = 4711;
  EXPECT_EQ(port_.clock(in).data, 4711U);
}

TEST(QueueDepth, CrossesItsOwnThresholdAtTheByte) {
  QueueDepth queue{.comes = true, .pauses = ClassId(2), .depth = 0_B, .xoff = 60_B, .xon = 30_B};
  for (const std::int64_t depth : {20, 30, 31, 59, 60, 61}) {
    queue.depth = Bytes(depth);
    queue.comes = true;
    EXPECT_EQ(queue.crosses(), depth >= 60) << depth;
    queue.comes = false;
    EXPECT_EQ(queue.crosses(), depth <= 30) << depth;
  }
}

}  // namespace weir::reference::lossless_port_cycle_test
