// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Known answers on links of 100 Gbps and 2 us one way: a control frame is acknowledged after 4,190.72 ns at most, with
// the longest wait for an ACK slot. tb/tests/regress/link_forms_test.py runs links on both sides of the bound.

#include "tb/bounds/filled_window.h"

#include "tb/tests/unit/bounds/judged_minimal.h"

namespace weir::bounds::filled_window_test {

// The warning of a star with link-level retry, or "".
std::string warned(std::vector<std::string> sets) {
  sets.insert(sets.begin(), {"topology.rate=100Gbps", "topology.delay=2us", "link.llr.wanted=true",
                             "link.llr.replay_timer_max=65us"});
  for (const std::string& warning : judged_minimal(std::move(sets)).warnings) {
    if (warning.find("data waits for ever") != std::string::npos)
      return warning;
  }
  return "";
}

std::string with_credits(int frames, std::vector<std::string> sets = {}) {
  sets.insert(sets.end(), {"flow_control.scheme=ue_cbfc", "flow_control.ue_cbfc.cc_message_timer=1us",
                           "link.llr.outstanding_frames_max=" + std::to_string(frames)});
  return warned(std::move(sets));
}

TEST(FilledWindow, OfCreditsHasThePlacesOfALoop) {
  EXPECT_EQ(with_credits(5), "");
  EXPECT_EQ(with_credits(4),
            "link h1-s1: in the 4190.72ns until a control frame of h1 is acknowledged 4.19 CC_Updates may leave; they "
            "have numbers and go before data, and the window of link.llr has 4 places beside a frame of 1.5KB: they "
            "can take all of them, and data waits for ever; wanted flow_control.ue_cbfc.cc_message_timer above "
            "1047.68ns, or a larger window");
}

TEST(FilledWindow, OfTwoGroupsOfChannelsHasTwice) {
  const std::vector<std::string> two{"flow_control.lossless=[0,1]", "flow_control.ue_cbfc.channels=[0,31,2,3,4,5,6,7]"};
  EXPECT_EQ(with_credits(9, two), "");
  EXPECT_THAT(with_credits(8, two), HasSubstr("8.38 CC_Updates may leave"));
}

// Four CC_Updates and the largest frame are 1,756 B.
TEST(FilledWindow, IsOneOfBytesToo) {
  EXPECT_EQ(with_credits(512, {"link.llr.outstanding_bytes_max=1756B"}), "");
  EXPECT_THAT(with_credits(512, {"link.llr.outstanding_bytes_max=1755B"}), HasSubstr("has 4 places"));
  const llr::LlrConfig retry{.outstanding_frames_max = 3, .outstanding_bytes_max = 1'756_B};
  EXPECT_EQ(places_beside(retry, 1'500_B), 3);
  EXPECT_EQ(places_beside(retry, 1'700_B), 1);
}

// At 25 Gbps an ACK, each 32,000 B or 10.24 us, gives places back, and one CC_Update is due then.
TEST(FilledWindow, IsNotFilledFasterThanAcksCome) {
  const std::vector<std::string> slow{"topology.rate=25Gbps", "link.llr.ctlos_target_spacing=32000B"};
  EXPECT_THAT(with_credits(1, slow), HasSubstr(" 1.4 CC_Updates may leave"));
  EXPECT_EQ(with_credits(2, slow), "");
}

TEST(FilledWindow, CountsLateSetsAndSlowedLinks) {
  const auto more = [](const std::string& text) {
    std::string file(scenario::kMinimalScenario);
    const scenario::Scenario judged_one =
        judged(scenario::load_text(file + text, "s.toml",
                                   {{"topology.rate=100Gbps", "topology.delay=2us", "link.llr.wanted=true",
                                     "link.llr.replay_timer_max=65us", "flow_control.scheme=ue_cbfc",
                                     "flow_control.ue_cbfc.cc_message_timer=1us", "link.llr.outstanding_frames_max=5"},
                                    {},
                                    {}}));
    return std::ranges::any_of(judged_one.warnings,
                               [](const std::string& one) { return one.find("for ever") != std::string::npos; });
  };
  EXPECT_FALSE(more(""));
  EXPECT_TRUE(more("[[link_damage]]\ndo = \"delay_sets\"\ndelay = \"1us\"\n"));
  EXPECT_TRUE(more("[[event]]\nat = \"1us\"\ndo = \"set_link_rate\"\nbetween = [\"h1\", \"s1\"]\nrate = \"10Gbps\"\n"));
}

TEST(FilledWindow, IsAskedOfAllPeriodicControlFramesWithNumbers) {
  const std::vector<std::string> pauses{"flow_control.scheme=pfc", "flow_control.pfc.pause_quanta=400",
                                        "link.llr.outstanding_frames_max=4"};
  EXPECT_EQ(warned(pauses), "");
  std::vector<std::string> numbered = pauses;
  numbered.emplace_back("link.llr.pause_eligible=true");
  EXPECT_THAT(warned(numbered), HasSubstr("4.09 refreshed pauses may leave"));
  EXPECT_THAT(
      warned({"flow_control.scheme=ib_credits", "flow_control.cbfc.period=1us", "link.llr.outstanding_frames_max=4"}),
      HasSubstr("4.19 messages of credits may leave"));
  EXPECT_EQ(with_credits(4, {"flow_control.ue_cbfc.cc_update_eligible=false"}), "");
  EXPECT_EQ(with_credits(4, {"flow_control.lossless=[]"}), "");
  EXPECT_EQ(with_credits(4, {"link.llr.hosts=false"}), "");
}

}  // namespace weir::bounds::filled_window_test
