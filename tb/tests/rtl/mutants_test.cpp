// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Lock-step finds every mutant of the RTL, and nothing wrong with the block that they were made from.

#include <cstdlib>

#include "hw_model/base/random_stream.h"
#include "hw_model/reference/rate_limiter.h"
#include "tb/cosim/lockstep.h"
#include "tb/cosim/mutants/rest.h"
#include "tb/tests/rtl/block_factories.h"
#include "tb/tests/rtl/hunt.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::cosim::mutants_test {

using reference::RateForm;
using reference::RateLimiterConfig;

std::string name_of(const testing::TestParamInfo<MutantBank>& bank) { return std::string(bank.param.block); }

TEST(Mutants, ThereAreOfEachBlock) {
  for (const Block& block : blocks()) {
    EXPECT_EQ(std::ranges::count(mutant_banks(), block.name, &MutantBank::block), 1) << block.name;
  }
}

class MutantsTest : public testing::TestWithParam<MutantBank> {};

TEST_P(MutantsTest, TheOriginalAgrees) {
  EXPECT_FALSE(differs(GetParam().with({}), {.stimulus = Stimulus::kRandom, .cycles = 480'000}));
}

TEST_P(MutantsTest, HasFamiliesThatAreLargeEnough) {
  std::map<std::string_view, std::size_t> sizes;
  for (const Mutant& mutant : GetParam().mutants) {
    ++sizes[mutant.family];
  }
  for (const std::string_view family : {"cut", "range", "age", "sequence"}) {
    EXPECT_GE(sizes[family], 10U) << family;
  }
  EXPECT_GE(GetParam().mutants.size(), 120U);
}

// Of one token: the rules without a k. A boundary one unit of the register off is met by chance or not at all: those
// are for directed stimulus.
TEST_P(MutantsTest, RandomStimulusFindsEveryMutantOfOneToken) {
  const std::set<std::string_view> missed = {
      "rests_off_by_one",          // rests of exactly one tick
      "same_where_none_was_seen",  // a check of noughts
      // a sum that is decided just then
      "sum_home_of_the_pause_before", "sum_home_in_a_clear", "sum_home_not_at_the_end_of_numbers",
      "halves_upwards_above_q_eq", "half_of_the_factor",  // a half, or a factor that ends in a one
      "tag_wraps", "ratio_wraps",                         // numbers beyond what is kept of them
      "told_is_not_left"                                  // a class that leaves with a told PAUSE and nothing else
  };
  const std::set<std::string_view> missed_without_divisor = {
      "r_of_0",             // r_min of 0, and r that becomes it
      "last_bit_left_out",  // r C T with as many bits as it can have
      "fits_only_beyond"    // t of a whole 64th of T
  };
  std::size_t hunted = 0;
  for (const Mutant& mutant : GetParam().mutants) {
    if (mutant.name.find('.') == std::string_view::npos && mutant.name.find("one_unit") == std::string_view::npos) {
      EXPECT_EQ(differs(GetParam().with(mutant), {.stimulus = Stimulus::kRandom, .cycles = 480'000}),
                !missed.contains(mutant.name) &&
                    !(GetParam().block == "fera_meter" && missed_without_divisor.contains(mutant.name)))
          << mutant.name;
      ++hunted;
    }
  }
  EXPECT_GE(hunted, 20U);
}

// Of many a sixth is drawn; all are taken with WEIR_ALL_MUTANTS set.
TEST_P(MutantsTest, DirectedStimulusFindsThoseOfOneToken) {
  constexpr std::size_t kMany = 30;
  std::vector<Mutant> of_one_token;
  std::ranges::copy_if(GetParam().mutants, std::back_inserter(of_one_token),
                       [](const Mutant& mutant) { return mutant.name.find('.') == std::string_view::npos; });
  const bool all = of_one_token.size() < kMany || std::getenv("WEIR_ALL_MUTANTS") != nullptr;
  std::size_t hunted = 0;
  for (const Mutant& mutant : of_one_token) {
    if (all || drawn_by_chance(GetParam(), mutant, 6, 2)) {
      EXPECT_TRUE(differs(GetParam().with(mutant), {.stimulus = Stimulus::kDirected})) << mutant.name;
      ++hunted;
    }
  }
  EXPECT_GE(hunted, 3U);
}

TEST_P(MutantsTest, VectorsAndLockstepFindADrawnPart) {
  std::vector<Mutant> hunted;
  for (const Mutant& mutant : GetParam().mutants) {
    if (drawn(GetParam(), mutant, 40, 1) && !beyond_runs(mutant)) {
      hunted.push_back(mutant);
    }
  }
  EXPECT_GE(hunted.size(), 20U);
  for (const HuntOf& result : hunt(GetParam(), hunted, 1)) {
    EXPECT_EQ(hole_of(result), "") << result.mutant.name;
  }
}

TEST(Rest, PlaysItsBeginningAndAroundPowersOfTwo) {
  constexpr std::uint64_t kLong = (std::uint64_t{1} << 20) + 1000;
  Rest rest;
  EXPECT_FALSE(rest.passes(false));
  std::uint64_t played = 0;
  for (std::uint64_t still = 1; still <= kLong; ++still) {
    const bool passes = rest.passes(true);
    played += passes ? 0 : 1;
    const std::uint64_t off = std::min(still - std::bit_floor(still), 2 * std::bit_floor(still) - still);
    EXPECT_TRUE(!passes || (still > 256 && off > 100)) << still;
  }
  EXPECT_LT(played, 6'000U);
  EXPECT_FALSE(rest.passes(false)) << "something comes";
  EXPECT_FALSE(rest.passes(true));
}

// With cycles passed at once a herd tells of each fault by age what it tells cycle by cycle, whether the wait is long
// enough for it or one power of two too short.
TEST(Rest, FindsWhatIsFoundCycleByCycle) {
  const MutantBank& bank = bank_of("partition_admission");
  std::size_t hunted = 0;
  for (const unsigned longest : {11U, 12U}) {
    const CosimOptions options{.stimulus = Stimulus::kDirected, .cycles = 0, .longest = longest};
    for (const Mutant& mutant : bank.mutants) {
      if (mutant.family == "age" && mutant.k >= 11 && mutant.k <= 13) {
        const bool one_by_one = differs(bank.with(mutant), options);
        EXPECT_EQ(one_by_one, mutant.k <= longest) << mutant.name;
        EXPECT_EQ(bank.in_lockstep(std::span(&mutant, 1), options).front(), one_by_one) << mutant.name;
        ++hunted;
      }
    }
  }
  EXPECT_EQ(hunted, 36U);
}

// What survives and what is said to be equivalent and is not are holes.
TEST(Hunt, TellsHoles) {
  const Mutant fault{.name = "a", .family = "age", .fault = 1, .k = 21};
  Mutant same = fault;
  same.equivalent = true;
  Mutant in_a_wait = fault;
  in_a_wait.in_a_wait = true;
  EXPECT_EQ(hole_of({fault, "", true}), "");
  EXPECT_EQ(hole_of({fault, "rates", false}), "lock-step misses it");
  EXPECT_EQ(hole_of({fault, "", false}), "lock-step misses it");
  EXPECT_EQ(hole_of({in_a_wait, "", true}), "vectors miss it");
  EXPECT_EQ(hole_of({in_a_wait, "", false}), "survives");
  EXPECT_EQ(hole_of({same, "", false}), "");
  EXPECT_EQ(hole_of({same, "rates", false}), "is said to be equivalent, and is found");
}

INSTANTIATE_TEST_SUITE_P(All, MutantsTest, testing::ValuesIn(mutant_banks().begin(), mutant_banks().end()), name_of);

class LimiterMutantsTest : public testing::TestWithParam<RateForm> {
 protected:
  static const MutantBank& bank() {
    const std::string_view block = GetParam() == RateForm::kStage ? "rate_limiter_stage" : "rate_limiter_fixed_point";
    return bank_of(block);
  }

  // In the switch, where only packets and rates drive the limiter and its clock is gated while it is idle.
  static bool found_in_switch(const Mutant& mutant) {
    const reference::Factories factories = factories_with(bank(), mutant, Fidelity::lockstep);
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
  EXPECT_FALSE(found_in_switch({}));
  const std::set<std::string> touched = {
      "countdown_off_by_one", "countdown_step_one_short", "residual_forgotten",  "phase_ignored",
      "clamp_removed",        "clamp_lengthens",          "clamp_on_equal_rate", "residual_drops_subticks",
      "rate_one_cycle_late"};
  std::size_t found = 0;
  for (const Mutant& mutant : bank().mutants) {
    if (touched.contains(std::string(mutant.name))) {
      EXPECT_TRUE(found_in_switch(mutant)) << mutant.name;
      ++found;
    }
  }
  EXPECT_EQ(found, touched.size());
}

// Its clock may rest while it is idle, unless anything in it goes on: a packet, a second in which nothing happens, and
// another packet.
TEST_P(LimiterMutantsTest, TheSwitchFindsWhatAnIdleLimiterCounts) {
  const auto found_after_a_second = [](const Block& block, CoverageBook* book) {
    reference::Factories factories;
    block.install(factories, Fidelity::lockstep, {.wave_folder = {}, .coverage = book});
    const auto limiter = factories.of<reference::RateLimiter>()(GetParam(), RateLimiterConfig{}, "mutant");
    try {
      limiter->set_rate(Time(0), GetParam() == RateForm::kStage ? 1 : std::uint64_t{1} << 16);
      limiter->packet_sent(Time(1'230'620), Time(1'230'620));
      limiter->packet_sent(Time(kPicosecondsPerSecond), Time(1'230'620));
      limiter->packet_sent(Time(2 * kPicosecondsPerSecond), Time(1'230'620));
    } catch (const LockstepMismatch& mismatch) {
      return mismatch.cycle();
    }
    return std::uint64_t{0};
  };
  CoverageBook book;
  EXPECT_EQ(found_after_a_second(block_named(bank().block, "a test"), &book), 0U);
  const std::vector<BlockCoverage> met = book.added_up();
  ASSERT_EQ(met.size(), 1U);
  EXPECT_EQ(met.front().instances, 1U);
  const auto idle = std::ranges::find(met.front().groups, "idle", &CoverageGroup::name);
  ASSERT_NE(idle, met.front().groups.end());
  EXPECT_EQ(idle->hits(age_bin(800'000'000)), 1U);  // the last packet has not been clocked yet

  std::size_t hunted = 0;
  for (const Mutant& mutant : bank().mutants) {
    for (const unsigned k : {6U, 16U, 20U}) {
      if (mutant.name == "residual_lost_after_idle." + std::to_string(k)) {
        const std::uint64_t found = found_after_a_second(bank().with(mutant), nullptr);
        EXPECT_GT(found, std::uint64_t{1} << k) << mutant.name;
        EXPECT_LT(found, (std::uint64_t{1} << k) + 5000) << mutant.name;
        ++hunted;
      }
    }
  }
  EXPECT_EQ(hunted, 3U);
}

// A wait that ends too early, a rest that is lost, and a borrow that is: by directed stimulus alone, which has to go
// there.
TEST_P(LimiterMutantsTest, LongWaitsAndHighBorrowsAreGoneThrough) {
  const std::set<std::string_view> wanted = {
      "wait_ends_after.6",       "wait_ends_after.10",      "wait_ends_after.20",      "residual_lost_after_idle.20",
      "countdown_borrow_cut.17", "countdown_borrow_cut.20", "countdown_borrow_cut.32", "countdown_borrow_cut.39"};
  std::size_t hunted = 0;
  for (const Mutant& mutant : bank().mutants) {
    if (wanted.contains(mutant.name)) {
      EXPECT_TRUE(differs(bank().with(mutant), {.stimulus = Stimulus::kDirected, .cycles = ~0ULL, .longest = 20}))
          << mutant.name;
      ++hunted;
    }
  }
  EXPECT_EQ(hunted, wanted.size());
}

INSTANTIATE_TEST_SUITE_P(BothForms, LimiterMutantsTest, testing::Values(RateForm::kStage, RateForm::kFixedPoint));

}  // namespace weir::cosim::mutants_test
