// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/llr/clocked_tx.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace weir::llr {
namespace {

constexpr std::uint8_t kEligible = 3;

std::uint8_t code_of(Admission admission) {
  switch (admission) {
    case Admission::kEligible:
      return kEligible;
    case Admission::kBestEffort:
      return 2;
    case Admission::kDiscard:
      return 1;
    case Admission::kBlock:
      break;
  }
  return 0;
}

std::uint32_t ticks(Time time) { return static_cast<std::uint32_t>(time / LlrConfig::kTick); }

bool active(const ClockedTx::Model& model) {
  return model.state.state == TxState::kAdvance || model.state.state == TxState::kReplay;
}

void count(const LlrTxCounters& before, const LlrTxCounters& after, LlrTxOutputs& out) {
  out.llr_tx_init_ctl_os = after.llr_tx_init_ctl_os != before.llr_tx_init_ctl_os;
  out.llr_tx_discard = after.llr_tx_discard != before.llr_tx_discard;
  out.llr_tx_ok = after.llr_tx_ok != before.llr_tx_ok;
  out.llr_tx_poisoned = after.llr_tx_poisoned != before.llr_tx_poisoned;
  out.llr_tx_replay = after.llr_tx_replay != before.llr_tx_replay;
  out.llr_rx_init_echo_ctl_os = after.llr_rx_init_echo_ctl_os != before.llr_rx_init_echo_ctl_os;
  out.llr_rx_ack_ctl_os = after.llr_rx_ack_ctl_os != before.llr_rx_ack_ctl_os;
  out.llr_rx_nack_ctl_os = after.llr_rx_nack_ctl_os != before.llr_rx_nack_ctl_os;
  out.llr_rx_ack_nack_seq_error = after.llr_rx_ack_nack_seq_error != before.llr_rx_ack_nack_seq_error;
}

}  // namespace

LlrTxCycleConfig tx_widths(const LlrConfig& config, Bytes max_frame) {
  LlrTxCycleConfig widths;
  widths.seq_bits = config.seq_bits;
  widths.slot_bits = std::max(1U, static_cast<unsigned>(std::bit_width(config.outstanding_frames_max - 1)));
  widths.data_bits = config.init_data_bits;
  widths.count_bits = config.replay_count_bits;
  widths.length_bits = static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(max_frame.count())));
  return widths;
}

LlrRxCycleConfig rx_widths(const LlrConfig& config) {
  return {.seq_bits = config.seq_bits, .data_bits = config.init_data_bits};
}

ClockedTx::ClockedTx(std::unique_ptr<LlrTxBlock> block, const Model& model)
    : block_(std::move(block)), widths_(block_->widths()), slots_(std::size_t{1} << widths_.slot_bits), after_(model) {
  settle(model);
}

void ClockedTx::begin(Event event, const LlrTxInputs& inputs, const Model& before, Time now) {
  const std::uint64_t tick = std::max(tick_of(now), tick_);
  const bool joins = waits_ && tick == tick_ && (event == Event::kSet || event == Event::kExpiry);
  if (joins) {
    in_.set = inputs.set;
    in_.set_seq = inputs.set_seq;
    in_.set_data = inputs.set_data;
  } else {
    close();
    play_until(tick, before);
    in_ = inputs;
    before_ = before;
    keeps_ = event == Event::kFrame;
  }
  if (inputs.set != 0)
    in_.set_seq = number_of_block(inputs.set_seq);
  event_ = event;
  tick_ = tick;
  acts_at_ = now;
  block_->at(now);
}

void ClockedTx::end(const Model& after) {
  after_ = after;
  waits_ = true;
  if (event_ != Event::kFrame)
    close();
}

// Its cycle has not been played, or its slot says so.
void ClockedTx::poisoned(const Model& after) {
  if (waits_ && keeps_) {
    in_.offer_poisoned = true;
    after_ = after;
  } else {
    slots_[number_of_block(after.state.tx_seq - 1) & ones(widths_.slot_bits)].poisoned = true;
  }
}

void ClockedTx::close() {
  if (!std::exchange(waits_, false))
    return;
  if (event_ == Event::kNumber) {
    distance_ = static_cast<std::uint32_t>((after_.state.tx_seq - idle_.tx_seq) & ones(widths_.seq_bits));
    return settle(after_);
  }
  if (event_ == Event::kPcs)
    pcs_up_ = after_.state.pcs_lost_timer == kNever;
  play();
}

// Nearer to an end the block's timers do not come than the model's.
void ClockedTx::play_until(std::uint64_t tick, const Model& model) {
  if (tick <= tick_ + 1)
    return;
  const std::uint64_t stride = ones(widths_.timer_bits - 1);
  while (model.state.replay_timer != kNever && tick - 1 > tick_ + stride)
    play_idle(tick_ + stride, model);
  play_idle(tick - 1, model);
  settle(model);
}

