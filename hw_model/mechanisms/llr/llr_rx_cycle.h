// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of rtl/llr_rx, register for register: the receiver of link-level retry of one port. All rules are
// those of llr_rx.h. Latency: none, a frame is judged in the cycle in which it comes. Within a cycle: the mode, the set
// that leaves, the frame, the LLR_INIT.

#pragma once

#include <cstdint>

#include "hw_model/mechanisms/llr/llr_config.h"
#include "hw_model/mechanisms/llr/llr_rx.h"
#include "hw_model/reference/llr_widths.h"

namespace weir::llr {

static_assert(reference::kLlrSeqBits == LlrConfig::kSeqBits);

struct LlrRxCycleConfig {
  unsigned seq_bits = reference::kLlrSeqBits;
  unsigned data_bits = reference::kLlrDataBits;

  // Throws std::invalid_argument, one line that names the field and what is wanted.
  void validate() const;
  std::uint32_t most_seq() const { return (std::uint32_t{1} << seq_bits) - 1; }
  std::uint32_t most_data() const { return (std::uint32_t{1} << data_bits) - 1; }
};

// One that is idle: nothing comes, nothing leaves.
struct LlrRxInputs {
  bool rst_n = true;
  bool llr_mode_local = true;
  bool bad_frame_any = false;  // bad_frame_rule = any
  bool dup_silent = false;     // dup_in_nack_sent = silent
  bool idle_ack = true;
  bool nack_take = false;  // one set at most leaves in a cycle
  bool echo_take = false;
  bool ack_take = false;
  bool frame = false;
  std::uint32_t frame_seq = 0;
  std::uint8_t frame_fcs = 0;  // 0 good, 1 poisoned, 2 and 3 bad
  bool init = false;
  std::uint32_t init_seq = 0;
  std::uint32_t init_data = 0;
  bool operator==(const LlrRxInputs&) const = default;
};

struct LlrRxOutputs {
  bool accept = false;
  bool nack_due = false;
  bool echo_due = false;
  bool ack_due = false;
  std::uint32_t last_seq = 0;
  std::uint32_t echo_seq = 0;
  std::uint32_t echo_data = 0;
  std::uint8_t state = 0;
  std::uint32_t next_rx_seq = 0;
  bool ack_news = false;
  bool in_duplicates = false;
  // What the counters of these names count of this cycle.
  bool llr_tx_init_echo_ctl_os = false;
  bool llr_tx_ack_ctl_os = false;
  bool llr_tx_nack_ctl_os = false;
  bool llr_rx_init_ctl_os = false;
  bool llr_rx_ok = false;
  bool llr_rx_poisoned = false;
  bool llr_rx_bad = false;
  bool llr_rx_expected_seq_good = false;
  bool llr_rx_expected_seq_poisoned = false;
  bool llr_rx_expected_seq_bad = false;
  bool llr_rx_missing_seq = false;
  bool llr_rx_duplicate_seq = false;
  bool llr_rx_replay = false;
  bool operator==(const LlrRxOutputs&) const = default;
};

// Sets the outputs of the counters that have gone on.
void count(const LlrRxCounters& before, const LlrRxCounters& after, LlrRxOutputs& out);

// The outputs that show registers; the others are 0.
LlrRxOutputs registers_of(const LlrRx& rx);

class LlrRxCycle {
 public:
  explicit LlrRxCycle(const LlrRxCycleConfig& config);

  // One cycle; outputs as before its clock edge.
  LlrRxOutputs clock(const LlrRxInputs& in);

  // The outputs of a cycle without its clock edge. A low rst_n clears the registers at once: reset is asynchronous.
  LlrRxOutputs evaluate(const LlrRxInputs& in);

  // The registers.
  const LlrRxState& state() const { return rx_.state(); }

 private:
  static LlrRxOutputs play(LlrRx& rx, const LlrRxInputs& in);

  LlrRx rx_;
};

}  // namespace weir::llr
