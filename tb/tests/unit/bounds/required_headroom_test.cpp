// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a switch is told about its headroom, and the warnings that go with it.

#include "tb/bounds/safety_bounds.h"
#include "tb/scenario/loader.h"
#include "tb/tests/unit/bounds/judged_minimal.h"

namespace weir::bounds::required_headroom_test {

// 10 Gbps, 1 us: T = 1200 + 51.2 + 2000 ns holds 2 frames of 1500 B, and another one begins in it; above an XOFF of
// 750 KB, a whole number of packets.
std::vector<std::string> pfc(std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"flow_control.scheme=pfc", "flow_control.pfc.xoff=750KB", "flow_control.pfc.xon=747KB",
                             "switch.mmu.viq_limit=750KB", "switch.mmu.headroom=50KB"});
  return more;
}

TEST(RequiredHeadroom, IsOfTheFramesThatBeginBeforeAPauseActs) {
  EXPECT_THAT(judged_minimal(pfc()).required_headroom, Optional(4'500_B));
  EXPECT_THAT(judged_minimal(pfc({"flow_control.processing_delay=768ns"})).required_headroom, Optional(6'000_B));
}

TEST(RequiredHeadroom, CountsFromTheLimitOfTheViq) {
  EXPECT_THAT(judged_minimal(pfc({"switch.mmu.viq_limit=752KB"})).required_headroom, Optional(2'500_B));
  EXPECT_THAT(judged_minimal(pfc({"switch.mmu.viq_limit=760KB"})).required_headroom, Optional(-5'500_B));
}

TEST(RequiredHeadroom, HasRoomForThePacketThatReachesXoff) {
  EXPECT_THAT(judged_minimal(pfc({"flow_control.pfc.xoff=749999B"})).required_headroom, Optional(4'500_B));
  EXPECT_THAT(judged_minimal(pfc({"flow_control.pfc.xoff=748501B", "switch.mmu.viq_limit=748501B"})).required_headroom,
              Optional(4'500_B + 1'499_B));
}

// A flow starts in class 0, and is in another at each hop.
TEST(RequiredHeadroom, CountsFlowsWhoseClassIsTheHop) {
  EXPECT_THAT(judged_minimal(pfc({"switch.class_mapper.source=ttl", "switch.class_mapper.ttl0=4",
                                  "flow_control.scheme=ttl_pfc", "flow_control.pfc.xoff=749999B"}))
                  .required_headroom,
              Optional(4'500_B));
}

// While a packet is parsed, others arrive: 23 steps of 3 cycles and 10 cycles of lookup, 5 ns each, are long enough for
// another frame.
TEST(RequiredHeadroom, HasRoomForWhatArrivesWhileAPacketIsParsed) {
  const std::vector<std::string> pipeline{"switch.parser.clock=5ns", "switch.parser.state_cycles=3",
                                          "switch.parser.lookup_cycles=10"};
  EXPECT_THAT(judged_minimal(pfc(pipeline)).required_headroom, Optional(6'000_B));
  std::vector<std::string> exact = pipeline;
  exact.insert(exact.end(), {"switch.mmu.headroom=5999B"});
  EXPECT_THAT(judged_minimal(pfc(exact)).warnings, ElementsAre(HasSubstr("395ns of it in the switch's own pipeline")));
  exact.back() = "switch.mmu.headroom=6000B";
  EXPECT_THAT(judged_minimal(pfc(exact)).warnings, IsEmpty());
}

// In cells of 208 B a packet of 1500 B counts 1664 B, three packets 4992 B; and XOFF is no multiple of 1664.
TEST(RequiredHeadroom, IsInCellsWhereCellsAreCounted) {
  const Bytes overshoot = largest_overshoot(750'000_B, {1'664_B});
  EXPECT_THAT(judged_minimal(pfc({"switch.mmu.count_cells=true"})).required_headroom, Optional(4'992_B + overshoot));
  EXPECT_THAT(judged_minimal(pfc({"switch.mmu.count_cells=true", "switch.mmu.headroom=4991B"})).warnings,
              ElementsAre(HasSubstr("breaks the safety bound of 4.992KB, in whole cells, that may come after XOFF "
                                    "(link h1-s1, ")));
}

// A minimum frame counts a cell of 208 B and takes 51.2 ns of the line: 63 in T, and another one. With preamble and gap
// it takes 67.2 ns: 48 in a T of 3283.2 ns.
TEST(RequiredHeadroom, CountsWhatAShortFrameTakesOfTheLine) {
  const std::vector<std::string> short_frames{"switch.mmu.count_cells=true", "traffic.frame_length=64B"};
  const Bytes overshoot = largest_overshoot(750'000_B, {208_B});
  EXPECT_THAT(judged_minimal(pfc(short_frames)).required_headroom, Optional(64 * 208_B + overshoot));
  std::vector<std::string> charged = short_frames;
  charged.emplace_back("topology.wire_overhead=true");
  EXPECT_THAT(judged_minimal(pfc(charged)).required_headroom, Optional(49 * 208_B + overshoot));
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
  EXPECT_THAT(with("47").required_headroom, Optional(4'500_B));
  EXPECT_THAT(with("47").warnings, IsEmpty());
}

// Three packets after the first one over the threshold, which is in the pool, too: 8 cells each.
TEST(RequiredHeadroom, OfAPoolHasRoomForThePacketThatFindsTheThreshold) {
  // Two hosts to a third: two queues can fill.
  const auto with = [](const std::string& each, const std::string& pool) {
    const std::string incast = std::string(scenario::kMinimalScenario) + "[[flow]]\nsrc = \"h2\"\ndst = \"h3\"\n";
    const auto sets = pfc({"switch.mmu.headroom=" + each, "switch.mmu.headroom_pool=" + pool});
    return judged(scenario::load_text(incast, "s.toml", {sets, {}, {}}));
  };
  EXPECT_THAT(with("6656B", "19968B").required_headroom, Optional(32 * 208_B));
  EXPECT_TRUE(with("6656B", "19968B").device.mmu.count_cells);
  EXPECT_THAT(with("6656B", "19968B").warnings, IsEmpty());
  EXPECT_THAT(
      with("6655B", "19968B").warnings,
      ElementsAre("switch.mmu.headroom = 6.655KB, the most that a VIQ takes of the headroom pool, is less than a "
                  "packet and what may come after it, in whole cells 6.656KB (link h1-s1, 3251.2ns until a PAUSE acts; "
                  "TTL-based buffer management, eq. 14: 5.628KB): packets may be lost"));
  EXPECT_THAT(with("6656B", "13312B").warnings, IsEmpty());
  EXPECT_THAT(with("6656B", "13311B").warnings,
              ElementsAre("switch.mmu.headroom_pool = 13.311KB is less than what the lossless VIQs of s1 may need at "
                          "once, 2 that packets can fill: 13.312KB: packets may be lost"));
}

// VIQs whose limits exceed the buffer pause where no cell is shared.
TEST(RequiredHeadroom, OfAPoolHoldsWhateverTheLimits) {
  const std::vector<std::string> sets{"switch.mmu.headroom=6656B", "switch.mmu.headroom_pool=19968B",
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

// At 100 Mbps a PAUSE waits 120 us behind a frame where T has 1.2 us: 150 KB more come meanwhile.
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

// Feedback with a number waits as long as link-level retry does; pauses without one go before everything.
TEST(RequiredHeadroom, IsUnknownWhereRetryHoldsFeedbackBack) {
  const auto held_back = [](const std::string& scheme, const std::string& eligible, const std::string& what) {
    return judged_minimal(pfc({"flow_control.scheme=" + scheme, "switch.mmu.viq_limit=2MB", "topology.rate=10Gbps",
                               "link.llr.wanted=true", "link.llr.replay_count_max=255",
                               "link.llr.init_llr_frame_action=block", "link.llr.pause_eligible=" + eligible, what}));
  };
  const std::string held = "event=[{at=\"1us\", do=\"hold_acks\", between=[\"h1\", \"s1\"], from=\"h1\"}]";
  const std::string late = "link_damage=[{between=[\"h1\", \"s1\"], do=\"sets\", first=5}]";
  EXPECT_EQ(held_back("pfc", "true", held).required_headroom, std::nullopt);
  EXPECT_THAT(held_back("pfc", "true", held).warnings,
              testing::Contains("event e1 on link h1-s1: link-level retry holds back feedback of s1 longer than the "
                                "bounds count, and packets may be lost"));
  EXPECT_NE(held_back("pfc", "false", held).required_headroom, std::nullopt);
  EXPECT_EQ(held_back("gfc_buffer_based", "false", held).required_headroom, std::nullopt);
  EXPECT_EQ(held_back("gfc_buffer_based", "false", late).required_headroom, std::nullopt);
  EXPECT_THAT(held_back("gfc_buffer_based", "false", late).warnings,
              testing::Contains(HasSubstr("errors on link h1-s1")));
  const std::string hit = "link_damage=[{between=[\"h1\", \"s1\"], do=\"bits\", bit_error_rate=1e-6}]";
  EXPECT_THAT(held_back("gfc_buffer_based", "false", hit).warnings,
              testing::Contains(HasSubstr("no bound is known for what a VIQ may take beyond")));
  EXPECT_NE(held_back("gfc_buffer_based", "false", "scenario.duration=1ms").required_headroom, std::nullopt);
  EXPECT_NE(held_back("cbfc", "false", held).required_headroom, std::nullopt) << "where nothing goes without news";
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
