// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/cycle_models/fera_meter_cycle.h"

#include "hw_model/base/random_stream.h"
#include "hw_model/frame/fera_tag.h"
#include "hw_model/reference/fera_fixed_point.h"
#include "hw_model/reference/fera_meter.h"
#include "hw_model/reference/fera_queue_control.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::reference::fera_meter_cycle_test {

constexpr Time kClock{1200};
constexpr std::uint32_t kPort = 2;

FeraPort port_of(BitRate line) { return {.line_rate = line, .depth_bits = kQBits, .arrived_bits = kFeraArrivedBits}; }

// The meter of the switch beside one port of the unit: the same settings, loads, queues, pauses and rates of the line.
class Beside {
 public:
  Beside(const FeraSettings& settings, BitRate line)
      : settings_(settings), line_(line), meter_(settings, port_of(line)), unit_({.form = settings.form}) {
    const unsigned fraction = settings.fraction_bits;
    in_.read_port = in_.arrives_port = in_.tick_port = kPort;
    in_.interval = static_cast<std::uint32_t>(settings.interval / kClock);
    in_.least_clock = settings.clock == FeraClock::kRuns
                          ? in_.interval
                          : static_cast<std::uint32_t>(std::llround(settings.least_clock * in_.interval));
    in_.q_eq = static_cast<std::uint32_t>(settings.q_eq.count());
    in_.gain = static_cast<std::uint64_t>(fera_gain(settings, kQBits));
    in_.least_f = static_cast<std::uint32_t>(fera_constant(settings.c, fraction));
    in_.least_step = static_cast<std::uint32_t>(fera_constant(settings.least_step, fraction));
    in_.most_step = static_cast<std::uint32_t>(fera_constant(settings.most_step, fraction));
    in_.scales_fall = settings.scaling != FeraScaling::kNever;
    in_.scales_rise = settings.scaling == FeraScaling::kBoth;
    in_.kbps = static_cast<std::uint32_t>(line.count() / 1000);
    capacity(line);
  }

  void capacity(BitRate rate) {
    meter_.set_capacity(rate);
    const Bytes capacity = fera_capacity(rate, settings_.interval);
    in_.line = static_cast<std::uint64_t>(std::llround(meter_.units_of(rate)));
    in_.least = static_cast<std::uint64_t>(std::llround(meter_.least()));
    in_.capacity = static_cast<std::uint64_t>(capacity.count());
    in_.inverse = static_cast<std::uint32_t>(fera_inverse_capacity(settings_, capacity));
    in_.shift = fera_inverse_shift(capacity);
    in_.cycle_bytes = FeraMeterCycle::cycle_bytes(rate, kClock);
  }

  // An interval with frames of this sum and so many cycles of pause, and what the unit makes of it.
  void interval(std::uint32_t arrived, std::uint32_t paused, std::uint32_t queue) {
    constexpr std::uint32_t kFrame = 9216;
    for (std::uint32_t left = arrived; left > 0;) {
      in_.arrives = true;
      in_.arrives_length = std::min(left, kFrame);
      left -= in_.arrives_length;
      meter_.arrived(Bytes(in_.arrives_length));
      unit_.clock(in_);
    }
    in_.arrives = false;
    in_.asks = 1U << kPort;
    for (std::uint32_t n = 0; n < paused; ++n) {
      unit_.clock(in_);
    }
    in_.asks = 0;
    in_.tick = true;
    in_.tick_queue = queue;
    unit_.clock(in_);
    in_.tick = false;
    meter_.tick({.queue = Bytes(queue), .paused = kClock * paused, .off = Time(0)});
    const std::uint64_t longest = FeraMeterCycle::longest({.form = settings_.form}, in_.shift, in_.shift + 63);
    for (std::uint64_t n = 0; unit_.due(kPort); ++n) {
      ASSERT_LT(n, longest + kFeraPorts);
      unit_.clock(in_);
    }
    const FeraMeterOutputs out = unit_.evaluate(in_);
    ASSERT_EQ(out.rate, static_cast<std::uint64_t>(std::llround(meter_.rate())));
    ASSERT_EQ(out.tag_rate, frame::fera_rate(meter_.advertised()));
  }

  BitRate line() const { return line_; }
  const FeraMeter& meter() const { return meter_; }

 private:
  FeraSettings settings_;
  BitRate line_;
  FeraMeter meter_;
  FeraMeterCycle unit_;
  FeraMeterInputs in_;
};

class FeraMeterCycleForm : public testing::TestWithParam<FeraForm> {};
INSTANTIATE_TEST_SUITE_P(Forms, FeraMeterCycleForm, testing::Values(FeraForm::kDivisorFree, FeraForm::kDividing));

