// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers that each scheme declares, against figures worked out by hand and those of the papers.

#include "hw_model/ledger/block.h"
#include "tb/tests/unit/mechanisms/flow_control/fake_port.h"

namespace weir::flow_control::declarations_test {

ledger::Block of_a_port(Scheme scheme, ClassMask lossless) {
  FakePort port;
  PortContext context = context_for(scheme, port, lossless);
  context.config.ue_cbfc.limits.fill(1'000);  // a switch has them of its VIQs
  return declare_flow_control(context);
}

ledger::Block of_a_switch(Scheme scheme, ClassMask lossless, std::uint64_t ports) {
  ledger::Block chip("switch");
  return chip.add(of_a_port(scheme, lossless), {"port", ports});
}

std::uint64_t count(const ledger::Block& block, const char* name) {
  const ledger::RegisterDeclaration* found = block.find(name);
  return found == nullptr ? 0 : found->count();
}

std::uint64_t flip_flops(const ledger::Block& block) { return block.bits().of(ledger::Storage::kFlipFlop); }
std::uint64_t flip_flops(Scheme scheme) { return flip_flops(of_a_port(scheme, 0xff)); }

std::string refusal(const PortContext& context) {
  return error_of([&] { declare_flow_control(context); });
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
  // And a mask of the lossless classes.
  EXPECT_EQ(flip_flops(block), 8U * 35 + 9 + 2 * 20 + 2 * 16 + 8);
  // Four counters of events a class, and how long the peer stood paused, with the beginning of the present pause.
  EXPECT_EQ(block.bits().of(ledger::Storage::kSram), (4U * 64 + 2 * 48) * 8);
}

TEST(Declarations, Cbfc) {
  const ledger::Block block = of_a_port(Scheme::kCbfc, 0x07);
  for (const char* reg : {"fctbs", "fccl", "abr", "occupied"}) {
    EXPECT_EQ(width(block, reg), 16U) << reg;
    EXPECT_EQ(count(block, reg), 3U) << reg;
  }
  EXPECT_EQ(block.find("fccl")->reset, 15'625U);
  EXPECT_EQ(block.find("buffer_blocks")->reset, 15'625U);
  // The period of 65,535 B is 16,383 words of 4 B: a setting and a timer. A setting of the blocks offered, a mask.
  EXPECT_EQ(flip_flops(block), 3U * (4 * 16 + 1) + 14 + 14 + 16 + 8);
}

TEST(Declarations, GfcBufferBased) {
  const ledger::Block block = of_a_port(Scheme::kGfcBufferBased, 0xff);
  EXPECT_EQ(count(block, "b_k"), 8U * 24);
  EXPECT_EQ(width(block, "stage"), 5U);
  EXPECT_EQ(width(block, "r_r"), 5U);
  EXPECT_EQ(width(block, "r_l"), 20U);
  EXPECT_EQ(width(block, "r_c"), 40U);
  // A comparator, the stage told, a limiter, what holds below the floor; two settings of the limiters, a mask.
  EXPECT_EQ(flip_flops(block), 8U * (24 * 25 + 5 + 1 + 5 + (20 + 5 + 40) + (1 + 25 + 25)) + 2 + 1 + 8);
  // B_1 = 750 KB of Bm = 1 MB; 19 stages in use, the others never reached.
  const std::vector<std::uint64_t>& thresholds = block.find("b_k")->resets;
  ASSERT_EQ(thresholds.size(), 24U);
  EXPECT_EQ(thresholds[0], 750'000U);
  EXPECT_EQ(thresholds[1], 875'000U);
  EXPECT_EQ(thresholds[18], 999'999U);
  EXPECT_EQ(thresholds[19], (1U << 25U) - 1);
}

// The leading-zero form of the same comparator holds Bm, log2(Bm - B1) and N instead of 24 thresholds.
TEST(Declarations, LeadingZeroComparator) {
  FakePort port;
  PortContext context = context_for(Scheme::kGfcBufferBased, port, 0xff);
  context.config.gfc_buffer_based.comparator = ComparatorForm::kLeadingZero;
  EXPECT_EQ(
      refusal(context),
      "flow_control.gfc_buffer_based.comparator: leading_zero wants bm - b1 to be a power of two bytes, such as 262144 "
      "B; bm - b1 is 250KB");
  context.config.gfc_buffer_based.b1 = Bytes(1'000'000 - 262'144);
  const ledger::Block block = declare_flow_control(context);
  EXPECT_EQ(block.find("log2_span")->reset, 18U);
  EXPECT_EQ(block.find("stages")->reset, 19U);
  EXPECT_EQ(block.find("bm")->reset, 1'000'000U);
  EXPECT_EQ(block.bits_of_one(block.rtl_instances().front()), 25U + 5 + 5 + 5 + 1);
}

// Registers that an RTL block holds, and what it is built with.
TEST(Declarations, RtlBlocks) {
  const ledger::Block block = of_a_switch(Scheme::kGfcBufferBased, 0x07, 24);
  ASSERT_EQ(block.rtl_instances().size(), 2U);
  const ledger::RtlInstance& comparator = block.rtl_instances()[0];
  EXPECT_EQ(comparator.block, "stage_comparator_threshold");
  EXPECT_EQ(comparator.count(), 72U);
  EXPECT_EQ(comparator.parameters,
            (std::map<std::string, std::uint64_t>{{"THRESHOLDS", 24}, {"STAGE_W", 5}, {"Q_W", 24}}));
  EXPECT_EQ(block.bits_of_one(comparator), 606U);
  const ledger::RtlInstance& limiter = block.rtl_instances()[1];
  EXPECT_EQ(limiter.block, "rate_limiter_stage");
  EXPECT_EQ(limiter.count(), 72U);
  EXPECT_EQ(limiter.parameters,
            (std::map<std::string, std::uint64_t>{
                {"SUBTICKS", 60}, {"SUBTICK_W", 6}, {"R_L_TICKS_W", 14}, {"R_C_W", 40}, {"STAGE_W", 5}}));
  EXPECT_EQ(block.bits_of_one(limiter), 65U);
}

TEST(Declarations, RtlOfTheFixedPointForm) {
  FakePort port;
  PortContext context = context_for(Scheme::kGfcTimeBased, port, 0xff);
  context.limiter.factor_int = 20;
  context.limiter.factor_frac = 12;
  context.limiter.r_c = 36;
  context.limiter.subticks = 12;
  const ledger::Block block = declare_flow_control(context);
  ASSERT_EQ(block.rtl_instances().size(), 3U);
  const ledger::RtlInstance& division = block.rtl_instances()[0];
  EXPECT_EQ(division.block, "linear_rate");
  EXPECT_EQ(division.count(), 1U);
  EXPECT_EQ(division.parameters,
            (std::map<std::string, std::uint64_t>{
                {"COUNTER_W", 16}, {"BLOCK_SHIFT", 6}, {"FACTOR_INT_W", 20}, {"FACTOR_FRAC_W", 12}}));
  EXPECT_EQ(block.bits_of_one(division), (16U + 1) + (16 + 6 + 12 + 1) + (16 + 6 + 1) + 8 + 1);
  const ledger::RtlInstance& credits = block.rtl_instances()[1];
  EXPECT_EQ(credits.block, "ib_credits");
  EXPECT_EQ(credits.count(), 8U);
  EXPECT_EQ(credits.parameters.at("FIRST"),
            static_cast<std::uint64_t>(context.config.gfc_time_based.bm / context.config.gfc_time_based.credits.block));
  EXPECT_EQ(block.bits_of_one(credits), 4 * 16U + 1);
  const ledger::RtlInstance& limiter = block.rtl_instances()[2];
  EXPECT_EQ(limiter.block, "rate_limiter_fixed_point");
  EXPECT_EQ(limiter.parameters, (std::map<std::string, std::uint64_t>{{"SUBTICKS", 12},
                                                                      {"SUBTICK_W", 4},
                                                                      {"R_L_TICKS_W", 14},
                                                                      {"R_C_W", 36},
                                                                      {"FACTOR_INT_W", 20},
                                                                      {"FACTOR_FRAC_W", 12}}));
  EXPECT_EQ(block.bits_of_one(limiter), (14U + 4) + (20 + 12) + (36 + 12));
}

// GFC, section 5.3, for comparison: SENIC's 1000 limiters take 30 KB of SRAM, 240 bits each.
TEST(Declarations, ALimiterTakesAThirdOfOneOfSenic) {
  const ledger::Block block = of_a_port(Scheme::kGfcBufferBased, 0xff);
  EXPECT_EQ(30'000U * 8 / 1000, 240U);
  EXPECT_EQ(block.bits_of_one(block.rtl_instances()[1]), 65U);
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
TEST(Declarations, FlipFlopsOfAPortWithEightLosslessClasses) {
  EXPECT_EQ(flip_flops(Scheme::kPause), 144U);
  EXPECT_EQ(flip_flops(Scheme::kPfc), 369U);
  EXPECT_EQ(flip_flops(Scheme::kTtlPfc), 370U);
  EXPECT_EQ(flip_flops(Scheme::kEgressPfc), 378U);    // PFC, a comparator's flip-flop a class, and `spared`
  EXPECT_EQ(flip_flops(Scheme::kEgressPause), 146U);  // PAUSE, the comparator's flip-flop, and `spared`
  EXPECT_EQ(flip_flops(Scheme::kCbfc), 572U);
  EXPECT_EQ(flip_flops(Scheme::kUeCbfc), 6325U);  // of 32 channels
  EXPECT_EQ(flip_flops(Scheme::kGfcConceptual), 1661U);
  EXPECT_EQ(flip_flops(Scheme::kGfcBufferBased), 5827U);
  EXPECT_EQ(flip_flops(Scheme::kGfcTimeBased), 2755U);
  EXPECT_EQ(flip_flops(Scheme::kGfcGradient), 572U);
}

// What no hardware could have is refused when it is declared, not first when it is built.
TEST(Declarations, RefuseWhatNoHardwareCouldHave) {
  FakePort port;
  PortContext context = context_for(Scheme::kCbfc, port, 0xff);
  context.config.cbfc.counter_bits = 12;  // at most 2048 blocks of 64 B
  EXPECT_NE(refusal(context), "");
  context = context_for(Scheme::kPfc, port, 0xff);
  context.config.pfc.xon = context.config.pfc.xoff;
  EXPECT_NE(refusal(context), "");
  context = context_for(Scheme::kGfcBufferBased, port, 0xff);
  context.config.gfc_buffer_based.bm = Bytes(1 << 25);  // beyond the width of q
  EXPECT_NE(refusal(context), "");
  context = context_for(Scheme::kGfcTimeBased, port, 0xff);
  context.limiter.r_l_ticks = 4;
  EXPECT_NE(refusal(context), "");
  context = context_for(Scheme::kTtlPfc, port, 0xff);
  context.config.pfc.xoff = Bytes(1000);  // TTL-based buffer management, section 1.4.2: at least one MTU
  context.config.pfc.xon = Bytes(0);
  EXPECT_NE(refusal(context), "");
}

TEST(Declarations, EveryRegisterSaysWhoAsksForItAndWhy) {
  for (const Scheme scheme : {Scheme::kPfc, Scheme::kCbfc, Scheme::kGfcConceptual, Scheme::kGfcBufferBased,
                              Scheme::kGfcTimeBased, Scheme::kGfcGradient, Scheme::kUeCbfc, Scheme::kPause,
                              Scheme::kTtlPfc, Scheme::kEgressPfc, Scheme::kEgressPause}) {
    const ledger::Block block = of_a_port(scheme, 0x01);
    EXPECT_EQ(block.bits_by_mechanism().size(), 1U);
    for (const ledger::RegisterDeclaration& reg : block.registers()) {
      EXPECT_FALSE(reg.source.empty()) << reg.name;
      EXPECT_FALSE(reg.description.empty()) << reg.name;
    }
  }
}

}  // namespace weir::flow_control::declarations_test
