// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The transmitter of link-level retry (LLR) of one port: numbers eligible frames, keeps them until they are
// acknowledged, and sends them again after an LLR_NACK or when its replay timer expires.
//
//   OFF      the other end has no LLR: all frames are ineligible
//   INIT     sends LLR_INIT until its echo comes
//   ADVANCE  sends new frames while the window is open
//   REPLAY   sends the kept frames again, oldest first, and no new eligible frame
//   FLUSH    has given up: the kept frames are gone
//
// Source: SAI, doc/LLR/SAI-Link_Layer_Retry.md; choices where it is silent: docs/reference/llr.md. Numbers are modulo
// 2^seq_bits. Time enters as arguments alone: a timer is due at a time that the port reads, and the port says when it
// has expired. The transmitter never calls the port: after each call the port asks what is to be sent next.

#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "hw_model/base/units.h"
#include "hw_model/frame/ordered_set.h"
#include "hw_model/mechanisms/llr/llr_config.h"
#include "hw_model/mechanisms/llr/replay_buffer.h"

namespace weir::llr {

enum class TxState : std::uint8_t { kOff, kInit, kAdvance, kReplay, kFlush };

// How a frame that may be eligible leaves the MAC client.
enum class Admission : std::uint8_t {
  kEligible,    // with a number, and kept
  kBestEffort,  // as an ineligible frame
  kDiscard,     // not at all
  kBlock,       // later
};

struct LlrTxState {
  TxState state = TxState::kOff;
  std::uint32_t tx_seq = 0;      // of the next new frame
  std::uint32_t acked_seq = 0;   // the last one acknowledged
  std::uint32_t replay_seq = 0;  // in REPLAY: of the next frame
  std::uint32_t replay_ct = 0;   // replays since the last frame was freed
  std::uint32_t init_data = 0;
  Time replay_timer = kNever;    // when it expires; kNever: it does not run
  bool timer_expired = false;    // in REPLAY: it has, and waits for ADVANCE
  bool replay_begun = false;     // in REPLAY: a frame of it has been sent
  Time pcs_lost_timer = kNever;  // when PCS will have been down for PCS_LOST_TIMEOUT
  bool flushed = false;          // error bit LLR_TX_FLUSH
  bool operator==(const LlrTxState&) const = default;
};

// By the names of SAI_PORT_STAT_*; the sets that a transmitter receives are counted here.
struct LlrTxCounters {
  std::uint64_t llr_tx_init_ctl_os = 0;
  std::uint64_t llr_tx_discard = 0;
  std::uint64_t llr_tx_ok = 0;  // replays, too
  std::uint64_t llr_tx_poisoned = 0;
  std::uint64_t llr_tx_replay = 0;
  std::uint64_t llr_rx_init_echo_ctl_os = 0;
  std::uint64_t llr_rx_ack_ctl_os = 0;
  std::uint64_t llr_rx_nack_ctl_os = 0;
  std::uint64_t llr_rx_ack_nack_seq_error = 0;
};

template <class Frame>
class LlrTx {
 public:
  using Slot = typename ReplayBuffer<Frame>::Slot;
  struct Sending {
    std::uint32_t seq;
    const Slot& slot;
  };

  // The buffer has room for OUTSTANDING_FRAMES_MAX frames. The numbers must be fewer (llr_settings.h).
  explicit LlrTx(const LlrConfig& config)
      : config_(config), buffer_(config.outstanding_frames_max), state_{.acked_seq = config.seq_mask()} {}

  const LlrTxState& state() const { return state_; }
  const LlrTxCounters& counters() const { return counters_; }
  const ReplayBuffer<Frame>& buffer() const { return buffer_; }
  const LlrConfig& config() const { return config_; }

  // Frames sent and not acknowledged, as the numbers say.
  std::uint32_t outstanding() const { return modulo(state_.tx_seq - 1 - state_.acked_seq); }

  // Settings that software has written; no more frames than the buffer was made for.
  void reconfigure(const LlrConfig& config) {
    const bool remote = std::exchange(config_, config).llr_mode_remote;
    if (remote != config.llr_mode_remote)
      set_remote(config.llr_mode_remote);
  }
  // LLR_MODE_REMOTE: the other end takes part.
  void set_remote(bool on) {
    config_.llr_mode_remote = on;
    if (!on) {
      discard_all();
      state_.state = TxState::kOff;
    } else if (state_.state == TxState::kOff) {
      enter_init();
    }
  }
  // Management: out of FLUSH.
  void re_init() {
    if (state_.state == TxState::kFlush)
      enter_init();
  }
  // Management, in OFF: the number of the next frame, unless INIT begins with 0 (init_seq).
  void set_next(std::uint32_t seq) {
    state_.tx_seq = modulo(seq);
    state_.acked_seq = modulo(seq - 1);
  }
  void clear_counters() { counters_ = {}; }
  // Management: the error bit has been read.
  void acknowledge_flush() { state_.flushed = false; }
  void pcs_down(Time now) {
    if (config_.ends(config_.pcs_lost_timeout) && state_.pcs_lost_timer == kNever)
      state_.pcs_lost_timer = now + config_.pcs_lost_timeout;
  }
  void pcs_up() { state_.pcs_lost_timer = kNever; }

