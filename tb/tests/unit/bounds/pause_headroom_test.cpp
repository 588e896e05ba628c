// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The exact headroom of PFC against a search that tries every mix, and against figures worked out by hand.

#include "tb/bounds/pause_headroom.h"

#include <numeric>

#include "hw_model/base/random_stream.h"
#include "tb/bounds/safety_bounds.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::bounds::pause_headroom_test {

std::int64_t between(RandomStream& random, std::int64_t low, std::int64_t high) {
  return low + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(high - low + 1)));
}

// The most that frames count whose line times add up to at most `left`: every length is tried at every step.
class EveryMix {
 public:
  explicit EveryMix(const PausedLink& link) : link_(link), lengths_(link.frames.listed()) {
    if (link.frames.is_range()) {
      lengths_.clear();
      for (Bytes length = link.frames.shortest(); length <= link.frames.longest(); length += Bytes(1)) {
        lengths_.push_back(length);
      }
    }
  }

  Bytes most(Time left) {
    const auto known = known_.find(left);
    if (known != known_.end()) {
      return known->second;
    }
    Bytes best;
    for (const Bytes length : lengths_) {
      if (link_.line_time(length) <= left) {
        best = std::max(best, most(left - link_.line_time(length)) + link_.counted(length));
      }
    }
    known_.emplace(left, best);
    return best;
  }

  Bytes largest() const {
    Bytes best;
    for (const Bytes length : lengths_) {
      best = std::max(best, link_.counted(length));
    }
    return best;
  }

 private:
  const PausedLink& link_;
  std::vector<Bytes> lengths_;
  std::map<Time, Bytes> known_;
};

Bytes count_of(const PausedLink& link, const std::vector<FramesAlike>& frames) {
  return std::accumulate(frames.begin(), frames.end(), Bytes(0), [&](Bytes sum, const FramesAlike& alike) {
    return sum + alike.count * link.counted(alike.length);
  });
}

Time time_of(const PausedLink& link, const std::vector<FramesAlike>& frames) {
  return std::accumulate(frames.begin(), frames.end(), Time(0), [&](Time sum, const FramesAlike& alike) {
    return sum + alike.count * link.line_time(alike.length);
  });
}

// 400 Gbps, 64..9216 B in cells, 905 quanta, no time of its own.
PausedLink of_400_gbps(Bytes cell, int metres) {
  PausedLink link{.rate = 400_Gbps, .frames = FrameLengths::between(64_B, 9216_B), .cell = cell};
  link.times = pause_times(link, 9216_B, metres * 5_ns, pause_time(905, 400_Gbps), {}, {});
  return link;
}

std::int64_t cells_above_xoff(const PausedLink& link) { return pause_headroom(link).above_xoff() / link.cell; }