void ClockedTx::play_idle(std::uint64_t tick, const Model& model) {
  tick_ = tick;
  block_->at(static_cast<std::int64_t>(tick) * LlrConfig::kTick);
  const LlrTxOutputs out = clock(idle_inputs(tick));
  block_->compare(out, expected(model, out));
}

void ClockedTx::play() {
  const bool flushes = event_ == Event::kFlush && active(before_);
  LlrTxInputs in = idle_inputs(tick_);
  for (const auto of :
       {&LlrTxInputs::offer, &LlrTxInputs::offer_poisoned, &LlrTxInputs::replay_take, &LlrTxInputs::init_take})
    in.*of = in_.*of;
  in.offer_length = in_.offer_length;
  in.set = in_.set;
  in.set_seq = in_.set_seq;
  in.set_data = in_.set_data;
  const bool holds_pcs = set_time(in);
  if (flushes && before_.outstanding == 0) {
    play_flush(in.now);
  } else {
    if (flushes)
      flush_by_age(in);
    in.pcs_up = in.pcs_up || holds_pcs;
    const LlrTxOutputs out = clock(in);
    LlrTxOutputs model = expected(before_, out);
    model.replay_due = model.replay_due && in.llr_mode_remote;
    model.init_due = model.init_due && in.llr_mode_remote;
    model.keep = keeps_;
    model.admission = keeps_ ? kEligible : in.offer ? code_of(Admission::kDiscard) : out.admission;
    count(before_.counters, after_.counters, model);
    block_->compare(out, model);
  }
  pcs_held_ = !pcs_up_ && (pcs_held_ || holds_pcs);
  if (holds_pcs) {
    in = idle_inputs(tick_ - 1);
    in.pcs_lost_timeout = 1;
    clock(in);
  }
  idle_ = block_->evaluate(idle_inputs(block_now_));
  // The model does not stay in FLUSH.
  if (after_.state.state == TxState::kInit && idle_.state == static_cast<std::uint8_t>(TxState::kFlush))
    clock(idle_inputs(block_now_));
  settle(after_);
}

// Where nothing is kept, nothing ages.
void ClockedTx::play_flush(std::uint64_t now) {
  LlrTxInputs in = idle_inputs(now);
  if (!pcs_up_) {
    in.pcs_up = true;
    clock(in);
  }
  in.pcs_up = false;
  in.pcs_lost_timeout = 1;
  clock(in);
  in.now = now + 1;
  clock(in);
  in.now = now;
  in.pcs_up = true;
  clock(in);
  if (!pcs_up_) {
    in.pcs_up = false;
    const std::uint64_t due = tick_of(after_.state.pcs_lost_timer);
    in.pcs_lost_timeout = static_cast<std::uint32_t>(std::max(due, now + 1) - now);
    pcs_held_ = pcs_held_ || due <= now;
    clock(in);
  }
}

// A cycle has the time of its tick. A count that ends later in the tick must not end in it: the replay timer, and what
// leads to FLUSH. Returns whether the PCS counts as up, since no time keeps its count from ending.
bool ClockedTx::set_time(LlrTxInputs& in) const {
  const Time timer = before_.state.replay_timer;  // as the cycle began
  const Time timer_after = after_.state.replay_timer;
  const bool starts =
      timer_after != kNever && (timer_after != timer || timer_after == acts_at_ + after_.config->replay_timer_max);
  const bool flush_later = within_tick(after_.flush_due);
  const bool expiry = event_ == Event::kExpiry;
  if (starts || (expiry && timer <= acts_at_) || (!active(before_) && active(after_))) {
    in.data_age_timeout = flush_later ? 0 : in.data_age_timeout;
    return flush_later && within_tick(after_.state.pcs_lost_timer);
  }
  const bool flushes = active(before_) && (expiry || event_ == Event::kFlush);
  const bool timer_later = within_tick(timer) && (flushes || timer == timer_after);
  if (timer_later || flush_later) {
    --in.now;
    in.oldest_first_sent = first_sent(in.now);
  }
  if (timer_later && flushes)
    flush_by_age(in);
  if (event_ == Event::kPcs && in.now != tick_ && !pcs_up_)
    ++in.pcs_lost_timeout;  // what begins with this cycle begins in its tick
  return false;
}

// Of a frame that is kept.
void ClockedTx::flush_by_age(LlrTxInputs& in) {
  in.data_age_timeout = 1;
  in.oldest_first_sent = static_cast<std::uint32_t>(in.now - 1);
}

bool ClockedTx::within_tick(Time due) const { return due != kNever && tick_of(due) <= tick_; }

// When the oldest frame was first sent; not after a cycle that has the time of the tick before.
std::uint32_t ClockedTx::first_sent(std::uint64_t now) const {
  const std::uint32_t sent = slots_[oldest_].first_sent;
  const auto time = static_cast<std::uint32_t>(now & ones(widths_.age_bits));
  return sent == static_cast<std::uint32_t>((now + 1) & ones(widths_.age_bits)) ? time : sent;
}

