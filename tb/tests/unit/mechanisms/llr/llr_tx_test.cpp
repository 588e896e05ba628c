// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/llr/llr_tx.h"

#include "tb/tests/unit/allocations.h"
#include "tb/tests/unit/mechanisms/llr/llr_kit.h"

namespace weir::llr::llr_tx_test {

TEST(LlrTx, SendsInitUntilItsEchoComes) {
  Tx tx(of_frames(4));
  EXPECT_EQ(tx.admission(kFrame), Admission::kBestEffort);
  EXPECT_FALSE(tx.wants_init());
  tx.set_remote(true);
  const OrderedSet init = tx.take_init();
  EXPECT_EQ(init, (OrderedSet{OrderedSetType::kLlrInit, 0, 1}));
  tx.receive({OrderedSetType::kLlrInitEcho, init.seq + 1, init.init_data}, Time(0));
  tx.receive({OrderedSetType::kLlrInitEcho, init.seq, init.init_data + 1}, Time(0));
  tx.receive(ack(0), Time(0));
  EXPECT_TRUE(tx.wants_init());
  tx.receive({OrderedSetType::kLlrInitEcho, init.seq, init.init_data}, Time(0));
  EXPECT_FALSE(tx.wants_init());
  EXPECT_EQ(tx.admission(kFrame), Admission::kEligible);
  EXPECT_EQ(tx.counters().llr_tx_init_ctl_os, 1U);
  EXPECT_EQ(tx.counters().llr_rx_init_echo_ctl_os, 3U);
}

TEST(LlrTx, EchoIsComparedAsSet) {
  const auto goes_on = [](EchoCheck check, bool seq, bool data) {
    LlrConfig config = of_frames(1);
    config.echo_check = check;
    Tx tx(config);
    tx.set_remote(true);
    const OrderedSet init = tx.take_init();
    tx.receive({OrderedSetType::kLlrInitEcho, init.seq + (seq ? 0 : 1), init.init_data + (data ? 0 : 1)}, Time(0));
    return tx.state().state == TxState::kAdvance;
  };
  for (const bool seq : {false, true}) {
    for (const bool data : {false, true}) {
      EXPECT_TRUE(goes_on(EchoCheck::kNone, seq, data));
      EXPECT_EQ(goes_on(EchoCheck::kSeq, seq, data), seq);
      EXPECT_EQ(goes_on(EchoCheck::kData, seq, data), data);
      EXPECT_EQ(goes_on(EchoCheck::kBoth, seq, data), seq && data);
    }
  }
}

TEST(LlrTx, WindowIsOfFramesAndOfBytes) {
  LlrConfig config = of_frames(3);
  config.outstanding_bytes_max = Bytes(1024);
  Tx tx = up(config);
  send(tx, 2);
  EXPECT_EQ(tx.admission(Bytes(1)), Admission::kBlock);
  tx.receive(ack(0), Time(0));
  EXPECT_EQ(tx.admission(Bytes(512)), Admission::kEligible);
  EXPECT_EQ(tx.admission(Bytes(513)), Admission::kBlock);
  config.outstanding_bytes_max = Bytes(4096);
  tx = up(config);
  send(tx, 3);
  EXPECT_EQ(tx.admission(Bytes(1)), Admission::kBlock);
  EXPECT_EQ(tx.outstanding(), 3U);
}

TEST(LlrTx, WindowOfBytesHasPreambleAndGapOrNot) {
  LlrConfig config = of_frames(8);
  config.outstanding_bytes_max = Bytes(1596);
  config.outstanding_counts = OutstandingCounts::kWire;
  Tx tx = up(config);
  send(tx, 1);
  EXPECT_EQ(tx.admission(Bytes(1044)), Admission::kEligible);
  EXPECT_EQ(tx.admission(Bytes(1045)), Admission::kBlock);
  send(tx, 1);
  EXPECT_EQ(tx.admission(Bytes(512)), Admission::kEligible);
  EXPECT_EQ(tx.admission(Bytes(513)), Admission::kBlock);
  tx.receive(ack(0), Time(0));
  EXPECT_EQ(tx.admission(Bytes(1044)), Admission::kEligible);
  config.outstanding_counts = OutstandingCounts::kFrame;
  tx = up(config);
  send(tx, 2);
  EXPECT_EQ(tx.admission(Bytes(572)), Admission::kEligible);
  EXPECT_EQ(tx.admission(Bytes(573)), Admission::kBlock);
}

TEST(LlrTx, TimeoutsOfZeroAreOffOrOverAtOnce) {
  LlrConfig config = of_frames(4);
  Tx off = up(config);
  off.pcs_down(Time(7));
  send(off, 1, Time(9));
  EXPECT_EQ(off.flush_due(), kNever);
  config.zero_timeout = ZeroTimeout::kAtOnce;
  Tx aged = up(config);
  EXPECT_EQ(aged.flush_due(), kNever);
  send(aged, 1, Time(9));
  EXPECT_EQ(aged.flush_due(), Time(9));
  config.data_age_timeout = Time(100'000'000);
  Tx down = up(config);
  send(down, 1, Time(9));
  EXPECT_EQ(down.flush_due(), Time(100'000'009));
  down.pcs_down(Time(12));
  EXPECT_EQ(down.flush_due(), Time(12));
}

TEST(LlrTx, AckFreesUpToItsNumber) {
  Tx tx = up(of_frames(8));
  send(tx, 5);
  tx.receive(ack(2), Time(5));
  EXPECT_EQ(tx.outstanding(), 2U);
  EXPECT_EQ(tx.buffer().oldest().frame, 3);
  EXPECT_EQ(tx.replay_timer_due(), kTimer + Time(5));
  tx.receive(ack(2), Time(6));  // no news: the timer goes on
  EXPECT_EQ(tx.replay_timer_due(), kTimer + Time(5));
  tx.receive(ack(5), Time(7));
  tx.receive(nack(1), Time(7));
  EXPECT_EQ(tx.outstanding(), 2U);
  EXPECT_EQ(tx.counters().llr_rx_ack_nack_seq_error, 2U);
  tx.receive(ack(4), Time(8));
  EXPECT_EQ(tx.replay_timer_due(), kNever);
  EXPECT_EQ(tx.buffer().bytes(), Bytes(0));
}

TEST(LlrTx, NackReplaysWhatIsLeft) {
  Tx tx = up(of_frames(8));
  send(tx, 4);
  tx.receive(nack(1), Time(10));
  EXPECT_EQ(tx.admission(kFrame), Admission::kBlock);
  EXPECT_EQ(tx.replay_timer_due(), kTimer + Time(10));
  EXPECT_EQ(replayed(tx, Time(20)), (std::vector<std::uint32_t>{2, 3}));
  EXPECT_EQ(tx.replay_timer_due(), kTimer + Time(20));
  EXPECT_EQ(tx.state().replay_ct, 1U);
  EXPECT_EQ(tx.counters().llr_tx_replay, 1U);
  EXPECT_EQ(tx.counters().llr_tx_ok, 6U);
  tx.receive(nack(3), Time(30));  // all is there: nothing is left to replay
  EXPECT_EQ(tx.state().state, TxState::kAdvance);
  EXPECT_EQ(tx.state().replay_ct, 0U);
}

TEST(LlrTx, AnAckMovesTheReplayForward) {
  Tx tx = up(of_frames(8));
  send(tx, 4);
  tx.receive(nack(tx.config().seq_mask()), Time(0));
  EXPECT_EQ(tx.replay(Time(0)).seq, 0U);
  tx.receive(ack(2), Time(0));
  EXPECT_EQ(tx.replay(Time(0)).seq, 3U);
  EXPECT_EQ(tx.state().state, TxState::kAdvance);
  tx.receive(nack(2), Time(0));
  tx.receive(ack(3), Time(0));  // acknowledged before it was sent again
  EXPECT_EQ(tx.state().state, TxState::kAdvance);
  EXPECT_EQ(tx.counters().llr_tx_replay, 1U);
}

// Test plan TP, cases LLR-05, -07 and -09: with a maximum of 3 and no ACK each frame is sent four times.
TEST(LlrTx, TimerReplaysAsOftenAsAllowedAndThenFlushes) {
  LlrConfig config = of_frames(4);
  config.replay_count_max = 3;
  Tx tx = up(config);
  send(tx, 2);
  Time now;
  for (int n = 0; n < 3; ++n) {
    now = tx.replay_timer_due();
    tx.replay_timer_expired(now);
    EXPECT_EQ(replayed(tx, now), (std::vector<std::uint32_t>{0, 1}));
  }
  EXPECT_EQ(tx.counters().llr_tx_ok, 8U);
  EXPECT_EQ(tx.counters().llr_tx_replay, 3U);
  tx.replay_timer_expired(tx.replay_timer_due());
  EXPECT_EQ(tx.state().state, TxState::kFlush);
  EXPECT_TRUE(tx.state().flushed);
  EXPECT_TRUE(tx.buffer().empty());
  EXPECT_EQ(tx.replay_timer_due(), kNever);
  tx.re_init();
  EXPECT_EQ(tx.take_init(), (OrderedSet{OrderedSetType::kLlrInit, 2, 2}));
}

TEST(LlrTx, TheCountIsComparedByAtLeast) {
  LlrConfig config = of_frames(4);
  config.replay_count_max = 1;
  Tx tx = up(config);
  send(tx, 1);
  for (int n = 0; n < 2; ++n) {
    tx.receive(nack(tx.config().seq_mask()), Time(0));
    replayed(tx, Time(0));
  }
  EXPECT_EQ(tx.state().replay_ct, 2U);
  tx.replay_timer_expired(kTimer);
  EXPECT_EQ(tx.state().state, TxState::kFlush);
}

TEST(LlrTx, EndlessReplaysNeverFlush) {
  LlrConfig config = of_frames(4);
  config.replay_count_max = 255;
  Tx tx = up(config);
  send(tx, 1);
  for (int n = 0; n < 300; ++n) {
    tx.replay_timer_expired(tx.replay_timer_due());
    EXPECT_EQ(replayed(tx, Time(n)).size(), 1U);
  }
  EXPECT_EQ(tx.state().replay_ct, 254U);
}

TEST(LlrTx, AnExpiryWithinAReplayWaits) {
  Tx tx = up(of_frames(4));
  send(tx, 2);
  tx.receive(nack(tx.config().seq_mask()), Time(0));
  tx.replay(Time(0));
  tx.replay_timer_expired(kTimer);
  EXPECT_EQ(tx.state().state, TxState::kReplay);
  EXPECT_EQ(tx.replay_timer_due(), kNever);
  tx.replay(kTimer);
  EXPECT_EQ(tx.state().state, TxState::kFlush);  // one replay was allowed
}

TEST(LlrTx, FlushByAgeAndByPcs) {
  LlrConfig config = of_frames(4);
  config.data_age_timeout = Time(9'000'000);
  config.pcs_lost_timeout = Time(2'000'000);
  config.re_init_on_flush = true;
  Tx tx = up(config);
  EXPECT_EQ(tx.flush_due(), kNever);
  send(tx, 1, Time(100));
  EXPECT_EQ(tx.flush_due(), Time(9'000'100));
  tx.pcs_down(Time(1'000));
  EXPECT_EQ(tx.flush_due(), Time(2'001'000));
  tx.pcs_up();
  EXPECT_EQ(tx.flush_due(), Time(9'000'100));
  tx.flush_timer_expired();
  EXPECT_EQ(tx.state().state, TxState::kInit);
  EXPECT_TRUE(tx.state().flushed);
  EXPECT_EQ(tx.flush_due(), kNever);
}

TEST(LlrTx, FramesOfferedInInitAndFlush) {
  using enum FrameAction;
  for (const auto& [action, admission] :
       {std::pair{kBlock, Admission::kBlock}, std::pair{kDiscard, Admission::kDiscard},
        std::pair{kBestEffort, Admission::kBestEffort}}) {
    LlrConfig config = of_frames(4);
    config.init_llr_frame_action = action;
    config.flush_llr_frame_action = kBlock;
    Tx tx(config);
    tx.set_remote(true);
    EXPECT_EQ(tx.admission(kFrame), admission);
    config.flush_llr_frame_action = action;
    config.pcs_lost_timeout = Time(1);
    tx = up(config);
    tx.pcs_down(Time(0));
    tx.flush_timer_expired();
    EXPECT_EQ(tx.admission(kFrame), admission);
  }
}

TEST(LlrTx, RemoteOffDropsAll) {
  Tx tx = up(of_frames(4));
  send(tx, 3);
  LlrConfig config = tx.config();
  config.llr_mode_remote = false;
  tx.reconfigure(config);
  EXPECT_EQ(tx.state().state, TxState::kOff);
  EXPECT_TRUE(tx.buffer().empty());
  EXPECT_EQ(tx.replay_timer_due(), kNever);
  config.llr_mode_remote = true;
  tx.reconfigure(config);
  EXPECT_EQ(tx.take_init().seq, 3U);
}

TEST(LlrTx, NumbersWrapAtTwentyBits) {
  Tx tx = up(of_frames(4));
  for (std::uint32_t n = 0; n < (1U << 20U) + 5; ++n) {
    ASSERT_EQ(tx.send(0, kFrame, false, Time(0)), n % (1U << 20U));
    tx.receive(ack(n % (1U << 20U)), Time(0));
  }
  EXPECT_EQ(tx.counters().llr_rx_ack_nack_seq_error, 0U);
}

TEST(LlrTx, AllocatesNothingOnceItRuns) {
  Tx tx = up(of_frames(64));
  send(tx, 64);  // the replay buffer grows to the most that it ever keeps
  tx.receive(ack(63), Time(0));
  const std::size_t before = allocations;
  for (std::uint32_t n = 0; n < 1'000; ++n) {
    send(tx, 2);
    if (n % 7 == 3) {
      tx.receive(nack(2 * n + 63), Time(n));
      while (tx.replays())
        tx.replay(Time(n));
    }
    tx.receive(ack(2 * n + 65), Time(n));
  }
  EXPECT_EQ(allocations, before);
}

}  // namespace weir::llr::llr_tx_test
