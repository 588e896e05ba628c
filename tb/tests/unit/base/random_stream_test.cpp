// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/base/random_stream.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::random_stream_test {

std::vector<std::uint64_t> draws(RandomStream stream, std::size_t count) {
  std::vector<std::uint64_t> result(count);
  for (auto& draw : result) {
    draw = stream.next();
  }
  return result;
}

TEST(RandomStream, SameSeedAndNameGiveTheSameDraws) {
  EXPECT_EQ(draws(RandomStream(1, "h1.flow"), 1000), draws(RandomStream(1, "h1.flow"), 1000));
}

// A recorded run must stay reproducible: these values may never change. They were computed by an implementation of
// Philox 4x32-10 of its own, which gives the generator's published test vector for counter and key zero.
TEST(RandomStream, DrawsAreFixedForever) {
  EXPECT_EQ(draws(RandomStream(1, "h1.flow"), 4), (std::vector<std::uint64_t>{0x89c46f8215be0335, 0xdc99892fa0c01903,
                                                                              0x8789f22a03a1b273, 0xd96e4d05d44cafd6}));
}

TEST(RandomStream, EachSeedAndEachNameIsAStreamOfItsOwn) {
  std::set<std::uint64_t> seen;
  std::size_t drawn = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (int name = 0; name < 20; ++name) {
      for (const std::uint64_t draw : draws(RandomStream(seed, "source" + std::to_string(name)), 50)) {
        seen.insert(draw);
        ++drawn;
      }
    }
  }
  EXPECT_EQ(seen.size(), drawn);
}

TEST(RandomStream, OneStreamDoesNotDisturbAnother) {
  RandomStream alone(7, "a");
  RandomStream beside(7, "a");
  RandomStream other(7, "b");
  for (int i = 0; i < 100; ++i) {
    for (int j = 0; j < i % 5; ++j) {
      other.next();
    }
    EXPECT_EQ(alone.next(), beside.next());
  }
}

TEST(RandomStream, BelowStaysBelowAndReachesAll) {
  RandomStream stream(3, "below");
  for (const std::uint64_t bound : {1ULL, 2ULL, 3ULL, 7ULL, 10ULL}) {
    std::set<std::uint64_t> seen;
    for (int i = 0; i < 1000; ++i) {
      const std::uint64_t draw = stream.below(bound);
      ASSERT_LT(draw, bound);
      seen.insert(draw);
    }
    EXPECT_EQ(seen.size(), bound);
  }
  // Almost half of all draws must be rejected at this bound.
  constexpr std::uint64_t kJustOverHalf = (1ULL << 63) + 1;
  for (int i = 0; i < 1000; ++i) {
    ASSERT_LT(stream.below(kJustOverHalf), kJustOverHalf);
  }
}

// Chi squared with 99 degrees of freedom: beyond 160 in fewer than one of 10,000 fair streams. The stream is fixed, so
// this either always holds or never.
TEST(RandomStream, BelowIsEven) {
  constexpr std::size_t kBins = 100;
  constexpr int kDraws = 100'000;
  std::array<int, kBins> bins{};
  RandomStream stream(11, "even");
  for (int i = 0; i < kDraws; ++i) {
    ++bins[stream.below(kBins)];
  }
  constexpr double kExpected = static_cast<double>(kDraws) / kBins;
  double chi_squared = 0;
  for (const int bin : bins) {
    chi_squared += (bin - kExpected) * (bin - kExpected) / kExpected;
  }
  EXPECT_LT(chi_squared, 160);
  EXPECT_GT(chi_squared, 50);
}

TEST(RandomStream, EveryBitIsSetHalfTheTime) {
  constexpr int kDraws = 20'000;
  std::array<int, 64> ones{};
  RandomStream stream(5, "bits");
  for (int i = 0; i < kDraws; ++i) {
    const std::uint64_t draw = stream.next();
    for (std::size_t bit = 0; bit < ones.size(); ++bit) {
      ones[bit] += static_cast<int>((draw >> bit) & 1);
    }
  }
  for (std::size_t bit = 0; bit < ones.size(); ++bit) {
    EXPECT_NEAR(ones[bit], kDraws * 0.5, 350) << "bit " << bit;  // five standard deviations
  }
}

TEST(RandomStream, UnitIsInTheHalfOpenInterval) {
  RandomStream stream(9, "unit");
  double sum = 0;
  constexpr int kDraws = 10'000;
  for (int i = 0; i < kDraws; ++i) {
    const double draw = stream.unit();
    ASSERT_GE(draw, 0.0);
    ASSERT_LT(draw, 1.0);
    sum += draw;
  }
  EXPECT_NEAR(sum / kDraws, 0.5, 0.015);
}

}  // namespace weir::random_stream_test
