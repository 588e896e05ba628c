// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the switch asks answers the same in all three fidelities, whatever it asks and when.

#include "hw_model/base/random_stream.h"
#include "hw_model/reference/rate_limiter.h"
#include "hw_model/reference/stage_comparator.h"
#include "tb/cosim/block.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::cosim::fidelity_test {

using reference::RateForm;
using reference::RateLimiterConfig;
using reference::RateRaise;
using reference::Rounding;
using reference::StageComparatorConfig;

constexpr Fidelity kAll[] = {Fidelity::reference, Fidelity::rtl, Fidelity::lockstep};

std::unique_ptr<reference::RateLimiter> make_rate_limiter(Fidelity fidelity, RateForm form,
                                                          const RateLimiterConfig& config, const std::string& name) {
  const BlockChoice choices[] = {{"rate_limiter_stage", fidelity}, {"rate_limiter_fixed_point", fidelity}};
  return factories_of(choices).of<reference::RateLimiter>()(form, config, name);
}

std::unique_ptr<reference::StageComparator> make_comparator(std::string_view block, Fidelity fidelity,
                                                            const StageComparatorConfig& config) {
  const BlockChoice choice{block, fidelity};
  return factories_of({&choice, 1}).of<reference::StageComparator>()(config, std::string(block));
}

constexpr std::string_view kThreshold = "stage_comparator_threshold";
constexpr std::string_view kLeadingZero = "stage_comparator_leading_zero";

class RateLimiterFidelityTest : public testing::TestWithParam<std::tuple<RateForm, Rounding, RateRaise>> {};

