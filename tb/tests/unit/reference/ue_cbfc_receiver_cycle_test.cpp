// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/cycle_models/ue_cbfc_receiver_cycle.h"

#include <gtest/gtest.h>

#include "hw_model/base/random_stream.h"
#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_receiver.h"

namespace weir::reference::ue_cbfc_receiver_cycle_test {

// The count of one channel alone: the others of the message are as the receiver has them.
void compare_one(ue_cbfc::UeCreditReceiver& receiver, std::size_t vc, std::uint32_t consumed) {
  ue_cbfc::CcUpdate update{.first_vc = vc / ue_cbfc::kChannelsOfCcUpdate * ue_cbfc::kChannelsOfCcUpdate};
  for (std::size_t n = 0; n < ue_cbfc::kChannelsOfCcUpdate; ++n)
    update.consumed[n] = receiver.channel(update.first_vc + n).consumed;
  update.consumed[vc - update.first_vc] = consumed;
  receiver.cc_update(update);
}

// The receiver that the port runs and the cycle model, with the events of a cycle in the page's order.
TEST(UeCbfcReceiverCycle, IsTheReceiverOfTheModel) {
  for (const auto rule : {ue_cbfc::CcRule::kForward, ue_cbfc::CcRule::kSigned}) {
    UeCbfcReceiverCycle block{{}};
    ue_cbfc::UeCbfcConfig config;
    config.cc_rule = rule;
    ue_cbfc::UeCreditReceiver receiver(config);
    RandomStream random(1, "ue_cbfc receiver beside the model");
    for (int cycle = 0; cycle < 50'000; ++cycle) {
      const auto vc = [&] { return static_cast<std::uint8_t>(random.below(32)); };
      UeCbfcReceiverInputs in{.cc_signed = rule == ue_cbfc::CcRule::kSigned,
                              .accepted = random.below(2) == 0,
                              .freed = random.below(2) == 0,
                              .cc = random.below(2) == 0,
                              .cf_take = random.below(4) == 0,
                              .set = random.below(8) == 0,
                              .set_enable = random.below(3) != 0,
                              .set_clear = random.below(6) == 0,
                              .accepted_vc = vc(),
                              .set_vc = vc(),
                              .accepted_credits = 1 + static_cast<std::uint32_t>(random.below(511)),
                              .freed_credits = 1 + static_cast<std::uint32_t>(random.below(511)),
                              .cc_consumed = static_cast<std::uint32_t>(random.below(std::uint64_t{1} << 20U))};
      in.freed_vc = random.below(2) == 0 ? in.accepted_vc : vc();
      in.cc_vc = random.below(2) == 0 ? in.accepted_vc : vc();
      in.read_vc = in.accepted_vc;
      const UeCbfcReceiverOutputs out = block.clock(in);
      ASSERT_EQ(out.cf_in_use, receiver.in_use());
      ASSERT_EQ(out.cf_news, receiver.has_news());
      if (in.cf_take && receiver.in_use()) {
        const ue_cbfc::CfUpdate update = receiver.take_cf_update();
        ASSERT_EQ(update.entries[0].vc, out.cf_vc1);
        ASSERT_EQ(update.entries[0].freed, out.cf_freed1);
        ASSERT_EQ(update.entries[1].vc, out.cf_vc2);
        ASSERT_EQ(update.entries[1].freed, out.cf_freed2);
      }
      if (in.accepted) {
        ASSERT_EQ(receiver.accepted(in.accepted_vc, in.accepted_credits), out.accepted_counts);
      }
      if (in.cc) {
        compare_one(receiver, in.cc_vc, in.cc_consumed);
      }
      if (in.freed) {
        receiver.freed(in.freed_vc, in.freed_credits);
      }
      if (in.set && in.set_clear) {
        receiver.clear(in.set_vc);
      }
      if (in.set) {
        receiver.set_enabled(in.set_vc, in.set_enable);
      }
      for (std::size_t n = 0; n < 32; ++n) {
        ASSERT_EQ(block.channel(n).consumed, receiver.channel(n).consumed) << cycle;
        ASSERT_EQ(block.channel(n).freed, receiver.channel(n).freed) << cycle;
        ASSERT_EQ(block.channel(n).enabled, receiver.channel(n).enabled) << cycle;
        ASSERT_EQ(block.channel(n).news, receiver.channel(n).news) << cycle;
      }
    }
  }
}

TEST(UeCbfcReceiverCycle, RefusesWidths) {
  EXPECT_THROW(UeCbfcReceiverCycle({.vc_bits = 6}), std::invalid_argument);
  EXPECT_THROW(UeCbfcReceiverCycle({.wire_bits = 21}), std::invalid_argument);
}

}  // namespace weir::reference::ue_cbfc_receiver_cycle_test
