// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The receiver of link-level retry (LLR) of one port: accepts eligible frames in the order of their numbers, each once,
// and tells the other end by LLR_ACK and LLR_NACK up to which number it has come.
//
//   OFF        no LLR, or no LLR_INIT yet: eligible frames are discarded
//   SEND_ACKS  LLR_ACK in every ACK slot
//   SEND_NACK  a frame is missing: an LLR_NACK is to leave
//   NACK_SENT  silent until the missing frame comes
//
// Source and choices as for llr_tx.h. A received number s is expected, missing or a duplicate by
// d = (s - next_rx_seq) mod 2^seq_bits: d = 0, below half of the numbers, or not.

#pragma once

#include <cstdint>
#include <utility>

#include "hw_model/frame/ordered_set.h"
#include "hw_model/mechanisms/llr/llr_config.h"

namespace weir::llr {

enum class RxState : std::uint8_t { kOff, kSendAcks, kSendNack, kNackSent };

// poisoned: a bad FCS by which another switch has marked the frame; LLR takes it for good.
enum class Fcs : std::uint8_t { kGood, kPoisoned, kBad };

struct LlrRxState {
  RxState state = RxState::kOff;
  std::uint32_t next_rx_seq = 0;
  bool echo_due = false;  // an LLR_INIT_ECHO with these values is to leave
  std::uint32_t echo_seq = 0;
  std::uint32_t echo_data = 0;
  bool news = false;           // for idle_ack = 0: a frame was accepted since the last ACK
  bool in_duplicates = false;  // for LLR_RX_REPLAY: the last frame was a duplicate
  bool operator==(const LlrRxState&) const = default;
};

// By the names of SAI_PORT_STAT_*; the sets that a receiver sends are counted here.
struct LlrRxCounters {
  std::uint64_t llr_tx_init_echo_ctl_os = 0;
  std::uint64_t llr_tx_ack_ctl_os = 0;
  std::uint64_t llr_tx_nack_ctl_os = 0;
  std::uint64_t llr_rx_init_ctl_os = 0;
  std::uint64_t llr_rx_ok = 0;
  std::uint64_t llr_rx_poisoned = 0;
  std::uint64_t llr_rx_bad = 0;
  std::uint64_t llr_rx_expected_seq_good = 0;
  std::uint64_t llr_rx_expected_seq_poisoned = 0;
  std::uint64_t llr_rx_expected_seq_bad = 0;
  std::uint64_t llr_rx_missing_seq = 0;    // whatever their FCS
  std::uint64_t llr_rx_duplicate_seq = 0;  // likewise
  std::uint64_t llr_rx_replay = 0;
};

class LlrRx {
 public:
  explicit LlrRx(const LlrConfig& config) : config_(config) {}

  const LlrRxState& state() const { return state_; }
  const LlrRxCounters& counters() const { return counters_; }
  const LlrConfig& config() const { return config_; }

  // Settings that software has written.
  void reconfigure(const LlrConfig& config) {
    const bool local = std::exchange(config_, config).llr_mode_local;
    if (local != config.llr_mode_local)
      set_local(config.llr_mode_local);
  }
  // LLR_MODE_LOCAL: this end takes part.
  void set_local(bool on) {
    config_.llr_mode_local = on;
    if (!on)
      state_ = {.next_rx_seq = state_.next_rx_seq};
  }

  // An eligible frame has arrived. Whether it goes on to the MAC client; otherwise it is dropped here.
  bool receive(std::uint32_t seq, Fcs fcs) {
    count_fcs(fcs);
    if (state_.state == RxState::kOff)
      return false;
    const std::uint32_t ahead = (seq - state_.next_rx_seq) & config_.seq_mask();
    if (ahead == 0)
      return expected(fcs);
    if (ahead < config_.half_space())
      missing();
    else
      duplicate(fcs);
    return false;
  }

