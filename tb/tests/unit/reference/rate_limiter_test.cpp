// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/rate_limiter.h"

#include "hw_model/base/invariant.h"
#include "hw_model/base/random_stream.h"
#include "hw_model/cycle_models/rate_limiter_cycle.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::reference::rate_limiter_test {

constexpr BitRate kLines[] = {10_Gbps, 25_Gbps, 40_Gbps, 50_Gbps, 100_Gbps, 200_Gbps, 400_Gbps};
constexpr Bytes kSizes[] = {64_B, 65_B, 576_B, 1000_B, 1500_B, 4096_B, 9216_B};

std::int64_t ceil_to(std::int64_t value, std::int64_t step) { return (value + step - 1) / step * step; }

// Starts of the packets of a queue that always has one, told to the limiter as the egress does.
class Backlog {
 public:
  Backlog(RateForm form, const RateLimiterConfig& config, std::uint64_t r_r)
      : limiter_(make_reference_rate_limiter(form, config, "limiter")) {
    limiter_->set_rate(Time(0), r_r);
  }

  // Sends a packet as early as allowed and returns its start.
  Time send(Time transmission) {
    const Time start = std::max(now_, limiter_->idle_at());
    now_ = start + transmission;
    limiter_->packet_sent(now_, transmission);
    return start;
  }

 private:
  std::unique_ptr<RateLimiter> limiter_;
  Time now_{0};
};

TEST(RateLimiter, ResidualKeepsEveryPacketWithinATickOfItsIdealTime) {
  const RateLimiterConfig config;
  RandomStream random(1, "sizes");
  for (const BitRate line : kLines) {
    for (const std::uint64_t stage : {0U, 1U, 2U, 5U, 9U, 16U}) {
      Backlog queue(RateForm::kStage, config, stage);
      Time ideal{0};
      for (int n = 0; n < 500; ++n) {
        const Time transmission = serialization_time(kSizes[random.below(std::size(kSizes))], line);
        const Time start = queue.send(transmission);
        ASSERT_LE(start, ideal) << line.count() << " stage " << stage << " packet " << n;
        ASSERT_GT(start, ideal - config.period) << line.count() << " stage " << stage << " packet " << n;
        ideal += transmission * (std::int64_t{1} << stage);
      }
    }
  }
}

TEST(RateLimiter, FixedPointKeepsEveryPacketWithinATickOfItsIdealTime) {
  const RateLimiterConfig config;
  RandomStream random(2, "sizes and rates");
  for (const BitRate line : kLines) {
    for (int trial = 0; trial < 10; ++trial) {
      const BitRate target(1 + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(line.count()))));
      const std::uint64_t r_r = factor_for(line, target, config).r_r;
      Backlog queue(RateForm::kFixedPoint, config, r_r);
      long double ideal = 0;
      for (int n = 0; n < 500; ++n) {
        const Time transmission = serialization_time(kSizes[random.below(std::size(kSizes))], line);
        const auto start = static_cast<long double>(queue.send(transmission).count());
        ASSERT_LE(start, ideal + 0.01L) << line.count() << " to " << target.count() << " packet " << n;
        ASSERT_GT(start, ideal - 1200) << line.count() << " to " << target.count() << " packet " << n;
        ideal += static_cast<long double>(transmission.count()) * (1 + static_cast<long double>(r_r) / 65536);
      }
    }
  }
}

TEST(RateLimiter, IntegerModesFollowTheThreeRegistersOfThePaper) {
  for (const Rounding rounding : {Rounding::kFloor, Rounding::kCeil, Rounding::kNearest}) {
    RateLimiterConfig config;
    config.rounding = rounding;
    for (const BitRate line : kLines) {
      for (const Bytes size : kSizes) {
        const std::int64_t transmission = serialization_time(size, line).count();
        const std::int64_t r_l = rounding == Rounding::kFloor  ? transmission / 1200
                                 : rounding == Rounding::kCeil ? (transmission + 1199) / 1200
                                                               : (transmission + 600) / 1200;
        for (const std::uint64_t stage : {1U, 3U, 16U}) {
          Backlog queue(RateForm::kStage, config, stage);
          const std::int64_t gap = ((std::int64_t{1} << stage) - 1) * r_l * 1200;
          std::int64_t start = 0;
          for (int n = 0; n < 20; ++n) {
            ASSERT_EQ(queue.send(Time(transmission)).count(), start) << line.count() << " " << size.count();
            start = gap == 0 ? start + transmission : ceil_to(start + transmission, 1200) + gap;
          }
        }
      }
    }
  }
}

