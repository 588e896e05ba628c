// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/llr/llr_rx.h"

#include "tb/tests/unit/mechanisms/llr/llr_kit.h"

namespace weir::llr::llr_rx_test {

TEST(LlrRx, DiscardsUntilItsInit) {
  LlrRx rx{LlrConfig{}};
  EXPECT_FALSE(rx.receive(0, Fcs::kGood));
  rx.receive({OrderedSetType::kLlrInit, 5, 9});
  EXPECT_FALSE(rx.wants_echo());
  rx.set_local(true);
  EXPECT_FALSE(rx.receive(0, Fcs::kGood));
  EXPECT_FALSE(rx.acks());
  rx.receive({OrderedSetType::kLlrInit, 5, 9});
  ASSERT_TRUE(rx.wants_echo());
  EXPECT_EQ(rx.take_echo(), (OrderedSet{OrderedSetType::kLlrInitEcho, 5, 9}));
  EXPECT_FALSE(rx.wants_echo());
  EXPECT_TRUE(rx.receive(5, Fcs::kGood));
  EXPECT_EQ(rx.take_ack(), ack(5));
  EXPECT_EQ(rx.counters().llr_rx_init_ctl_os, 2U);
  EXPECT_EQ(rx.counters().llr_rx_ok, 3U);
  EXPECT_EQ(rx.counters().llr_rx_expected_seq_good, 1U);
}

TEST(LlrRx, AcceptsPoisonedFramesWithoutANack) {
  LlrRx rx = receiver({});
  EXPECT_TRUE(rx.receive(0, Fcs::kPoisoned));
  EXPECT_FALSE(rx.wants_nack());
  EXPECT_EQ(rx.counters().llr_rx_expected_seq_poisoned, 1U);
  EXPECT_EQ(rx.counters().llr_rx_poisoned, 1U);
}

TEST(LlrRx, OneNackForAGap) {
  LlrRx rx = receiver({});
  EXPECT_FALSE(rx.receive(1, Fcs::kGood));
  EXPECT_FALSE(rx.acks());
  ASSERT_TRUE(rx.wants_nack());
  EXPECT_FALSE(rx.receive(2, Fcs::kBad));
  EXPECT_EQ(rx.take_nack(), nack(LlrConfig{}.seq_mask()));
  EXPECT_FALSE(rx.receive(3, Fcs::kGood));
  EXPECT_FALSE(rx.receive(0, Fcs::kBad));
  EXPECT_FALSE(rx.wants_nack());
  EXPECT_FALSE(rx.acks());
  EXPECT_TRUE(rx.receive(0, Fcs::kGood));
  EXPECT_TRUE(rx.acks());
  EXPECT_EQ(rx.counters().llr_rx_missing_seq, 3U);
  EXPECT_EQ(rx.counters().llr_rx_expected_seq_bad, 1U);
  EXPECT_EQ(rx.counters().llr_rx_replay, 1U);
}

TEST(LlrRx, AFrameThatComesBeforeItsNackTakesItBack) {
  LlrRx rx = receiver({});
  rx.receive(0, Fcs::kBad);
  EXPECT_TRUE(rx.wants_nack());
  EXPECT_TRUE(rx.receive(0, Fcs::kGood));
  EXPECT_FALSE(rx.wants_nack());
}

TEST(LlrRx, HalfOfTheNumbersIsMissing) {
  constexpr std::uint32_t kHalf = 524'288;
  LlrRx rx = receiver({}, 100);
  rx.receive(100 + kHalf - 1, Fcs::kGood);
  EXPECT_EQ(rx.counters().llr_rx_missing_seq, 1U);
  EXPECT_TRUE(rx.receive(100, Fcs::kGood));
  rx.receive(101 + kHalf, Fcs::kGood);
  EXPECT_EQ(rx.counters().llr_rx_duplicate_seq, 1U);
  EXPECT_TRUE(rx.acks());
}

TEST(LlrRx, BadDuplicatesByRule) {
  LlrRx expected = receiver({}, 4);
  EXPECT_FALSE(expected.receive(3, Fcs::kBad));
  EXPECT_FALSE(expected.wants_nack());
  LlrRx any = receiver(with_profile({}, Profile::kSai), 4);
  EXPECT_FALSE(any.receive(3, Fcs::kBad));
  EXPECT_TRUE(any.wants_nack());
}

TEST(LlrRx, DuplicatesAfterANackByRule) {
  for (const bool resumes : {true, false}) {
    LlrConfig config;
    config.dup_in_nack_sent = resumes ? DupInNackSent::kResume : DupInNackSent::kSilent;
    LlrRx rx = receiver(config, 4);
    rx.receive(6, Fcs::kGood);
    rx.take_nack();
    rx.receive(3, Fcs::kBad);
    EXPECT_FALSE(rx.acks());
    EXPECT_FALSE(rx.receive(3, Fcs::kGood));
    EXPECT_EQ(rx.acks(), resumes);
    EXPECT_EQ(rx.counters().llr_rx_replay, resumes ? 1U : 0U);
  }
}

TEST(LlrRx, CountsReplaysAfterItsNackAloneByRule) {
  LlrConfig config;
  config.rx_replay_counts = RxReplayCounts::kAfterNack;
  LlrRx rx = receiver(config, 4);
  for (const std::uint32_t seq : {3U, 4U, 3U, 6U})
    rx.receive(seq, Fcs::kGood);
  EXPECT_EQ(rx.counters().llr_rx_replay, 0U);
  rx.take_nack();
  rx.receive(4, Fcs::kGood);
  EXPECT_EQ(rx.counters().llr_rx_replay, 1U);
}

TEST(LlrRx, CountsAReplayOfDuplicatesOnce) {
  LlrRx rx = receiver({}, 4);
  for (const std::uint32_t seq : {2U, 3U, 4U, 3U, 4U, 5U})
    rx.receive(seq, Fcs::kGood);
  EXPECT_EQ(rx.counters().llr_rx_replay, 2U);
  EXPECT_EQ(rx.counters().llr_rx_duplicate_seq, 4U);
}

TEST(LlrRx, IdleAcksByRule) {
  LlrConfig config;
  config.idle_ack = false;
  LlrRx rx = receiver(config);
  EXPECT_FALSE(rx.acks());
  rx.receive(0, Fcs::kGood);
  EXPECT_TRUE(rx.acks());
  rx.take_ack();
  EXPECT_FALSE(rx.acks());
  LlrRx idle = receiver({});
  EXPECT_TRUE(idle.acks());
  idle.idle_acks(40);
  EXPECT_EQ(idle.counters().llr_tx_ack_ctl_os, 40U);
}

TEST(LlrRx, LocalOffEndsIt) {
  LlrRx rx = receiver({});
  LlrConfig config = rx.config();
  config.llr_mode_local = false;
  rx.reconfigure(config);
  EXPECT_EQ(rx.state().state, RxState::kOff);
  EXPECT_FALSE(rx.receive(0, Fcs::kGood));
}

}  // namespace weir::llr::llr_rx_test
