// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/replay_timer.h"

#include <string>
#include <vector>

#include "tb/tests/unit/bounds/judged_minimal.h"

namespace weir::bounds::replay_timer_test {

// Slots every 512 B: in long frames on the way back every 2,048 B, and the first one after 256 B.
TEST(ReplayTimer, ATimerThatEndsBeforeTheLatestAckIsToldOf) {
  const auto warned = [](const std::string& timer, const std::string& scheme = "none") {
    const std::vector<std::string> settings{"topology.rate=100Gbps",
                                            "topology.delay=200ns",
                                            "topology.wire_overhead=true",
                                            "switch.max_frame=9216B",
                                            "link.llr.wanted=true",
                                            "link.llr.ctlos_target_spacing=512B",
                                            "link.llr.replay_timer_max=" + timer,
                                            "flow_control.scheme=" + scheme};
    for (const std::string& line : judged_minimal(settings).warnings) {
      if (line.find("without an error") != std::string::npos)
        return line;
    }
    return std::string();
  };
  EXPECT_EQ(warned("1181ns"),
            "link h1-s1: link.llr.replay_timer_max of h1 is 1.181us, and frames on the way back can put off the ACK of "
            "a frame of 9.216KB to 1323.84ns: frames may be replayed without an error");
  EXPECT_NE(warned("1323ns"), "");
  EXPECT_EQ(warned("1324ns"), "");
  EXPECT_NE(warned("1324ns", "ue_cbfc"), "") << "a CF_Update may go first, 400 B before";
  EXPECT_EQ(warned("1356ns", "ue_cbfc"), "");
}

TEST(ReplayTimer, ATimerThatSoftwareWritesIsJudgedToo) {
  const auto warned = [](const std::string& element, const std::string& value) {
    const std::string event = "[[event]]\nat = \"1us\"\ndo = \"write_register\"\ndevice = \"s1\"\nregister = \"" +
                              element + "\"\nvalue = " + value + "\n";
    const std::vector<std::string> settings{"topology.rate=100Gbps", "topology.delay=200ns",
                                            "topology.wire_overhead=true", "switch.max_frame=9216B",
                                            "link.llr.wanted=true"};
    const scenario::Scenario scenario =
        judged(scenario::load_text(std::string(scenario::kMinimalScenario) + event, "s.toml", {settings, {}, {}}));
    return std::ranges::any_of(scenario.warnings, [](const std::string& line) {
      return line.find("h2-s1: link.llr.replay_timer_max of s1 is 1.2us") != std::string::npos;
    });
  };
  EXPECT_TRUE(warned("llr.replay_timer_max[1]", "1200"));
  EXPECT_FALSE(warned("llr.replay_timer_max[1]", "5000"));
  EXPECT_FALSE(warned("llr.replay_timer_max[0]", "1200")) << "that is h1's link";
  EXPECT_FALSE(warned("llr.replay_count_max[1]", "200"));
}

}  // namespace weir::bounds::replay_timer_test
