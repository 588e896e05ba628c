// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/cycle_models/ue_cbfc_sender_cycle.h"

#include <gtest/gtest.h>

#include "hw_model/base/random_stream.h"
#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_sender.h"

namespace weir::reference::ue_cbfc_sender_cycle_test {

constexpr std::uint32_t kPool = 9'000;

// The sender that the port runs and the cycle model, with the events of a cycle in the page's order. CF_Updates bring
// what the receiver of the other end has freed, older counts, and, where counts are signed, others.
class Beside {
 public:
  Beside(bool pool, ue_cbfc::CfDelta delta) : pool_(pool), delta_(delta), sender_(config(pool, delta)) {
    for (std::size_t vc = 0; vc < 32; ++vc) {
      shares_[vc] = {.reserved = static_cast<std::uint32_t>(random_.below(3) * 40),
                     .mode = static_cast<ue_cbfc::SharedMode>(random_.below(3)),
                     .shared_max = static_cast<std::uint32_t>(random_.below(3) * 400),
                     .exponent = static_cast<int>(random_.below(16)) - 8};
      limits_[vc] = 100 + static_cast<std::uint32_t>(random_.below(4'000));
      reserved_ += shares_[vc].reserved;
      sender_.set_limit(vc, limits_[vc]);
      sender_.set_pool_share(vc, shares_[vc]);
    }
  }

  void cycle() {
    UeCbfcSenderInputs in{.pool = pool_, .cf_delta = static_cast<std::uint8_t>(delta_), .cc_timer = 3};
    in.pool_shared = pool_ ? kPool - reserved_ : 0;
    in.frame = random_.below(2) == 0;
    in.frame_vc = vc();
    in.frame_credits = 1 + static_cast<std::uint32_t>(random_.below(300));
    const ue_cbfc::PoolShareConfig& share = shares_[in.frame_vc];
    in.frame_mode = static_cast<std::uint8_t>(share.mode);
    in.frame_exponent = static_cast<std::uint8_t>(share.exponent & 15);
    in.frame_limit = pool_ ? share.shared_max : limits_[in.frame_vc];
    in.frame_reserved = share.reserved;
    in.cf = random_.below(2) == 0;
    in.cf_vc = random_.below(2) == 0 ? in.frame_vc : vc();
    in.cf_reserved = shares_[in.cf_vc].reserved;
    const ue_cbfc::SenderChannel& heard = sender_.channel(in.cf_vc);
    const auto freed = static_cast<std::uint32_t>(random_.below(heard.used + 1));
    in.cf_freed = (heard.freed + freed - (random_.below(8) == 0 ? 5 + freed : 0)) & 0x7FFFU;
    if (delta_ != ue_cbfc::CfDelta::kHalf)
      in.cf_freed = (heard.freed + freed) & 0x7FFFU;
    in.tick = random_.below(3) == 0;
    in.cc_take = random_.below(6) == 0;
    in.set = random_.below(16) == 0;
    in.set_vc = random_.below(2) == 0 ? in.frame_vc : vc();
    in.set_enable = random_.below(4) != 0;
    in.set_clear = random_.below(3) == 0;
    in.set_reserved = shares_[in.set_vc].reserved;
    in.read_vc = in.frame_vc;
    compare(in, block_.clock(in));
  }

 private:
  static ue_cbfc::UeCbfcConfig config(bool pool, ue_cbfc::CfDelta delta) {
    ue_cbfc::UeCbfcConfig made;
    made.pool_credits = pool ? kPool : 0;
    made.cf_delta = delta;
    return made;
  }
  std::uint8_t vc() { return static_cast<std::uint8_t>(random_.below(32)); }

  void compare(const UeCbfcSenderInputs& in, const UeCbfcSenderOutputs& out) {
    ASSERT_EQ(out.may_send, sender_.may_send(in.frame_vc, in.frame_credits));
    if (in.cc_take && out.cc_due != 0) {
      const ue_cbfc::CcUpdate update = sender_.take_cc_update(out.cc_high ? 16 : 0);
      EXPECT_EQ(out.cc_counts_0_1, std::uint64_t{update.consumed[0]} << 20U | update.consumed[1]);
      EXPECT_EQ(out.cc_counts_6_7, std::uint64_t{update.consumed[6]} << 20U | update.consumed[7]);
      EXPECT_EQ(out.cc_counts_14_15, std::uint64_t{update.consumed[14]} << 20U | update.consumed[15]);
    }
    if (in.frame && out.may_send) {
      sent_ += sender_.channel(in.frame_vc).enabled ? 1 : 0;
      sender_.sent(in.frame_vc, in.frame_credits);
    }
    if (in.cf) {
      const std::size_t other = in.cf_vc == 0 ? 1 : 0;  // whose count is as the sender has it
      sender_.cf_update({.entries = {{{in.cf_vc, in.cf_freed},
                                      {static_cast<std::uint8_t>(other), sender_.channel(other).freed & 0x7FFFU}}}});
    }
    if (in.set && in.set_clear)
      sender_.clear(in.set_vc);
    if (in.set)
      sender_.set_enabled(in.set_vc, in.set_enable);
    for (std::size_t n = 0; n < 32; ++n) {
      ASSERT_EQ(block_.channel(n).consumed, sender_.channel(n).consumed);
      ASSERT_EQ(block_.channel(n).freed, sender_.channel(n).freed);
      ASSERT_EQ(block_.channel(n).used, sender_.channel(n).used);
      ASSERT_EQ(block_.channel(n).enabled, sender_.channel(n).enabled);
    }
    ASSERT_EQ(block_.shared_used(), sender_.shared_used());
  }

 public:
  int sent_ = 0;

 private:
  bool pool_;
  ue_cbfc::CfDelta delta_;
  RandomStream random_{1, "ue_cbfc sender beside the model"};
  UeCbfcSenderCycle block_{{}};
  ue_cbfc::UeCreditSender sender_;
  std::array<ue_cbfc::PoolShareConfig, 32> shares_{};
  std::array<std::uint32_t, 32> limits_{};
  std::uint32_t reserved_ = 0;
};

TEST(UeCbfcSenderCycle, IsTheSenderOfTheModel) {
  for (const bool pool : {false, true}) {
    for (const auto delta : {ue_cbfc::CfDelta::kHalf, ue_cbfc::CfDelta::kFull, ue_cbfc::CfDelta::kSigned}) {
      Beside beside(pool, delta);
      for (int cycle = 0; cycle < 50'000 && !testing::Test::HasFatalFailure(); ++cycle)
        beside.cycle();
      EXPECT_GT(beside.sent_, 5'000);
    }
  }
}

// A CC_Update of each sixteen channels of which one is in use, when the microseconds are over, until it leaves.
TEST(UeCbfcSenderCycle, CcUpdatesAreDueByTheTimer) {
  UeCbfcSenderCycle block{{}};
  block.clock({.set = true, .set_enable = true, .set_vc = 20});
  block.clock({.tick = true, .cc_timer = 3});
  EXPECT_EQ(block.cc_due(), 2U);
  block.clock({.cc_take = true});
  EXPECT_EQ(block.cc_due(), 0U);
  block.clock({.set = true, .set_enable = true, .set_vc = 3});
  for (const std::uint32_t due : {0U, 0U, 3U}) {
    block.clock({.tick = true, .cc_timer = 3});
    EXPECT_EQ(block.cc_due(), due);
  }
  EXPECT_FALSE(block.clock({.cc_take = true}).cc_high);
  EXPECT_TRUE(block.clock({.cc_take = true}).cc_high);
  EXPECT_EQ(block.cc_due(), 0U);
}

TEST(UeCbfcSenderCycle, RefusesWidths) {
  EXPECT_THROW(UeCbfcSenderCycle({.vc_bits = 6}), std::invalid_argument);
  EXPECT_THROW(UeCbfcSenderCycle({.wire_bits = 21}), std::invalid_argument);
  EXPECT_THROW(UeCbfcSenderCycle({.timer_bits = 31}), std::invalid_argument);
}

}  // namespace weir::reference::ue_cbfc_sender_cycle_test