TEST(PauseHeadroom, IsThatOfEveryMixOfAList) {
  RandomStream random(1, "lists");
  int mixes = 0;
  for (int i = 0; i < 2'000; ++i) {
    std::vector<Bytes> lengths;
    for (std::int64_t n = between(random, 1, 4); n > 0; --n) {
      lengths.emplace_back(between(random, 64, 400));
    }
    PausedLink link{.rate = BitRate(between(random, 1'000'000'000, 1'600'000'000'000)),
                    .overhead = Bytes(between(random, 0, 1) * 20),
                    .frames = FrameLengths::of(lengths),
                    .cell = Bytes(between(random, 0, 2) * 64),
                    .tag = Bytes(between(random, 0, 1) * 4)};
    link.times.cable = link.line_time(400_B) * between(random, 0, 3) + Time(between(random, 0, 1'000));
    EveryMix naive(link);
    const PauseHeadroom found = pause_headroom(link);
    ASSERT_EQ(found.mix, naive.most(link.times.total())) << i;
    ASSERT_EQ(found.last, naive.largest()) << i;
    ASSERT_TRUE(found.exact);
    ASSERT_EQ(count_of(link, found.before), found.mix);
    ASSERT_LE(time_of(link, found.before), found.budget);
    ASSERT_LE(found.after_xoff(), linear_headroom(link)) << i;
    mixes += found.before.size() > 1 ? 1 : 0;
  }
  EXPECT_GT(mixes, 200) << "hardly ever a mix: the lists try nothing";
}

TEST(PauseHeadroom, IsThatOfEveryMixOfARange) {
  RandomStream random(1, "ranges");
  for (int i = 0; i < 300; ++i) {
    const std::int64_t shortest = between(random, 64, 150);
    PausedLink link{.rate = BitRate(8'000'000'000'000 / between(random, 5, 1'000)),
                    .overhead = Bytes(between(random, 0, 1) * 20),
                    .frames = FrameLengths::between(Bytes(shortest), Bytes(shortest + between(random, 0, 200))),
                    .cell = Bytes(between(random, 0, 2) * 50)};
    link.rate = BitRate(8'000'000'000'000 / (8'000'000'000'000 / link.rate.count()));
    link.times.cable = link.line_time(400_B) * between(random, 0, 4) + Time(between(random, 0, 1'000));
    EveryMix naive(link);
    const PauseHeadroom found = pause_headroom(link);
    const Bytes most = naive.most(link.times.total());
    ASSERT_GE(found.mix, most) << i;
    ASSERT_EQ(found.exact, found.mix == most) << i;
    ASSERT_EQ(found.last, naive.largest()) << i;
    if (found.exact) {
      ASSERT_EQ(count_of(link, found.before), found.mix) << i;
      ASSERT_LE(time_of(link, found.before), found.budget) << i;
    }
    ASSERT_TRUE(found.exact || kPicosecondsPerSecond * kBitsPerByte % link.rate.count() != 0) << i;
  }
}

// So many densest frames fit that the least times of sums are periodic.
TEST(PauseHeadroom, IsAsExactWhereABudgetIsMillionsOfPicoseconds) {
  PausedLink link{.rate = BitRate(1'599'999'999'989), .frames = FrameLengths::between(64_B, 9216_B), .cell = 64_B};
  link.times = pause_times(link, 9216_B, 50'000_ns, 600_ns, {}, {});
  const PauseHeadroom found = pause_headroom(link);
  EXPECT_TRUE(found.exact);
  EXPECT_EQ(count_of(link, found.before), found.mix);
  EXPECT_LE(time_of(link, found.before), found.budget);
  const Bytes densest = found.budget / link.line_time(65_B) * 128_B;
  EXPECT_GE(found.mix, densest);
  EXPECT_LT(found.mix, densest + 128_B);
}

// Lengths without a common divisor and sums beyond what is kept: at most a densest frame too much, never too little.
TEST(PauseHeadroom, OfTooManySumsIsAtMostAFrameTooLarge) {
  PausedLink link{.rate = 1600_Gbps, .frames = FrameLengths::of({9001_B, 9215_B, 9216_B})};
  link.times = pause_times(link, 9216_B, 50'000_ns, 600_ns, {}, {});
  const PauseHeadroom found = pause_headroom(link);
  EXPECT_FALSE(found.exact);
  const Bytes alike = headroom_of_frames_alike(link, 9216_B);
  EXPECT_GE(found.after_xoff(), alike);
  EXPECT_LT(found.after_xoff() - alike, 9216_B);
}

// Frames of 84 B of line, 1,680 ps: T = 184,720 + 1,680 + 3,000,000 + 1,158,400 ps holds 2,586 frames of 64 B; the last
// frame has 37 cells, and the frame that reaches XOFF stood a cell below it.
TEST(PauseHeadroom, IsThatOfPublishedLinksWorkedOutByHand) {
  EXPECT_EQ(cells_above_xoff(of_400_gbps(254_B, 300)), 2'586 + 37 + 36);
  EXPECT_EQ(cells_above_xoff(of_400_gbps(254_B, 5)), 903);
  EXPECT_EQ(cells_above_xoff(of_400_gbps(254_B, 30)), 1'052);
  EXPECT_EQ(cells_above_xoff(of_400_gbps(254_B, 40)), 1'111);
  EXPECT_EQ(cells_above_xoff(of_400_gbps(254_B, 150)), 1'766);
  EXPECT_EQ(cells_above_xoff(of_400_gbps(254_B, 500)), 3'849);
  EXPECT_EQ(cells_above_xoff(of_400_gbps(318_B, 5)), 887);
  EXPECT_EQ(pause_headroom(of_400_gbps(254_B, 300)).in_pool() / 254_B, 2'660);
}

// docs/results/pfc_headroom.md: 40 Gbps, 768 ns, 100 m and 300 m, no preamble.
TEST(PauseHeadroom, IsThatOfTheDocument) {
  const auto link_of = [](Bytes frame, Time wire) {
    PausedLink link{.rate = 40_Gbps, .overhead = 0_B, .frames = FrameLengths::of({frame})};
    link.times = pause_times(link, frame, wire, 768_ns, {}, {});
    return link;
  };
  EXPECT_EQ(pause_headroom(link_of(1500_B, 500_ns)).above_xoff(), 10'500_B);
  EXPECT_EQ(pause_headroom(link_of(1500_B, 1500_ns)).above_xoff(), 21'000_B);
  EXPECT_EQ(pause_headroom(link_of(1484_B, 500_ns)).above_xoff(), 11'872_B);
  EXPECT_EQ(linear_headroom(link_of(1484_B, 500_ns)), pfc_headroom(1484_B, 64_B, 40_Gbps, 500_ns, 768_ns) - 64_B);
}

TEST(PauseHeadroom, TheWorstLengthIsNotAlwaysTheShortest) {
  PausedLink link = of_400_gbps(254_B, 300);
  EXPECT_EQ(densest_length(link), 64_B);
  link.frames = FrameLengths::between(117_B, 9216_B);
  EXPECT_EQ(densest_length(link), 117_B);
  link.frames = FrameLengths::between(118_B, 9216_B);
  EXPECT_EQ(densest_length(link), 255_B);
  link.cell = 0_B;
  EXPECT_EQ(densest_length(link), 9216_B);
}

TEST(PauseHeadroom, HasATermForEachTime) {
  const PausedLink link{.rate = 100_Gbps};
  const PauseTimes times = pause_times(link, 1500_B, 500_ns, 300_ns, 40_ns, 7_ns);
  EXPECT_EQ(times.our_frame, 121'600_ps);
  EXPECT_EQ(times.pause, 6'720_ps);
  EXPECT_EQ(times.cable, 1'000_ns);
  EXPECT_EQ(times.total(), 121'600_ps + 6'720_ps + 1'000_ns + 300_ns + 40_ns + 7_ns);
}

TEST(PauseHeadroom, IsNothingWithoutFrames) {
  PausedLink link{.rate = 100_Gbps};
  link.times.cable = 1_us;
  EXPECT_EQ(pause_headroom(link).above_xoff(), 0_B);
  EXPECT_EQ(linear_headroom(link), 0_B);
}

TEST(PauseHeadroom, RefusesLabelsOnARange) {
  const PausedLink link{.rate = 100_Gbps, .frames = FrameLengths::between(64_B, 1500_B), .tag = 4_B};
  EXPECT_THROW(pause_headroom(link), std::invalid_argument);
}

}  // namespace weir::bounds::pause_headroom_test