  // An LLR_INIT has arrived; other sets are ignored.
  void receive(const frame::OrderedSet& set) {
    if (set.type != frame::OrderedSetType::kLlrInit)
      return;
    ++counters_.llr_rx_init_ctl_os;
    if (!config_.llr_mode_local)
      return;
    state_ = {.state = RxState::kSendAcks,
              .next_rx_seq = set.seq,
              .echo_due = true,
              .echo_seq = set.seq,
              .echo_data = set.init_data};
  }

  // The number up to which all frames have been accepted.
  std::uint32_t last_accepted() const { return (state_.next_rx_seq - 1) & config_.seq_mask(); }

  // Sets that are to leave as soon as the spacing allows, NACK first.
  bool wants_nack() const { return state_.state == RxState::kSendNack; }
  bool wants_echo() const { return state_.echo_due; }
  // In an ACK slot: whether an LLR_ACK leaves.
  bool acks() const { return state_.state == RxState::kSendAcks && (config_.idle_ack || state_.news); }

  frame::OrderedSet take_nack() {
    ++counters_.llr_tx_nack_ctl_os;
    state_.state = RxState::kNackSent;
    return {frame::OrderedSetType::kLlrNack, last_accepted()};
  }
  frame::OrderedSet take_echo() {
    ++counters_.llr_tx_init_echo_ctl_os;
    state_.echo_due = false;
    const frame::OrderedSet echo{frame::OrderedSetType::kLlrInitEcho, state_.echo_seq, state_.echo_data};
    state_.echo_seq = 0;
    state_.echo_data = 0;
    return echo;
  }
  frame::OrderedSet take_ack() {
    ++counters_.llr_tx_ack_ctl_os;
    state_.news = false;
    return {frame::OrderedSetType::kLlrAck, last_accepted()};
  }
  // ACKs that left without news, worked out from the time that passed.
  void idle_acks(std::uint64_t sets) {
    counters_.llr_tx_ack_ctl_os += sets;
    state_.news = state_.news && !(sets != 0 && acks());
  }

  void clear_counters() { counters_ = {}; }

  void restore(const LlrRxState& state) { state_ = state; }

 private:
  bool expected(Fcs fcs) {
    if (fcs == Fcs::kBad) {
      ++counters_.llr_rx_expected_seq_bad;
      ask_again();
      return false;
    }
    ++(fcs == Fcs::kGood ? counters_.llr_rx_expected_seq_good : counters_.llr_rx_expected_seq_poisoned);
    if (state_.state == RxState::kNackSent)
      ++counters_.llr_rx_replay;
    state_.in_duplicates = false;
    state_.next_rx_seq = (state_.next_rx_seq + 1) & config_.seq_mask();
    state_.news = true;
    state_.state = RxState::kSendAcks;
    return true;
  }
  void missing() {
    ++counters_.llr_rx_missing_seq;
    ask_again();
  }
  void duplicate(Fcs fcs) {
    ++counters_.llr_rx_duplicate_seq;
    const bool bad = fcs == Fcs::kBad;
    if (state_.state == RxState::kNackSent && !bad) {
      if (config_.dup_in_nack_sent == DupInNackSent::kResume) {
        ++counters_.llr_rx_replay;
        state_.in_duplicates = true;
        state_.state = RxState::kSendAcks;
      }
    } else if (state_.state == RxState::kSendAcks) {
      if (!state_.in_duplicates && config_.rx_replay_counts == RxReplayCounts::kAll)
        ++counters_.llr_rx_replay;
      state_.in_duplicates = true;
      if (bad && config_.bad_frame_rule == BadFrameRule::kAny)
        ask_again();
    }
  }
  // One NACK, until something is accepted.
  void ask_again() {
    state_.in_duplicates = false;
    if (state_.state == RxState::kSendAcks)
      state_.state = RxState::kSendNack;
  }

  void count_fcs(Fcs fcs) {
    switch (fcs) {
      case Fcs::kGood:
        ++counters_.llr_rx_ok;
        break;
      case Fcs::kPoisoned:
        ++counters_.llr_rx_poisoned;
        break;
      case Fcs::kBad:
        ++counters_.llr_rx_bad;
        break;
    }
  }

  LlrConfig config_;
  LlrRxState state_;
  LlrRxCounters counters_;
};

}  // namespace weir::llr