TEST(RateLimiter, LineRateNeverDelays) {
  Backlog queue(RateForm::kStage, RateLimiterConfig{}, 0);
  const Time transmission = serialization_time(1000_B, 10_Gbps);  // 666.67 ticks
  for (int n = 0; n < 100; ++n) {
    EXPECT_EQ(queue.send(transmission), transmission * n);
  }
}

// The same calls, but every tick walked and every register clocked, however long nothing happens.
class Walked {
 public:
  Walked(RateForm form, const RateLimiterConfig& config) : cycle_(form, config) {}

  RateLimiterInputs& inputs_at(std::int64_t edge) {
    for (; edge_ < edge; ++edge_) {
      cycle_.clock(inputs_);
      inputs_ = {};
    }
    return inputs_;
  }

  // First edge from which R_c is below a tick, when nothing more happens; the pending edge less 1 when at once.
  std::int64_t idle_edge(std::int64_t idle_before) const {
    RateLimiterCycle ahead = cycle_;
    const RateLimiterOutputs now = ahead.clock(inputs_);
    if (!inputs_.rst_n || (inputs_.sent && now.follow)) {
      return edge_ - 1;
    }
    if (!inputs_.sent && now.idle) {
      return idle_before;
    }
    std::int64_t edge = edge_;
    while (!ahead.clock({}).idle) {
      ++edge;
    }
    return edge;
  }

 private:
  RateLimiterCycle cycle_;
  RateLimiterInputs inputs_;
  std::int64_t edge_ = 0;
};

class EventFormTest : public testing::TestWithParam<std::tuple<RateForm, Rounding, RateRaise>> {};

