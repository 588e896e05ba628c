// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Lock-step finds every mutant of the RTL, and nothing wrong with the block that they were made from.

#include <algorithm>
#include <ostream>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "hw_model/base/random_stream.h"
#include "hw_model/reference/rate_limiter.h"
#include "tb/cosim/lockstep.h"
#include "tb/cosim/mutants/mutant_bank.h"

namespace weir::cosim {

void PrintTo(const MutantBank& bank, std::ostream* out) { *out << bank.block; }

namespace {

using reference::RateForm;
using reference::RateLimiterConfig;

std::string name_of(const testing::TestParamInfo<MutantBank>& bank) { return std::string(bank.param.block); }

bool differs(const Block& block, const CosimOptions& options) {
  try {
    block.run(options);
  } catch (const LockstepMismatch&) {
    return true;
  }
  return false;
}

class MutantsTest : public testing::TestWithParam<MutantBank> {};

TEST_P(MutantsTest, TheOriginalAgrees) {
  EXPECT_FALSE(differs(GetParam().mutant(0), {.stimulus = Stimulus::kRandom, .cycles = 480'000}));
}

TEST_P(MutantsTest, RandomStimulusFindsEveryMutant) {
  EXPECT_GE(GetParam().names.size(), 14U);
  for (unsigned number = 1; number <= GetParam().names.size(); ++number) {
    EXPECT_TRUE(differs(GetParam().mutant(number), {.stimulus = Stimulus::kRandom, .cycles = 480'000}))
        << GetParam().names[number - 1];
  }
}

TEST_P(MutantsTest, DirectedStimulusFindsEveryMutant) {
  const std::set<std::string> random_alone = {"product_one_bit_narrow"};
  for (unsigned number = 1; number <= GetParam().names.size(); ++number) {
    const std::string name = GetParam().names[number - 1];
    EXPECT_EQ(differs(GetParam().mutant(number), {.stimulus = Stimulus::kDirected}), !random_alone.contains(name))
        << name;
  }
}

INSTANTIATE_TEST_SUITE_P(All, MutantsTest, testing::ValuesIn(mutant_banks().begin(), mutant_banks().end()), name_of);

class LimiterMutantsTest : public testing::TestWithParam<RateForm> {
 protected:
  static const MutantBank& bank() {
    const std::string_view block = GetParam() == RateForm::kStage ? "rate_limiter_stage" : "rate_limiter_fixed_point";
    return *std::ranges::find(mutant_banks(), block, &MutantBank::block);
  }

  // In the switch, where only packets and rates drive the limiter and its clock is gated while it is idle.
  static bool found_in_switch(unsigned number) {
    reference::Factories factories;
    bank().mutant(number).install(factories, Fidelity::lockstep, {});
    const auto limiter = factories.of<reference::RateLimiter>()(GetParam(), RateLimiterConfig{}, "mutant");
    const unsigned shift = GetParam() == RateForm::kStage ? 0 : 16;
    RandomStream random(1, "mutant in the switch");
    try {
      Time now{0};
      for (int packet = 0; packet < 200; ++packet) {
        if (random.below(4) == 0) {
          limiter->set_rate(now, random.below(5) << shift);
        }
        const Time transmission(static_cast<std::int64_t>(51'200 + random.below(1'200'000)));
        now = std::max(now, limiter->idle_at()) + transmission;
        limiter->packet_sent(now, transmission);
        if (random.below(4) == 0) {
          now += Time(static_cast<std::int64_t>(random.below(3'000'000)));
          limiter->set_rate(now, random.below(3) << shift);
        }
      }
    } catch (const LockstepMismatch&) {
      return true;
    }
    return false;
  }
};

TEST_P(LimiterMutantsTest, TheSwitchFindsThoseThatItsTrafficTouches) {
  EXPECT_FALSE(found_in_switch(0));
  EXPECT_GE(bank().names.size(), 30U);
  const std::set<std::string> touched = {
      "countdown_off_by_one", "countdown_step_one_short", "residual_forgotten",  "phase_ignored",
      "clamp_removed",        "clamp_lengthens",          "clamp_on_equal_rate", "residual_drops_subticks",
      "rate_one_cycle_late"};
  std::size_t found = 0;
  for (unsigned number = 1; number <= bank().names.size(); ++number) {
    if (touched.contains(bank().names[number - 1])) {
      EXPECT_TRUE(found_in_switch(number)) << bank().names[number - 1];
      ++found;
    }
  }
  EXPECT_EQ(found, touched.size());
}

INSTANTIATE_TEST_SUITE_P(BothForms, LimiterMutantsTest, testing::Values(RateForm::kStage, RateForm::kFixedPoint));

}  // namespace
}  // namespace weir::cosim
