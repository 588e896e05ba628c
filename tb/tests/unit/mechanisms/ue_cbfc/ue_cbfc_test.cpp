// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/ue_cbfc/frame_offer.h"
#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_receiver.h"
#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_sender.h"
#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_settings.h"
#include "hw_model/mechanisms/ue_cbfc/vc_procedure.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::ue_cbfc::ue_cbfc_test {

UeCreditSender sender(std::uint32_t limit, const UeCbfcConfig& config = {}, std::size_t vc = 3) {
  UeCreditSender sender(config);
  sender.set_limit(vc, limit);
  sender.set_enabled(vc, true);
  return sender;
}
UeCreditReceiver receiver(const UeCbfcConfig& config = {}, std::size_t vc = 3) {
  UeCreditReceiver receiver(config);
  receiver.set_enabled(vc, true);
  return receiver;
}
CfUpdate freed(std::uint32_t count, std::uint8_t vc = 3) { return {{{{vc, count}, {vc, count}}}}; }

TEST(UeCredits, OfAFrame) {
  UeCbfcConfig config;
  EXPECT_EQ(config.credits(Bytes(64)), 1U);
  EXPECT_EQ(config.credits(Bytes(65)), 2U);
  config.packet_overhead = Bytes(20);
  EXPECT_EQ(config.credits(Bytes(64)), 2U);
  config.packet_overhead = Bytes(-16);
  EXPECT_EQ(config.credits(Bytes(80)), 1U);
  EXPECT_EQ(config.credits(Bytes(10)), 1U);
  config.packet_overhead = UeCbfcConfig::kNative;
  EXPECT_EQ(config.credits(Bytes(64)), 1U);
}

