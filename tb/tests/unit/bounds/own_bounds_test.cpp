// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Bounds where switches have settings of their own.

#include "tb/bounds/judged.h"
#include "tb/scenario/loader.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::bounds::own_bounds_test {

using scenario::load_text;

// Two switches in a row; what s2 has of its own is for what comes in there, and for what it sends to others.
constexpr std::string_view kRow = R"([scenario]
duration = "1ms"
[topology]
kind = "dumbbell"
left = 1
right = 1
[switch.mmu]
viq_limit = "750KB"
headroom = "50KB"
[flow_control]
scheme = "pfc"
[flow_control.pfc]
xoff = "750KB"
xon = "747KB"
[[flow]]
src = "h1"
dst = "h2"
)";

scenario::Scenario row(std::vector<std::string> sets) {
  return judged(load_text(kRow, "s.toml", {std::move(sets), {}, {}}));
}

TEST(OwnBounds, WarnOfTheSwitchThatIsShort) {
  EXPECT_THAT(row({}).warnings, IsEmpty());
  EXPECT_THAT(row({"switch.s2.mmu.headroom=4KB"}).warnings,
              ElementsAre("s2: the headroom above flow_control.pfc.xoff (switch.mmu.viq_limit + headroom - xoff) = 4KB "
                          "breaks the safety bound of 4.5KB that may come after XOFF (link h2-s2, 3251.2ns until a "
                          "PAUSE acts; TTL-based buffer management, eq. 14: 5.628KB): packets may be lost"));
  EXPECT_THAT(row({"switch.s*.mmu.headroom=4KB", "switch.s1.parser.lookup_cycles=1"}).warnings,
              ElementsAre(testing::StartsWith("s1: the headroom"), testing::StartsWith("s2: the headroom")));
  EXPECT_THAT(row({"switch.s2.mmu.buffer=1MB"}).warnings, ElementsAre(HasSubstr("the lossless VIQs of s2, 2 ports")));
}

TEST(OwnBounds, TakeTheReactionFromTheSenderAndTheDepthFromTheReceiver) {
  // In 10 us more than 3251.2 ns 11 frames begin at s2, which sends to s1; s2 hears of s1 and h2 as before.
  const scenario::Scenario slow = row({"switch.s2.flow_control.processing_delay=10us"});
  EXPECT_THAT(slow.required_headroom_of(slow.topology.find("s1")), testing::Optional(12 * 1500_B));
  EXPECT_THAT(slow.required_headroom_of(slow.topology.find("s2")), testing::Optional(4'500_B));
  // A pipeline of 10 us is in front of its own VIQ.
  const scenario::Scenario deep =
      row({"switch.s2.parser.clock=100ns", "switch.s2.parser.lookup_cycles=100", "topology.delay=2us"});
  EXPECT_THAT(deep.required_headroom_of(deep.topology.find("s1")), testing::Optional(7'500_B));
  EXPECT_THAT(deep.required_headroom_of(deep.topology.find("s2")), testing::Optional(13 * 1500_B));
}

TEST(OwnBounds, OfStagesEndWithTheLastStageOfTheSender) {
  const auto room = [](std::vector<std::string> sets) {
    sets.insert(sets.begin(), {"flow_control.scheme=gfc_buffer_based", "flow_control.gfc_buffer_based.bm=300KB",
                               "flow_control.gfc_buffer_based.b1=281KB"});
    const scenario::Scenario scenario = row(std::move(sets));
    return scenario.required_headroom_of(scenario.topology.find("s1"));
  };
  ASSERT_TRUE(room({}));
  EXPECT_EQ(room({"switch.s1.mmu.headroom=40KB"}), room({}));
  EXPECT_GT(*room({"switch.s2.flow_control.gfc_buffer_based.stages=2"}), *room({})) << "goes no slower than C/4";
}

}  // namespace weir::bounds::own_bounds_test
