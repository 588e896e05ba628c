// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The TCD detector against a naive one under hostile stimulus: T_on and T at their ends and a tick beside them, ages
// around the wrap of the stamp, frames of other classes between, pauses back to back and shorter than a packet, depths
// at each threshold. And each fault that can be planted in the naive one is found.

#include "hw_model/mechanisms/congestion/tcd.h"
#include "tb/tests/unit/mechanisms/congestion/detector_bench.h"
#include "tb/tests/unit/mechanisms/congestion/naive_tcd.h"

namespace weir::congestion::tcd_naive_test {

using frame::Ecn;

constexpr Time kTick = 1_us;  // so that a tick is 1 in the naive one's unit
constexpr std::int64_t kLongestOn = 100;
constexpr std::int64_t kPeriod = 37;
constexpr double kWrap = 128;  // 2^7 > 100 + 3 classes + 1
constexpr std::array kClassesUsed = {ClassId(0), ClassId(3), ClassId(5)};
constexpr ClassMask kLossless = 0x29;

struct Shape {
  ReleaseRule rule;
  std::int64_t period;
  PauseSeen seen = PauseSeen::kSticky;
  TcdTime time = TcdTime::kPort;
  Hold hold = Hold::kSampled;
};

TcdConfig config_of(const Shape& shape) {
  TcdConfig config;
  config.longest_on = kLongestOn * kTick;
  config.period = shape.period * kTick;
  config.tick = kTick;
  config.rule = shape.rule;
  config.pause = shape.seen;
  config.time = shape.time;
  config.hold = shape.hold;
  config.low_threshold = 5_KB;
  config.band = 6_KB;
  config.hard_level = 60_KB;
  config.marking = {.k_min = 20_KB, .k_max = 20'001_B};
  return config;
}

NaiveRule naive_rule(const Shape& shape) {
  NaiveRule rule{.longest_on_us = kLongestOn,
                 .period_us = static_cast<double>(shape.period),
                 .low = 5000,
                 .rise = shape.rule == ReleaseRule::kLiteral ? 0.0 : 2000.0,
                 .band = 6000,
                 .hard = 60'000,
                 .threshold = 20'000,
                 .wrap_us = kWrap};
  rule.flat_while_pausing = shape.rule == ReleaseRule::kRiseOrPausing;
  rule.flat_always = shape.rule == ReleaseRule::kNotDecreased;
  rule.hold = shape.hold == Hold::kSampled;
  if (rule.flat_always) {
    rule.band = 0;
  }
  return rule;
}

// What may be wrong about the time of each class.
enum class TimeFault {
  kNone,
  kPortTime,          // it never stands
  kStandsForItself,   // it stands for frames of the class itself, too
  kStandsWholeFrame,  // at once for all of a frame of another
};
inline constexpr TimeFault kLastTimeFault = TimeFault::kStandsWholeFrame;

// The time of each class, counted in microseconds one after the other, as a counter of each would.
class NaiveTimes {
 public:
  explicit NaiveTimes(TimeFault fault) : fault_(fault) {}

  void go_to(std::int64_t now) {
    for (; at_ < now; ++at_) {
      for (std::size_t k = 0; k < own_.size(); ++k) {
        const bool other = at_ < wire_until_ && (wire_ != k || fault_ == TimeFault::kStandsForItself);
        const bool stands = other && fault_ != TimeFault::kStandsWholeFrame && fault_ != TimeFault::kPortTime;
        own_[k] += stands ? 0 : 1;
      }
    }
  }
  void sends(std::size_t k, std::int64_t now, std::int64_t until) {
    wire_ = k;
    wire_until_ = until;
    for (std::size_t other = 0; fault_ == TimeFault::kStandsWholeFrame && other < own_.size(); ++other) {
      own_[other] -= other == k ? 0 : until - now;
    }
  }
  double of(std::size_t k) const { return static_cast<double>(own_[k]); }

 private:
  TimeFault fault_;
  std::int64_t at_ = 0;
  std::array<std::int64_t, kClassesUsed.size()> own_{};
  std::size_t wire_ = 0;
  std::int64_t wire_until_ = 0;
};

class Duel {
 public:
  Duel(const Shape& shape, Fault fault, std::uint64_t seed, TimeFault time_fault = TimeFault::kNone)
      : random_(seed),
        own_time_(shape.time == TcdTime::kOwn),
        period_(shape.period),
        tcd_(context_of(shape)),
        times_(time_fault) {
    tcd_.join(port_);
    naive_.fill(NaiveTcd(naive_rule(shape), shape.seen == PauseSeen::kInstant ? Fault::kPauseAtTheSample : fault));
  }

  // The first difference, or "".
  std::string fight(int steps) {
    for (int i = 0; i < steps; ++i) {
      now_ += step();
      const std::size_t k = below(kClassesUsed.size());
      if (std::string difference = act(k); !difference.empty()) {
        return "step " + std::to_string(i) + ", at " + std::to_string(now_) + ": " + difference;
      }
    }
    return "";
  }

 private:
  static PortContext context_of(const Shape& shape) {
    return bench_context(DetectorKind::kTcd, config_of(shape), kLossless);
  }

  std::size_t below(std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_); }

  std::int64_t step() {
    const std::array<std::int64_t, 16> steps = {0,       0,           0,  1,   1,   2,   7,   period_ - 1,
                                                period_, period_ + 1, 99, 100, 101, 127, 128, 1000};
    return steps[below(steps.size())];
  }

  double depth() {
    // Near the latest sample and near thresholds.
    const std::array<std::int64_t, 12> depths = {0,      5'000,  5'001,  14'000, 20'000, 22'000,
                                                 22'001, 23'999, 28'000, 30'000, 59'000, 61'000};
    if (below(2) == 0) {
      depth_ += static_cast<std::int64_t>(below(9)) * 1000 - 4000;
      depth_ = depth_ == 20'001 ? 20'000 : std::max<std::int64_t>(depth_, 0);
    } else {
      depth_ = depths[below(depths.size())];
    }
    return static_cast<double>(depth_);
  }

  std::string act(std::size_t k) {
    const ClassId c = kClassesUsed[k];
    switch (below(8)) {
      case 0:  // a pause shorter than a packet, or of no time at all
        off_and_on(k, now_ + static_cast<std::int64_t>(below(2)));
        return "";
      case 1:  // two back to back
        if (below(3) == 0) {
          off_and_on(k, now_ + 1);
          off_and_on(k, now_ + static_cast<std::int64_t>(below(150)));
        }
        return "";
      case 2:
        port_.feeder_paused[c.index()] = !port_.feeder_paused[c.index()];
        return "";
      default:
        return compare(k);
    }
  }

  // Of queue k, by the naive one.
  double time_of(std::size_t k) {
    times_.go_to(now_);
    return own_time_ ? times_.of(k) : static_cast<double>(now_);
  }

  void off_and_on(std::size_t k, std::int64_t end) {
    tcd_.gate(kClassesUsed[k], false, now_ * kTick);
    now_ = end;
    tcd_.gate(kClassesUsed[k], true, now_ * kTick);
    naive_[k].off_ends(time_of(k));
  }

  // A packet, for the port is idle again, and then the next may depart.
  void send(std::size_t k) {
    const std::int64_t until = now_ + static_cast<std::int64_t>(below(3) == 0 ? 40 + below(80) : below(4));
    tcd_.sends(kClassesUsed[k], now_ * kTick, until * kTick);
    times_.sends(k, now_, until);
    free_ = until;
  }

  std::string compare(std::size_t k) {
    const ClassId c = kClassesUsed[k];
    now_ = own_time_ ? std::max(now_, free_) : now_;
    const double queue = depth();
    const Ecn sent = below(6) == 0 ? Ecn::kCongestion : Ecn::kEct1;
    frame::Packet packet = bench_packet(c, sent);
    tcd_.departs(packet, Bytes(static_cast<std::int64_t>(queue)), now_ * kTick);
    const Ecn got = frame::ecn_of(packet).value();
    const bool has_ce = sent == Ecn::kCongestion;
    const char mark = naive_[k].departs(time_of(k), queue, port_.feeder_paused[c.index()], has_ce);
    if (own_time_) {
      send(k);
    }
    const Ecn wanted = mark == 'c' ? Ecn::kCongestion : (mark == 'u' ? Ecn::kUndetermined : sent);
    const std::string state(1, "01UR"[tcd_.state(c)]);
    if (got == wanted && state == naive_[k].state()) {
      return "";
    }
    return "wanted state " + naive_[k].state() + ", mark " + mark + "; got state " + state + ", code point " +
           std::to_string(static_cast<int>(got));
  }

  std::mt19937_64 random_;
  bool own_time_;
  std::int64_t period_;
  BenchPort port_;
  Tcd tcd_;
  std::array<NaiveTcd, kClassesUsed.size()> naive_{NaiveTcd({}), NaiveTcd({}), NaiveTcd({})};
  NaiveTimes times_;
  std::int64_t now_ = 0;
  std::int64_t free_ = 0;  // when the port has sent its packet
  std::int64_t depth_ = 0;
};

constexpr Shape kOwnTime{ReleaseRule::kRiseOrPausing, kPeriod, PauseSeen::kSticky, TcdTime::kOwn};

constexpr std::array kShapes = {
    Shape{ReleaseRule::kRiseOrPausing, kPeriod},
    Shape{ReleaseRule::kRiseOrPausing, 100},
    Shape{ReleaseRule::kRiseOrPausing, 400},
    Shape{ReleaseRule::kRiseOrPausing, kPeriod, PauseSeen::kInstant},
    Shape{ReleaseRule::kLiteral, kPeriod},
    Shape{ReleaseRule::kNotDecreased, 100},
    Shape{ReleaseRule::kRise2Mtu, kPeriod},
    kOwnTime,
    Shape{ReleaseRule::kRiseOrPausing, kPeriod, PauseSeen::kSticky, TcdTime::kPort, Hold::kNone},
    Shape{ReleaseRule::kLiteral, kPeriod, PauseSeen::kSticky, TcdTime::kPort, Hold::kNone}};

TEST(TcdAgainstTheNaiveOne, TheSameStatesAndMarks) {
  for (const Shape& shape : kShapes) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      ASSERT_EQ(Duel(shape, Fault::kNone, seed).fight(50'000), "")
          << name_in(kReleaseRules, shape.rule) << ", T = " << shape.period << " us, seed " << seed;
    }
  }
}

TEST(TcdAgainstTheNaiveOne, EachPlantedFaultIsFound) {
  for (int fault = 1; fault <= static_cast<int>(kLastFault); ++fault) {
    EXPECT_NE(Duel(kShapes[0], static_cast<Fault>(fault), 1).fight(50'000), "") << "fault " << fault;
  }
}

TEST(TcdAgainstTheNaiveOne, EachPlantedFaultOfTheTimeOfAClassIsFound) {
  for (int fault = 1; fault <= static_cast<int>(kLastTimeFault); ++fault) {
    EXPECT_NE(Duel(kOwnTime, Fault::kNone, 1, static_cast<TimeFault>(fault)).fight(50'000), "") << "fault " << fault;
  }
}

}  // namespace weir::congestion::tcd_naive_test
