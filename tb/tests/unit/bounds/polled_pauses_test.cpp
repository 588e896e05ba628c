// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// At 10 Gbps half of 2,000 quanta are 51.2 us, and a frame of 1,250 B takes a microsecond.

#include "tb/bounds/polled_pauses.h"

#include "tb/tests/unit/bounds/judged_minimal.h"

namespace weir::bounds::polled_pauses_test {

// The warning of a star with PFC watchdogs, or "".
std::string warned(std::vector<std::string> sets) {
  sets.insert(sets.begin(), {"flow_control.scheme=pfc", "topology.rate=10Gbps", "switch.max_frame=1250B",
                             "traffic.frame_length=1250B", "flow_control.pfc.pause_quanta=2000", "deadlock.unit=pfcwd",
                             "deadlock.pfcwd.rule=broadcom", "deadlock.pfcwd.poll=52us"});
  for (const std::string& warning : judged_minimal(std::move(sets)).warnings) {
    if (warning.find("deadlock.pfcwd: ") != std::string::npos)
      return warning;
  }
  return "";
}

TEST(PolledPauses, WantAFrameInTheShortestInterval) {
  EXPECT_THAT(warned({}), HasSubstr("a pause that stands is said again up to 52.2us later on link h1-s1, and polls may "
                                    "be 52us apart: by rule broadcom a storm that stands may not be told"));
  EXPECT_EQ(warned({"deadlock.pfcwd.poll=53us"}), "");
  EXPECT_THAT(warned({"deadlock.pfcwd.poll=53us", "deadlock.pfcwd.poll_jitter=1us"}), HasSubstr("be 52us apart"));
  EXPECT_EQ(warned({"deadlock.pfcwd.poll_interval=60us"}), "");
  EXPECT_EQ(warned({"flow_control.pfc.refresh_fraction=0.4"}), "");
  EXPECT_EQ(warned({"deadlock.unit=none"}), "");
}

TEST(PolledPauses, OperatorsTimesSeeAFrameAtEveryRate) {
  for (const char* rate : {"10Gbps", "1Gbps"}) {
    EXPECT_EQ(warned({"deadlock.pfcwd.poll=200ms", "flow_control.pfc.pause_quanta=65535",
                      std::string("topology.rate=") + rate}),
              "");
  }
}

TEST(PolledPauses, AreOfRulesThatCountFrames) {
  EXPECT_EQ(warned({"deadlock.pfcwd.rule=cisco"}), "");
  EXPECT_THAT(warned({"deadlock.pfcwd.rule=mellanox"}), HasSubstr("by rule mellanox the end of a storm that still"));
  EXPECT_EQ(warned({"deadlock.pfcwd.hardware.dld=10us", "deadlock.pfcwd.hardware.dlr=10us"}), "");
}

}  // namespace weir::bounds::polled_pauses_test