LlrTxInputs ClockedTx::idle_inputs(std::uint64_t now) const {
  const LlrConfig& config = *after_.config;
  const Slot& oldest = slots_[oldest_];
  return {.now = now & ones(widths_.age_bits + 1),
          .llr_mode_remote = config.llr_mode_remote,
          .outstanding_frames_max = config.outstanding_frames_max,
          .outstanding_bytes_max = static_cast<std::uint32_t>(config.outstanding_bytes_max.count()),
          .replay_timer_max = ticks(config.replay_timer_max),
          .replay_count_max = config.replay_count_max,
          .pcs_lost_timeout = ticks(config.pcs_lost_timeout),
          .data_age_timeout = ticks(config.data_age_timeout),
          .init_llr_frame_action = static_cast<std::uint8_t>(config.init_llr_frame_action),
          .flush_llr_frame_action = static_cast<std::uint8_t>(config.flush_llr_frame_action),
          .re_init_on_flush = config.re_init_on_flush,
          .echo_check = static_cast<std::uint8_t>(config.echo_check),
          .init_seq_zero = config.init_seq == InitSeq::kZero,
          .init_data_constant = config.init_data == InitData::kConstant,
          .pcs_up = pcs_up_,
          .oldest_start = oldest.start,
          .oldest_first_sent = first_sent(now),
          .replay_poisoned = slots_[replay_].poisoned};
}

// A cycle of the block and of the memories beside it.
LlrTxOutputs ClockedTx::clock(const LlrTxInputs& in) {
  const LlrTxOutputs out = block_->clock(in);
  if (out.keep)
    slots_[out.keep_slot] = {out.keep_start, static_cast<std::uint32_t>(tick_ & ones(widths_.age_bits)),
                             in.offer_poisoned};
  oldest_ = out.oldest_slot;
  replay_ = out.replay_slot;
  block_now_ = in.now;
  return out;
}

void ClockedTx::settle(const Model& model) {
  idle_ = block_->evaluate(idle_inputs(block_now_));
  block_->compare(idle_, expected(model, idle_));
}

// The outputs of a cycle without an event. replay_seq and times count only where they are in use; slots, and what
// remembers that PCS was down too long, are the block's alone.
LlrTxOutputs ClockedTx::expected(const Model& model, const LlrTxOutputs& out) const {
  const LlrTxState& state = model.state;
  LlrTxOutputs wanted = out;
  wanted.admission = code_of(model.admission);
  wanted.keep = false;
  wanted.replay_due = state.state == TxState::kReplay;
  wanted.init_due = state.state == TxState::kInit;
  wanted.outstanding = model.outstanding;
  wanted.outstanding_bytes = static_cast<std::uint32_t>(static_cast<std::uint64_t>(model.kept.count()));
  wanted.state = static_cast<std::uint8_t>(state.state);
  wanted.tx_seq = number_of_block(state.tx_seq);
  wanted.acked_seq = number_of_block(state.acked_seq);
  if (state.state == TxState::kReplay)
    wanted.replay_seq = number_of_block(state.replay_seq);
  wanted.replay_ct = state.replay_ct;
  wanted.init_data = state.init_data;
  wanted.replay_timer_runs = state.replay_timer != kNever;
  if (wanted.replay_timer_runs)
    wanted.replay_timer_due = static_cast<std::uint32_t>(tick_of(state.replay_timer) & ones(widths_.timer_bits + 1));
  wanted.replay_timer_expired = state.timer_expired;
  wanted.replay_begun = state.replay_begun;
  wanted.pcs_lost_timer_runs = state.pcs_lost_timer != kNever;
  if (wanted.pcs_lost_timer_runs && !pcs_held_)
    wanted.pcs_lost_timer_due = tick_of(state.pcs_lost_timer) & ones(widths_.age_bits + 1);
  wanted.llr_tx_flush = state.flushed;
  count(model.counters, model.counters, wanted);
  return wanted;
}

std::uint32_t ClockedTx::number_of_block(std::uint32_t number) const {
  return static_cast<std::uint32_t>((number - distance_) & ones(widths_.seq_bits));
}

Admission ClockedTx::admission(Bytes length, Admission model) {
  close();
  LlrTxInputs in = idle_inputs(block_now_);
  in.offer_length = static_cast<std::uint32_t>(length.count());
  const LlrTxOutputs out = block_->evaluate(in);
  LlrTxOutputs wanted = out;
  wanted.admission = code_of(model);
  block_->compare(out, wanted);
  constexpr Admission kAnswers[] = {Admission::kBlock, Admission::kDiscard, Admission::kBestEffort,
                                    Admission::kEligible};
  return kAnswers[out.admission & 3U];
}

std::uint32_t ClockedTx::next_number() {
  close();
  return static_cast<std::uint32_t>((idle_.tx_seq + distance_) & ones(widths_.seq_bits));
}

}  // namespace weir::llr