  // What happens to a frame of this length that is offered now.
  Admission admission(Bytes length) const {
    switch (state_.state) {
      case TxState::kOff:
        return Admission::kBestEffort;
      case TxState::kInit:
        return of_action(config_.init_llr_frame_action);
      case TxState::kFlush:
        return of_action(config_.flush_llr_frame_action);
      case TxState::kReplay:
        return Admission::kBlock;
      case TxState::kAdvance:
        break;
    }
    const bool open =
        outstanding() < config_.outstanding_frames_max && counted_with(length) <= config_.outstanding_bytes_max;
    return open ? Admission::kEligible : Admission::kBlock;
  }
  // Sends a frame whose admission is kEligible, and gives its number.
  std::uint32_t send(Frame frame, Bytes length, bool poisoned, Time now) {
    const std::uint32_t seq = state_.tx_seq;
    buffer_.push(std::move(frame), length, poisoned, now);
    state_.tx_seq = modulo(seq + 1);
    if (buffer_.size() == 1)
      start_timer(now);
    count_frame(poisoned);
    return seq;
  }
  // The frame sent last turns out to have a poisoned FCS.
  void poison_newest() {
    buffer_.poison_newest();
    --counters_.llr_tx_ok;
    ++counters_.llr_tx_poisoned;
  }
  // A frame whose admission is kDiscard has been dropped.
  void discarded() { ++counters_.llr_tx_discard; }

  // In REPLAY: sends the next kept frame again. The slot stays as it is until the next call.
  bool replays() const { return state_.state == TxState::kReplay; }
  Sending replay(Time now) {
    const std::uint32_t seq = state_.replay_seq;
    const Slot& slot = buffer_.at(modulo(seq - state_.acked_seq - 1));
    if (!state_.replay_begun)
      start_timer(now);
    state_.replay_begun = true;
    state_.replay_seq = modulo(seq + 1);
    count_frame(slot.poisoned);
    if (state_.replay_seq == state_.tx_seq) {
      ++counters_.llr_tx_replay;
      end_replay(now);
    }
    return {seq, slot};
  }

  // In INIT: an LLR_INIT is to leave, and again, in its spacing, while this holds.
  bool wants_init() const { return state_.state == TxState::kInit; }
  frame::OrderedSet take_init() {
    ++counters_.llr_tx_init_ctl_os;
    return {frame::OrderedSetType::kLlrInit, state_.tx_seq, state_.init_data};
  }

  // An LLR_ACK, LLR_NACK or LLR_INIT_ECHO has arrived; others are ignored.
  void receive(const frame::OrderedSet& set, Time now) {
    switch (set.type) {
      case frame::OrderedSetType::kLlrAck:
        ++counters_.llr_rx_ack_ctl_os;
        acknowledge(set.seq, false, now);
        break;
      case frame::OrderedSetType::kLlrNack:
        ++counters_.llr_rx_nack_ctl_os;
        acknowledge(set.seq, true, now);
        break;
      case frame::OrderedSetType::kLlrInitEcho:
        ++counters_.llr_rx_init_echo_ctl_os;
        if (state_.state == TxState::kInit && echoes(set)) {
          state_.replay_ct = 0;
          state_.state = TxState::kAdvance;
        }
        break;
      default:
        break;
    }
  }

  // When replay_timer_expired() is to be called; kNever: not at all. An expiry within REPLAY is kept until ADVANCE.
  Time replay_timer_due() const { return state_.replay_timer; }
  void replay_timer_expired(Time now) {
    state_.replay_timer = kNever;
    if (state_.state == TxState::kReplay)
      state_.timer_expired = true;
    else if (state_.state == TxState::kAdvance)
      time_out(now);
  }

  // When flush_timer_expired() is to be called: PCS has been down too long, or the oldest frame is too old.
  Time flush_due() const {
    if (state_.state != TxState::kAdvance && state_.state != TxState::kReplay)
      return kNever;
    const bool ages = config_.ends(config_.data_age_timeout) && !buffer_.empty();
    const Time old = ages ? buffer_.oldest().first_sent + config_.data_age_timeout : kNever;
    return std::min(old, state_.pcs_lost_timer);
  }
  void flush_timer_expired() { flush(); }
  // Management, too.
  void flush() {
    if (state_.state == TxState::kAdvance || state_.state == TxState::kReplay)
      enter_flush();
  }