TEST_P(FeraMeterCycleForm, IsTheMeterOfTheSwitch) {
  RandomStream random(1, "fera_meter_cycle");
  for (const FeraScaling scaling : {FeraScaling::kNever, FeraScaling::kFell, FeraScaling::kBoth}) {
    for (const FeraClock clock : {FeraClock::kRuns, FeraClock::kStands}) {
      for (const std::int64_t gbps : {1, 10, 25, 400}) {
        FeraSettings settings{.interval = kClock * 2000, .scaling = scaling, .clock = clock, .form = GetParam()};
        settings.k = gbps == 25 ? 0.05 : 0.004;
        settings.least_clock = gbps == 400 ? 0 : 0.5;
        Beside both(settings, BitRate(gbps * 1'000'000'000));
        for (int n = 0; n < 300; ++n) {
          if (n > 0 && random.below(16) == 0) {  // after a reset the unit knows no C before
            both.capacity(BitRate(both.line().count() / static_cast<std::int64_t>(1 + random.below(20))));
          }
          const auto most = static_cast<std::uint64_t>(bytes_in(settings.interval, both.line()).count());
          const std::uint64_t arrived = random.below(8) == 0 ? 0 : most / 2 + random.below(most);
          const auto paused = random.below(2) == 0 ? 0 : random.below(2001);
          ASSERT_NO_FATAL_FAILURE(both.interval(static_cast<std::uint32_t>(arrived), static_cast<std::uint32_t>(paused),
                                                static_cast<std::uint32_t>(random.below(60'000))));
        }
      }
    }
  }
}

// T as it is, a load far beyond it, and A at its end.
TEST_P(FeraMeterCycleForm, SaturatesWhereTheMeterDoes) {
  Beside both(FeraSettings{.form = GetParam()}, BitRate(10'000'000'000));
  for (const std::uint32_t arrived : {1'250'000U, 1'300'000U, 5'000'000U, 16'777'215U, 16'777'216U, 40'000'000U, 1U}) {
    ASSERT_NO_FATAL_FAILURE(both.interval(arrived, 0, 24'000));
  }
  ASSERT_NO_FATAL_FAILURE(both.interval(1'250'000, 833'333, 135'000));
}

// All become due one after the other, and the one that the unit has just passed waits for all others, with all that
// follows a change of C: T is as long and a cycle.
TEST_P(FeraMeterCycleForm, ServesEveryPortInTurn) {
  const FeraMeterConfig config{.form = GetParam(), .ports = 64};
  FeraMeterCycle unit(config);
  FeraMeterInputs in{.interval = 1000, .scales_fall = true, .scales_rise = true, .line = 100, .least = 1};
  in.inverse = 1U << 16;
  const std::uint64_t longest = config.ports * FeraMeterCycle::longest(config, 23, 23);
  std::uint64_t longest_wait = 0;
  for (unsigned round = 0; round < 4; ++round) {
    in.shift = 23 - round % 2;
    in.capacity = 1000 + round % 2;
    std::array<std::uint64_t, 64> ticked{};
    std::uint64_t due = 1;
    for (std::uint64_t cycle = 0; due != 0; ++cycle) {
      in.tick = in.arrives = cycle < config.ports;
      in.tick_port = in.arrives_port = static_cast<std::uint32_t>(cycle) % config.ports;
      in.arrives_length = 1500;
      if (in.tick) {
        ticked.at(in.tick_port) = cycle;
      }
      EXPECT_FALSE(unit.clock(in).late);
      due = unit.evaluate({}).due;
      for (unsigned n = 0; n < config.ports; ++n) {
        longest_wait = (due >> n & 1U) != 0 ? std::max(longest_wait, cycle + 1 - ticked.at(n)) : longest_wait;
      }
    }
  }
  EXPECT_LE(longest_wait, longest);
  EXPECT_GT(longest_wait, longest * 9 / 10);
}

// C t is rounded down as in the switch, for t of any length.
TEST(FeraMeterCycle, KnowsBytesOfAnyTime) {
  constexpr std::int64_t kInterval = 833'333;
  for (const std::int64_t mbps : {1, 7, 100, 333, 999, 1'000, 10'000, 25'000, 33'333, 100'000, 399'999}) {
    const BitRate rate(mbps * 1'000'000);
    const Wide told = FeraMeterCycle::cycle_bytes(rate, kClock);
    for (std::int64_t t = 0; t <= kInterval; ++t) {
      ASSERT_EQ(static_cast<std::int64_t>((told * t) >> FeraMeterCycle::kCycleBits), bytes_in(kClock * t, rate).count())
          << mbps << " Mbps, " << t << " cycles";
    }
  }
}

TEST(FeraMeterCycle, LeavesOutATickThatComesTooEarly) {
  FeraMeterCycle unit(FeraMeterConfig{});
  FeraMeterInputs in{.arrives = true, .tick = true, .arrives_length = 100};
  EXPECT_FALSE(unit.clock(in).late);
  EXPECT_TRUE(unit.clock(in).late);
  const FeraMeterOutputs out = unit.evaluate({});
  EXPECT_EQ(out.arrived_last, 100U);
  EXPECT_EQ(out.arrived, 100U);
}

TEST(FeraMeterCycle, RefusesWidthsThatDoNotFit) {
  EXPECT_THROW(FeraMeterCycle({.form = FeraForm::kExact}), std::invalid_argument);
  EXPECT_THROW(FeraMeterCycle({.ports = 1}), std::invalid_argument);
  EXPECT_THROW(FeraMeterCycle({.ports = 64, .port_bits = 5}), std::invalid_argument);
  EXPECT_THROW(FeraMeterCycle({.fraction_bits = 25}), std::invalid_argument);
  EXPECT_THROW(FeraMeterCycle({.arrived_bits = 12}), std::invalid_argument);
  EXPECT_THROW(FeraMeterCycle({.first = 0}), std::invalid_argument);
}

}  // namespace weir::reference::fera_meter_cycle_test