TEST(UeCreditSender, SendsUpToItsLimit) {
  UeCreditSender s = sender(4);
  EXPECT_TRUE(s.may_send(3, 4));
  EXPECT_FALSE(s.may_send(3, 5));
  s.sent(3, 3);
  EXPECT_TRUE(s.may_send(3, 1));
  EXPECT_FALSE(s.may_send(3, 2));
  s.set_dequeue(3, false);
  EXPECT_FALSE(s.may_send(3, 1));
  s.set_dequeue(3, true);
  s.cf_update(freed(2));
  EXPECT_EQ(s.channel(3).used, 1U);
  EXPECT_EQ(s.channel(3).freed, 2U);
  EXPECT_EQ(s.channel(3).consumed, 3U);
  EXPECT_EQ(s.channel(3).used_watermark, 3U);
  EXPECT_TRUE(s.may_send(3, 3));
  EXPECT_TRUE(s.may_send(5, 1'000));  // best effort
  s.sent(5, 1'000);
  EXPECT_EQ(s.channel(5), SenderChannel{});
}

// The watermark is of the sum: the channels' own are not at the same time.
TEST(UeCreditSender, APortUsesTheCreditsOfAllChannels) {
  UeCreditSender s(UeCbfcConfig{});
  for (const std::size_t vc : {std::size_t{0}, std::size_t{31}}) {
    s.set_enabled(vc, true);
    s.set_limit(vc, 100);
  }
  s.sent(0, 7);
  s.cf_update({{{{0, 5}, {0, 5}}}});
  s.sent(31, 4);
  EXPECT_EQ(s.port().used, 6U);
  EXPECT_EQ(s.port().used_watermark, 7U);
  s.sent(31, 3);
  EXPECT_EQ(s.port().used_watermark, 9U);
  s.clear(31);
  EXPECT_EQ(s.port().used, 2U);
  EXPECT_EQ(s.port().used_watermark, 9U) << "it is of the port";
  s.restore(0, {.enabled = true, .limit = 100, .used = 50});
  EXPECT_EQ(s.port().used, 50U);
}

TEST(UeCreditSender, ReadsDifferencesAsSet) {
  const auto used_after = [](CfDelta delta, std::uint32_t first, std::uint32_t second) {
    UeCbfcConfig config;
    config.cf_delta = delta;
    UeCreditSender s = sender(32'767, config);
    s.sent(3, 32'767);
    s.cf_update(freed(first));
    s.cf_update(freed(second));
    return s.channel(3).used;
  };
  EXPECT_EQ(used_after(CfDelta::kHalf, 10, 7), 32'757U);    // old news
  EXPECT_EQ(used_after(CfDelta::kSigned, 10, 7), 32'760U);  // takes it back
  EXPECT_EQ(used_after(CfDelta::kHalf, 0, 16'383), 16'384U);
  EXPECT_EQ(used_after(CfDelta::kHalf, 0, 16'384), 32'767U);
  EXPECT_EQ(used_after(CfDelta::kFull, 0, 32'767), 0U);
  EXPECT_EQ(used_after(CfDelta::kSigned, 0, 16'383), 16'384U);
  EXPECT_EQ(used_after(CfDelta::kSigned, 0, 16'384), 32'767U + 16'384U) << "more than are there";
}

TEST(UeCreditSender, CountersWrap) {
  UeCreditSender s = sender(1);
  for (std::uint32_t n = 1; n < (1U << 20U) + 9; ++n) {
    ASSERT_TRUE(s.may_send(3, 1));
    s.sent(3, 1);
    ASSERT_FALSE(s.may_send(3, 1));
    s.cf_update(freed(n % (1U << 15U)));
  }
  EXPECT_EQ(s.channel(3).consumed, 8U);
  EXPECT_EQ(s.channel(3).freed, 8U);
}

TEST(FrameOffer, LlrSaysHowAndCreditsWhether) {
  using enum llr::Admission;
  UeCreditSender s = sender(1);
  for (const llr::Admission admission : {kEligible, kBestEffort, kDiscard, kBlock}) {
    EXPECT_EQ(offer(admission, nullptr, 3, 9), admission);
    EXPECT_EQ(offer(admission, &s, 3, 1), admission);
    EXPECT_EQ(offer(admission, &s, 3, 2), admission == kDiscard ? kDiscard : kBlock);
  }
  count_credits(kDiscard, s, 3, 1);
  EXPECT_EQ(s.channel(3).used, 0U);
  count_credits(kEligible, s, 3, 1);
  EXPECT_EQ(s.channel(3).used, 1U);
  UeCbfcConfig config;
  config.discard_before_credit = false;
  UeCreditSender after = sender(1, config);
  EXPECT_EQ(offer(kDiscard, &after, 3, 2), kBlock);
  count_credits(kDiscard, after, 3, 1);
  EXPECT_EQ(offer(kDiscard, &after, 3, 1), kBlock);
}

// A pool of 20 credits, of which channel 3 has 4 and channel 5 has 6: 10 are shared.
struct Pool {
  explicit Pool(const PoolShareConfig& three) : sender(config()) {
    sender.set_pool_share(3, three);
    sender.set_pool_share(5, share(6, SharedMode::kStatic));
    for (const std::size_t vc : {3U, 5U})
      sender.set_enabled(vc, true);
  }
  static PoolShareConfig share(std::uint32_t reserved, SharedMode mode = SharedMode::kNone, std::uint32_t most = 0,
                               int exponent = 0) {
    return {reserved, mode, most, exponent};
  }
  static UeCbfcConfig config() {
    UeCbfcConfig config;
    config.pool_credits = 20;
    return config;
  }
  UeCreditSender sender;
};

TEST(UeCreditSender, PoolWithoutSharing) {
  Pool pool(Pool::share(4));
  EXPECT_TRUE(pool.sender.may_send(3, 4));
  EXPECT_FALSE(pool.sender.may_send(3, 5));
}

TEST(UeCreditSender, PoolWithAStaticMaximum) {
  Pool pool(Pool::share(4, SharedMode::kStatic, 3));
  EXPECT_TRUE(pool.sender.may_send(3, 7));
  EXPECT_FALSE(pool.sender.may_send(3, 8));
  EXPECT_TRUE(pool.sender.may_send(5, 16));  // no maximum
  EXPECT_FALSE(pool.sender.may_send(5, 17));
  pool.sender.sent(5, 15);
  EXPECT_EQ(pool.sender.shared_used(), 9U);
  EXPECT_TRUE(pool.sender.may_send(3, 5));
  EXPECT_FALSE(pool.sender.may_send(3, 6));  // one shared credit is left
  pool.sender.sent(3, 5);
  EXPECT_FALSE(pool.sender.may_send(5, 1));
  pool.sender.cf_update({{{{5, 9}, {3, 0}}}});
  EXPECT_EQ(pool.sender.shared_used(), 1U);
  EXPECT_TRUE(pool.sender.may_send(5, 9));
}

TEST(UeCreditSender, PoolWithADynamicShare) {
  const auto most = [](int exponent, std::uint32_t used_by_other) {
    Pool pool(Pool::share(4, SharedMode::kDynamic, 0, exponent));
    pool.sender.sent(5, used_by_other);
    std::uint32_t credits = 0;
    while (pool.sender.may_send(3, credits + 1))
      ++credits;
    return credits;
  };
  EXPECT_EQ(most(0, 6), 14U);  // 10 are free: up to 10
  EXPECT_EQ(most(1, 6), 14U);
  EXPECT_EQ(most(-1, 6), 9U);
  EXPECT_EQ(most(-3, 6), 5U);
  EXPECT_EQ(most(-1, 12), 6U);
  EXPECT_EQ(most(-4, 6), 4U);
  EXPECT_EQ(most(0, 16), 4U);  // none is free: the reserved ones stay
}

TEST(UeCreditReceiver, TellsOfTwoChannelsInTurn) {
  UeCreditReceiver r(UeCbfcConfig{});
  EXPECT_FALSE(r.in_use());
  for (const std::size_t vc : {1U, 9U, 31U}) {
    r.set_enabled(vc, true);
    EXPECT_TRUE(r.accepted(vc, 2));
    r.freed(vc, static_cast<std::uint32_t>(vc));
  }
  EXPECT_FALSE(r.accepted(2, 5));
  EXPECT_TRUE(r.has_news());
  EXPECT_EQ(r.take_cf_update(), (CfUpdate{{{{1, 1}, {9, 9}}}}));
  EXPECT_TRUE(r.has_news());
  EXPECT_EQ(r.take_cf_update(), (CfUpdate{{{{31, 31}, {1, 1}}}}));
  EXPECT_FALSE(r.has_news());
}

TEST(UeCreditReceiver, TellsOfChannelsWithNewsFirst) {
  UeCbfcConfig config;
  config.cf_order = CfOrder::kNewsFirst;
  UeCreditReceiver r(config);
  for (const std::size_t vc : {1U, 9U, 17U, 31U})
    r.set_enabled(vc, true);
  const auto leaves = [&r](std::size_t vc) {
    r.accepted(vc, 2);
    r.freed(vc, 2);
  };
  leaves(9);
  leaves(31);
  EXPECT_EQ(r.take_cf_update(), (CfUpdate{{{{9, 2}, {31, 2}}}}));
  leaves(17);
  EXPECT_EQ(r.take_cf_update(), (CfUpdate{{{{17, 2}, {31, 2}}}}));  // and the next in use
  EXPECT_EQ(r.take_cf_update(), (CfUpdate{{{{1, 0}, {9, 2}}}}));
  r.set_enabled(17, false);
  leaves(17);
  EXPECT_EQ(r.take_cf_update(), (CfUpdate{{{{31, 2}, {1, 0}}}}));
  EXPECT_EQ(r.take_cf_update(), (CfUpdate{{{{9, 2}, {31, 2}}}}));
}

TEST(UeCreditReceiver, CfUpdateHasFifteenBits) {
  UeCreditReceiver r = receiver();
  r.accepted(3, 40'000);
  r.freed(3, 40'000);
  EXPECT_EQ(r.take_cf_update(), freed(40'000 - 32'768));
}

TEST(UeCreditReceiver, CcUpdateFreesWhatWasLost) {
  UeCreditSender s = sender(100, {}, 17);
  UeCreditReceiver r = receiver({}, 17);
  s.sent(17, 60);
  r.accepted(17, 20);
  r.cc_update(s.take_cc_update(0));
  EXPECT_EQ(r.channel(17).freed, 0U);
  r.cc_update(s.take_cc_update(16));
  EXPECT_EQ(r.channel(17).consumed, 60U);
  EXPECT_EQ(r.channel(17).freed, 40U);
  EXPECT_EQ(s.counters().cc_update_messages_tx, 2U);
  EXPECT_EQ(r.counters().cc_update_messages_rx, 2U);
}

TEST(UeCreditReceiver, CcUpdateFromBehindByRule) {
  const auto after = [](CcRule rule) {
    UeCbfcConfig config;
    config.cc_rule = rule;
    UeCreditReceiver r = receiver(config);
    r.accepted(3, 10);
    r.freed(3, 10);
    CcUpdate behind;
    behind.consumed[3] = 7;
    r.cc_update(behind);
    return r.channel(3);
  };
  EXPECT_EQ(after(CcRule::kForward).consumed, 10U);
  EXPECT_EQ(after(CcRule::kForward).freed, 10U);
  EXPECT_EQ(after(CcRule::kSigned).consumed, 7U);
  EXPECT_EQ(after(CcRule::kSigned).freed, 7U);
}

std::vector<VcStep> steps_taken(VcProcedure procedure, UeCreditSender& s, UeCreditReceiver& r, const VcFacts& facts) {
  std::vector<VcStep> taken;
  while (procedure.ready(s, facts)) {
    taken.push_back(procedure.next());
    procedure.step(s, r);
  }
  return taken;
}

TEST(VcProcedure, DrainedWaitsForCreditsAndForTheLink) {
  UeCreditSender s = sender(8);
  UeCreditReceiver r = receiver();
  s.sent(3, 5);
  r.accepted(3, 5);
  VcProcedure procedure(init_steps(VcInitOrder::kDrained), 3, 6);
  const auto go = [&](const VcFacts& facts) {
    while (procedure.ready(s, facts))
      procedure.step(s, r);
  };
  go({.link_silent = true});
  EXPECT_EQ(procedure.next(), VcStep::kAwaitCredits);
  EXPECT_FALSE(s.may_send(3, 1));
  r.freed(3, 5);
  s.cf_update(r.take_cf_update());
  go({});
  EXPECT_EQ(procedure.next(), VcStep::kAwaitLink);
  EXPECT_FALSE(r.in_use());
  EXPECT_EQ(s.take_cc_update(0).consumed[3], 0U);
  go({.link_silent = true});
  EXPECT_TRUE(procedure.done());
  EXPECT_EQ(s.channel(3), (SenderChannel{.enabled = true, .dequeue = true, .limit = 6}));
  EXPECT_EQ(r.channel(3), (ReceiverChannel{.enabled = true}));
}

TEST(VcProcedure, OrderOfThePublicText) {
  using enum VcStep;
  UeCreditSender s = sender(8);
  UeCreditReceiver r = receiver();
  EXPECT_THAT(steps_taken({init_steps(VcInitOrder::kSai), 3, 6}, s, r, {}),
              ElementsAre(kDisableReceiver, kClearReceiver, kStopDequeue, kClearSender, kAttachLimit, kEnableReceiver,
                          kEnableSender, kResumeDequeue));
  EXPECT_THAT(steps_taken({removal_steps(), 3, 0}, s, r, {.queue_empty = true}),
              ElementsAre(kAwaitEmptyQueue, kDisableSender, kZeroLimit, kDisableReceiver));
  EXPECT_EQ(s.channel(3).limit, 0U);
  EXPECT_TRUE(s.may_send(3, 1));  // best effort
  EXPECT_FALSE(r.in_use());
}

std::string complaint(const UeCbfcConfig& config, std::uint32_t limit = 1) {
  return error_of([&] {
    ledger::Refusal refusal;
    check(config, refusal);
    check_limit(config, limit, refusal);
  });
}

TEST(UeCbfcSettings, DefaultsAreTheRepairedProfile) {
  EXPECT_EQ(complaint({}), "");
  const UeCbfcConfig sai = with_profile({}, Profile::kSai);
  EXPECT_FALSE(sai.cc_update_eligible);
  EXPECT_EQ(sai.vc_init_order, VcInitOrder::kSai);
  const UeCbfcConfig repaired = with_profile(sai, Profile::kRepaired);
  for (const ledger::Setting<UeCbfcConfig>& one : ue_cbfc_settings())
    EXPECT_EQ(one.get(repaired, 0), one.get(UeCbfcConfig{}, 0)) << one.word;
}

TEST(UeCbfcSettings, RefusesWithTheFigure) {
  UeCbfcConfig config;
  EXPECT_EQ(complaint(config, 16'383), "");
  EXPECT_EQ(complaint(config, 16'384),
            "vc_limit: wanted 1 to 16383 credits, what a CF_Update of 15 bits tells apart; got 16384");
  config.cf_delta = CfDelta::kFull;
  EXPECT_EQ(complaint(config, 32'767), "");
  EXPECT_THAT(complaint(config, 32'768), HasSubstr("1 to 32767"));
  const auto of_pool = [&config](std::vector<PoolShareConfig> shares) {
    return error_of([&] {
      ledger::Refusal refusal;
      check_pool(config, shares, refusal);
    });
  };
  config.pool_credits = 100;
  EXPECT_EQ(of_pool({Pool::share(60), Pool::share(40)}), "");
  EXPECT_EQ(of_pool({Pool::share(60), Pool::share(41)}),
            "pool_reserved: wanted at most the pool of 100 credits for all channels together; got 101");
  EXPECT_THAT(of_pool({Pool::share(1, SharedMode::kDynamic, 0, 8)}), StartsWith("pool_exponent: wanted -8 to 7"));
  config.pool_credits = 32'768;
  EXPECT_THAT(of_pool({}), StartsWith("pool_credits: wanted at most 32767 credits"));
  config.cf_delta = CfDelta::kSigned;
  EXPECT_EQ(of_pool({}), "");
  EXPECT_EQ(complaint(config, 1'048'575), "");
  EXPECT_THAT(complaint(config, 1'048'576), HasSubstr("1 to 1048575"));
  config.pool_credits = 0;
  config.credit_size = Bytes(96);
  EXPECT_EQ(complaint(config), "credit_size: wanted a power of two; got 96B");
  config = {};
  config.cf_min_spacing = Bytes(1'000'000);
  EXPECT_THAT(complaint(config), StartsWith("cf_min_spacing: wanted at most cf_max_spacing, "));
}

}  // namespace weir::ue_cbfc::ue_cbfc_test
