// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/host/distribution.h"

#include "hw_model/base/random_stream.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::host::distribution_test {

std::int64_t exact(std::vector<std::int64_t> values, double share) {
  std::sort(values.begin(), values.end());
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size()) - 1e-9));
  return values[std::max<std::size_t>(rank, 1) - 1];
}

TEST(Distribution, OfFewIsExact) {
  Distribution few;
  for (const std::int64_t value : {7, 1'000'003, 5, 999'983, 7}) {
    few.add(value);
  }
  EXPECT_EQ(few.quantile(0.2), 5);
  EXPECT_EQ(few.quantile(0.21), 7);
  EXPECT_EQ(few.quantile(0.5), 7);
  EXPECT_EQ(few.quantile(0.8), 999'983);
  EXPECT_EQ(few.quantile(1), 1'000'003);
  EXPECT_EQ(few.highest(), 1'000'003);
  ASSERT_EQ(few.bins().size(), 4U);
  EXPECT_EQ(few.bins()[1].from, 7);
  EXPECT_EQ(few.bins()[1].weight, 2);
}

// Spread over fifteen powers of ten, and dense in one place.
TEST(Distribution, OfManyIsWithinEightInAThousand) {
  RandomStream random(1, "distribution");
  for (const double decades : {15.0, 0.3}) {
    Distribution many;
    std::vector<std::int64_t> values;
    for (int i = 0; i < 200'000; ++i) {
      values.push_back(static_cast<std::int64_t>(std::pow(10.0, decades * random.unit() + (decades < 1 ? 6 : 0))));
      many.add(values.back());
    }
    for (const double share : {0.001, 0.05, 0.5, 0.95, 0.99, 0.999, 1.0}) {
      const auto wanted = static_cast<double>(exact(values, share));
      EXPECT_NEAR(static_cast<double>(many.quantile(share)), wanted, 0.008 * wanted + 0.5) << share;
    }
    double weight = 0;
    std::int64_t before = 0;
    for (const Distribution::Bin& bin : many.bins()) {
      EXPECT_GE(bin.from, before);
      EXPECT_LE(bin.to - bin.from, std::max<std::int64_t>(bin.from / 64, 1));
      before = bin.to;
      weight += bin.weight;
    }
    EXPECT_EQ(weight, 200'000);
  }
}

TEST(Distribution, BinsTellSmallValuesApart) {
  Distribution many;
  for (int i = 0; i < 10'000; ++i) {
    many.add(i % 64);
  }
  EXPECT_EQ(many.bins().size(), 64U);
  EXPECT_EQ(many.quantile(0.5), 31);
  EXPECT_EQ(many.quantile(1), 63);
}

TEST(Distribution, CountsWeight) {
  Distribution times;
  times.add(0, 99e9);
  times.add(1500, 1e9);
  EXPECT_EQ(times.quantile(0.99), 0);
  EXPECT_EQ(times.quantile(0.9901), 1500);
}

TEST(Distribution, AddsUp) {
  RandomStream random(1, "distribution");
  Distribution all;
  std::vector<Distribution> parts(3);
  for (int i = 0; i < 30'000; ++i) {
    const auto value = static_cast<std::int64_t>(random.below(1'000'000));
    all.add(value);
    parts[i < 100 ? 0 : i < 200 ? 1 : 2].add(value);
  }
  Distribution sum;
  for (const Distribution& part : parts) {
    sum.add(part);
  }
  EXPECT_EQ(sum.weight(), all.weight());
  EXPECT_EQ(sum.highest(), all.highest());
  for (const double share : {0.01, 0.5, 0.99}) {
    EXPECT_EQ(sum.quantile(share), all.quantile(share));
  }
}

TEST(Distribution, IsTheSameBehindItsText) {
  for (const std::int64_t values : {0, 3, 4'096, 4'097, 20'000}) {
    Distribution one;
    for (std::int64_t i = 0; i < values; ++i) {
      one.add(i * i % 1'000'003, static_cast<double>(1 + i % 3));
    }
    Distribution other = Distribution::of_text(one.text());
    EXPECT_EQ(other.text(), one.text()) << values;
    for (Distribution* const both : {&one, &other}) {
      both->add(5);  // the first value beyond those that are kept makes bins
    }
    EXPECT_EQ(other.text(), one.text()) << values;
    EXPECT_EQ(other.weight(), one.weight()) << values;
    EXPECT_EQ(other.highest(), one.highest()) << values;
    EXPECT_EQ(other.quantile(0.9), one.quantile(0.9)) << values;
  }
  EXPECT_THROW(Distribution::of_text("no"), std::invalid_argument);
}

}  // namespace weir::host::distribution_test
