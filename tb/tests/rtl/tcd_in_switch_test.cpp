// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// TCD's detectors in RTL, asked as a switch asks them: the same marks and the same registers as those of the switch's
// model, under each rule; a wrong RTL is found; and a width that no RTL has is refused.

#include <random>

#include "hw_model/mechanisms/congestion/tcd.h"
#include "tb/cosim/block.h"
#include "tb/cosim/lockstep.h"
#include "tb/tests/rtl/block_factories.h"
#include "tb/tests/rtl/wrong_rtl.h"
#include "tb/tests/unit/mechanisms/congestion/detector_bench.h"

namespace weir::cosim::tcd_in_switch_test {

using congestion::BenchPort;
using congestion::PauseSeen;
using congestion::PortContext;
using congestion::ReleaseRule;
using congestion::Tcd;
using congestion::TcdConfig;
using congestion::TcdTime;

constexpr char kBlock[] = "tcd_detector";

constexpr std::array kClassesUsed = {ClassId(0), ClassId(3), ClassId(5)};
constexpr ClassMask kLossless = 0x29;

struct Shape {
  ReleaseRule rule = ReleaseRule::kRiseOrPausing;
  PauseSeen seen = PauseSeen::kSticky;
  congestion::Hold hold = congestion::Hold::kSampled;
  TcdTime time = TcdTime::kPort;
  bool to_host = false;
  std::int64_t scale = 1;  // of times and depths
};

constexpr Shape kShapes[] = {{},
                             {.rule = ReleaseRule::kLiteral},
                             {.rule = ReleaseRule::kNotDecreased, .hold = congestion::Hold::kNone},
                             {.seen = PauseSeen::kInstant},
                             {.time = TcdTime::kOwn},
                             {.to_host = true}};

PortContext context_of(const Shape& shape, const reference::Factories& factories) {
  TcdConfig config;
  config.longest_on = shape.scale * 100_us;
  config.period = shape.scale * 37_us;
  config.tick = 1_us;
  config.rule = shape.rule;
  config.pause = shape.seen;
  config.hold = shape.hold;
  config.time = shape.time;
  config.low_threshold = shape.scale * 5_KB;
  config.band = shape.scale * 6_KB;
  config.hard_level = shape.scale * 60_KB;
  config.host_hard_time = shape.to_host ? 50_us : 0_us;
  config.marking = {.k_min = shape.scale * 20_KB, .k_max = shape.scale * 30_KB};
  PortContext context = congestion::bench_context(congestion::DetectorKind::kTcd, config, kLossless);
  context.buffer = shape.scale * 100_KB;
  context.to_host = shape.to_host;
  context.factories = &factories;
  return context;
}

// A detector at its port.
struct Side {
  Side(const Shape& shape, const reference::Factories& factories) : tcd(context_of(shape, factories)) {
    tcd.join(port);
  }
  BenchPort port;
  Tcd tcd;
};

// The same history for all detectors: pauses, pauses of feeders, frames of other classes, departures, and,
// `by_software`, resets and new settings.
class History {
 public:
  History(std::uint64_t seed, bool by_software, std::int64_t scale = 1)
      : random_(seed), by_software_(by_software), scale_(scale) {}

  // Calls departed(class, packets) after each departure: the packet of each detector.
  template <class Departed>
  void play(std::span<Side* const> sides, int steps, Departed departed) {
    for (int i = 0; i < steps; ++i) {
      constexpr std::array<std::int64_t, 14> kSteps = {0, 0, 0, 1, 1, 2, 7, 36, 37, 38, 99, 100, 101, 1000};
      now_ = std::max(now_ + scale_ * kSteps[below(kSteps.size())], free_);
      const ClassId c = kClassesUsed[below(kClassesUsed.size())];
      const std::size_t what = below(16);
      if (what < 3) {
        const std::int64_t end = now_ + static_cast<std::int64_t>(below(3) == 0 ? below(150) : below(2)) * scale_;
        each(sides, [&](Side& side) {
          side.tcd.gate(c, false, now_ * 1_us);
          side.tcd.gate(c, true, end * 1_us);
        });
        now_ = end;
      } else if (what < 5) {
        each(sides, [&](Side& side) { side.port.feeder_paused[c.index()] = !side.port.feeder_paused[c.index()]; });
      } else if (what == 5 && by_software_ && below(8) == 0) {
        each(sides, [&](Side& side) { side.tcd.reset(now_ * 1_us); });
      } else if (what == 6 && by_software_ && below(8) == 0) {
        set(sides);
      } else {
        depart(sides, c, departed);
      }
    }
  }

 private:
  std::size_t below(std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_); }
  template <class Visit>
  static void each(std::span<Side* const> sides, Visit visit) {
    for (Side* side : sides)
      visit(*side);
  }

  void set(std::span<Side* const> sides) {
    Tcd::Settings settings = sides.front()->tcd.settings();
    settings.longest_on = 50 + below(60);
    settings.period = 20 + below(60);
    settings.low_threshold = Bytes(static_cast<std::int64_t>(below(8000)));
    settings.undetermined = below(2) == 0 ? frame::Ecn::kEct0 : frame::Ecn::kEct1;
    each(sides, [&](Side& side) { side.tcd.set(settings, now_ * 1_us); });
  }

