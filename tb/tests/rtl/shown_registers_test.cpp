// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What waveforms show of limiters and comparators in RTL: the registers of the RTL itself, so that its faults show; and
// that looking changes nothing.

#include "hw_model/base/random_stream.h"
#include "hw_model/reference/rate_limiter.h"
#include "hw_model/reference/stage_comparator.h"
#include "tb/cosim/block.h"
#include "tb/tests/rtl/block_factories.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::cosim::shown_registers_test {

using reference::RateForm;
using reference::RateLimiter;
using reference::RateLimiterConfig;
using reference::RateLimiterRegisters;
using reference::StageComparator;
using reference::StageComparatorConfig;

std::vector<std::uint64_t> numbers(const RateLimiterRegisters& registers) {
  return {registers.r_l, registers.r_r, registers.r_c};
}

std::unique_ptr<RateLimiter> limiter_of(const reference::Factories& factories, RateForm form) {
  return factories.of<RateLimiter>()(form, RateLimiterConfig{}, "limiter");
}

reference::Factories all_in(Fidelity fidelity) {
  const BlockChoice choices[] = {{"rate_limiter_stage", fidelity},
                                 {"rate_limiter_fixed_point", fidelity},
                                 {"stage_comparator_threshold", fidelity}};
  return factories_of(choices);
}

