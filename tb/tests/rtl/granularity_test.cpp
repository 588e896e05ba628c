// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The expected values are written down here from the definition of the limiter, in whole subticks of 20 ps (a byte at
// 400 Gbps) and ticks of 60 of them; nothing of the model or of what is tested is used for them.

#include "tb/cosim/blocks/rate_limiter/granularity.h"

#include "tb/cosim/block.h"
#include "tb/cosim/blocks/rate_limiter/granularity_summary.h"
#include "tb/cosim/blocks/rate_limiter/granularity_widths.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::cosim::granularity_test {

using reference::RateForm;
using reference::RateLimiterConfig;
using reference::RateRaise;
using reference::Rounding;

reference::RateLimiter::Factory rtl_limiters() {
  const BlockChoice choices[] = {{"rate_limiter_stage", Fidelity::rtl}, {"rate_limiter_fixed_point", Fidelity::rtl}};
  return factories_of(choices).of<reference::RateLimiter>();
}

constexpr std::int64_t kTick = 60;  // subticks
constexpr std::int64_t kTickPs = 1200;
constexpr std::int64_t kSubtickPs = 20;
constexpr unsigned kStages = 20;  // as far as R_c of 40 bits holds the wait of every frame on every line

constexpr std::int64_t ceil_of(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

// How long `bytes` are on the wire, in subticks.
constexpr std::int64_t wire(std::int64_t bytes, std::int64_t gbps) { return bytes * 400 / gbps; }

std::int64_t whole_ticks(Rounding rounding, std::int64_t subticks) {
  switch (rounding) {
    case Rounding::kFloor:
      return subticks / kTick;
    case Rounding::kCeil:
      return ceil_of(subticks, kTick);
    default:
      return (subticks + kTick / 2) / kTick;
  }
}

// A packet starts at an edge, its end is seen at the next one, and then R_c counts: ticks from start to start.
std::int64_t period_ticks(Rounding rounding, std::int64_t subticks, unsigned stage) {
  if (stage == 0) {
    return 0;  // no edge is waited for
  }
  return ceil_of(subticks, kTick) + ((std::int64_t{1} << stage) - 1) * whole_ticks(rounding, subticks);
}

double ppm(double asked, double achieved) { return (asked / achieved - 1) * 1e6; }

Cell cell_of(std::int64_t gbps, std::int64_t bytes, unsigned stage, Rounding rounding,
             RateRaise rate_raise = RateRaise::kClamp) {
  RateLimiterConfig config;
  config.rounding = rounding;
  config.rate_raise = rate_raise;
  return stage_cell(config, BitRate(gbps * 1'000'000'000), Bytes(bytes), stage);
}

Trace measure(const Cell& cell) { return run_cell(cell, reference::make_reference_rate_limiter); }

// Calls check(gbps, bytes, stage) for the whole grid.
template <class Check>
void for_grid(unsigned first_stage, Check check) {
  for (const std::int64_t gbps : kGridGbps) {
    for (const std::int64_t bytes : kGridBytes) {
      for (unsigned stage = first_stage; stage <= kStages; ++stage) {
        SCOPED_TRACE(testing::Message() << gbps << " Gbps, " << bytes << " B, stage " << stage);
        check(gbps, bytes, stage);
        if (testing::Test::HasFailure()) {
          return;
        }
      }
    }
  }
}

TEST(Granularity, FloorOf1000BytesAt10GbpsIs666Ticks) {
  const Cell cell = cell_of(10, 1000, 1, Rounding::kFloor);
  const Trace trace = measure(cell);
  ASSERT_EQ(cell.transmission(), 800_ns);
  // 666.67 ticks on the wire, seen after 667, then 666 of waiting.
  EXPECT_EQ(trace.starts[1], Time((667 + 666) * 1200));
  EXPECT_EQ(trace.starts[100], Time(100 * (667 + 666) * 1200));
  const Figures figures = figures_of(cell, trace);
  EXPECT_NEAR(figures.long_run_ppm, 1600e3 / (1333 * 1200) * 1e6 - 1e6, 1e-6);
  EXPECT_NEAR(figures.long_run_ppm, 250.06, 0.01);
  EXPECT_EQ(figures.resolution_ppm, 0);
}

TEST(Granularity, WithoutResidualEveryIntervalIsTheRoundedOne) {
  for (const Rounding rounding : {Rounding::kFloor, Rounding::kCeil, Rounding::kNearest}) {
    for_grid(1, [&](std::int64_t gbps, std::int64_t bytes, unsigned stage) {
      const Cell cell = cell_of(gbps, bytes, stage, rounding);
      const Trace trace = measure(cell);
      const std::int64_t subticks = wire(bytes, gbps);
      const std::int64_t period = period_ticks(rounding, subticks, stage);
      for (std::size_t n = 0; n < trace.starts.size(); ++n) {
        ASSERT_EQ(trace.starts[n].count(), static_cast<std::int64_t>(n) * period * kTickPs);
      }
      const Figures figures = figures_of(cell, trace);
      const double asked = std::ldexp(static_cast<double>(subticks), static_cast<int>(stage));
      const double expected = ppm(asked, static_cast<double>(period * kTick));
      EXPECT_NEAR(figures.long_run_ppm, expected, 1e-6);
      EXPECT_EQ(figures.resolution_ppm, 0);
      for (std::size_t w = 0; w < kWindows.size(); ++w) {
        EXPECT_NEAR(figures.fastest_ppm[w], expected, 1e-6);
        EXPECT_NEAR(figures.slowest_ppm[w], expected, 1e-6);
      }
    });
  }
}

TEST(Granularity, ResidualStartsAtTheLastEdgeNotAfterTheIdealInstant) {
  for_grid(1, [](std::int64_t gbps, std::int64_t bytes, unsigned stage) {
    const Cell cell = cell_of(gbps, bytes, stage, Rounding::kResidual);
    const Trace trace = measure(cell);
    const std::int64_t ideal = wire(bytes, gbps) << stage;  // subticks from start to start
    for (std::size_t n = 0; n < trace.starts.size(); ++n) {
      ASSERT_EQ(trace.starts[n].count(), static_cast<std::int64_t>(n) * ideal / kTick * kTickPs);
    }
    const Figures figures = figures_of(cell, trace);
    EXPECT_EQ(figures.long_run_ppm, 0);
    EXPECT_EQ(figures.resolution_ppm, 0);
    for (std::size_t w = 0; w < kWindows.size(); ++w) {
      const std::int64_t window = static_cast<std::int64_t>(kWindows[w]) * ideal;
      const auto asked = static_cast<double>(window);
      EXPECT_NEAR(figures.fastest_ppm[w], ppm(asked, static_cast<double>(window / kTick * kTick)), 1e-6);
      EXPECT_NEAR(figures.slowest_ppm[w], ppm(asked, static_cast<double>(ceil_of(window, kTick) * kTick)), 1e-6);
    }
  });
}

TEST(Granularity, LineRateIsExactAndWaitsForNoEdge) {
  for (const std::int64_t gbps : kGridGbps) {
    for (const std::int64_t bytes : kGridBytes) {
      for (const Rounding rounding : {Rounding::kFloor, Rounding::kCeil, Rounding::kNearest, Rounding::kResidual}) {
        const Cell cell = cell_of(gbps, bytes, 0, rounding);
        const Trace trace = measure(cell);
        EXPECT_EQ(trace.starts[7].count(), 7 * wire(bytes, gbps) * kSubtickPs);
        EXPECT_EQ(figures_of(cell, trace).long_run_ppm, 0);
        EXPECT_EQ(figures_of(cell, trace).slowest_ppm[0], 0);
      }
    }
  }
}

// The expected values of one rounding are not those of another, so the checks above can fail.
TEST(Granularity, RoundingsDiffer) {
  const double floor =
      figures_of(cell_of(100, 64, 4, Rounding::kFloor), measure(cell_of(100, 64, 4, Rounding::kFloor))).long_run_ppm;
  const double ceil =
      figures_of(cell_of(100, 64, 4, Rounding::kCeil), measure(cell_of(100, 64, 4, Rounding::kCeil))).long_run_ppm;
  EXPECT_NEAR(floor, 50'256.4, 0.1);
  EXPECT_NEAR(ceil, -146'666.7, 0.1);
  EXPECT_NE(period_ticks(Rounding::kFloor, wire(64, 100), 4), period_ticks(Rounding::kCeil, wire(64, 100), 4));
}

TEST(Granularity, HoldWaitsTheOldIntervalClampTheNewOne) {
  for_grid(1, [](std::int64_t gbps, std::int64_t bytes, unsigned stage) {
    const std::int64_t subticks = wire(bytes, gbps);
    const std::int64_t old_start = (subticks << stage) / kTick * kTickPs;
    const std::int64_t raised_at = subticks * kSubtickPs + kTickPs;
    const Trace hold = measure(cell_of(gbps, bytes, stage, Rounding::kResidual, RateRaise::kHold));
    EXPECT_EQ(hold.raised_to_line_wait.count(), std::max<std::int64_t>(old_start - raised_at, 0));
    // Clamped to nothing: the queue may start at the edge at which the raise is seen.
    const Trace clamp = measure(cell_of(gbps, bytes, stage, Rounding::kResidual, RateRaise::kClamp));
    EXPECT_EQ(clamp.raised_to_line_wait.count(),
              std::max<std::int64_t>(std::min(old_start, ceil_of(raised_at, kTickPs) * kTickPs) - raised_at, 0));
    if (stage < 2) {
      return;
    }
    // At the instant that is due at the doubled rate, R_c still holds the other half of the wait.
    const std::int64_t due = subticks << (stage - 1);
    const std::int64_t edge = ceil_of(due, kTick);
    const std::int64_t left = (subticks << stage) - edge * kTick;
    const std::int64_t gap = ((std::int64_t{1} << (stage - 1)) - 1) * subticks;
    EXPECT_EQ(hold.doubled_wait.count(), (edge + left / kTick) * kTickPs - due * kSubtickPs);
    EXPECT_EQ(clamp.doubled_wait.count(), (edge + std::min(left, gap) / kTick) * kTickPs - due * kSubtickPs);
  });
}

TEST(Granularity, Stage16HoldsA1500BytePacketFor78Milliseconds) {
  const Trace hold = measure(cell_of(10, 1500, 16, Rounding::kResidual, RateRaise::kHold));
  EXPECT_EQ(hold.raised_to_line_wait, Time((65'535'000LL - 1) * 1200));  // 78.6 ms
  EXPECT_EQ(measure(cell_of(10, 1500, 16, Rounding::kResidual)).raised_to_line_wait, Time(0));
}

TEST(Granularity, SaysWhereRcSaturatesAndWhereTheFloorRateIs) {
  const Cell slowest = cell_of(10, 9216, 31, Rounding::kResidual);
  const Figures slow = figures_of(slowest, measure(slowest));
  EXPECT_TRUE(slow.saturates);
  EXPECT_TRUE(slow.below_floor);
  EXPECT_GT(slow.long_run_ppm, 1e8);                             // far too fast
  const Cell last = cell_of(10, 9216, 20, Rounding::kResidual);  // 9.5 Kbps
  EXPECT_FALSE(figures_of(last, measure(last)).saturates);
  EXPECT_FALSE(figures_of(last, measure(last)).below_floor);
  const Cell next = cell_of(10, 9216, 21, Rounding::kResidual);  // 4.8 Kbps
  EXPECT_FALSE(figures_of(next, measure(next)).saturates);
  EXPECT_TRUE(figures_of(next, measure(next)).below_floor);
  const Cell first = cell_of(10, 9216, 22, Rounding::kResidual);  // 30.9 s, R_c counts 22.0 s
  EXPECT_TRUE(figures_of(first, measure(first)).saturates);
}

// A wait near the end of R_c fits or not by what rounding has made of R_l: 4096 B at 25 Gbps are 1092.27 ticks, and
// (2^24 - 1) x 1093 ticks are more than 2^40 subticks, 1092.27 of them are less.
TEST(Granularity, SaysOfEachRoundingWhereRcSaturates) {
  EXPECT_TRUE(
      figures_of(cell_of(25, 4096, 24, Rounding::kCeil), measure(cell_of(25, 4096, 24, Rounding::kCeil))).saturates);
  std::size_t told_by_rounding = 0;
  for (const std::int64_t gbps : kGridGbps) {
    for (const std::int64_t bytes : kGridBytes) {
      for (unsigned stage = 18; stage < 32; ++stage) {
        const std::int64_t subticks = ceil_of(bytes * 400, gbps);
        const auto saturates = [&](std::int64_t r_l) {
          return ((std::uint64_t{1} << stage) - 1) * static_cast<std::uint64_t>(r_l) >> 40 != 0;
        };
        for (const Rounding rounding : {Rounding::kFloor, Rounding::kCeil, Rounding::kNearest, Rounding::kResidual}) {
          const Cell cell = cell_of(gbps, bytes, stage, rounding);
          const std::int64_t r_l = rounding == Rounding::kResidual ? subticks : whole_ticks(rounding, subticks) * kTick;
          ASSERT_EQ(figures_of(cell, measure(cell)).saturates, saturates(r_l)) << cell.name() << ", stage " << stage;
          told_by_rounding += saturates(r_l) != saturates(subticks);
        }
      }
    }
  }
  EXPECT_EQ(told_by_rounding, 40U);  // of each of hold and clamp
}

TEST(Granularity, BothFormsAgreeOnHalfTheLineRate) {
  for (const Rounding rounding : {Rounding::kFloor, Rounding::kCeil, Rounding::kNearest, Rounding::kResidual}) {
    const Cell stage = cell_of(100, 65, 1, rounding);
    const Cell fixed_point = fixed_point_cell(stage.config, stage.line, stage.frame, 500'000);
    const Trace a = measure(stage);
    const Trace b = measure(fixed_point);
    const std::size_t packets = std::min(a.starts.size(), b.starts.size());
    EXPECT_TRUE(
        std::equal(a.starts.begin(), a.starts.begin() + static_cast<std::ptrdiff_t>(packets), b.starts.begin()));
    EXPECT_EQ(a.raised_to_line_wait, b.raised_to_line_wait);
  }
}

TEST(Granularity, FixedPointIsWithinItsFactorsStep) {
  for (const std::int64_t gbps : kGridGbps) {
    for (const std::int64_t millionths : kGridMillionths) {
      const Cell cell = fixed_point_cell(RateLimiterConfig{}, BitRate(gbps * 1'000'000'000), 1500_B, millionths);
      const Figures figures = figures_of(cell, measure(cell));
      const double factor = 1e6 / static_cast<double>(millionths) - 1;
      const double expected = ppm(1 + factor, 1 + std::ceil(factor * 65536 - 1e-6) / 65536);
      ASSERT_NEAR(figures.long_run_ppm, expected, figures.resolution_ppm + 0.2) << gbps << " Gbps " << millionths;
    }
  }
}

TEST(GranularityWidths, CountdownHoldsTwoToItsBits) {
  for (const CountdownWidth& width : countdown_widths(10_Gbps)) {
    const std::int64_t ticks =
        ceil_of(wire(width.frame.count(), 10), kTick) + ((std::int64_t{1} << width.bits) - 1) / kTick;
    const double expected = static_cast<double>(width.frame.count() * 8) / (static_cast<double>(ticks) * 1.2e-9);
    EXPECT_NEAR(width.lowest_bps / expected, 1, 1e-9) << width.bits << " bits, " << width.frame.count() << " B";
  }
}

TEST(GranularityWidths, FactorReachesTheLineRateOverTwoToItsBits) {
  for (const FactorRange& range : factor_ranges({10_Gbps, 400_Gbps})) {
    const double expected = std::ldexp(static_cast<double>(range.line.count()), -static_cast<int>(range.bits));
    const double tick_of_interval = 1.2e-9 / (512 / expected);
    EXPECT_NEAR(range.lowest_bps / expected, 1, tick_of_interval + std::ldexp(1.0, -static_cast<int>(range.bits)));
  }
}

TEST(GranularityWidths, FactorStepIsItsFractionRoundedUp) {
  const std::vector<FactorStep> steps = factor_steps(10_Gbps);
  ASSERT_EQ(steps.size(), 8U);
  for (const FactorStep& step : steps) {
    const double one = std::ldexp(1.0, static_cast<int>(step.bits));
    double worst = 0;
    for (const std::int64_t millionths : kGridMillionths) {
      const double factor = 1e6 / static_cast<double>(millionths) - 1;
      worst = std::min(worst, ppm(1 + factor, 1 + std::ceil(factor * one - 1e-6) / one));
    }
    EXPECT_NEAR(step.worst_ppm, worst, 0.2) << step.bits;
  }
  EXPECT_NEAR(steps.front().worst_ppm, (0.8 / 0.9999 - 1) * 1e6, 0.2);  // a quarter is the least factor
}

TEST(GranularityWidths, EachLineNeedsWhatItsLongestFrameDoes) {
  for (const LineWidths& width : line_widths({10_Gbps, 40_Gbps, 400_Gbps})) {
    const std::int64_t subticks = wire(9216, width.line.count() / 1'000'000'000);
    EXPECT_EQ(width.r_l_tick_bits, static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(subticks / kTick))));
    EXPECT_GE(width.stage_bps, 8000);
    EXPECT_LT(width.stage_bps / 2, 8000);
    const auto wait = static_cast<std::uint64_t>((subticks << width.stage) - subticks);
    EXPECT_EQ(width.countdown_bits, static_cast<unsigned>(std::bit_width(wait)));
  }
}

TEST(GranularityWidths, FlipFlopsAreThoseThatSynthesisCounts) {
  std::vector<unsigned> sums;
  for (const FlipFlops& count : flip_flops(RateLimiterConfig{})) {
    sums.push_back(count.sum());
  }
  EXPECT_THAT(sums, testing::ElementsAre(65 - 12, 65, 118 - 12, 118));
}

TEST(GranularityConfirm, RtlStartsEveryPacketAtTheSameInstant) {
  const auto rtl = rtl_limiters();
  for (const Rounding rounding : {Rounding::kFloor, Rounding::kCeil, Rounding::kNearest, Rounding::kResidual}) {
    for (const RateRaise rate_raise : {RateRaise::kHold, RateRaise::kClamp}) {
      const Cell cell = cell_of(400, 119, 3, rounding, rate_raise);
      EXPECT_GT(confirm(cell, measure(cell), rtl, 100'000), 1000U);
      const Cell fixed_point = fixed_point_cell(cell.config, 25_Gbps, 65_B, 700'000);
      EXPECT_GT(confirm(fixed_point, measure(fixed_point), rtl, 10'000), 2900U);
    }
  }
  const Cell slow = cell_of(10, 9216, 20, Rounding::kResidual);
  EXPECT_EQ(confirm(slow, measure(slow), rtl, 100'000), 0U);  // too long for the sample
}

TEST(GranularityConfirm, FindsALimiterThatIsAnother) {
  const auto with = [](Rounding rounding, RateRaise rate_raise) {
    return [=](RateForm form, RateLimiterConfig config, const std::string& name) {
      config.rounding = rounding;
      config.rate_raise = rate_raise;
      return rtl_limiters()(form, config, name);
    };
  };
  const Cell cell = cell_of(100, 64, 2, Rounding::kResidual, RateRaise::kClamp);
  const auto message = [&](const reference::RateLimiter::Factory& rtl) -> std::string {
    return error_of<std::runtime_error>([&] { confirm(cell, measure(cell), rtl, 10'000); });
  };
  EXPECT_EQ(message(with(Rounding::kResidual, RateRaise::kClamp)), "");
  EXPECT_EQ(message(with(Rounding::kCeil, RateRaise::kClamp)),
            "granularity: 100000 Mbps, 64 B, r_r 2, residual, clamp: packet 1: the reference says 20400 ps, the RTL "
            "24000 ps");
  EXPECT_THAT(message(with(Rounding::kResidual, RateRaise::kHold)), testing::HasSubstr("rate raised to C"));
}

TEST(GranularitySummary, TakesTheWorstOfWhatCounts) {
  const auto row = [](std::int64_t bytes, unsigned stage, double long_run, double fastest) {
    Row made;
    made.cell = cell_of(10, bytes, stage, Rounding::kFloor);
    made.setting = stage;
    made.figures.long_run_ppm = long_run;
    made.figures.fastest_ppm = {fastest, fastest, fastest};
    return made;
  };
  std::vector<Row> rows = {row(64, 1, -3, 1), row(1500, 2, 7, 2), row(64, 3, 5, 40), row(64, 4, 1e9, 1e9),
                           row(64, 5, 1e9, 1e9)};
  rows[3].figures.saturates = true;
  rows[4].figures.below_floor = true;
  const std::vector<Summary> summaries = summarize(rows);
  ASSERT_EQ(summaries.size(), 1U);
  EXPECT_EQ(summaries[0].long_run.fastest.ppm, 7);
  EXPECT_EQ(summaries[0].long_run.fastest.frame, 1500_B);
  EXPECT_EQ(summaries[0].long_run.slowest.ppm, -3);
  EXPECT_EQ(summaries[0].shortest_frame.fastest.setting, 3);
  EXPECT_EQ(summaries[0].one_packet.fastest.ppm, 40);
}

TEST(GranularitySweep, ConfirmsEachSettingItCan) {
  const Sweep sweep{.form = RateForm::kStage,
                    .lines = {100_Gbps},
                    .roundings = {Rounding::kNearest},
                    .rate_raises = {RateRaise::kClamp}};
  const std::vector<Row> rows = run_sweep(sweep, rtl_limiters(), 20'000);
  ASSERT_EQ(rows.size(), 32 * kGridBytes.size());
  for (const Row& row : rows) {
    if (row.cell.frame == 64_B && row.setting <= 10) {
      EXPECT_GT(row.rtl_cycles, 0U) << row.setting;
    }
  }
}

}  // namespace weir::cosim::granularity_test