TEST_P(EventFormTest, EqualsTheCycleForm) {
  const auto [form, rounding, rate_raise] = GetParam();
  RateLimiterConfig config;
  config.rounding = rounding;
  config.rate_raise = rate_raise;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    RandomStream random(seed, "event form");
    const auto limiter = make_reference_rate_limiter(form, config, "limiter");
    Walked walked(form, config);
    std::int64_t now = 0;
    std::int64_t idle_edge = 0;         // the answer as of the pending tick
    std::int64_t idle_before_tick = 0;  // and before it
    std::int64_t last_edge = 0;
    for (int call = 0; call < 300; ++call) {
      const std::uint64_t pause = random.below(5);
      now += static_cast<std::int64_t>(pause == 0 ? 0 : random.below(pause == 1 ? 600 : 60'000));
      const std::int64_t edge = (now + 1199) / 1200;
      RateLimiterInputs& in = walked.inputs_at(edge);
      if (edge != last_edge) {
        idle_before_tick = idle_edge;
        last_edge = edge;
      }
      const std::uint64_t what = random.below(20);
      if (what == 0) {
        limiter->reset(Time(now));
        in.rst_n = false;
      } else if (what < 8) {
        const std::uint64_t r_r = form == RateForm::kStage ? random.below(6) : random.below(std::uint64_t{8} << 16);
        limiter->set_rate(Time(now), r_r);
        in.rate_valid = true;
        in.r_r = r_r;
      } else {
        const auto transmission = static_cast<std::int64_t>(random.below(30'000));
        limiter->packet_sent(Time(now), Time(transmission));
        const std::int64_t r_l = (transmission + 19) / 20 + in.r_l_ticks * std::int64_t{60} + in.r_l_subticks;
        in.sent = true;
        in.r_l_ticks = static_cast<std::uint32_t>(r_l / 60);
        in.r_l_subticks = static_cast<std::uint32_t>(r_l % 60);
        in.phase = static_cast<std::uint32_t>((edge * 1200 - now) / 20);
      }
      idle_edge = walked.idle_edge(idle_before_tick);
      if (random.below(2) == 0) {  // asking must not change anything
        ASSERT_EQ(limiter->idle_at().count(), std::max<std::int64_t>(idle_edge, 0) * 1200)
            << "seed " << seed << " call " << call;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, EventFormTest,
                         testing::Combine(testing::Values(RateForm::kStage, RateForm::kFixedPoint),
                                          testing::Values(Rounding::kFloor, Rounding::kCeil, Rounding::kNearest,
                                                          Rounding::kResidual),
                                          testing::Values(RateRaise::kHold, RateRaise::kClamp)));

TEST(RateLimiter, CallsOfOneTickActTogetherInAnyOrder) {
  const auto first = make_reference_rate_limiter(RateForm::kStage, RateLimiterConfig{}, "first");
  const auto second = make_reference_rate_limiter(RateForm::kStage, RateLimiterConfig{}, "second");
  first->set_rate(Time(1201), 3);
  first->packet_sent(Time(2000), Time(1200));
  second->packet_sent(Time(1300), Time(1200));
  EXPECT_LE(second->idle_at(), Time(1300)) << "line rate, as far as this tick knows";
  second->set_rate(Time(2400), 3);
  // 7 ticks from the true ends, 2000 and 1300 ps.
  EXPECT_EQ(first->idle_at(), Time(9600));
  EXPECT_EQ(second->idle_at(), Time(9600));
  EXPECT_EQ(second->r_r(), 3U);
}

TEST(RateLimiter, LongTransmissionsSaturate) {
  RateLimiterConfig config;
  const auto limiter = make_reference_rate_limiter(RateForm::kStage, config, "limiter");
  limiter->set_rate(Time(0), 1);
  limiter->packet_sent(1_ms, 1_ms);
  EXPECT_EQ(limiter->idle_at() / Time(1200), (1_ms) / Time(1200) + 1 + 16383);
}

TEST(RateLimiter, RefusesItsOwnPastAndRatesThatDoNotFit) {
  const auto limiter = make_reference_rate_limiter(RateForm::kStage, RateLimiterConfig{}, "s1.p2.c3");
  limiter->set_rate(1_us, 31);
  EXPECT_THROW(limiter->set_rate(1_us, 32), std::invalid_argument);
  EXPECT_THROW(limiter->packet_sent(1_ns, 1_ns), InvariantBroken);
}

TEST(RateLimiter, ResetMakesItIdleAtLineRate) {
  const auto limiter = make_reference_rate_limiter(RateForm::kStage, RateLimiterConfig{}, "limiter");
  limiter->set_rate(Time(0), 16);
  limiter->packet_sent(1_us, 1_us);
  EXPECT_GT(limiter->idle_at(), 60_ms);
  limiter->reset(2_us);
  EXPECT_LE(limiter->idle_at(), 2_us);
  EXPECT_EQ(limiter->r_r(), 0U);
}

TEST(FactorFor, NeverExceedsTheTargetAndIsWithinAStep) {
  const RateLimiterConfig config;
  RandomStream random(3, "targets");
  for (const BitRate line : kLines) {
    for (int n = 0; n < 200; ++n) {
      const double magnitude = 4 + random.unit() * (std::log10(static_cast<double>(line.count())) - 4);
      const BitRate target(static_cast<std::int64_t>(std::pow(10.0, magnitude)));
      const Factor factor = factor_for(line, target, config);
      EXPECT_FALSE(factor.below_floor);
      EXPECT_LE(rate_of_factor(line, factor.r_r, config), static_cast<double>(target.count()) * (1 + 1e-12));
      if (factor.r_r > 0) {
        EXPECT_GT(rate_of_factor(line, factor.r_r - 1, config), static_cast<double>(target.count()) * (1 - 1e-12));
      }
    }
    EXPECT_EQ(factor_for(line, line, config).r_r, 0U);
    EXPECT_EQ(factor_for(line, line + 1_bps, config).r_r, 0U);
    EXPECT_EQ(factor_for(line, line / 2, config).r_r, 1U << 16);
  }
}

TEST(FactorFor, ReportsATargetBelowTheFloor) {
  RateLimiterConfig config;
  const Factor at_floor = factor_for(10_Gbps, 8000_bps, config);
  EXPECT_FALSE(at_floor.below_floor);
  EXPECT_EQ(at_floor.r_r, std::uint64_t{1'249'999} << 16);
  const Factor below = factor_for(10_Gbps, 7999_bps, config);
  EXPECT_TRUE(below.below_floor);
  EXPECT_EQ(below.r_r, at_floor.r_r);
  EXPECT_TRUE(factor_for(10_Gbps, 0_bps, config).below_floor);

  config.factor_int = 4;  // at most a factor of 16: the register's own floor is higher than the configured one
  EXPECT_NEAR(static_cast<double>(lowest_rate(10_Gbps, config).count()), 10e9 / 17, 1e4);
  const Factor narrow = factor_for(10_Gbps, 8000_bps, config);
  EXPECT_TRUE(narrow.below_floor);
  EXPECT_LE(narrow.r_r, config.r_r_max(RateForm::kFixedPoint));
}

TEST(StageRate, HalvesWithEachStage) {
  EXPECT_EQ(stage_rate(10_Gbps, 0), 10_Gbps);
  EXPECT_EQ(stage_rate(10_Gbps, 2), BitRate(2'500'000'000)) << "figure 9 of the paper; not C/k of its section 5.4";
}

}  // namespace weir::reference::rate_limiter_test
