// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/cycle_models/rate_limiter_cycle.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::reference::rate_limiter_cycle_test {

constexpr std::uint64_t kTick = 60;

RateLimiterInputs sent(std::uint32_t ticks, std::uint32_t subticks = 0, std::uint32_t phase = 0) {
  return {.sent = true, .r_l_ticks = ticks, .r_l_subticks = subticks, .phase = phase};
}

RateLimiterInputs rate(std::uint64_t r_r) { return {.rate_valid = true, .r_r = r_r}; }

RateLimiterCycle stage_limiter(Rounding rounding, RateRaise rate_raise = RateRaise::kClamp) {
  RateLimiterConfig config;
  config.rounding = rounding;
  config.rate_raise = rate_raise;
  return {RateForm::kStage, config};
}

// R_c after a packet of 666 ticks and 40 subticks, 1000 B at 10 Gbps, at stage 1, which ended 10 subticks early.
std::uint64_t loaded(Rounding rounding, std::uint32_t subticks = 40) {
  RateLimiterCycle limiter = stage_limiter(rounding);
  limiter.clock(rate(1));
  return limiter.clock(sent(666, subticks, 10)).r_c_d;
}

TEST(RateLimiterCycle, CountsOneTickACycle) {
  RateLimiterCycle limiter = stage_limiter(Rounding::kResidual);
  limiter.clock(rate(2));
  limiter.clock(sent(2, 1));  // R_c = 3 * 121
  for (std::uint64_t r_c = 363; r_c >= kTick; r_c -= kTick) {
    const RateLimiterOutputs out = limiter.clock({});
    EXPECT_EQ(out.r_c, r_c);
    EXPECT_FALSE(out.idle);
  }
  const RateLimiterOutputs out = limiter.clock({});
  EXPECT_EQ(out.r_c, 3U);
  EXPECT_TRUE(out.idle);
  EXPECT_EQ(limiter.clock({}).r_c, 3U) << "what is left below a tick stays";
}

TEST(RateLimiterCycle, LoadsTwoToTheStageLessOneTimesTheTransmissionTime) {
  for (std::uint64_t stage = 0; stage <= 16; ++stage) {
    RateLimiterCycle limiter = stage_limiter(Rounding::kResidual);
    limiter.clock(rate(stage));
    // 1500 B at 10 Gbps are 1000 ticks of 1.2 ns (GFC, section 5.3).
    EXPECT_EQ(limiter.clock(sent(1000)).r_c_d, ((std::uint64_t{1} << stage) - 1) * 1000 * kTick) << stage;
  }
}

