// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of rtl/llr_tx, register for register: the transmitter of link-level retry of one port, whose rules
// are those of llr_tx.h. What it keeps of a frame stands in memories beside it. Within a cycle: the mode, the frame
// that leaves, the ordered set that arrives, the replay timer, FLUSH, INIT.

#pragma once

#include <cstdint>

#include "hw_model/mechanisms/llr/llr_tx.h"
#include "hw_model/reference/llr_widths.h"

namespace weir::llr {

// The largest number of so many bits.
constexpr std::uint64_t ones(unsigned bits) { return (std::uint64_t{1} << bits) - 1; }

struct LlrTxCycleConfig {
  unsigned seq_bits = reference::kLlrSeqBits;
  unsigned slot_bits = reference::kLlrSlotBits;
  unsigned data_bits = reference::kLlrDataBits;
  unsigned count_bits = reference::kLlrCountBits;
  unsigned length_bits = reference::kLlrLengthBits;
  unsigned byte_bits = reference::kLlrByteBits;
  unsigned timer_bits = reference::kLlrTimerBits;
  unsigned age_bits = reference::kLlrAgeBits;

  // Throws std::invalid_argument, one line that names the field and what is wanted.
  void validate() const;
  bool operator==(const LlrTxCycleConfig&) const = default;
};

// One that is idle: the other end takes part, PCS is up, nothing leaves and nothing comes.
struct LlrTxInputs {
  bool rst_n = true;
  std::uint64_t now = 0;
  bool llr_mode_remote = true;
  std::uint32_t outstanding_frames_max = 0;
  std::uint32_t outstanding_bytes_max = 0;
  std::uint32_t replay_timer_max = 0;
  std::uint32_t replay_count_max = 0;
  std::uint32_t pcs_lost_timeout = 0;
  std::uint32_t data_age_timeout = 0;
  std::uint8_t init_llr_frame_action = 0;  // FrameAction; 3 is block, too
  std::uint8_t flush_llr_frame_action = 0;
  bool re_init_on_flush = false;
  std::uint8_t echo_check = 3;  // EchoCheck
  bool init_seq_zero = false;
  bool init_data_constant = false;
  bool re_init = false;
  bool flush_read = false;
  bool pcs_up = true;
  bool offer = false;
  std::uint32_t offer_length = 0;
  bool offer_poisoned = false;
  bool replay_take = false;
  bool init_take = false;
  std::uint8_t set = 0;  // 0 nothing, 1 LLR_ACK, 2 LLR_NACK, 3 LLR_INIT_ECHO
  std::uint32_t set_seq = 0;
  std::uint32_t set_data = 0;
  std::uint32_t oldest_start = 0;  // of the slots that the cycle before named
  std::uint32_t oldest_first_sent = 0;
  bool replay_poisoned = false;
  bool operator==(const LlrTxInputs&) const = default;
};

struct LlrTxOutputs {
  std::uint8_t admission = 0;  // 0 block, 1 discard, 2 best effort, 3 eligible
  bool keep = false;
  std::uint32_t keep_slot = 0;
  std::uint32_t keep_start = 0;
  std::uint32_t oldest_slot = 0;
  std::uint32_t replay_slot = 0;
  bool replay_due = false;
  bool init_due = false;
  std::uint32_t outstanding = 0;
  std::uint32_t outstanding_bytes = 0;
  // The registers as the cycle began.
  std::uint8_t state = 0;
  std::uint32_t tx_seq = 0;
  std::uint32_t acked_seq = 0;
  std::uint32_t replay_seq = 0;
  std::uint32_t replay_ct = 0;
  std::uint32_t init_data = 0;
  bool replay_timer_runs = false;
  std::uint32_t replay_timer_due = 0;
  bool replay_timer_expired = false;
  bool replay_begun = false;
  bool pcs_lost_timer_runs = false;
  std::uint64_t pcs_lost_timer_due = 0;
  bool pcs_lost = false;
  bool llr_tx_flush = false;
  // What the counters of these names count of this cycle.
  bool llr_tx_init_ctl_os = false;
  bool llr_tx_discard = false;
  bool llr_tx_ok = false;
  bool llr_tx_poisoned = false;
  bool llr_tx_replay = false;
  bool llr_rx_init_echo_ctl_os = false;
  bool llr_rx_ack_ctl_os = false;
  bool llr_rx_nack_ctl_os = false;
  bool llr_rx_ack_nack_seq_error = false;
  bool operator==(const LlrTxOutputs&) const = default;
};

struct LlrTxCycleState {
  TxState state = TxState::kOff;
  std::uint32_t tx_seq = 0;
  std::uint32_t acked_seq = 0;
  std::uint32_t replay_seq = 0;
  std::uint32_t replay_ct = 0;
  std::uint32_t init_data = 0;
  std::uint32_t next_start = 0;  // of the next frame in the replay buffer
  bool timer_runs = false;
  std::uint32_t timer_due = 0;
  bool timer_expired = false;
  bool replay_begun = false;
  bool pcs_runs = false;
  std::uint64_t pcs_due = 0;
  bool pcs_lost = false;
  bool flushed = false;
  bool operator==(const LlrTxCycleState&) const = default;
};

class LlrTxCycle {
 public:
  explicit LlrTxCycle(const LlrTxCycleConfig& config);

  // One cycle; outputs as before its clock edge.
  LlrTxOutputs clock(const LlrTxInputs& in);

  // The outputs of a cycle without its clock edge. A low rst_n clears the registers at once: reset is asynchronous.
  LlrTxOutputs evaluate(const LlrTxInputs& in);

  // The registers.
  const LlrTxCycleState& state() const { return state_; }

 private:
  LlrTxCycleConfig config_;
  LlrTxCycleState state_;
};

}  // namespace weir::llr
