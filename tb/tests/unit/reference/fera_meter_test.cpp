// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// FERA's meter against formulas that are written here a second time, as the thesis and docs/reference/fera.md have
// them; and what the faults that it is to be safe from would do.

#include "hw_model/reference/fera_meter.h"

#include "hw_model/reference/fera_rate_error.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::reference::fera_meter_test {

constexpr double kCapacity = 1'250'000;  // C T in bytes: 10 Gbps, 1 ms
constexpr double kLine = 1 << 23;        // C in units of r of 24 bits

FeraPort port_of(BitRate line = 10_Gbps, unsigned arrived_bits = 27) {
  return {.line_rate = line, .depth_bits = 24, .arrived_bits = arrived_bits};
}

FeraSettings settings_of(FeraForm form) {
  FeraSettings settings;
  settings.form = form;
  return settings;
}

// One tick after A bytes, with q bytes waiting.
void interval(FeraMeter& meter, std::int64_t arrived, Bytes q, Time paused = 0_ps, Time off = 0_ps) {
  while (arrived > 0) {
    const std::int64_t frame = std::min<std::int64_t>(arrived, 1500);
    meter.arrived(Bytes(frame));
    arrived -= frame;
  }
  meter.tick({.queue = q, .paused = paused, .off = off});
}

double after(const FeraSettings& settings, std::int64_t arrived, Bytes q, Time paused = 0_ps, Time off = 0_ps) {
  FeraMeter meter(settings, port_of());
  interval(meter, arrived, q, paused, off);
  return meter.rate();
}

