// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Theorem B for scenarios: n by routes, L by flows, and what is said where the room or the counters are too small.

#include "tb/bounds/gradient_bounds.h"

#include "tb/scenario/loader.h"
#include "tb/tests/unit/bounds/judged_minimal.h"

namespace weir::bounds::gradient_bounds_test {

using scenario::Scenario;

constexpr char kRing[] = WEIR_SOURCE_DIR "/scenarios/ring/gfc_gradient.toml";

Scenario ring(const std::vector<std::string>& sets = {}) { return judged(scenario::load_file(kRing, {sets, {}, {}})); }

GradientBound bound(const Scenario& scenario) { return gradient_bound(alike_switches(scenario).front()).value(); }

// 25,000 blocks of 4 B less one, and 6 x 375.
TEST(GradientBounds, OfTheRingOfFive) {
  const GradientBound found = bound(ring());
  EXPECT_EQ(found.viqs, 5U);
  EXPECT_TRUE(found.one_length);
  EXPECT_EQ(found.blocks, 27'249U);
  EXPECT_EQ(found.held, 108'996_B);
  EXPECT_THAT(ring().required_headroom, Optional(8'996_B));
  EXPECT_THAT(ring().warnings, IsEmpty());
}

TEST(GradientBounds, MixedLengthsAddAPacketLessOneForEachViq) {
  const GradientBound found = bound(ring({"flow.f1.frame_length=1496B"}));
  EXPECT_FALSE(found.one_length);
  EXPECT_EQ(found.blocks, 24'999U + 10 * 375);
  EXPECT_TRUE(bound(ring({"flow.f1.frame_length=1497B"})).one_length) << "as many blocks";
}

// 64 B: 1562 blocks less one and 6 x 24; a block may hold less than 64 B, never more.
TEST(GradientBounds, CountsWhatThePacketsOfItsBlocksHold) {
  EXPECT_EQ(bound(ring({"flow_control.gfc_gradient.block=64B"})).held, 106'562_B) << "1705 x 1500 / 24";
}

TEST(GradientBounds, SaysWhereAViqHasLessRoom) {
  EXPECT_THAT(ring({"switch.mmu.headroom=8.996KB"}).warnings, IsEmpty());
  EXPECT_THAT(ring({"switch.mmu.headroom=8.995KB"}).warnings,
              ElementsAre(HasSubstr("what flow_control.gfc_gradient.bm lets a VIQ hold at most, Bm - 1 + L + n L, with "
                                    "n = 5,")));
}

TEST(GradientBounds, SaysWhereCountersAreTooNarrow) {
  const Scenario narrow = ring(
      {"flow_control.gfc_gradient.bm=125KB", "switch.mmu.headroom=40KB", "flow_control.gfc_gradient.counter_bits=15"});
  EXPECT_THAT(narrow.warnings, ElementsAre(HasSubstr("express 32767 blocks, and what is sent and not known to be freed "
                                                     "may come to 33499")));
  EXPECT_EQ(narrow.required_headroom, std::nullopt) << "no headroom is enough where a full VIQ looks empty";
}

// A switch with a lower Bm takes from those that send up to a higher one.
TEST(GradientBounds, CountsTheHighestBm) {
  const Scenario scenario = ring({"switch.s2.flow_control.gfc_gradient.bm=80KB"});
  for (const Alike& alike : alike_switches(scenario)) {
    EXPECT_EQ(gradient_bound(alike).value().held, 108'996_B);
  }
}

TEST(GradientBounds, WhereSoftwareMayWriteRoutesAllFabricViqsCount) {
  std::ostringstream text;
  text << std::ifstream(kRing).rdbuf();
  text << "\n[[event]]\ndo = \"write_register\"\ndevice = \"s1\"\nregister = \"mmu.viq_limit\"\nvalue = 109000\nat = "
          "\"1us\"\n";
  EXPECT_EQ(bound(judged(scenario::load_text(text.str(), "s.toml"))).viqs, 10U);
}

TEST(GradientBounds, NothingFillsAViqWithoutLosslessFlows) {
  const Scenario idle = ring({"flow_control.lossless=[5]", "switch.mmu.headroom=0B"});
  EXPECT_EQ(bound(idle).held, 0_B);
  EXPECT_THAT(idle.required_headroom, Optional(testing::Le(0_B)));
  EXPECT_THAT(idle.warnings, IsEmpty());
}

TEST(GradientBounds, AreOfThisSchemeAlone) {
  EXPECT_EQ(gradient_bound(alike_switches(judged_minimal({"flow_control.scheme=pfc"})).front()), std::nullopt);
}

}  // namespace weir::bounds::gradient_bounds_test
