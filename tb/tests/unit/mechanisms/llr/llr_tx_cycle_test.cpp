// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/llr/llr_tx_cycle.h"

#include "hw_model/base/random_stream.h"
#include "tb/tests/unit/mechanisms/llr/llr_kit.h"

namespace weir::llr::llr_tx_cycle_test {

std::string refusal(const LlrTxCycleConfig& config) {
  return error_of([&] { config.validate(); });
}

TEST(LlrTxCycle, RefusesWidths) {
  EXPECT_EQ(refusal({}), "");
  EXPECT_EQ(refusal({.seq_bits = 1}), "llr_tx: seq_bits is 1, wanted 2..30");
  EXPECT_EQ(refusal({.age_bits = 33}), "llr_tx: age_bits is 33, wanted 1..32");
  EXPECT_EQ(refusal({.seq_bits = 4, .slot_bits = 4}), "llr_tx: slot_bits is 4, wanted at most seq_bits - 1 = 3");
  EXPECT_EQ(refusal({.length_bits = 9, .byte_bits = 8}), "llr_tx: length_bits is 9, wanted at most byte_bits = 8");
  EXPECT_EQ(refusal({.timer_bits = 9, .age_bits = 8}), "llr_tx: timer_bits is 9, wanted at most age_bits = 8");
}

// A cycle block with its memories, and the class that ports run, both driven by the same cycles.
class Beside {
 public:
  struct Slot {
    std::uint32_t start = 0;
    std::uint32_t first_sent = 0;
    bool poisoned = false;
  };

  Beside(const LlrTxCycleConfig& widths, const LlrConfig& config)
      : block_(widths), tx_(config), slots_(std::size_t{1} << widths.slot_bits) {}

  const LlrTxCycle& block() const { return block_; }
  const Tx& tx() const { return tx_; }

  LlrTxOutputs clock(LlrTxInputs in) {
    in.oldest_start = slots_[oldest_].start;
    in.oldest_first_sent = slots_[oldest_].first_sent;
    in.replay_poisoned = slots_[replay_].poisoned;
    const LlrTxOutputs out = block_.clock(in);
    if (out.keep)
      slots_[out.keep_slot] = {out.keep_start, static_cast<std::uint32_t>(in.now), in.offer_poisoned};
    oldest_ = out.oldest_slot;
    replay_ = out.replay_slot;
    play(in);
    return out;
  }

  // What differs; empty: nothing.
  std::string differs(const LlrTxOutputs& out) const {
    const LlrTxCycleState& is = block_.state();
    const LlrTxState& wanted = tx_.state();
    const auto timer = [&](Time due) { return due == kNever; };
    if (is.state != wanted.state)
      return "state";
    if (is.tx_seq != wanted.tx_seq || is.acked_seq != wanted.acked_seq)
      return "numbers";
    if (wanted.state == TxState::kReplay && is.replay_seq != wanted.replay_seq)
      return "replay_seq";
    if (is.replay_ct != wanted.replay_ct || is.init_data != wanted.init_data)
      return "replay_ct or init_data";
    if (is.timer_runs == timer(wanted.replay_timer) || is.timer_expired != wanted.timer_expired ||
        is.replay_begun != wanted.replay_begun)
      return "replay timer";
    if (is.pcs_runs == timer(wanted.pcs_lost_timer) || is.flushed != wanted.flushed)
      return "PCS or the error bit";
    if (!counts(out))
      return "counts";
    return admission_ == out.admission && bytes_ == out.outstanding_bytes ? "" : "admission or bytes";
  }

