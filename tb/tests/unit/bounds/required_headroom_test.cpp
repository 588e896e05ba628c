// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a switch is told about its headroom, and the warnings that go with it.

#include "tb/bounds/safety_bounds.h"
#include "tb/scenario/loader.h"
#include "tb/tests/unit/bounds/judged_minimal.h"

namespace weir::bounds::required_headroom_test {

// 10 Gbps, 1 us: 2 (1500 + 64 + 1250) + 0 = 5628 B, above an XOFF of 750 KB, a whole number of packets.
std::vector<std::string> pfc(std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"flow_control.scheme=pfc", "flow_control.pfc.xoff=750KB", "flow_control.pfc.xon=747KB",
                             "switch.mmu.viq_limit=750KB", "switch.mmu.headroom=50KB"});
  return more;
}

TEST(RequiredHeadroom, IsThatOfEq14) {
  EXPECT_THAT(judged_minimal(pfc()).required_headroom, Optional(5'628_B));
  EXPECT_THAT(judged_minimal(pfc({"flow_control.processing_delay=768ns"})).required_headroom, Optional(6'588_B));
}

TEST(RequiredHeadroom, CountsFromTheLimitOfTheViq) {
  EXPECT_THAT(judged_minimal(pfc({"switch.mmu.viq_limit=752KB"})).required_headroom, Optional(3'628_B));
  EXPECT_THAT(judged_minimal(pfc({"switch.mmu.viq_limit=760KB"})).required_headroom, Optional(-4'372_B));
}

TEST(RequiredHeadroom, HasRoomForThePacketThatReachesXoff) {
  EXPECT_THAT(judged_minimal(pfc({"flow_control.pfc.xoff=749999B"})).required_headroom, Optional(5'628_B));
  EXPECT_THAT(judged_minimal(pfc({"flow_control.pfc.xoff=748501B", "switch.mmu.viq_limit=748501B"})).required_headroom,
              Optional(5'628_B + 1'499_B));
}

// A flow starts in class 0, and is in another at each hop.
TEST(RequiredHeadroom, CountsFlowsWhoseClassIsTheHop) {
  EXPECT_THAT(judged_minimal(pfc({"switch.class_mapper.source=ttl", "switch.class_mapper.ttl0=4",
                                  "flow_control.scheme=ttl_pfc", "flow_control.pfc.xoff=749999B"}))
                  .required_headroom,
              Optional(5'628_B));
}

// While a packet is parsed, others arrive: 23 steps of 3 cycles and 10 cycles of lookup, 2 ns each, are 197.5 B.
TEST(RequiredHeadroom, HasRoomForWhatArrivesWhileAPacketIsParsed) {
  const std::vector<std::string> pipeline{"switch.parser.clock=2ns", "switch.parser.state_cycles=3",
                                          "switch.parser.lookup_cycles=10"};
  EXPECT_THAT(judged_minimal(pfc(pipeline)).required_headroom, Optional(5'826_B));
  std::vector<std::string> exact = pipeline;
  exact.insert(exact.end(), {"switch.mmu.headroom=5825B"});
  EXPECT_THAT(judged_minimal(pfc(exact)).warnings,
              ElementsAre(HasSubstr("t_pro with 158ns of the switch's own pipeline")));
  exact.back() = "switch.mmu.headroom=5826B";
  EXPECT_THAT(judged_minimal(pfc(exact)).warnings, IsEmpty());
}

// In cells of 208 B a packet of 1500 B counts 1664 B: 5628 x 1664 / 1500 rounded up, and XOFF is no multiple of 1664.
TEST(RequiredHeadroom, IsInCellsWhereCellsAreCounted) {
  const Bytes overshoot = largest_overshoot(750'000_B, {1'664_B});
  EXPECT_THAT(judged_minimal(pfc({"switch.mmu.count_cells=true"})).required_headroom, Optional(6'244_B + overshoot));
  EXPECT_THAT(judged_minimal(pfc({"switch.mmu.count_cells=true", "switch.mmu.headroom=6243B"})).warnings,
              ElementsAre(HasSubstr("breaks the safety bound 2 (MTU + s_pfc + r t_wire) + r t_pro = 5.628KB, in whole "
                                    "cells 6.244KB (link h1-s1; TTL")));
}

// A minimum frame counts a cell of 208 B and takes 84 B of the line: 2 (1520 + 84 + 1250) = 5708 B hold 67.95 of them.
TEST(RequiredHeadroom, CountsWhatAShortFrameTakesOfTheLine) {
  const std::vector<std::string> short_frames{"switch.mmu.count_cells=true", "traffic.frame_length=64B"};
  const Bytes overshoot = largest_overshoot(750'000_B, {208_B});
  EXPECT_THAT(judged_minimal(pfc(short_frames)).required_headroom, Optional(18'291_B + overshoot));
  std::vector<std::string> charged = short_frames;
  charged.emplace_back("topology.wire_overhead=true");
  EXPECT_THAT(judged_minimal(pfc(charged)).required_headroom, Optional(14'135_B + overshoot));
}

// 46 quanta last 2355.2 ns at 10 Gbps; a refresh at the half of it may have to wait 1200 ns.
TEST(RequiredHeadroom, NoneIsKnownWhereAPauseRunsOutBeforeItsRefresh) {
  const auto with = [](const std::string& quanta) {
    return judged_minimal(pfc({"flow_control.pfc.pause_quanta=" + quanta, "flow_control.pfc.refresh_fraction=0.5"}));
  };
  EXPECT_EQ(with("46").required_headroom, std::nullopt);
  EXPECT_THAT(with("46").warnings,
              ElementsAre("flow_control.pfc.pause_quanta x (1 - refresh_fraction) = 1177.6ns on link h1-s1 is shorter "
                          "than the 1.2us for which the refresh of a PAUSE may wait behind a frame: the peer may "
                          "resume, and packets may be lost"));
  EXPECT_THAT(with("47").required_headroom, Optional(5'628_B));
  EXPECT_THAT(with("47").warnings, IsEmpty());
}

// 5628 B are 6244 B in cells, 31 of them; the first packet over the threshold, 8 cells, is in the pool, too.
TEST(RequiredHeadroom, OfAPoolHasRoomForThePacketThatFindsTheThreshold) {
  const auto with = [](const std::string& each, const std::string& pool) {
    return judged_minimal(pfc({"switch.mmu.headroom=" + each, "switch.mmu.headroom_pool=" + pool}));
  };
  EXPECT_THAT(with("8112B", "24336B").required_headroom, Optional(39 * 208_B));
  EXPECT_TRUE(with("8112B", "24336B").device.mmu.count_cells);
  EXPECT_THAT(with("8112B", "24336B").warnings, IsEmpty());
  EXPECT_THAT(
      with("8111B", "24336B").warnings,
      ElementsAre("switch.mmu.headroom = 8.111KB, the most that a VIQ takes of the headroom pool, is less than a "
                  "packet and 2 (MTU + s_pfc + r t_wire) + r t_pro, in whole cells 8.112KB (TTL-based buffer "
                  "management, eq. 14): packets may be lost"));
  EXPECT_THAT(with("8112B", "24335B").warnings,
              ElementsAre("switch.mmu.headroom_pool = 24.335KB is less than what the lossless VIQs of s1 may need at "
                          "once, 3 ports x 1 classes x 8.112KB = 24.336KB: packets may be lost"));
}

// VIQs whose limits exceed the buffer pause where no cell is shared.
TEST(RequiredHeadroom, OfAPoolHoldsWhateverTheLimits) {
  const std::vector<std::string> sets{"switch.mmu.headroom=8112B", "switch.mmu.headroom_pool=24336B",
                                      "switch.mmu.buffer=1MB"};
  EXPECT_THAT(judged_minimal(pfc(sets)).warnings, IsEmpty());
}

TEST(RequiredHeadroom, OfCreditsIsWhatTheyPromise) {
  const auto with = [](std::vector<std::string> more) {
    more.insert(more.begin(), {"flow_control.scheme=cbfc", "switch.mmu.viq_limit=900KB"});
    return judged_minimal(more).required_headroom;
  };
  EXPECT_THAT(with({"flow_control.cbfc.buffer=1MB"}), Optional(100'000_B));
  EXPECT_THAT(with({}), Optional(0_B)) << "without a word about it they promise what the VIQ may take";
  EXPECT_EQ(with({"switch.mmu.count_cells=true", "flow_control.cbfc.block=208B", "flow_control.cbfc.buffer=800KB"}),
            std::nullopt)
      << "credits are blocks, not cells";
}

TEST(RequiredHeadroom, WithoutFlowControlIsNotKnown) {
  EXPECT_EQ(judged_minimal({"flow_control.scheme=none"}).required_headroom, std::nullopt);
}

// At 100 Mbps a PAUSE waits 120 us behind a frame where eq. 14 has 1.2 us: 150 KB more come meanwhile.
TEST(RequiredHeadroom, IsUnknownWhereAnEventSlowsFeedbackDown) {
  const auto slowed = [](const std::string& scheme, const std::string& from, const std::string& rate) {
    return judged_minimal(pfc({"flow_control.scheme=" + scheme, "switch.mmu.viq_limit=1MB", "topology.rate=10Gbps",
                               "event=[{at=\"1us\", do=\"set_link_rate\", between=[\"h1\", \"s1\"], from=\"" + from +
                                   "\", rate=\"" + rate + "\"}]"}));
  };
  EXPECT_EQ(slowed("pfc", "s1", "100Mbps").required_headroom, std::nullopt);
  EXPECT_THAT(slowed("pfc", "s1", "100Mbps").warnings,
              ElementsAre("event e1 slows down the feedback of s1 on link h1-s1 to 100Mbps: the bounds are for the "
                          "rate of [topology], and packets may be lost"));
  EXPECT_THAT(slowed("gfc_buffer_based", "s1", "5Gbps").warnings, ElementsAre(HasSubstr("event e1 slows down")));
  EXPECT_THAT(slowed("pfc", "h1", "100Mbps").warnings, IsEmpty()) << "which is data";
  EXPECT_THAT(slowed("pfc", "s1", "10Gbps").warnings, IsEmpty());
  EXPECT_THAT(slowed("cbfc", "s1", "100Mbps").warnings, IsEmpty()) << "where nothing goes without news";
}

// A message of 64 B takes 10.24 us at 50 Mbps; two each 18 us leave no time.
TEST(RequiredHeadroom, AWarningSaysWhereAnEventLeavesNoTimeBesideCreditMessages) {
  const auto slowed = [](const std::string& scheme, const std::string& period, const std::string& lossless) {
    return judged_minimal({"flow_control.scheme=" + scheme, "flow_control.cbfc.period=" + period,
                           "flow_control.gfc_time_based.period=" + period, "flow_control.lossless=" + lossless,
                           "event=[{at=\"1us\", do=\"set_link_rate\", between=[\"h1\", \"s1\"], rate=\"50Mbps\"}]"})
        .warnings;
  };
  const auto said = HasSubstr(
      "one message a lossless class takes 20.48us there and goes each 18us, which leaves no time "
      "for packets of h1");
  EXPECT_THAT(slowed("cbfc", "18us", "[0, 1]"), testing::Contains(said));
  EXPECT_THAT(slowed("gfc_time_based", "18us", "[0, 1]"), testing::Contains(said));
  EXPECT_THAT(slowed("cbfc", "18us", "[0]"), testing::Not(testing::Contains(HasSubstr("no time"))));
  EXPECT_THAT(slowed("cbfc", "21us", "[0, 1]"), testing::Not(testing::Contains(HasSubstr("no time"))));
}

}  // namespace weir::bounds::required_headroom_test