TEST(RateLimiterCycle, At1500BytesOf10GbpsStage16Waits78Milliseconds) {
  RateLimiterCycle limiter = stage_limiter(Rounding::kFloor);
  limiter.clock(rate(16));
  const Time wait = RateLimiterConfig{}.subtick_time() * static_cast<std::int64_t>(limiter.clock(sent(1000)).r_c_d);
  EXPECT_EQ(wait, Time(78'642'000'000));
}

TEST(RateLimiterCycle, RoundsToWholeTicksAsAsked) {
  EXPECT_EQ(loaded(Rounding::kFloor), 666 * kTick);
  EXPECT_EQ(loaded(Rounding::kCeil), 667 * kTick);
  EXPECT_EQ(loaded(Rounding::kNearest), 667 * kTick);
  EXPECT_EQ(loaded(Rounding::kNearest, 29), 666 * kTick);
  EXPECT_EQ(loaded(Rounding::kNearest, 30), 667 * kTick) << "half a tick goes up";
  EXPECT_EQ(loaded(Rounding::kCeil, 0), 666 * kTick);
  EXPECT_EQ(loaded(Rounding::kResidual), 666 * kTick + 40 - 10);
}

TEST(RateLimiterCycle, RoundingUpTheLongestTransmissionDoesNotWrap) {
  RateLimiterCycle limiter = stage_limiter(Rounding::kCeil);
  limiter.clock(rate(1));
  EXPECT_EQ(limiter.clock(sent(16383, 59)).r_c_d, 16383 * kTick);
}

TEST(RateLimiterCycle, CarriesTheResidualToTheNextPacket) {
  RateLimiterCycle limiter = stage_limiter(Rounding::kResidual);
  limiter.clock(rate(1));
  limiter.clock(sent(1, 20));
  EXPECT_EQ(limiter.clock({}).r_c_d, 20U);
  EXPECT_EQ(limiter.clock(sent(1, 20)).r_c_d, 100U);
}

TEST(RateLimiterCycle, IntegerModesForgetWhatIsLeft) {
  for (const Rounding rounding : {Rounding::kFloor, Rounding::kCeil, Rounding::kNearest}) {
    RateLimiterCycle limiter = stage_limiter(rounding);
    limiter.clock(rate(1));
    limiter.clock(sent(5));
    EXPECT_EQ(limiter.clock(sent(3, 0, 30)).r_c_d, 3 * kTick) << "set, not added to; no phase";
  }
}

TEST(RateLimiterCycle, LineRateLetsAPacketFollowAtOnce) {
  for (const Rounding rounding : {Rounding::kFloor, Rounding::kResidual}) {
    RateLimiterCycle limiter = stage_limiter(rounding);
    const RateLimiterOutputs out = limiter.clock(sent(1000, 7, 33));
    EXPECT_TRUE(out.follow);
    EXPECT_TRUE(out.idle);
    EXPECT_EQ(out.r_c_d, 0U);
  }
}

TEST(RateLimiterCycle, AGapThatEndsWithinTheTickIsNotGapless) {
  RateLimiterCycle limiter = stage_limiter(Rounding::kResidual);
  limiter.clock(rate(1));
  const RateLimiterOutputs out = limiter.clock(sent(1, 5, 50));  // 65 subticks from the true end, 50 of them gone
  EXPECT_FALSE(out.follow);
  EXPECT_EQ(out.r_c_d, 15U);
  EXPECT_TRUE(limiter.clock({}).idle);
}

TEST(RateLimiterCycle, RaisedRateClampsOrHolds) {
  RateLimiterCycle clamps = stage_limiter(Rounding::kResidual, RateRaise::kClamp);
  RateLimiterCycle holds = stage_limiter(Rounding::kResidual, RateRaise::kHold);
  for (RateLimiterCycle* limiter : {&clamps, &holds}) {
    limiter->clock(rate(16));
    limiter->clock(sent(1000));
  }
  EXPECT_EQ(clamps.clock(rate(2)).r_c_d, 3000 * kTick);
  EXPECT_EQ(holds.clock(rate(2)).r_c_d, 65'535'000 * kTick - kTick);
  EXPECT_EQ(clamps.clock(rate(0)).r_c_d, 0U);
  EXPECT_TRUE(clamps.clock({}).idle);
}

TEST(RateLimiterCycle, ClampNeverLengthensAWait) {
  RateLimiterCycle limiter = stage_limiter(Rounding::kResidual);
  limiter.clock(rate(3));
  limiter.clock(sent(10));  // 70 ticks
  limiter.skip(65);
  EXPECT_EQ(limiter.clock(rate(2)).r_c_d, 4 * kTick) << "30 ticks at the new rate, but only 5 were left";
}

TEST(RateLimiterCycle, LoweredOrRepeatedRateLeavesTheCountAlone) {
  RateLimiterCycle limiter = stage_limiter(Rounding::kResidual);
  limiter.clock(rate(1));
  limiter.clock(sent(1, 59));
  limiter.clock(sent(1, 59));  // 59 + 119: more than this rate asks for R_l alone
  EXPECT_EQ(limiter.clock(rate(1)).r_c_d, 59U + 119 - kTick);
  EXPECT_EQ(limiter.clock(rate(9)).r_c_d, 59U + 119 - 2 * kTick);
}

TEST(RateLimiterCycle, APacketUsesTheRateOfItsOwnCycle) {
  RateLimiterCycle limiter = stage_limiter(Rounding::kResidual);
  RateLimiterInputs both = sent(10);
  both.rate_valid = true;
  both.r_r = 4;
  EXPECT_EQ(limiter.clock(both).r_c_d, 150 * kTick);
}

TEST(RateLimiterCycle, Saturates) {
  RateLimiterConfig config;
  config.r_c = 12;
  RateLimiterCycle limiter(RateForm::kStage, config);
  limiter.clock(rate(31));
  EXPECT_EQ(limiter.clock(sent(16383, 59, 59)).r_c_d, 4095U);
  EXPECT_EQ(limiter.clock({}).r_c_d, 4095U - kTick);

  RateLimiterCycle fixed_point(RateForm::kFixedPoint, RateLimiterConfig{});
  fixed_point.clock(rate(RateLimiterConfig{}.r_r_max(RateForm::kFixedPoint)));
  EXPECT_EQ(fixed_point.clock(sent(16383, 59)).r_c_d, (std::uint64_t{1} << 56) - 1);
}

TEST(RateLimiterCycle, ResetClearsAllAtOnceAndWins) {
  RateLimiterCycle limiter = stage_limiter(Rounding::kResidual);
  limiter.clock(rate(5));
  limiter.clock(sent(100));
  RateLimiterInputs in = sent(7);
  in.rst_n = false;
  const RateLimiterOutputs during = limiter.clock(in);
  EXPECT_EQ(during.r_c, 0U);
  const RateLimiterOutputs after = limiter.clock({});
  EXPECT_EQ(after, (RateLimiterOutputs{.idle = true, .follow = true}));
}

TEST(RateLimiterCycle, FixedPointKeepsTheFractionOfTheProduct) {
  RateLimiterCycle limiter(RateForm::kFixedPoint, RateLimiterConfig{});
  const std::uint64_t third = (1U << 16) / 3;
  limiter.clock(rate(third));
  EXPECT_EQ(limiter.clock(sent(10)).r_c_d, 600 * third);
  limiter.skip(3);
  EXPECT_EQ(limiter.clock({}).r_c, 600 * third - 3 * (kTick << 16));
  EXPECT_EQ(limiter.clock(sent(10)).r_c_d, 1200 * third - 3 * (kTick << 16));
}

TEST(RateLimiterCycle, SkipIsAsManyCyclesWithoutInputs) {
  for (std::uint64_t cycles = 0; cycles < 40; ++cycles) {
    RateLimiterCycle leaps = stage_limiter(Rounding::kResidual);
    RateLimiterCycle walks = leaps;
    for (RateLimiterCycle* limiter : {&leaps, &walks}) {
      limiter->clock(rate(3));
      limiter->clock(sent(3, 17));
    }
    leaps.skip(cycles);
    for (std::uint64_t n = 0; n < cycles; ++n) {
      walks.clock({});
    }
    EXPECT_EQ(leaps.clock({}), walks.clock({})) << cycles;
  }
}

// The timing diagram of rtl/rate_limiter_stage/rate_limiter_stage.md, cycle by cycle.
TEST(RateLimiterCycle, GivesTheTimingDiagram) {
  RateLimiterInputs cycles[11];
  cycles[0] = rate(2);
  cycles[2] = sent(1, 20, 10);
  cycles[4] = rate(1);
  cycles[8] = sent(1);
  constexpr std::uint64_t kRC[] = {0, 0, 0, 230, 170, 80, 20, 20, 20, 80, 20};
  constexpr std::uint64_t kRCD[] = {0, 0, 230, 170, 80, 20, 20, 20, 80, 20, 20};
  constexpr bool kIdle[] = {true, true, true, false, false, false, true, true, true, false, true};
  constexpr bool kFollow[] = {true, true, false, false, false, true, true, true, false, true, true};
  constexpr std::uint64_t kRR[] = {0, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1};
  RateLimiterCycle limiter = stage_limiter(Rounding::kResidual);
  for (std::size_t n = 0; n < std::size(cycles); ++n) {
    const RateLimiterOutputs out = limiter.clock(cycles[n]);
    EXPECT_EQ(out.r_c, kRC[n]) << n;
    EXPECT_EQ(out.r_c_d, kRCD[n]) << n;
    EXPECT_EQ(out.idle, kIdle[n]) << n;
    EXPECT_EQ(out.follow, kFollow[n]) << n;
    EXPECT_EQ(out.r_r, kRR[n]) << n;
  }
}

// That of rtl/rate_limiter_fixed_point/rate_limiter_fixed_point.md, R_c in whole subticks.
TEST(RateLimiterCycle, GivesTheTimingDiagramOfTheFixedPointForm) {
  const RateLimiterConfig config;
  RateLimiterInputs cycles[8];
  cycles[0] = rate(std::uint64_t{1} << (config.factor_frac - 1));
  cycles[1] = sent(10, 6, 30);
  constexpr std::uint64_t kRC[] = {0, 0, 273, 213, 153, 93, 33, 33};
  constexpr bool kIdle[] = {true, true, false, false, false, false, true, true};
  constexpr bool kFollow[] = {true, false, false, false, false, true, true, true};
  RateLimiterCycle limiter(RateForm::kFixedPoint, config);
  for (std::size_t n = 0; n < std::size(cycles); ++n) {
    const RateLimiterOutputs out = limiter.clock(cycles[n]);
    EXPECT_EQ(out.r_c, kRC[n] << config.factor_frac) << n;
    EXPECT_EQ(out.idle, kIdle[n]) << n;
    EXPECT_EQ(out.follow, kFollow[n]) << n;
  }
}

// The longest packet there is keeps its ticks, whatever subticks come with them.
TEST(RateLimiterCycle, DoesNotRoundTheLongestPacketUp) {
  constexpr std::uint32_t kMost = (1U << kRLTickBits) - 1;
  for (const Rounding rounding : {Rounding::kCeil, Rounding::kNearest}) {
    RateLimiterCycle limiter = stage_limiter(rounding);
    limiter.clock(sent(kMost, 59));
    EXPECT_EQ(limiter.clock(sent(kMost - 1, 59)).r_l, kMost * kTick);
    EXPECT_EQ(limiter.clock({}).r_l, kMost * kTick);
  }
}

struct BadConfig {
  const char* names;
  void (*spoil)(RateLimiterConfig&);
};

TEST(RateLimiterConfig, RefusesWhatDoesNotFitInOneLine) {
  const BadConfig bad_configs[] = {
      {"period", [](RateLimiterConfig& c) { c.period = Time(0); }},
      {"subticks", [](RateLimiterConfig& c) { c.subticks = 0; }},
      {"picoseconds", [](RateLimiterConfig& c) { c.subticks = 7; }},
      {"floor_rate", [](RateLimiterConfig& c) { c.floor_rate = BitRate(0); }},
      {"r_l_ticks", [](RateLimiterConfig& c) { c.r_l_ticks = 0; }},
      {"r_c", [](RateLimiterConfig& c) { c.r_c = 5; }},
      {"r_c and factor_frac", [](RateLimiterConfig& c) { c.r_c = 60; }},
      {"stage", [](RateLimiterConfig& c) { c.stage = 6; }},
      {"product", [](RateLimiterConfig& c) { c.factor_int = 40; }},
      {"factor_frac", [](RateLimiterConfig& c) { c.factor_frac = 31; }},
  };
  for (const BadConfig& bad : bad_configs) {
    RateLimiterConfig config;
    bad.spoil(config);
    try {
      config.validate();
      ADD_FAILURE() << bad.names << " was accepted";
    } catch (const std::invalid_argument& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr(bad.names));
      EXPECT_THAT(error.what(), testing::Not(testing::HasSubstr("\n")));
    }
  }
  EXPECT_NO_THROW(RateLimiterConfig{}.validate());
}

TEST(RateLimiterConfig, AFormHasNothingToDoWithTheWidthsOfTheOther) {
  RateLimiterConfig config;
  config.r_l_ticks = 20;  // with the factor a product of 68 bits
  EXPECT_NO_THROW(config.validate(RateForm::kStage));
  EXPECT_THROW(config.validate(RateForm::kFixedPoint), std::invalid_argument);
  EXPECT_THROW(config.validate(), std::invalid_argument);
  config = {};
  config.r_l_ticks = 1;
  config.stage = 6;
  EXPECT_NO_THROW(config.validate(RateForm::kFixedPoint));
  EXPECT_THROW(config.validate(RateForm::kStage), std::invalid_argument);
}

TEST(RateLimiterCycle, AModeCountsFromItsCycleOnAndLeavesRcAsItIs) {
  RateLimiterCycle limiter = stage_limiter(Rounding::kResidual, RateRaise::kHold);
  limiter.clock(rate(1));
  EXPECT_EQ(limiter.clock(sent(2, 31)).r_c_d, 151U);
  RateLimiterInputs floor = sent(2, 31);
  floor.mode = mode_code(Rounding::kFloor, RateRaise::kClamp);
  EXPECT_EQ(limiter.clock(floor).r_c_d, 120U) << "whole ticks, and nothing of what was left";
  RateLimiterInputs quiet;
  quiet.mode = mode_code(Rounding::kCeil, RateRaise::kHold);
  EXPECT_EQ(limiter.clock(quiet).r_c_d, 60U) << "another mode alone changes nothing";
  RateLimiterInputs raised = rate(0);
  EXPECT_EQ(limiter.clock(raised).r_c_d, 0U) << "counted to its end";
  limiter.clock(rate(4));
  limiter.clock(sent(10));
  limiter.clock(rate(1));
  EXPECT_EQ(limiter.clock({}).r_c, 15U * 600 - kTick) << "hold, as configured";
  limiter.set_modes(Rounding::kNearest, RateRaise::kClamp);
  EXPECT_EQ(limiter.clock(rate(0)).r_c_d, 0U) << "clamp from this cycle on";
  EXPECT_EQ(limiter.clock(sent(1, 30)).r_c_d, 0U);
  EXPECT_EQ(limiter.clock({}).r_l, 2 * kTick) << "half a tick goes up";
}

}  // namespace weir::reference::rate_limiter_cycle_test
