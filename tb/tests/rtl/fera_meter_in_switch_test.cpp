// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// FERA's meter of a port in RTL: the same rates as by the model where pauses are in whole cycles and resets find the
// whole rate of the line, in lock-step everywhere; and a wrong RTL is found in lock-step, and followed where it stands
// alone.

#include "hw_model/base/random_stream.h"
#include "hw_model/frame/fera_tag.h"
#include "hw_model/mechanisms/congestion/clocked_fera.h"
#include "hw_model/mechanisms/congestion/fera_block_rules.h"
#include "tb/cosim/block.h"
#include "tb/cosim/lockstep.h"
#include "tb/tests/rtl/wrong_rtl.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::cosim::fera_meter_in_switch_test {

using congestion::ClockedFera;
using reference::FeraForm;
using reference::FeraMeter;
using reference::FeraSettings;
using testing::StartsWith;

constexpr Time kT = 240_us;
constexpr BitRate kLine(10'000'000'000);
constexpr reference::FeraPort kPort{.line_rate = kLine, .depth_bits = 24, .arrived_bits = 24};

// A port with frames and pauses, and now and then another rate of the line, or a reset. `exact`: pauses of whole
// cycles, and resets with the whole rate of the line, of which the block's first rate is a part.
class Port {
 public:
  Port(FeraForm form, const reference::Factories& factories, std::uint64_t seed, bool exact)
      : random_(seed, "fera_meter_in_switch_test"), exact_(exact) {
    settings_.interval = kT;
    settings_.form = form;
    settings_.scaling = seed % 2 == 0 ? reference::FeraScaling::kBoth : reference::FeraScaling::kFell;
    meter_.emplace(settings_, kPort);
    auto block = factories.of<reference::FeraMeterBlock>()(congestion::fera_block_widths(settings_, kPort), "s1.p2");
    if (block != nullptr)
      clocked_ = std::make_unique<ClockedFera>(std::move(block), settings_, kPort);
  }

  // The rate of tags after each interval.
  std::vector<std::uint64_t> play(int intervals) {
    std::vector<std::uint64_t> rates;
    for (int n = 0; n < intervals; ++n) {
      const Time paused = interval();
      const Bytes queue(static_cast<std::int64_t>(random_.below(60'000)));
      now_ = kT * (n + 1);
      meter_->tick({.queue = queue, .paused = paused, .off = Time(0)});
      if (clocked_)
        clocked_->tick(queue, now_);
      rates.push_back(frame::fera_rate(advertised()));
      if (random_.below(8) == 0)
        change();
      if (random_.below(30) == 0)
        reset();
    }
    return rates;
  }

 private:
  BitRate advertised() const {
    const std::optional<BitRate> by_block = clocked_ ? clocked_->advertised() : std::nullopt;
    return by_block ? *by_block : meter_->advertised();
  }

  // A time within the interval.
  Time drawn(std::int64_t most) {
    const auto time = Time(static_cast<std::int64_t>(random_.below(static_cast<std::uint64_t>(most))));
    return exact_ ? time - time % Time(1'200) : time;
  }

  Time interval() {
    const Time begins = now_;
    const std::uint64_t frames = random_.below(3) == 0 ? 0 : random_.below(400);
    for (std::uint64_t n = 0; n < frames; ++n) {
      const Bytes length(static_cast<std::int64_t>(84 + random_.below(1'500)));
      meter_->arrived(length);
      if (clocked_)
        clocked_->arrived(length, now_);
    }
    if (random_.below(2) == 0)
      return Time(0);
    const Time on = begins + drawn(kT.count() / 2);
    const Time off = on + drawn(kT.count() / 2);
    if (clocked_) {
      clocked_->asks(true, on);
      clocked_->asks(false, off);
    }
    return off - on;
  }

  void change() { set_capacity(BitRate(kLine.count() / static_cast<std::int64_t>(1 + random_.below(8)))); }

  void set_capacity(BitRate rate) {
    meter_->set_capacity(rate);
    if (clocked_)
      clocked_->set_capacity(rate);
  }

  void reset() {
    if (exact_)
      set_capacity(kLine);
    meter_->reset();
    if (clocked_)
      clocked_->reset(now_);
  }

  RandomStream random_;
  bool exact_;
  FeraSettings settings_;
  std::optional<FeraMeter> meter_;
  std::unique_ptr<ClockedFera> clocked_;
  Time now_;
};

std::string_view block_of(FeraForm form) { return form == FeraForm::kDividing ? "fera_meter_dividing" : "fera_meter"; }

reference::Factories factories_at(Fidelity fidelity) {
  const BlockChoice choices[] = {{"fera_meter", fidelity}, {"fera_meter_dividing", fidelity}};
  return factories_of(choices);
}

class FeraMeterInSwitch : public testing::TestWithParam<FeraForm> {};
INSTANTIATE_TEST_SUITE_P(Forms, FeraMeterInSwitch, testing::Values(FeraForm::kDivisorFree, FeraForm::kDividing));

TEST_P(FeraMeterInSwitch, TheSameRates) {
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    const auto model = Port(GetParam(), factories_at(Fidelity::reference), seed, true).play(40);
    EXPECT_TRUE(model == Port(GetParam(), factories_at(Fidelity::rtl), seed, true).play(40));
    EXPECT_TRUE(model == Port(GetParam(), factories_at(Fidelity::lockstep), seed, true).play(40));
    EXPECT_GT(std::set(model.begin(), model.end()).size(), 20U);
  }
}

// Pauses in picoseconds, resets of slowed lines: lock-step compares with what hardware does, and its rates are the
// model's.
TEST_P(FeraMeterInSwitch, PausesInPicosecondsAndResetsOfSlowedLines) {
  const auto model = Port(GetParam(), factories_at(Fidelity::reference), 1, false).play(80);
  EXPECT_TRUE(model == Port(GetParam(), factories_at(Fidelity::lockstep), 1, false).play(80));
  EXPECT_EQ(model.size(), Port(GetParam(), factories_at(Fidelity::rtl), 1, false).play(80).size());
}

// Each wrong operator of the RTL shows in a switch, but for those about events of one cycle, about ports beside this
// one, about ends of numbers that no rate reaches here, and about what no switch does: ticks that are late, a T of 0.
TEST_P(FeraMeterInSwitch, FindsWrongOperators) {
  const Operators operators = played_operators(block_of(GetParam()), [](const reference::Factories& factories) {
    for (std::uint64_t seed = 1; seed <= 2; ++seed)
      Port(GetParam(), factories, seed, false).play(20);
  });
  std::set<std::string_view> missed{"arrives_unasked",
                                    "half_of_the_factor",
                                    "halves_upwards_above_q_eq",
                                    "late_tick_counts",
                                    "late_without_a_tick",
                                    "least_f_ignored",
                                    "least_ignored",
                                    "r_of_0",
                                    "ran_below_0",
                                    "tag_of_0",
                                    "tag_of_all_ports",
                                    "tag_wraps",
                                    "tick_leaves_its_frame",
                                    "tick_leaves_its_pause"};
  if (GetParam() == FeraForm::kDividing)
    missed.insert({"capacity_of_0", "least_above_the_line", "ratio_wraps"});
  else
    missed.insert({"c_below_least", "c_ignored", "parts_of_0"});
  expect_missed(operators, missed);
  EXPECT_GT(operators.found, 20U);
}

TEST(FeraMeterInSwitchOnly, OtherIntervalsHaveNoClock) {
  FeraSettings settings;
  settings.interval = Time(240'000'001);
  EXPECT_THAT(congestion::not_in_fera_block(settings, 10_Gbps), StartsWith("congestion.fera.interval is "));
  settings.interval = 240'001_ns;
  EXPECT_EQ(congestion::fera_clock(settings), Time(1'000));
}

// Tags would be told rates that the switch's meter does not tell.
TEST(FeraMeterInSwitchOnly, RatesAreInWholeKbit) {
  const FeraSettings settings;
  EXPECT_EQ(congestion::not_in_fera_block(settings, BitRate(9'999'999'000)), "");
  EXPECT_EQ(congestion::not_in_fera_block(settings, BitRate(9'999'999'999)),
            "a port has 9999999.999Kbps, and the RTL has rates in whole kbit/s");
}

}  // namespace weir::cosim::fera_meter_in_switch_test
