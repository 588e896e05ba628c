// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers that each scheme declares, against figures worked out by hand and those of the papers.

#include <gtest/gtest.h>

#include "hw_model/ledger/block.h"
#include "tb/tests/unit/mechanisms/flow_control/fake_port.h"

namespace weir::flow_control {
namespace {

ledger::Block of_a_port(Scheme scheme, ClassMask lossless) {
  FakePort port;
  return declare_flow_control(context_for(scheme, port, lossless));
}

ledger::Block of_a_switch(Scheme scheme, ClassMask lossless, std::uint64_t ports) {
  ledger::Block chip("switch");
  return chip.add(of_a_port(scheme, lossless), {"port", ports});
}

std::uint64_t count(const ledger::Block& block, const char* name) {
  const ledger::RegisterDeclaration* found = block.find(name);
  return found == nullptr ? 0 : found->count();
}

unsigned width(const ledger::Block& block, const char* name) {
  const ledger::RegisterDeclaration* found = block.find(name);
  return found == nullptr ? 0 : found->width;
}

// GFC, section 5.3: "a 24-port switch ... 192 Rate Limiters at most", 72 with three lossless priorities.
TEST(Declarations, LimitersOfA24PortSwitch) {
  for (const Scheme scheme : {Scheme::kGfcConceptual, Scheme::kGfcBufferBased, Scheme::kGfcTimeBased}) {
    for (const char* reg : {"r_l", "r_r", "r_c"}) {
      EXPECT_EQ(count(of_a_switch(scheme, 0xff, 24), reg), 192U);
      EXPECT_EQ(count(of_a_switch(scheme, 0x07, 24), reg), 72U);
    }
  }
}

TEST(Declarations, OnlyGfcHasLimiters) {
  for (const Scheme scheme : {Scheme::kNone, Scheme::kPfc, Scheme::kCbfc}) {
    EXPECT_EQ(count(of_a_port(scheme, 0xff), "r_c"), 0U);
  }
}

TEST(Declarations, NoneCostsNothing) { EXPECT_EQ(of_a_port(Scheme::kNone, 0xff).bits().total(), 0U); }

TEST(Declarations, Pfc) {
  const ledger::Block block = of_a_port(Scheme::kPfc, 0xff);
  EXPECT_EQ(width(block, "pause_timer"), 16U);
  EXPECT_EQ(count(block, "pause_timer"), 8U);
  EXPECT_EQ(block.find("xoff")->reset, 800'000U);
  // State: 8 x (3 flags + 2 timers of 16 bits) + 9; settings: xoff and xon of 20 bits, two of 16 bits.
  EXPECT_EQ(block.bits().total(), 8U * 35 + 9 + 2 * 20 + 2 * 16);
}

TEST(Declarations, Cbfc) {
  const ledger::Block block = of_a_port(Scheme::kCbfc, 0x07);
  for (const char* reg : {"fctbs", "fccl", "abr", "occupied"}) {
    EXPECT_EQ(width(block, reg), 16U) << reg;
    EXPECT_EQ(count(block, reg), 3U) << reg;
  }
  EXPECT_EQ(block.find("fccl")->reset, 15'625U);
  // The period of 65,535 B is 16,383 words of 4 B.
  EXPECT_EQ(block.bits().total(), 3U * (4 * 16 + 1) + 14);
}

TEST(Declarations, GfcBufferBased) {
  const ledger::Block block = of_a_port(Scheme::kGfcBufferBased, 0xff);
  EXPECT_EQ(count(block, "b_k"), 19U);
  EXPECT_EQ(width(block, "stage"), 5U);
  EXPECT_EQ(width(block, "r_r"), 5U);
  EXPECT_EQ(width(block, "r_l"), 20U);
  EXPECT_EQ(width(block, "r_c"), 40U);
  EXPECT_EQ(block.bits().total(), 19U * 24 + 8U * (5 + 5 + 20 + 5 + 40));
}

TEST(Declarations, GfcTimeBasedIsCbfcAndALimiter) {
  const ledger::Block cbfc = of_a_port(Scheme::kCbfc, 0xff);
  const ledger::Block gfc = of_a_port(Scheme::kGfcTimeBased, 0xff);
  for (const ledger::RegisterDeclaration& reg : cbfc.registers()) {
    EXPECT_EQ(width(gfc, reg.name.c_str()), reg.width) << reg.name;
    EXPECT_EQ(count(gfc, reg.name.c_str()), reg.count()) << reg.name;
  }
  EXPECT_EQ(width(gfc, "r_r"), 42U);
  EXPECT_EQ(width(gfc, "r_c"), 56U);
  EXPECT_EQ(gfc.find("linear_range")->reset, 508'000U / 64);
}

// The table of docs/reference/ledger.md.
TEST(Declarations, BitsOfAPortWithEightLosslessClasses) {
  EXPECT_EQ(of_a_port(Scheme::kPfc, 0xff).bits().total(), 361U);
  EXPECT_EQ(of_a_port(Scheme::kCbfc, 0xff).bits().total(), 534U);
  EXPECT_EQ(of_a_port(Scheme::kGfcConceptual, 0xff).bits().total(), 1242U);
  EXPECT_EQ(of_a_port(Scheme::kGfcBufferBased, 0xff).bits().total(), 1056U);
  EXPECT_EQ(of_a_port(Scheme::kGfcTimeBased, 0xff).bits().total(), 2208U);
}

TEST(Declarations, EveryRegisterSaysWhoAsksForItAndWhy) {
  for (const Scheme scheme :
       {Scheme::kPfc, Scheme::kCbfc, Scheme::kGfcConceptual, Scheme::kGfcBufferBased, Scheme::kGfcTimeBased}) {
    const ledger::Block block = of_a_port(scheme, 0x01);
    EXPECT_EQ(block.bits_by_mechanism().size(), 1U);
    for (const ledger::RegisterDeclaration& reg : block.registers()) {
      EXPECT_FALSE(reg.source.empty()) << reg.name;
      EXPECT_FALSE(reg.description.empty()) << reg.name;
    }
  }
}

}  // namespace
}  // namespace weir::flow_control