  template <class Departed>
  void depart(std::span<Side* const> sides, ClassId c, Departed departed) {
    depth_ = below(2) == 0 ? std::max<std::int64_t>(0, depth_ + static_cast<std::int64_t>(below(9)) * 1000 - 4000)
                           : static_cast<std::int64_t>(below(62)) * 1000;
    constexpr std::array kSent = {frame::Ecn::kEct1, frame::Ecn::kEct0, frame::Ecn::kCongestion,
                                  frame::Ecn::kNotCapable};
    const frame::Ecn sent = kSent[below(8) < 5 ? 0 : below(kSent.size())];
    const std::int64_t until = now_ + static_cast<std::int64_t>(below(4));
    std::vector<frame::Packet> packets;
    each(sides, [&](Side& side) {
      packets.push_back(congestion::bench_packet(c, sent));
      side.tcd.departs(packets.back(), scale_ * Bytes(depth_), now_ * 1_us);
      side.tcd.sends(c, now_ * 1_us, until * 1_us);
    });
    free_ = until;
    departed(c, packets);
  }

  std::mt19937_64 random_;
  bool by_software_;
  std::int64_t scale_;
  std::int64_t now_ = 0;
  std::int64_t free_ = 0;  // when the line is
  std::int64_t depth_ = 0;
};

TEST(TcdInSwitch, MarksAsTheModelDoes) {
  for (const Shape& shape : kShapes) {
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      Side model(shape, factories_at(kBlock, Fidelity::reference));
      Side rtl(shape, factories_at(kBlock, Fidelity::rtl));
      Side both(shape, factories_at(kBlock, Fidelity::lockstep));
      Side* const sides[] = {&model, &rtl, &both};
      History(seed, true).play(sides, 4000, [&](ClassId c, const std::vector<frame::Packet>& packets) {
        for (std::size_t n : {1, 2}) {
          ASSERT_EQ(packets[n].bytes, packets[0].bytes);
          ASSERT_EQ(sides[n]->tcd.state(c), model.tcd.state(c));
          ASSERT_EQ(sides[n]->tcd.marked(c), model.tcd.marked(c));
          ASSERT_EQ(sides[n]->tcd.marked_undetermined(c), model.tcd.marked_undetermined(c));
        }
      });
      EXPECT_GT(model.tcd.marked(ClassId(3)), 50U);
      EXPECT_GT(model.tcd.marked_undetermined(ClassId(3)), 50U);
    }
  }
}

// Each wrong operator of the RTL shows at the queues of a switch, but for two: where no packet departs the switch gives
// the block no ECN field.
TEST(TcdInSwitch, FindsWrongOperators) {
  const Operators operators = played_operators(kBlock, [](const reference::Factories& factories) {
    for (const Shape& shape : kShapes) {
      Side side(shape, factories);
      Side* const sides[] = {&side};
      History(1, true).play(sides, 12'000, [](ClassId, const std::vector<frame::Packet>&) {});
    }
  });
  expect_missed(operators, {"ce_without_a_packet", "ue_without_a_packet"});
  EXPECT_GT(operators.found, 30U);
}

TEST(TcdInSwitch, HasTheWidthsOfTheSwitchOrMore) {
  using reference::TcdBlock;
  const auto made = [](const reference::TcdDetectorConfig& widths) {
    return factories_at(kBlock, Fidelity::rtl).of<TcdBlock>()(widths, "s1.p0.c0")->widths();
  };
  EXPECT_EQ(made({.stamp_bits = 7, .q_bits = 10}).stamp_bits, reference::kTcdStampBits);
  EXPECT_EQ(made({.stamp_bits = reference::kTcdStampBits + 1}).stamp_bits, reference::kWidestTcd.stamp_bits);
  EXPECT_EQ(made({.q_bits = reference::kQBits + 1}).q_bits, reference::kWidestTcd.q_bits);
  EXPECT_THROW(made({.stamp_bits = 31}), std::invalid_argument);
  EXPECT_THROW(made({.q_bits = 31}), std::invalid_argument);
}

// As MarksAsTheModelDoes, in a switch whose depths need 30 bits and whose stamps need 20.
TEST(TcdInSwitch, MarksAsTheModelDoesInWideRegisters) {
  constexpr Shape kWide{.scale = 10'000};
  Side model(kWide, factories_at(kBlock, Fidelity::reference));
  Side both(kWide, factories_at(kBlock, Fidelity::lockstep));
  Side* const sides[] = {&model, &both};
  History(1, true, kWide.scale).play(sides, 20'000, [&](ClassId c, const std::vector<frame::Packet>& packets) {
    ASSERT_EQ(packets[1].bytes, packets[0].bytes);
    ASSERT_EQ(both.tcd.state(c), model.tcd.state(c));
  });
  EXPECT_GT(model.tcd.marked(ClassId(3)), 50U);
  EXPECT_GT(model.tcd.marked_undetermined(ClassId(3)), 50U);
}

}  // namespace weir::cosim::tcd_in_switch_test
