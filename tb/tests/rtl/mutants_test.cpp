// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Lock-step finds every mutant of the RTL, and nothing wrong with the block that they were made from.

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "hw_model/base/random_stream.h"
#include "tb/cosim/fidelity.h"
#include "tb/cosim/lockstep.h"
#include "tb/cosim/mutants/mutant_bank.h"
#include "tb/cosim/stimulus.h"
#include "tb/cosim/verilated_blocks.h"

namespace weir::cosim {
namespace {

using reference::RateForm;
using reference::RateLimiterConfig;
using reference::RateRaise;
using reference::Rounding;
using reference::StageComparatorConfig;

constexpr std::uint64_t kCycles = 60'000;

// The cycle at which the two sides differ.
template <class Lock, class Stimulus>
std::optional<std::uint64_t> difference(Lock lockstep, Stimulus stimulus) {
  try {
    while (lockstep.cycles() < kCycles) {
      stimulus.fill(lockstep.room_for(Lock::kBatch));
      lockstep.clock_prepared(Lock::kBatch);
    }
  } catch (const LockstepMismatch& mismatch) {
    return mismatch.cycle();
  }
  return std::nullopt;
}

// The first mode in which a mutant differs says where it was found; some differ in one mode only.
std::optional<std::uint64_t> found(RateForm form, unsigned number) {
  for (const Rounding rounding : {Rounding::kResidual, Rounding::kNearest, Rounding::kCeil, Rounding::kFloor}) {
    for (const RateRaise rate_raise : {RateRaise::kClamp, RateRaise::kHold}) {
      RateLimiterConfig config;
      config.rounding = rounding;
      config.rate_raise = rate_raise;
      const auto cycle = difference(
          RateLimiterLockstep(make_reference_rate_limiter_dut(form, config),
                              make_rate_limiter_mutant(form, config, number), rate_limiter_ports(form, config), {}),
          RateLimiterStimulus(1, form, config));
      if (cycle) {
        return cycle;
      }
    }
  }
  return std::nullopt;
}

std::optional<std::uint64_t> found(unsigned number) {
  const StageComparatorConfig config;
  return difference(StageComparatorLockstep(make_reference_stage_comparator_dut(config),
                                            make_stage_comparator_mutant(number), stage_comparator_ports(config), {}),
                    StageComparatorStimulus(1, config));
}

std::optional<std::uint64_t> found_leading_zero(unsigned number) {
  const StageComparatorConfig config;
  return difference(LeadingZeroLockstep(make_reference_leading_zero_dut(config), make_leading_zero_mutant(number),
                                        leading_zero_ports(config), {}),
                    LeadingZeroStimulus(1, config));
}

class RateLimiterMutantsTest : public testing::TestWithParam<RateForm> {};

TEST_P(RateLimiterMutantsTest, TheOriginalAgrees) { EXPECT_EQ(found(GetParam(), 0), std::nullopt); }

TEST_P(RateLimiterMutantsTest, EveryMutantIsFound) {
  const auto names = rate_limiter_mutants(GetParam());
  EXPECT_GE(names.size(), 30U);
  for (unsigned number = 1; number <= names.size(); ++number) {
    EXPECT_TRUE(found(GetParam(), number)) << names[number - 1];
  }
}

INSTANTIATE_TEST_SUITE_P(BothForms, RateLimiterMutantsTest, testing::Values(RateForm::kStage, RateForm::kFixedPoint));

// The same in the switch, where only packets and rates drive the limiter and its clock is gated while it is idle.
bool found_in_switch(RateForm form, unsigned number) {
  const auto limiter = make_lockstep_rate_limiter(
      form, RateLimiterConfig{}, "mutant", {},
      [number](RateForm f, const RateLimiterConfig& config) { return make_rate_limiter_mutant(f, config, number); });
  RandomStream random(1, "mutant in the switch");
  try {
    Time now{0};
    for (int packet = 0; packet < 200; ++packet) {
      if (random.below(4) == 0) {
        limiter->set_rate(now, random.below(5) << (form == RateForm::kStage ? 0 : 16));
      }
      const Time transmission(static_cast<std::int64_t>(51'200 + random.below(1'200'000)));
      now = std::max(now, limiter->idle_at()) + transmission;
      limiter->packet_sent(now, transmission);
      if (random.below(4) == 0) {
        now += Time(static_cast<std::int64_t>(random.below(3'000'000)));
        limiter->set_rate(now, random.below(3) << (form == RateForm::kStage ? 0 : 16));
      }
    }
  } catch (const LockstepMismatch&) {
    return true;
  }
  return false;
}

TEST_P(RateLimiterMutantsTest, TheSwitchFindsThoseThatItsTrafficTouches) {
  EXPECT_FALSE(found_in_switch(GetParam(), 0));
  const std::set<std::string> touched = {
      "countdown_off_by_one", "countdown_step_one_short", "residual_forgotten",  "phase_ignored",
      "clamp_removed",        "clamp_lengthens",          "clamp_on_equal_rate", "residual_drops_subticks",
      "rate_one_cycle_late"};
  const auto names = rate_limiter_mutants(GetParam());
  std::size_t found = 0;
  for (unsigned number = 1; number <= names.size(); ++number) {
    if (touched.contains(names[number - 1])) {
      EXPECT_TRUE(found_in_switch(GetParam(), number)) << names[number - 1];
      ++found;
    }
  }
  EXPECT_EQ(found, touched.size());
}

TEST(StageComparatorMutants, TheOriginalAgrees) { EXPECT_EQ(found(0), std::nullopt); }

TEST(StageComparatorMutants, EveryMutantIsFound) {
  const auto names = stage_comparator_mutants();
  EXPECT_GE(names.size(), 14U);
  for (unsigned number = 1; number <= names.size(); ++number) {
    EXPECT_TRUE(found(number)) << names[number - 1];
  }
}

TEST(LeadingZeroMutants, TheOriginalAgrees) { EXPECT_EQ(found_leading_zero(0), std::nullopt); }

TEST(LeadingZeroMutants, EveryMutantIsFound) {
  const auto names = leading_zero_mutants();
  EXPECT_GE(names.size(), 14U);
  for (unsigned number = 1; number <= names.size(); ++number) {
    EXPECT_TRUE(found_leading_zero(number)) << names[number - 1];
  }
}

}  // namespace
}  // namespace weir::cosim
