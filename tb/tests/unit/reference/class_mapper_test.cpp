// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/class_mapper.h"

#include <gtest/gtest.h>

namespace weir::reference {
namespace {

TEST(ClassMapper, TakesThePriorityCodePoint) {
  const ClassMapper mapper;
  for (std::uint8_t pcp = 0; pcp < 8; ++pcp) {
    EXPECT_EQ(mapper.map(pcp, 63, 1), ClassId(pcp));
  }
}

TEST(ClassMapper, HasTheClassSelectorsAtReset) {
  const ClassMapper mapper({.source = ClassSource::kDscp});
  for (std::uint8_t dscp = 0; dscp < 64; ++dscp) {
    EXPECT_EQ(mapper.map(7, dscp, 1), ClassId(dscp >> 3U));
  }
}

TEST(ClassMapper, LooksEachDscpUpByItself) {
  ClassMapperConfig config{.source = ClassSource::kDscp};
  for (std::size_t dscp = 0; dscp < kDscps; ++dscp) {
    config.dscp_classes[dscp] = ClassId((dscp * 5 + 1) % kClasses);
  }
  const ClassMapper mapper(config);
  for (std::uint8_t dscp = 0; dscp < 64; ++dscp) {
    EXPECT_EQ(mapper.map(0, dscp, 1), ClassId((dscp * 5U + 1) % kClasses));
  }
}

// TTL-based buffer management, section 1.3: class i at the i-th hop, whatever ttl0.
TEST(ClassMapper, CountsHopsByTheTtl) {
  for (std::uint8_t ttl0 = 2; ttl0 <= 8; ++ttl0) {
    const ClassMapper mapper({.source = ClassSource::kTtl, .ttl0 = ttl0});
    for (std::uint8_t hop = 1; hop < ttl0; ++hop) {
      const auto arriving = static_cast<std::uint8_t>(ttl0 - (hop - 1));
      EXPECT_EQ(mapper.map(5, 5, arriving), ClassId(hop));
    }
  }
}

// A class for two hops: 1, 1, 2, 2, ...
TEST(ClassMapper, HalvesHops) {
  const ClassMapper mapper({.source = ClassSource::kTtlParity, .ttl0 = 15});
  for (std::uint8_t hop = 1; hop < 15; ++hop) {
    EXPECT_EQ(mapper.map(5, 5, static_cast<std::uint8_t>(15 - (hop - 1))), ClassId((hop + 1U) / 2));
  }
  EXPECT_EQ(mapper.map(5, 5, 16), ClassId(0));
  EXPECT_EQ(mapper.map(5, 5, 255), ClassId(0));
  EXPECT_EQ(classes_of_hops(mapper.config()), 8U);
  EXPECT_EQ(classes_of_hops({.source = ClassSource::kTtlParity, .ttl0 = 8}), 5U);
  EXPECT_EQ(classes_of_hops({.source = ClassSource::kTtl, .ttl0 = 8}), 8U);
}

TEST(ClassMapper, SaturatesOutsideOfTheLegalPath) {
  const ClassMapper mapper({.source = ClassSource::kTtl, .ttl0 = 8});
  EXPECT_EQ(mapper.map(5, 5, 9), ClassId(0));
  EXPECT_EQ(mapper.map(5, 5, 255), ClassId(0));
  EXPECT_EQ(mapper.map(5, 5, 1), ClassId(7));
  EXPECT_EQ(mapper.map(5, 5, 0), ClassId(0)) << "a frame without a TTL";
}

}  // namespace
}  // namespace weir::reference
