// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/class_mapper.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::reference::class_mapper_test {

TEST(ClassMapper, HasThePriorityAtResetForEitherDei) {
  const ClassMapper mapper;
  for (std::uint8_t pcp = 0; pcp < 8; ++pcp) {
    for (const bool dei : {false, true}) {
      EXPECT_EQ(mapper.map(code_point(pcp, dei), 63, 1), ClassId(pcp));
    }
  }
}

TEST(ClassMapper, LooksEachPcpUpWithEachDeiByItself) {
  ClassMapperConfig config;
  for (std::size_t point = 0; point < kCodePoints; ++point) {
    config.pcp_classes[point] = ClassId((point * 5 + point / 8 + 1) % kClasses);
  }
  const ClassMapper mapper(config);
  for (std::uint8_t pcp = 0; pcp < 8; ++pcp) {
    EXPECT_EQ(mapper.map(code_point(pcp, false), 63, 1), ClassId((pcp * 10U + pcp / 4U + 1) % kClasses));
    EXPECT_EQ(mapper.map(code_point(pcp, true), 63, 1), ClassId((pcp * 10U + pcp / 4U + 6) % kClasses));
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

// Classes 0 to 3, 4 to 6, and 7 by itself: three hops, two, and a plain class.
constexpr ClassMask kThree = 0x91;

TEST(Services, HaveTheClassesUpToTheNextOnesFirst) {
  for (std::size_t c = 0; c < kClasses; ++c) {
    EXPECT_EQ(service_of(kOneService, ClassId(c)).first, ClassId(0)) << c;
    EXPECT_EQ(service_of(kOneService, ClassId(c)).last, ClassId(7)) << c;
    EXPECT_EQ(service_of(kThree, ClassId(c)).first, ClassId(c < 4 ? 0 : (c < 7 ? 4 : 7))) << c;
    EXPECT_EQ(service_of(kThree, ClassId(c)).last, ClassId(c < 4 ? 3 : (c < 7 ? 6 : 7))) << c;
    EXPECT_TRUE(service_of(0xff, ClassId(c)).is_plain()) << c;
  }
}

TEST(ClassMapper, CountsTheHopsOfEachServiceFromItsFirstClass) {
  const ClassMapper mapper({.source = ClassSource::kTtl, .ttl0 = 4, .services = kThree});
  for (std::uint8_t hop = 0; hop <= 4; ++hop) {
    const auto arriving = static_cast<std::uint8_t>(5 - hop);
    for (std::uint8_t pcp = 0; pcp < 8; ++pcp) {
      const std::size_t first = pcp < 4 ? 0 : (pcp < 7 ? 4 : 7);
      const std::size_t last = pcp < 4 ? 3 : (pcp < 7 ? 6 : 7);
      const std::uint8_t point = code_point(pcp, hop % 2 == 1);
      EXPECT_EQ(mapper.map(point, 0, arriving), ClassId(std::min(first + hop, last))) << int{hop} << " " << int{pcp};
      EXPECT_EQ(mapper.beyond(point, 0, arriving), pcp < 7 && first + hop > last) << int{hop} << " " << int{pcp};
    }
  }
  EXPECT_EQ(hops_of(mapper.config(), service_of(kThree, ClassId(0))), 3U);
  EXPECT_EQ(hops_of(mapper.config(), service_of(kThree, ClassId(4))), 2U);
  EXPECT_EQ(hop_classes(mapper.config()), 0x7f);
  EXPECT_EQ(hop_classes({.source = ClassSource::kTtl, .ttl0 = 3, .services = kThree}), 0x77);
}

TEST(ClassMapper, NamesTheServiceByTheDscpToo) {
  const ClassMapper mapper(
      {.source = ClassSource::kTtlParity, .ttl0 = 7, .services = kThree, .service_by = ServiceBy::kDscp});
  EXPECT_EQ(mapper.map(0, 32, 7), ClassId(5)) << "DSCP 32 is class selector 4";
  EXPECT_EQ(mapper.map(0, 40, 6), ClassId(5)) << "any class of the service names it";
  EXPECT_EQ(mapper.map(code_point(4, false), 0, 7), ClassId(1)) << "not the PCP";
  EXPECT_EQ(mapper.map(0, 63, 7), ClassId(7));
  EXPECT_EQ(hops_of(mapper.config(), service_of(kThree, ClassId(4))), 4U);
}

// Through the table, as the DSCP does: here DEI 1 is another service than DEI 0.
TEST(ClassMapper, NamesTheServiceByPcpAndDei) {
  ClassMapperConfig config{.source = ClassSource::kTtl, .ttl0 = 4, .services = kThree};
  for (std::size_t pcp = 0; pcp < kClasses; ++pcp) {
    config.pcp_classes[code_point(pcp, false)] = ClassId(2);
    config.pcp_classes[code_point(pcp, true)] = ClassId(pcp == 7 ? 7 : 5);
  }
  for (const ClassSource source : {ClassSource::kTtl, ClassSource::kLabel}) {
    config.source = source;
    const ClassMapper mapper(config);
    const std::size_t hop = source == ClassSource::kTtl ? 1 : 0;
    for (std::uint8_t pcp = 0; pcp < 8; ++pcp) {
      EXPECT_EQ(mapper.map(code_point(pcp, false), 63, 4), ClassId(hop));
      EXPECT_EQ(mapper.map(code_point(pcp, true), 63, 4), ClassId(pcp == 7 ? 7 : 4 + hop));
    }
  }
}

// With one service nothing is ever beyond it: where the class would be 8, the packet is no longer alive.
TEST(ClassMapper, HasAClassForWhatIsAliveInTheOneService) {
  for (const auto& [source, most] : {std::pair{ClassSource::kTtl, 8}, std::pair{ClassSource::kTtlParity, 15}}) {
    const ClassMapper mapper({.source = source, .ttl0 = static_cast<std::uint8_t>(most)});
    for (int ttl = 2; ttl <= 255; ++ttl) {
      EXPECT_FALSE(mapper.beyond(5, 5, static_cast<std::uint8_t>(ttl))) << ttl;
    }
  }
}

}  // namespace weir::reference::class_mapper_test