// The same packets, rates, resets and modes for all limiters; `after` is called after each, with the time.
template <class After>
void play(std::uint64_t seed, RateForm form, const std::vector<RateLimiter*>& limiters, After after) {
  RandomStream random(seed, "shown");
  std::int64_t now = 0;
  for (int call = 0; call < 600; ++call) {
    const std::uint64_t pause = random.below(6);
    now += static_cast<std::int64_t>(pause == 0 ? 0 : random.below(pause == 1 ? 600 : 400'000));
    const std::uint64_t what = random.below(20);
    const std::uint64_t r_r = form == RateForm::kStage ? random.below(8) : random.below(std::uint64_t{30} << 16);
    const Time transmission(static_cast<std::int64_t>(random.below(200'000)));
    const auto rounding = reference::kRoundings[random.below(reference::kRoundings.size())].value;
    for (RateLimiter* limiter : limiters) {
      if (what == 0) {
        limiter->reset(Time(now));
      } else if (what < 8) {
        limiter->set_rate(Time(now), r_r);
      } else if (what == 8) {
        limiter->set_modes(Time(now), rounding, reference::RateRaise::kClamp);
      } else {
        limiter->packet_sent(Time(now), transmission);
      }
    }
    after(Time(now));
    now += static_cast<std::int64_t>(random.below(3) == 0 ? 0 : random.below(50'000));
    after(Time(now));
  }
}

class ShownRegisters : public testing::TestWithParam<RateForm> {};

TEST_P(ShownRegisters, AreThoseOfTheModelWhereTheRtlIsRight) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const auto model = limiter_of({}, GetParam());
    const auto rtl = limiter_of(all_in(Fidelity::rtl), GetParam());
    const auto both = limiter_of(all_in(Fidelity::lockstep), GetParam());
    EXPECT_EQ(model->rtl(Time(0)).sides, 0U);
    std::set<std::vector<std::uint64_t>> seen;
    play(seed, GetParam(), {model.get(), rtl.get(), both.get()}, [&](Time now) {
      const auto wanted = numbers(model->registers(now));
      const reference::RateLimiterSides of_rtl = rtl->rtl(now);
      const reference::RateLimiterSides of_both = both->rtl(now);
      ASSERT_EQ(of_rtl.sides, 1U);
      ASSERT_EQ(of_both.sides, 2U);
      ASSERT_EQ(numbers(of_rtl.registers[0]), wanted);
      ASSERT_EQ(numbers(of_both.registers[0]), wanted);
      ASSERT_EQ(numbers(of_both.registers[1]), wanted);
      seen.insert(wanted);
    });
    EXPECT_GT(seen.size(), 300U);
  }
}

TEST_P(ShownRegisters, MayBeLookedAtAtAnyTime) {
  for (const Fidelity fidelity : {Fidelity::rtl, Fidelity::lockstep}) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const auto watched = limiter_of(all_in(fidelity), GetParam());
      const auto alone = limiter_of(all_in(fidelity), GetParam());
      int call = 0;
      play(seed, GetParam(), {watched.get(), alone.get()}, [&](Time now) {
        watched->rtl(now);
        if (++call % 3 == 0) {
          ASSERT_EQ(watched->idle_at(), alone->idle_at());
        }
        ASSERT_EQ(watched->r_r(), alone->r_r());
      });
    }
  }
}

// The instant that a limiter names is the first at which its registers differ, or its wait is over.
TEST_P(ShownRegisters, ChangeByThemselvesWhenTheySay) {
  const RateLimiterConfig config;
  const unsigned fraction = GetParam() == RateForm::kStage ? 0 : config.factor_frac;
  const std::uint64_t tick = std::uint64_t{config.subticks} << fraction;
  const std::uint64_t r_r = GetParam() == RateForm::kStage ? 2 : std::uint64_t{3} << fraction;
  const auto begun = [&] {
    auto limiter = limiter_of(all_in(Fidelity::rtl), GetParam());
    limiter->set_rate(Time(5000), r_r);
    limiter->packet_sent(Time(5000), Time(12'000));
    return limiter;
  };
  const auto limiter = begun();
  const reference::RateLimiterSides before = limiter->rtl(Time(5000));
  EXPECT_EQ(before.changes_at, Time(6001)) << "the edge of the packet's tick";
  EXPECT_EQ(numbers(begun()->rtl(Time(6000)).registers[0]), numbers(before.registers[0]));
  const reference::RateLimiterSides loaded = limiter->rtl(before.changes_at);
  EXPECT_EQ(loaded.registers[0].r_l, 600U);
  EXPECT_EQ(loaded.registers[0].r_r, r_r);
  EXPECT_EQ(loaded.registers[0].r_c, (3 * 600U - 50U) << fraction);
  EXPECT_EQ(loaded.changes_at, Time(6000 + 29 * 1200 + 1));
  const auto again = begun();
  EXPECT_GE(again->rtl(loaded.changes_at - Time(1)).registers[0].r_c, tick);
  const reference::RateLimiterSides over = limiter->rtl(loaded.changes_at);
  EXPECT_LT(over.registers[0].r_c, tick);
  EXPECT_EQ(over.changes_at, kNever);
}

INSTANTIATE_TEST_SUITE_P(Forms, ShownRegisters, testing::Values(RateForm::kStage, RateForm::kFixedPoint));

// A copy of the model, in the place of the registers of the RTL, would show none of these faults.
TEST(ShownRegistersOfMutants, ShowTheFault) {
  for (const auto& [block, form] : {std::pair{"rate_limiter_stage", RateForm::kStage},
                                    std::pair{"rate_limiter_fixed_point", RateForm::kFixedPoint}}) {
    const MutantBank& bank = bank_of(block);
    const auto shows = [&, form = form](const Mutant& mutant) {
      const auto model = limiter_of({}, form);
      const auto faulty = limiter_of(factories_with(bank, mutant, Fidelity::rtl), form);
      bool differs = false;
      play(1, form, {model.get(), faulty.get()}, [&](Time now) {
        differs = differs || numbers(faulty->rtl(now).registers[0]) != numbers(model->registers(now));
      });
      return differs;
    };
    EXPECT_FALSE(shows({})) << block;
    std::size_t shown = 0;
    std::size_t tried = 0;
    for (const Mutant& mutant : bank.mutants) {
      if (mutant.name.find('.') == std::string_view::npos) {  // faults of one token
        ++tried;
        shown += shows(mutant) ? 1 : 0;
      }
    }
    EXPECT_GT(tried, 20U);
    EXPECT_GT(shown, tried / 2) << block << ", of " << tried;
  }
}

TEST(ShownStages, AreThoseOfTheRtl) {
  const StageComparatorConfig config{.thresholds = reference::gfc_stage_thresholds(1_MB, 750_KB)};
  const auto made = [&](const reference::Factories& factories) {
    return factories.of<StageComparator>()(config, "comparator");
  };
  const auto model = made({});
  const auto rtl = made(all_in(Fidelity::rtl));
  const auto both = made(all_in(Fidelity::lockstep));
  const MutantBank& bank = bank_of("stage_comparator_threshold");
  std::vector<std::unique_ptr<StageComparator>> faulty;
  for (const Mutant& mutant : bank.mutants) {
    if (mutant.name.find('.') == std::string_view::npos) {
      faulty.push_back(made(factories_with(bank, mutant, Fidelity::rtl)));
    }
  }
  std::set<std::size_t> shown;
  RandomStream random(1, "shown");
  for (int call = 0; call < 500; ++call) {
    const Bytes at = config.thresholds[random.below(config.thresholds.size())];
    const Bytes q = at + Bytes(static_cast<std::int64_t>(random.below(3)) - 1);
    const unsigned stage = model->stage(q);
    rtl->stage(q);
    both->stage(q);
    EXPECT_EQ(model->rtl().sides, 0U);
    EXPECT_EQ(rtl->rtl().sides, 1U);
    EXPECT_EQ(rtl->rtl().q, static_cast<std::uint32_t>(q.count()));
    EXPECT_EQ(rtl->rtl().stage[0], stage);
    EXPECT_EQ(both->rtl().sides, 2U);
    EXPECT_EQ(both->rtl().stage, (std::array{stage, stage}));
    for (std::size_t i = 0; i < faulty.size(); ++i) {
      faulty[i]->stage(q);
      if (faulty[i]->rtl().stage[0] != stage) {
        shown.insert(i);
      }
    }
  }
  EXPECT_GT(shown.size(), faulty.size() / 3) << "of " << faulty.size();
}

}  // namespace weir::cosim::shown_registers_test
