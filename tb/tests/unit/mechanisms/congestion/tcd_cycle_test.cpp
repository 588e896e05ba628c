// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The TCD detector of the switch, which works out what the sweep has done, beside the cycle model of the RTL, whose
// sweep looks at one queue of the port every tick: the same states and code points, whatever the rule. And eight cycles
// by hand.

#include "hw_model/cycle_models/tcd_detector_cycle.h"
#include "hw_model/mechanisms/congestion/tcd.h"
#include "tb/tests/unit/mechanisms/congestion/detector_bench.h"

namespace weir::congestion::tcd_cycle_test {

using frame::Ecn;
using reference::TcdDetectorCycle;
using reference::TcdDetectorInputs;
using reference::TcdDetectorOutputs;

constexpr Time kTick = 1_us;
constexpr ClassMask kLossless = 0x29;
constexpr ClassId kClass{3};
constexpr std::uint64_t kStamps = 3;
constexpr std::uint64_t kPlace = 1;
constexpr unsigned kStampBits = 7;  // 2^7 > 100 + 3 classes + 1

struct Shape {
  ReleaseRule rule;
  PauseSeen seen;
  unsigned stamp_bits = kStampBits;  // of the cycle model
  Hold hold = Hold::kSampled;
};

TcdConfig config_of(const Shape& shape) {
  TcdConfig config;
  config.longest_on = 100 * kTick;
  config.period = 37 * kTick;
  config.tick = kTick;
  config.rule = shape.rule;
  config.pause = shape.seen;
  config.hold = shape.hold;
  config.low_threshold = 5_KB;
  config.band = 6_KB;
  config.hard_level = 60_KB;
  config.marking = {.k_min = 20_KB, .k_max = 20'001_B};
  return config;
}

class Beside {
 public:
  Beside(const Shape& shape, std::uint64_t seed)
      : random_(seed),
        tcd_(bench_context(DetectorKind::kTcd, config_of(shape), kLossless)),
        block_({.stamp_bits = shape.stamp_bits}),
        rule_(shape.rule),
        stamp_mask_((std::uint64_t{1} << shape.stamp_bits) - 1) {
    tcd_.join(port_);
    const Tcd::Settings& settings = tcd_.settings();
    const auto bytes = [](Bytes length) { return static_cast<std::uint32_t>(length.count()); };
    in_ = {.sticky = shape.seen == PauseSeen::kSticky,
           .hold = shape.hold == Hold::kSampled,
           .undetermined = static_cast<std::uint8_t>(Ecn::kUndetermined),
           .longest_on = static_cast<std::uint32_t>(settings.longest_on),
           .period = static_cast<std::uint32_t>(settings.period),
           .low_threshold = bytes(settings.low_threshold),
           .rise = bytes(settings.rise),
           .band = rule_ == ReleaseRule::kNotDecreased ? 0 : bytes(settings.band),
           .hard_level = bytes(settings.hard_level)};
  }

  // The first difference, or "".
  std::string go(int steps) {
    for (int i = 0; i < steps; ++i) {
      advance();
      if (below(5) == 0) {
        port_.feeder_paused[kClass.index()] = !port_.feeder_paused[kClass.index()];
      }
      const bool off = below(6) == 0;
      if (off) {
        tcd_.gate(kClass, false, now());
        tcd_.gate(kClass, true, now());
      }
      const std::string wrong = departs(off);
      if (!wrong.empty()) {
        return "step " + std::to_string(i) + ", tick " + std::to_string(tick_) + ": " + wrong;
      }
    }
    return "";
  }

 private:
  std::size_t below(std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_); }
  Time now() const { return static_cast<std::int64_t>(tick_) * kTick; }

  // Each tick is a cycle of the block.
  void advance() {
    const std::array<std::uint64_t, 12> steps = {0, 0, 1, 1, 7, 36, 37, 38, 99, 100, 127, 128};
    const std::uint64_t ticks = below(40) == 0 ? 1000 : steps[below(steps.size())];
    for (std::uint64_t n = 0; n < ticks; ++n) {
      ++tick_;
      block_.clock(cycle());
    }
  }

  TcdDetectorInputs cycle() const {
    TcdDetectorInputs in = in_;
    in.now = static_cast<std::uint32_t>(tick_ & stamp_mask_);
    in.sweep = tick_ % kStamps == kPlace;
    return in;
  }

  std::string departs(bool off) {
    const std::array<std::uint32_t, 10> depths = {0,      5'000,  5'001,  14'000, 20'000,
                                                  22'000, 22'001, 28'000, 30'000, 61'000};
    const std::uint32_t behind = depths[below(depths.size())] + static_cast<std::uint32_t>(below(3));
    const Ecn sent = std::array{Ecn::kEct1, Ecn::kEct1, Ecn::kCongestion, Ecn::kNotCapable}[below(4)];
    frame::Packet packet = bench_packet(kClass, sent);
    TcdDetectorInputs in = cycle();
    in.off_end = off;
    in.departs = below(8) != 0;
    in.behind = behind == 20'001 ? 20'002 : behind;  // marked by chance at k_max itself
    in.red_mark = in.behind > 20'001;
    in.ecn = static_cast<std::uint8_t>(sent);
    in.paused = rule_ == ReleaseRule::kNotDecreased ||
                (rule_ == ReleaseRule::kRiseOrPausing && port_.feeder_paused[kClass.index()]);
    const TcdDetectorOutputs out = block_.clock(in);
    if (in.departs) {
      tcd_.departs(packet, Bytes(in.behind), now());
    }
    const auto got = static_cast<std::uint8_t>(frame::ecn_of(packet).value());
    const auto state = static_cast<std::uint64_t>(block_.queue().state());
    if (got == out.ecn && tcd_.state(kClass) == state) {
      return "";
    }
    return "the switch has state " + std::to_string(tcd_.state(kClass)) + ", code point " + std::to_string(got) +
           "; the block " + std::to_string(state) + ", " + std::to_string(out.ecn);
  }

  std::mt19937_64 random_;
  BenchPort port_;
  Tcd tcd_;
  TcdDetectorCycle block_;
  ReleaseRule rule_;
  std::uint64_t stamp_mask_;
  TcdDetectorInputs in_;
  std::uint64_t tick_ = 0;
};

TEST(TcdCycle, DoesWhatTheSwitchDoes) {
  for (const ReleaseRule rule :
       {ReleaseRule::kRiseOrPausing, ReleaseRule::kLiteral, ReleaseRule::kNotDecreased, ReleaseRule::kRise2Mtu}) {
    for (const PauseSeen seen : {PauseSeen::kSticky, PauseSeen::kInstant}) {
      for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        for (const Hold hold : {Hold::kSampled, Hold::kNone}) {
          ASSERT_EQ(Beside({rule, seen, kStampBits, hold}, seed).go(20'000), "")
              << name_in(kReleaseRules, rule) << ", seed " << seed;
        }
      }
    }
  }
}

// A bit less than is safe: a span seems to run that is over.
TEST(TcdCycle, DiffersWithAStampThatIsTooNarrow) {
  EXPECT_NE(Beside({ReleaseRule::kRiseOrPausing, PauseSeen::kSticky, kStampBits - 1}, 1).go(20'000), "");
}

// The cycles of the wave in rtl/tcd_detector/tcd_detector.md.
TEST(TcdCycle, EightCyclesByHand) {
  const TcdDetectorInputs settings{.sticky = true,
                                   .ecn = 1,
                                   .undetermined = 2,
                                   .longest_on = 3,
                                   .period = 2,
                                   .low_threshold = 5,
                                   .rise = 2,
                                   .band = 2,
                                   .hard_level = 100};
  const auto cycle = [&](std::uint32_t now, bool off_end, bool departs, std::uint32_t behind, bool paused) {
    TcdDetectorInputs in = settings;
    in.now = now;
    in.off_end = off_end;
    in.departs = departs;
    in.behind = behind;
    in.paused = paused;
    return in;
  };
  const std::vector<TcdDetectorInputs> cycles = {cycle(10, true, false, 0, false),  cycle(11, false, true, 40, false),
                                                 cycle(12, false, false, 0, false), cycle(13, false, true, 30, false),
                                                 cycle(14, false, true, 31, true),  cycle(15, false, true, 28, false),
                                                 cycle(16, false, true, 27, false), cycle(17, false, false, 0, false)};
  std::string states;
  std::string code_points;
  TcdDetectorCycle block({});
  for (const TcdDetectorInputs& in : cycles) {
    const TcdDetectorOutputs out = block.clock(in);
    states += std::to_string(out.state);
    code_points += in.departs ? std::to_string(out.ecn) : ".";
  }
  EXPECT_EQ(states, "00223310");
  EXPECT_EQ(code_points, ".2.1131.");
}

TEST(TcdCycle, RefusesWidthsOutOfRange) {
  EXPECT_THROW(TcdDetectorCycle({.stamp_bits = 31}), std::invalid_argument);
  EXPECT_THROW(TcdDetectorCycle({.q_bits = 0}), std::invalid_argument);
}

}  // namespace weir::congestion::tcd_cycle_test