 private:
  // The rules of llr_tx.h in the order of a cycle.
  void play(const LlrTxInputs& in) {
    const Time now(static_cast<std::int64_t>(in.now));
    const TxState began = tx_.state().state;
    counted_ = tx_.counters();
    bytes_ = static_cast<std::uint32_t>(tx_.buffer().bytes().count());
    if (in.flush_read)
      tx_.acknowledge_flush();
    if (!in.llr_mode_remote)
      tx_.set_remote(false);
    const Bytes length(in.offer_length);
    const Admission admission = tx_.admission(length);
    admission_ = admission == Admission::kEligible     ? 3
                 : admission == Admission::kBestEffort ? 2
                 : admission == Admission::kDiscard    ? 1
                                                       : 0;
    const bool ages = tx_.config().data_age_timeout != Time(0) && !tx_.buffer().empty();
    const bool aged = ages && tx_.buffer().oldest().first_sent + tx_.config().data_age_timeout <= now;
    const Time due = tx_.replay_timer_due();
    const bool replays = tx_.replays();
    const bool inits = tx_.wants_init();
    bool touched = in.offer && admission == Admission::kEligible && tx_.buffer().empty();
    touched = touched || (replays && in.replay_take && !tx_.state().replay_begun);
    if (in.offer && admission == Admission::kEligible)
      tx_.send(0, length, in.offer_poisoned, now);
    if (in.offer && admission == Admission::kDiscard)
      tx_.discarded();
    if (in.init_take && inits)
      tx_.take_init();
    if (in.replay_take && replays)
      tx_.replay(now);
    const std::uint32_t acked = tx_.state().acked_seq;
    const TxState heard = tx_.state().state;
    constexpr OrderedSetType kTypes[] = {OrderedSetType::kLlrInit, OrderedSetType::kLlrAck, OrderedSetType::kLlrNack,
                                         OrderedSetType::kLlrInitEcho};
    if (in.set != 0)
      tx_.receive({kTypes[in.set], in.set_seq, in.set_data}, now);
    const bool active = heard == TxState::kAdvance || heard == TxState::kReplay;
    const bool freed = active && tx_.state().acked_seq != acked;
    if (due != kNever && due <= now && !touched && !freed)
      tx_.replay_timer_expired(now);
    if (in.pcs_up)
      tx_.pcs_up();
    else
      tx_.pcs_down(now);
    if ((aged && !freed) || tx_.state().pcs_lost_timer <= now)
      tx_.flush_timer_expired();
    initialise(in, began);
  }
  void initialise(const LlrTxInputs& in, TxState began) {
    if (in.llr_mode_remote && began == TxState::kOff)
      tx_.set_remote(true);
    if (in.llr_mode_remote && began == TxState::kFlush && (in.re_init || in.re_init_on_flush))
      tx_.re_init();
  }

  bool counts(const LlrTxOutputs& out) const {
    const LlrTxCounters& is = tx_.counters();
    const LlrTxCounters& was = counted_;
    return out.llr_tx_init_ctl_os == (is.llr_tx_init_ctl_os != was.llr_tx_init_ctl_os) &&
           out.llr_tx_discard == (is.llr_tx_discard != was.llr_tx_discard) &&
           out.llr_tx_ok == (is.llr_tx_ok != was.llr_tx_ok) &&
           out.llr_tx_poisoned == (is.llr_tx_poisoned != was.llr_tx_poisoned) &&
           out.llr_tx_replay == (is.llr_tx_replay != was.llr_tx_replay) &&
           out.llr_rx_init_echo_ctl_os == (is.llr_rx_init_echo_ctl_os != was.llr_rx_init_echo_ctl_os) &&
           out.llr_rx_ack_ctl_os == (is.llr_rx_ack_ctl_os != was.llr_rx_ack_ctl_os) &&
           out.llr_rx_nack_ctl_os == (is.llr_rx_nack_ctl_os != was.llr_rx_nack_ctl_os) &&
           out.llr_rx_ack_nack_seq_error == (is.llr_rx_ack_nack_seq_error != was.llr_rx_ack_nack_seq_error);
  }