  // A state of the past, with the frames that were kept then, oldest first.
  template <class Slots>
  void restore(const LlrTxState& state, const Slots& slots) {
    state_ = state;
    buffer_.clear();
    for (const Slot& slot : slots)
      buffer_.push(slot.frame, slot.length, slot.poisoned, slot.first_sent);
  }

 private:
  std::uint32_t modulo(std::uint32_t number) const { return number & config_.seq_mask(); }

  static Admission of_action(FrameAction action) {
    switch (action) {
      case FrameAction::kDiscard:
        return Admission::kDiscard;
      case FrameAction::kBestEffort:
        return Admission::kBestEffort;
      case FrameAction::kBlock:
        break;
    }
    return Admission::kBlock;
  }

  // Bytes of the kept frames and of one more.
  Bytes counted_with(Bytes length) const {
    return buffer_.bytes() + static_cast<std::int64_t>(buffer_.size()) * config_.counted_beside() +
           config_.counted(length);
  }

  bool echoes(const frame::OrderedSet& set) const {
    const bool seq = set.seq == state_.tx_seq;
    const bool data = set.init_data == state_.init_data;
    switch (config_.echo_check) {
      case EchoCheck::kNone:
        return true;
      case EchoCheck::kSeq:
        return seq;
      case EchoCheck::kData:
        return data;
      case EchoCheck::kBoth:
        break;
    }
    return seq && data;
  }

  [[gnu::hot]] void acknowledge(std::uint32_t seq, bool nack, Time now) {
    if (state_.state != TxState::kAdvance && state_.state != TxState::kReplay)
      return;
    const std::uint32_t freed = modulo(seq - state_.acked_seq);
    if (freed > outstanding()) {
      ++counters_.llr_rx_ack_nack_seq_error;
      return;
    }
    if (freed != 0)
      free(freed, now);
    if (nack && !buffer_.empty())
      begin_replay();
    else if (state_.state == TxState::kReplay && state_.replay_seq == state_.tx_seq)
      end_replay(now);  // what was to be replayed has been acknowledged
  }

  void free(std::uint32_t frames, Time now) {
    if (state_.state == TxState::kReplay && modulo(state_.replay_seq - state_.acked_seq - 1) < frames)
      state_.replay_seq = modulo(state_.acked_seq + frames + 1);
    state_.acked_seq = modulo(state_.acked_seq + frames);
    for (std::uint32_t n = 0; n < frames; ++n)
      buffer_.pop();
    state_.replay_ct = 0;
    if (buffer_.empty())
      stop_timer();
    else
      start_timer(now);
  }

  void begin_replay() {
    state_.replay_seq = modulo(state_.acked_seq + 1);
    state_.replay_ct = std::min(state_.replay_ct + 1, config_.endless_replays() - 1);
    state_.replay_begun = false;
    state_.state = TxState::kReplay;
  }
  void end_replay(Time now) {
    state_.state = TxState::kAdvance;
    state_.replay_begun = false;
    if (std::exchange(state_.timer_expired, false))
      time_out(now);
  }

  // The replay timer has expired in ADVANCE.
  void time_out(Time) {
    if (buffer_.empty())
      return;
    const std::uint32_t most = config_.replay_count_max;
    if (most == config_.endless_replays() || state_.replay_ct < most)
      begin_replay();
    else
      enter_flush();
  }

  void enter_flush() {
    discard_all();
    state_.flushed = true;
    state_.state = TxState::kFlush;
    if (config_.re_init_on_flush)
      enter_init();
  }
  void enter_init() {
    if (config_.init_data == InitData::kCounts)
      state_.init_data = (state_.init_data + 1) & ((std::uint32_t{1} << config_.init_data_bits) - 1);
    if (config_.init_seq == InitSeq::kZero)
      state_.tx_seq = 0;
    state_.acked_seq = modulo(state_.tx_seq - 1);
    state_.state = TxState::kInit;
  }
  void discard_all() {
    buffer_.clear();
    stop_timer();
    state_.replay_begun = false;
    state_.replay_seq = 0;
    state_.acked_seq = modulo(state_.tx_seq - 1);
  }

  void start_timer(Time now) {
    state_.replay_timer = now + config_.replay_timer_max;
    state_.timer_expired = false;
  }
  void stop_timer() {
    state_.replay_timer = kNever;
    state_.timer_expired = false;
  }
  void count_frame(bool poisoned) { ++(poisoned ? counters_.llr_tx_poisoned : counters_.llr_tx_ok); }

  LlrConfig config_;
  ReplayBuffer<Frame> buffer_;
  LlrTxState state_;
  LlrTxCounters counters_;
};

}  // namespace weir::llr
