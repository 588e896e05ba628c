// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Where messages are in another class than the packets that they are about.

#include "tb/bounds/message_ways.h"

#include "tb/tests/unit/scenario/scenario_text.h"

namespace weir::bounds::message_ways_test {

std::vector<std::string> warnings(std::vector<std::string> sets) {
  sets.insert(sets.end(), {"flow_control.scheme=pfc", "traffic.class=1", "congestion.detector=bcn"});
  return message_warnings(scenario::load_minimal(std::move(sets)));
}

// PCP 1 leads to class 2, and PCP 2 to class 1.
const std::string kExchanged = "switch.class_mapper.pcp_classes=[0, 0, 2, 1, 1, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7]";

TEST(MessageWays, GoByTheNumberOfTheClassAsPcp) {
  EXPECT_THAT(warnings({"flow_control.lossless=[1]"}), IsEmpty());
  EXPECT_THAT(
      warnings({"flow_control.lossless=[1]", kExchanged}),
      ElementsAre("notifications and rate tags have the number of the class as PCP: those about packets of class "
                  "1 are in class 2, that of PCP 1, which is not lossless: they may be lost"));
  EXPECT_THAT(warnings({"flow_control.lossless=[1, 2]", kExchanged}), IsEmpty());
  EXPECT_EQ(message_class(scenario::load_minimal({kExchanged}).device.class_mapper, ClassId(2)), ClassId(1));
}

TEST(MessageWays, GoByNoDscp) {
  const std::string by_dscp = "switch.class_mapper.source=dscp";
  EXPECT_THAT(
      warnings({"flow_control.lossless=[1]", by_dscp}),
      ElementsAre("notifications and rate tags have no DSCP: those about packets of class 1 are in class 0, that "
                  "of DSCP 0, which is not lossless: they may be lost"));
  EXPECT_THAT(warnings({"flow_control.lossless=[0, 1]", by_dscp}), IsEmpty());
}

}  // namespace weir::bounds::message_ways_test