TEST_P(RateLimiterFidelityTest, AnswersAreIdentical) {
  const auto [form, rounding, rate_raise] = GetParam();
  RateLimiterConfig config;
  config.rounding = rounding;
  config.rate_raise = rate_raise;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    RandomStream random(seed, "fidelity");
    std::vector<std::unique_ptr<reference::RateLimiter>> limiters;
    for (const Fidelity fidelity : kAll) {
      limiters.push_back(make_rate_limiter(fidelity, form, config, std::string(name_in(kFidelities, fidelity))));
    }
    std::int64_t now = 0;
    for (int call = 0; call < 1000; ++call) {
      const std::uint64_t pause = random.below(6);
      now += static_cast<std::int64_t>(pause == 0 ? 0 : random.below(pause == 1 ? 600 : 400'000));
      const std::uint64_t what = random.below(20);
      const std::uint64_t r_r = form == RateForm::kStage ? random.below(8) : random.below(std::uint64_t{30} << 16);
      const Time transmission(static_cast<std::int64_t>(random.below(200'000)));
      const auto other = reference::kRoundings[random.below(reference::kRoundings.size())].value;
      const auto raise = reference::kRateRaises[random.below(reference::kRateRaises.size())].value;
      for (const auto& limiter : limiters) {
        if (what == 0) {
          limiter->reset(Time(now));
        } else if (what < 8) {
          limiter->set_rate(Time(now), r_r);
        } else if (what == 8) {  // in flight
          limiter->set_modes(Time(now), other, raise);
        } else {
          limiter->packet_sent(Time(now), transmission);
        }
      }
      if (random.below(2) == 0) {
        ASSERT_EQ(limiters[0]->idle_at(), limiters[1]->idle_at()) << "seed " << seed << " call " << call;
        ASSERT_EQ(limiters[0]->idle_at(), limiters[2]->idle_at()) << "seed " << seed << " call " << call;
        ASSERT_EQ(limiters[0]->r_r(), limiters[1]->r_r());
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, RateLimiterFidelityTest,
                         testing::Combine(testing::Values(RateForm::kStage, RateForm::kFixedPoint),
                                          testing::Values(Rounding::kFloor, Rounding::kCeil, Rounding::kNearest,
                                                          Rounding::kResidual),
                                          testing::Values(RateRaise::kHold, RateRaise::kClamp)));

TEST(StageComparatorFidelity, AnswersAreIdentical) {
  RandomStream random(1, "fidelity");
  for (int table = 0; table < 20; ++table) {
    const Bytes bm(static_cast<std::int64_t>(2 + random.below(300'000)));
    const Bytes b1(static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(bm.count()))));
    const StageComparatorConfig config{.thresholds = reference::gfc_stage_thresholds(bm, b1)};
    std::vector<std::unique_ptr<reference::StageComparator>> comparators;
    for (const Fidelity fidelity : kAll) {
      comparators.push_back(make_comparator(kThreshold, fidelity, config));
    }
    for (int n = 0; n < 2000; ++n) {
      const std::size_t k = random.below(config.thresholds.size());
      const Bytes q = std::max(0_B, config.thresholds[k] + Bytes(static_cast<std::int64_t>(random.below(3)) - 1));
      ASSERT_EQ(comparators[0]->stage(q), comparators[1]->stage(q));
      ASSERT_EQ(comparators[0]->stage(q), comparators[2]->stage(q));
    }
  }
}

TEST(Factories, MakeReferenceModelsByThemselves) {
  const reference::Factories factories;
  const auto limiter = factories.of<reference::RateLimiter>()(RateForm::kStage, RateLimiterConfig{}, "limiter");
  limiter->set_rate(Time(0), 1);
  limiter->packet_sent(Time(1200), Time(1200));
  EXPECT_EQ(limiter->idle_at(), Time(2400));
  EXPECT_TRUE(limiter->modes_can_change()) << "the C++ model";
  EXPECT_EQ(factories.of<reference::StageComparator>()({.thresholds = {10_B}}, "comparator")->stage(10_B), 1U);
}

// The form that is chosen, and no other.
TEST(Factories, MakeEachFormOfALimiterAsItIsChosen) {
  const BlockChoice choice{"rate_limiter_fixed_point", Fidelity::rtl};
  const reference::Factories factories = factories_of({&choice, 1});
  const auto made = [&](RateForm form) { return factories.of<reference::RateLimiter>()(form, {}, "limiter"); };
  EXPECT_TRUE(made(RateForm::kStage)->modes_can_change()) << "the C++ model";
  EXPECT_TRUE(made(RateForm::kFixedPoint)->modes_can_change()) << "and so in RTL";
}

TEST(Factories, AreCopiedWithWhatWasPut) {
  reference::Factories factories;
  const reference::Factories before = factories;
  factories.put<reference::StageComparator>(
      [](const StageComparatorConfig&, const std::string&) -> std::unique_ptr<reference::StageComparator> {
        throw std::logic_error("put");
      });
  const reference::Factories after = factories;
  EXPECT_NO_THROW(before.of<reference::StageComparator>()({}, ""));
  EXPECT_THROW(after.of<reference::StageComparator>()({}, ""), std::logic_error);
  EXPECT_NO_THROW(after.of<reference::RateLimiter>()(RateForm::kStage, {}, ""));
}

TEST(Factories, TakeNoBlockThatASwitchCannotHave) {
  for (const char* name : {"rate_limiter_stage_lookahead", "stage_comparator_threshold_pipelined", "x"}) {
    const BlockChoice choice{name, Fidelity::rtl};
    EXPECT_THROW(factories_of({&choice, 1}), std::invalid_argument) << name;
  }
}

TEST(Fidelity, RtlRefusesWidthsItWasNotBuiltWith) {
  RateLimiterConfig config;
  config.r_c = 32;
  EXPECT_NO_THROW(make_rate_limiter(Fidelity::reference, RateForm::kStage, config, "limiter"));
  for (const Fidelity fidelity : {Fidelity::rtl, Fidelity::lockstep}) {
    EXPECT_EQ(error_of([&] { make_rate_limiter(fidelity, RateForm::kStage, config, "limiter"); }),
              "the RTL is built with r_c = 40, asked for 32; use fidelity \"reference\"");
  }
}

TEST(LeadingZeroFidelity, AnswersAreThoseOfTheThresholdForm) {
  for (const auto& [bm, log2_span, stages] :
       {std::tuple{300'000, 15, 0U}, {1 << 24, 24, 24U}, {100, 4, 8U}, {100, 4, 2U}, {7, 0, 0U}, {8, 0, 3U}}) {
    const StageComparatorConfig config{
        .thresholds = reference::gfc_stage_thresholds(Bytes(bm), Bytes(bm - (1 << log2_span)), stages)};
    const auto threshold = reference::make_reference_stage_comparator(config, "threshold");
    for (const Fidelity fidelity : {Fidelity::reference, Fidelity::rtl, Fidelity::lockstep}) {
      const auto leading_zero = make_comparator(kLeadingZero, fidelity, config);
      for (const Bytes b : config.thresholds) {
        for (const Bytes q : {Bytes(0), b - Bytes(b > Bytes(0) ? 1 : 0), b, b + Bytes(1), Bytes(bm), Bytes(bm + 5)}) {
          ASSERT_EQ(leading_zero->stage(q), threshold->stage(q))
              << name_in(kFidelities, fidelity) << " bm " << bm << " q " << q.count();
        }
      }
    }
  }
}

TEST(LeadingZeroFidelity, RefusesThresholdsThatItCannotHold) {
  for (const Fidelity fidelity : {Fidelity::reference, Fidelity::rtl, Fidelity::lockstep}) {
    const StageComparatorConfig config{.thresholds = reference::gfc_stage_thresholds(Bytes(300'000), Bytes(281'000))};
    EXPECT_THROW(make_comparator(kLeadingZero, fidelity, config), std::invalid_argument);
  }
}

}  // namespace weir::cosim::fidelity_test