// r f C T/A in three lines.
TEST(FeraMeter, ExactIsTheFormula) {
  const FeraSettings settings = settings_of(FeraForm::kExact);
  for (const std::int64_t arrived : {800'000, 1'250'000, 2'000'000}) {
    for (const Bytes q : {0_B, 24_KB, 100_KB}) {
      const double f = 1 - 0.004 * (static_cast<double>(q.count()) - 24'000) / 24'000;
      const double expected = kLine / 20 * f * kCapacity / static_cast<double>(arrived);
      EXPECT_NEAR(after(settings, arrived, q), expected, 1e-6);
    }
  }
}

// r (1 + f - rho) within 3/4 and 2, or 1/4 and 2 as the first version had it.
TEST(FeraMeter, DivisorFreeIsItsFormula) {
  FeraSettings settings = settings_of(FeraForm::kDivisorFree);
  for (const double least : {0.75, 0.25}) {
    settings.least_step = least;
    for (const std::int64_t arrived : {64, 100'000, 800'000, 1'250'000, 1'500'000, 2'400'000, 9'000'000}) {
      for (const Bytes q : {0_B, 24_KB, 100_KB}) {
        const double f = 1 - 0.004 * (static_cast<double>(q.count()) - 24'000) / 24'000;
        const double step = std::clamp(1 + f - static_cast<double>(arrived) / kCapacity, least, 2.0);
        const double r = std::round(kLine / 20);
        EXPECT_NEAR(after(settings, arrived, q), r * step, r * 1.6 / 16384 + 1) << arrived << " " << q.count();
      }
    }
  }
}

TEST(FeraMeter, DividingIsTheFormulaRounded) {
  FeraSettings settings = settings_of(FeraForm::kDividing);
  for (const auto& division : kFeraDivisions) {
    settings.division = division.value;
    for (const std::int64_t arrived : {800'000, 1'250'000, 2'000'000, 9'000'000}) {
      const double expected = std::round(kLine / 20) * kCapacity / static_cast<double>(arrived);
      EXPECT_NEAR(after(settings, arrived, 24_KB), expected, std::round(kLine / 20) * 2.1 / 16384)
          << division.name << " " << arrived;
    }
  }
}

// The quotient of the divider is the nearest: 2^14 C T/A, worked out here in whole numbers.
TEST(FeraMeter, BitSerialQuotientIsTheNearest) {
  FeraSettings settings = settings_of(FeraForm::kDividing);
  settings.n0 = 1;
  settings.rate_bits = 30;  // r so fine that it shows the factor itself
  for (std::int64_t arrived = 1'300'000; arrived < 4'000'000; arrived += 99'991) {
    const std::int64_t factor = ((std::int64_t{1'250'000} << 15) / arrived + 1) / 2;
    EXPECT_EQ(after(settings, arrived, 24_KB), static_cast<double>(factor << 15)) << arrived;
  }
}

// A table of 64 with straight lines is within two units of 2^-14 of 1/rho near 1; without the lines it would be within
// 1/128 alone.
TEST(FeraReciprocals, AreWithinTwoUnits) {
  const FeraReciprocals table(14);
  double worst = 0;
  double worst_entry = 0;
  for (std::int64_t arrived = 900'000; arrived < 1'900'000; arrived += 331) {
    const double exact = 1'250'000.0 / static_cast<double>(arrived) * 16384;
    const auto got = static_cast<double>(table.quotient(1'250'000, arrived, FeraRounding::kNearest));
    worst = std::max(worst, std::fabs(got - exact));
    const std::int64_t place = (arrived - (1 << 20)) >> 14;
    if (arrived >= 1 << 20) {
      const auto entry = static_cast<double>(table.entry(static_cast<std::size_t>(place)));
      worst_entry = std::max(worst_entry, std::fabs(1'250'000 * entry / (4 * (1 << 20)) - exact));
    }
  }
  EXPECT_LT(worst, 2);
  EXPECT_GT(worst_entry, 100);  // planted: the line left out
}

TEST(FeraReciprocals, WorkForEveryLengthOfA) {
  const FeraReciprocals table(14);
  for (std::int64_t arrived = 1; arrived < (std::int64_t{1} << 40); arrived = arrived * 3 / 2 + 1) {
    const double exact = 1e9 / static_cast<double>(arrived) * 16384;
    EXPECT_NEAR(static_cast<double>(table.quotient(1'000'000'000, arrived, FeraRounding::kNearest)), exact,
                exact * 1.3e-4 + 1)
        << arrived;
  }
}

TEST(FeraMeter, HoldsWhereNothingCame) {
  for (const auto& form : kFeraForms) {
    FeraSettings settings = settings_of(form.value);
    FeraMeter meter(settings, port_of());
    const double first = meter.rate();
    for (int i = 0; i < 5; ++i) {
      interval(meter, 0, 0_B);
      EXPECT_EQ(meter.rate(), first) << form.name;  // planted: idle takes r to C
    }
    settings.lambda = 0.5;
    FeraMeter averages(settings, port_of());
    interval(averages, 2'000'000, 24_KB);
    const double held = averages.rate();
    interval(averages, 0, 24_KB);
    EXPECT_EQ(averages.rate(), held) << form.name;
  }
}

TEST(FeraMeter, StaysBetweenRminAndC) {
  for (const auto& form : kFeraForms) {
    FeraMeter meter(settings_of(form.value), port_of());
    EXPECT_NEAR(meter.rate(), kLine / 20, 0.5);
    for (int i = 0; i < 60; ++i) {
      interval(meter, 64, 0_B);
      EXPECT_LE(meter.rate(), kLine) << form.name;
    }
    EXPECT_EQ(meter.rate(), kLine) << form.name;
    EXPECT_EQ(meter.advertised(), 10_Gbps) << form.name;
    for (int i = 0; i < 200; ++i) {
      interval(meter, 100'000'000, 150_KB);
      EXPECT_GE(meter.rate(), kLine / 4096) << form.name;
    }
    EXPECT_EQ(meter.rate(), kLine / 4096) << form.name;
    EXPECT_EQ(meter.advertised(), BitRate(2'441'406)) << form.name;
  }
}

// At r_min of few bits it can rise again.
TEST(FeraMeter, RisesAgainFromTheLeastRate) {
  FeraSettings settings = settings_of(FeraForm::kDivisorFree);
  settings.rate_bits = 13;  // r_min is one unit
  settings.n_max = 4096;
  FeraMeter meter(settings, port_of());
  for (int i = 0; i < 50; ++i)
    interval(meter, 10'000'000, 24_KB);
  EXPECT_LE(meter.rate(), 2);
  for (int i = 0; i < 50; ++i)
    interval(meter, 1000, 24_KB);
  EXPECT_EQ(meter.rate(), 4096);
}

// 2^20 B: a counter that wraps there takes 1.3 MB in T for 0.25 MB, and r rises under an overload.
TEST(FeraMeter, SaturatesWhereAWrapWouldRaiseTheRate) {
  FeraSettings settings = settings_of(FeraForm::kExact);
  const FeraPort narrow = port_of(10_Gbps, 21);
  const std::int64_t overload = 2'300'000;
  FeraMeter saturates(settings, narrow);
  interval(saturates, overload, 24_KB);
  EXPECT_EQ(saturates.arrived_before(), Bytes((1 << 21) - 1));
  EXPECT_LT(saturates.rate(), kLine / 20);
  settings.overflow = FeraOverflow::kWraps;
  FeraMeter wraps(settings, narrow);
  interval(wraps, overload, 24_KB);
  EXPECT_EQ(wraps.arrived_before(), Bytes(overload - (1 << 21)));
  EXPECT_GT(wraps.rate(), kLine / 20);
}

TEST(FeraMeter, MovingAverageIsWithTheRateBeforeTheLast) {
  FeraSettings settings = settings_of(FeraForm::kExact);
  settings.lambda = 0.25;
  FeraMeter meter(settings, port_of());
  const double r0 = kLine / 20;
  interval(meter, 1'000'000, 24_KB);
  const double r1 = 0.25 * r0 * 1.25 + 0.75 * r0;
  EXPECT_NEAR(meter.rate(), r1, 1e-6);
  interval(meter, 1'000'000, 24_KB);
  EXPECT_NEAR(meter.rate(), 0.25 * r1 * 1.25 + 0.75 * r0, 1e-6);  // eq. (14): r_(i-1), not r_i
  settings.form = FeraForm::kDividing;
  FeraMeter fixed(settings, port_of());
  interval(fixed, 1'000'000, 24_KB);
  interval(fixed, 1'000'000, 24_KB);
  EXPECT_NEAR(fixed.rate(), meter.rate(), 50);
}

TEST(FeraMeter, IncreasesNoFasterThanDelta) {
  for (const FeraForm form : {FeraForm::kExact, FeraForm::kDividing}) {
    FeraSettings settings = settings_of(form);
    settings.delta = 0.01;
    settings.eta = 2;
    FeraMeter meter(settings, port_of());
    const double step = kLine / 100;
    double r = meter.rate();
    interval(meter, 200'000, 24_KB);  // at Q_eq the limit stays
    EXPECT_NEAR(meter.rate(), r += step, 2);
    interval(meter, 200'000, 10_KB);  // below, it doubles
    EXPECT_NEAR(meter.rate(), r += 2 * step, 2);
    interval(meter, 200'000, 130_KB);  // above Q_sc it halves
    EXPECT_NEAR(meter.rate(), r += step, 2);
    for (int i = 0; i < 40; ++i)
      interval(meter, 0, 130_KB);
    EXPECT_GE(meter.increase(), 1);
    for (int i = 0; i < 40; ++i)
      interval(meter, 0, 0_B);
    EXPECT_EQ(meter.increase(), kLine);
  }
}

TEST(FeraMeter, FollowsAFallOfCOnce) {
  for (const auto& form : kFeraForms) {
    for (const auto& scaling : kFeraScalings) {
      FeraSettings settings = settings_of(form.value);
      settings.scaling = scaling.value;
      settings.n0 = 2;
      FeraMeter meter(settings, port_of());
      meter.set_capacity(BitRate(5'000'000'000));
      interval(meter, 625'000, 24_KB);  // rho = 1 of the C of now
      const double fell = scaling.value == FeraScaling::kNever ? kLine / 2 : kLine / 4;
      EXPECT_NEAR(meter.rate(), fell, kLine / 8000) << form.name << " " << scaling.name;
      interval(meter, 625'000, 24_KB);
      EXPECT_NEAR(meter.rate(), fell, kLine / 4000) << "twice: " << form.name << " " << scaling.name;
      meter.set_capacity(10_Gbps);
      interval(meter, 1'250'000, 24_KB);
      const double rose = scaling.value == FeraScaling::kBoth ? 2 * fell : fell;
      EXPECT_NEAR(meter.rate(), rose, kLine / 2000) << form.name << " " << scaling.name;
    }
  }
}

// C halves, and the load with it: the average with a rate of before is of the C of now.
TEST(FeraMeter, AveragesWithARateThatHasFollowedC) {
  for (const auto& form : kFeraForms) {
    FeraSettings settings = settings_of(form.value);
    settings.lambda = 0.5;
    settings.n0 = 2;
    FeraMeter meter(settings, port_of());
    meter.set_capacity(BitRate(5'000'000'000));
    interval(meter, 625'000, 24_KB);
    for (int i = 0; i < 3; ++i) {
      interval(meter, 625'000, 24_KB);
      EXPECT_NEAR(meter.rate(), kLine / 4, kLine / 4000) << form.name << " " << i;
    }
  }
}

// C T below a byte counts as one.
TEST(FeraMeter, StandsALineThatCarriesNothingInT) {
  for (const auto& form : kFeraForms) {
    FeraMeter meter(settings_of(form.value), port_of());
    meter.set_capacity(BitRate(4'000));
    interval(meter, 1'250'000, 24_KB);
    interval(meter, 1'250'000, 24_KB);
    EXPECT_GT(meter.rate(), 0) << form.name;
  }
}

TEST(FeraMeter, IsBoundByTheCOfNow) {
  FeraSettings settings = settings_of(FeraForm::kDivisorFree);
  settings.scaling = FeraScaling::kNever;
  settings.n0 = 1;
  FeraMeter meter(settings, port_of());
  meter.set_capacity(BitRate(1'000'000'000));
  interval(meter, 125'000, 24_KB);
  EXPECT_EQ(meter.advertised().count() / 1000, 1'000'000);
}

TEST(FeraMeter, GammaCountsAboveQeqAlone) {
  for (const auto& form : kFeraForms) {
    FeraSettings settings = settings_of(form.value);
    settings.k = 0.000001;
    settings.gamma = 0.9;
    EXPECT_NEAR(after(settings, 1'250'000, 24_KB), kLine / 20, 60) << form.name;
    const double factor = form.value == FeraForm::kDivisorFree ? 2 - 1 / 0.9 : 0.9;
    EXPECT_NEAR(after(settings, 1'250'000, Bytes(24'001)), kLine / 20 * factor, 60) << form.name;
  }
}

// PAUSE holds the input at C: with a clock that runs that looks like a port that is just full.
TEST(FeraMeter, ClockStandsUnderPause) {
  for (const auto& form : kFeraForms) {
    FeraSettings settings = settings_of(form.value);
    settings.least_step = 0;
    const double r = kLine / 20;
    const double part = form.value == FeraForm::kDivisorFree ? 2 - 1 / 0.75 : 0.75;
    EXPECT_NEAR(after(settings, 1'250'000, 24_KB, 250_us), r * part, r / 2000) << form.name;
    // However long, no less than half of T has passed.
    const double half = form.value == FeraForm::kDivisorFree ? 1 + 1 - 0.5 * 2 : 1;
    EXPECT_NEAR(after(settings, 625'000, 24_KB, 900_us), r * half, r / 2000) << form.name;
    settings.clock = FeraClock::kRuns;
    EXPECT_NEAR(after(settings, 1'250'000, 24_KB, 250_us), r, r / 2000) << form.name;
  }
}

// Without the floor a clock that nearly stands takes any load for an overload.
TEST(FeraMeter, WithoutTheFloorAClockThatStandsTakesTheRateDown) {
  FeraSettings settings = settings_of(FeraForm::kDivisorFree);
  settings.least_step = 0.25;
  const double with = after(settings, 125'000, 24_KB, 980_us);
  settings.least_clock = 0;
  const double without = after(settings, 125'000, 24_KB, 980_us);
  EXPECT_GT(with, kLine / 20);
  EXPECT_NEAR(without, kLine / 20 / 4, 2);
}

TEST(FeraMeter, TakesOffTimeOffWhereAsked) {
  FeraSettings settings = settings_of(FeraForm::kExact);
  EXPECT_NEAR(after(settings, 1'250'000, 24_KB, 0_ps, 500_us), kLine / 20, 1e-6);
  settings.takes_off_time = true;
  EXPECT_NEAR(after(settings, 1'250'000, 24_KB, 0_ps, 500_us), kLine / 40, 1e-6);
  EXPECT_EQ(after(settings, 1'250'000, 24_KB, 0_ps, 1_ms), kLine / 4096);
  settings.form = FeraForm::kDivisorFree;
  EXPECT_NEAR(after(settings, 1'250'000, 24_KB, 0_ps, 1_ms), kLine / 20 * 0.75, 1);
}

// The table of docs/reference/fera.md, to its last digit.
TEST(FeraRateErrors, OfTheFormsThatHardwareHas) {
  FeraSettings settings = settings_of(FeraForm::kDividing);
  const auto expect = [&](double worst, double mean, double form) {
    const FeraRateErrors wide = fera_rate_errors(settings, port_of(), 0.5);
    EXPECT_NEAR(wide.rounding.worst, worst, worst / 20);
    EXPECT_NEAR(wide.rounding.mean, mean, std::fabs(mean) / 3);
    EXPECT_NEAR(fera_rate_errors(settings, port_of(), 0.05).form.worst, form, form / 20);
  };
  expect(1.7e-4, -1.2e-6, 1.4e-4);
  settings.division = FeraDivision::kTable;
  expect(1.9e-4, 3e-5, 1.8e-4);
  settings.division = FeraDivision::kBitSerial;
  settings.fraction_bits = 8;
  settings.rounding = FeraRounding::kFloor;
  expect(1.5e-2, -5.4e-3, 1.2e-2);
  settings = settings_of(FeraForm::kDivisorFree);
  expect(1.5e-4, 6.3e-6, 3.2e-3);
  settings.form = FeraForm::kExact;
  EXPECT_EQ(fera_rate_errors(settings, port_of(), 0.5).rounding.worst, 0);
}

// Where the queue comes to rest: by floor lower, by Q_eq 2^-(F + 1)/k for each product that is rounded.
TEST(FeraRateErrors, FloorMovesTheQueue) {
  FeraSettings settings = settings_of(FeraForm::kDividing);
  EXPECT_NEAR(fera_resting_queue(settings, port_of()), 24'000, 400);
  settings.fraction_bits = 8;
  EXPECT_NEAR(fera_resting_queue(settings, port_of()), 24'000, 400);
  settings.rounding = FeraRounding::kFloor;
  EXPECT_LT(fera_resting_queue(settings, port_of()), 24'000 - 10'000);
}

TEST(FeraMeter, ResetIsAsAtFirst) {
  FeraMeter meter(settings_of(FeraForm::kDivisorFree), port_of());
  const double first = meter.rate();
  interval(meter, 3'000'000, 90_KB);
  meter.arrived(1500_B);
  ASSERT_NE(meter.rate(), first);
  meter.reset();
  EXPECT_EQ(meter.rate(), first);
  EXPECT_EQ(meter.arrived(), 0_B);
}

}  // namespace weir::reference::fera_meter_test