  LlrTxCycle block_;
  Tx tx_;
  LlrTxCounters counted_;  // as the cycle began
  std::vector<Slot> slots_;
  std::size_t oldest_ = 0;
  std::size_t replay_ = 0;
  std::uint8_t admission_ = 0;
  std::uint32_t bytes_ = 0;
};

// What the registers of a link say.
struct Rules {
  LlrTxCycleConfig widths{};
  LlrConfig config{};
};
Rules rules_of(RandomStream& random) {
  Rules rules;
  rules.widths = {.seq_bits = 3 + static_cast<unsigned>(random.below(4)), .slot_bits = 2, .data_bits = 2};
  LlrConfig& config = rules.config;
  config.seq_bits = rules.widths.seq_bits;
  config.init_data_bits = rules.widths.data_bits;
  config.outstanding_frames_max = 4;
  config.outstanding_bytes_max = Bytes(static_cast<std::int64_t>(64 + random.below(900)));
  config.replay_timer_max = Time(static_cast<std::int64_t>(random.below(40)));
  constexpr std::uint32_t kCounts[] = {0, 1, 2, 255};
  config.replay_count_max = kCounts[random.below(4)];
  config.data_age_timeout = Time(random.below(2) == 0 ? 0 : static_cast<std::int64_t>(1 + random.below(200)));
  config.pcs_lost_timeout = Time(random.below(2) == 0 ? 0 : static_cast<std::int64_t>(1 + random.below(20)));
  config.init_llr_frame_action = static_cast<FrameAction>(random.below(3));
  config.flush_llr_frame_action = static_cast<FrameAction>(random.below(3));
  config.echo_check = static_cast<EchoCheck>(random.below(4));
  config.init_seq = static_cast<InitSeq>(random.below(2));
  config.init_data = static_cast<InitData>(random.below(2));
  return rules;
}
LlrTxInputs inputs_of(const LlrConfig& config) {
  LlrTxInputs in;
  in.outstanding_frames_max = config.outstanding_frames_max;
  in.outstanding_bytes_max = static_cast<std::uint32_t>(config.outstanding_bytes_max.count());
  in.replay_timer_max = static_cast<std::uint32_t>(config.replay_timer_max.count());
  in.replay_count_max = config.replay_count_max;
  in.pcs_lost_timeout = static_cast<std::uint32_t>(config.pcs_lost_timeout.count());
  in.data_age_timeout = static_cast<std::uint32_t>(config.data_age_timeout.count());
  in.init_llr_frame_action = static_cast<std::uint8_t>(config.init_llr_frame_action);
  in.flush_llr_frame_action = static_cast<std::uint8_t>(config.flush_llr_frame_action);
  in.echo_check = static_cast<std::uint8_t>(config.echo_check);
  in.init_seq_zero = config.init_seq == InitSeq::kZero;
  in.init_data_constant = config.init_data == InitData::kConstant;
  return in;
}

// A cycle in which anything may happen, often what fits the registers.
void draw(LlrTxInputs& in, const LlrTxCycle& block, const LlrTxCycleConfig& widths, RandomStream& random) {
  const auto one_of = [&](std::uint64_t n) { return random.below(n) == 0; };
  const LlrTxCycleState& is = block.state();
  in.now += one_of(64) ? 300 : random.below(3);
  in.llr_mode_remote = !one_of(400);
  in.re_init_on_flush = one_of(20);
  in.re_init = one_of(20);
  in.flush_read = one_of(3);
  in.pcs_up = one_of(50) ? !in.pcs_up : in.pcs_up || one_of(30);
  in.offer = one_of(2);
  in.offer_length = static_cast<std::uint32_t>(random.below(300));
  in.offer_poisoned = one_of(4);
  in.replay_take = !one_of(3);
  in.init_take = one_of(2);
  in.set = 0;
  if (one_of(4))
    in.set = static_cast<std::uint8_t>(is.state == TxState::kInit && !one_of(4) ? 3 : 1 + random.below(3));
  const std::uint32_t most = (std::uint32_t{1} << widths.seq_bits) - 1;
  const auto back = static_cast<std::uint32_t>(random.below(6));
  in.set_seq = is.state == TxState::kInit ? is.tx_seq : (is.acked_seq + back) & most;
  in.set_data = one_of(4) ? static_cast<std::uint32_t>(random.below(4)) : is.init_data;
}

TEST(LlrTxCycle, DoesWhatTheClassOfPortsDoes) {
  constexpr int kLinks = 500;
  constexpr int kCycles = 4'000;  // 2'000'000 altogether
  RandomStream random(1, "llr_tx_cycle_test");
  std::array<std::uint64_t, 5> states{};
  std::uint64_t replays = 0;
  std::uint64_t errors = 0;
  for (int link = 0; link < kLinks; ++link) {
    const Rules rules = rules_of(random);
    Beside beside(rules.widths, rules.config);
    LlrTxInputs in = inputs_of(rules.config);
    for (int cycle = 0; cycle < kCycles; ++cycle) {
      draw(in, beside.block(), rules.widths, random);
      const LlrTxOutputs out = beside.clock(in);
      ASSERT_EQ(beside.differs(out), "") << "link " << link << ", cycle " << cycle;
      ++states[out.state];
      replays += out.llr_tx_replay ? 1 : 0;
      errors += out.llr_rx_ack_nack_seq_error ? 1 : 0;
    }
  }
  for (const std::uint64_t times : states)
    EXPECT_GT(times, 1'000U);
  EXPECT_GT(replays, 1'000U);
  EXPECT_GT(errors, 1'000U);
}

LlrTxCycle advancing() {
  LlrTxCycle tx({.seq_bits = 4, .slot_bits = 3});
  tx.clock({});
  tx.clock({.echo_check = 0, .set = 3});
  return tx;
}
LlrTxInputs cycle_of(std::uint64_t now) {
  return {.now = now,
          .outstanding_frames_max = 3,
          .outstanding_bytes_max = 1000,
          .replay_timer_max = 50,
          .replay_count_max = 1};
}

// The cycles of the wave in rtl/llr_tx/llr_tx.md.
TEST(LlrTxCycle, DoesWhatThePageShows) {
  LlrTxCycle tx = advancing();
  struct Column {
    bool offer;
    std::uint8_t set;
    std::uint32_t set_seq;
    bool take;
    std::uint8_t admission;
    std::uint8_t state;
    std::uint32_t tx_seq;
    std::uint32_t acked;
    std::uint32_t replay_seq;
  };
  std::uint64_t now = 0;
  for (const Column& column : {Column{true, 0, 0, false, 3, 2, 0, 15, 0}, Column{true, 0, 0, false, 3, 2, 1, 15, 0},
                               Column{true, 0, 0, false, 3, 2, 2, 15, 0}, Column{true, 2, 0, false, 0, 2, 3, 15, 0},
                               Column{true, 0, 0, true, 0, 3, 3, 0, 1}, Column{true, 0, 0, true, 0, 3, 3, 0, 2},
                               Column{true, 0, 0, false, 3, 2, 3, 0, 3}}) {
    LlrTxInputs in = cycle_of(++now);
    in.offer = column.offer;
    in.offer_length = 64;
    in.set = column.set;
    in.set_seq = column.set_seq;
    in.replay_take = column.take;
    const LlrTxOutputs out = tx.clock(in);
    EXPECT_EQ(out.admission, column.admission) << now;
    EXPECT_EQ(out.state, column.state) << now;
    EXPECT_EQ(out.tx_seq, column.tx_seq) << now;
    EXPECT_EQ(out.acked_seq, column.acked) << now;
    EXPECT_EQ(out.replay_seq, column.replay_seq) << now;
  }
}

// The frame leaves first, so an ACK of the same cycle may name it.
TEST(LlrTxCycle, AcknowledgesTheFrameOfTheCycle) {
  LlrTxCycle tx = advancing();
  LlrTxInputs in = cycle_of(1);
  in.offer = true;
  in.set = 1;
  in.set_seq = 0;
  const LlrTxOutputs out = tx.clock(in);
  EXPECT_TRUE(out.keep);
  EXPECT_FALSE(out.llr_rx_ack_nack_seq_error);
  EXPECT_EQ(tx.state().acked_seq, 0U);
  EXPECT_FALSE(tx.state().timer_runs);
}

}  // namespace weir::llr::llr_tx_cycle_test
