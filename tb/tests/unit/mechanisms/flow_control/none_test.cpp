// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/none.h"

#include "tb/tests/unit/mechanisms/flow_control/fake_port.h"

namespace weir::flow_control::none_test {

TEST(None, ReportsNothingAndObeysNothing) {
  FakePort port;
  None none(context_for(Scheme::kNone, port, 0xff));
  none.start(Time(0));
  none.packet_admitted(kC0, 1500_B, 2_MB, 1_us);
  none.packet_released(kC0, 1500_B, 0_B, 1_us);
  none.feedback_received(bytes_of(frame::pfc_frame(0xff, 0xffff)), 1_us);
  none.feedback_received(bytes_of(frame::GfcQueueDepth{.traffic_class = kC0, .depth = 1_MB}), 1_us);
  EXPECT_FALSE(none.feedback_pending());
  Bytes60 bytes{};
  EXPECT_EQ(none.build_feedback(bytes, 1_us), 0U);
  EXPECT_EQ(none.held(), 0);
  EXPECT_EQ(none.sendable_at(kC0, 1500_B, 7_us), 7_us);
  EXPECT_FALSE(none.holds_peer_at(kC0, 1_MB, 1500_B));
  EXPECT_EQ(none.first_threshold(), 0_B);
  EXPECT_TRUE(port.timers.empty() && port.due.empty() && port.gates.empty());
}

}  // namespace weir::flow_control::none_test
