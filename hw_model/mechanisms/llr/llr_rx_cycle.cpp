// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/llr/llr_rx_cycle.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "hw_model/reference/width_ranges.h"

namespace weir::llr {
namespace {

LlrConfig config_of(const LlrRxCycleConfig& widths) {
  widths.validate();
  LlrConfig config;
  config.seq_bits = widths.seq_bits;
  config.init_data_bits = widths.data_bits;
  return config;
}

// The modes of this cycle; in most cycles those of the one before.
void set_modes(LlrRx& rx, const LlrRxInputs& in) {
  LlrConfig config = rx.config();
  config.llr_mode_local = in.llr_mode_local;
  config.bad_frame_rule = in.bad_frame_any ? BadFrameRule::kAny : BadFrameRule::kExpected;
  config.dup_in_nack_sent = in.dup_silent ? DupInNackSent::kSilent : DupInNackSent::kResume;
  config.idle_ack = in.idle_ack;
  rx.reconfigure(config);
}
bool has_modes(const LlrConfig& config, const LlrRxInputs& in) {
  return config.llr_mode_local == in.llr_mode_local && config.idle_ack == in.idle_ack &&
         (config.bad_frame_rule == BadFrameRule::kAny) == in.bad_frame_any &&
         (config.dup_in_nack_sent == DupInNackSent::kSilent) == in.dup_silent;
}

Fcs fcs_of(std::uint8_t code) { return static_cast<Fcs>(std::min<std::uint8_t>(code, 2)); }

}  // namespace

void count(const LlrRxCounters& before, const LlrRxCounters& after, LlrRxOutputs& out) {
  out.llr_tx_init_echo_ctl_os = after.llr_tx_init_echo_ctl_os != before.llr_tx_init_echo_ctl_os;
  out.llr_tx_ack_ctl_os = after.llr_tx_ack_ctl_os != before.llr_tx_ack_ctl_os;
  out.llr_tx_nack_ctl_os = after.llr_tx_nack_ctl_os != before.llr_tx_nack_ctl_os;
  out.llr_rx_init_ctl_os = after.llr_rx_init_ctl_os != before.llr_rx_init_ctl_os;
  out.llr_rx_ok = after.llr_rx_ok != before.llr_rx_ok;
  out.llr_rx_poisoned = after.llr_rx_poisoned != before.llr_rx_poisoned;
  out.llr_rx_bad = after.llr_rx_bad != before.llr_rx_bad;
  out.llr_rx_expected_seq_good = after.llr_rx_expected_seq_good != before.llr_rx_expected_seq_good;
  out.llr_rx_expected_seq_poisoned = after.llr_rx_expected_seq_poisoned != before.llr_rx_expected_seq_poisoned;
  out.llr_rx_expected_seq_bad = after.llr_rx_expected_seq_bad != before.llr_rx_expected_seq_bad;
  out.llr_rx_missing_seq = after.llr_rx_missing_seq != before.llr_rx_missing_seq;
  out.llr_rx_duplicate_seq = after.llr_rx_duplicate_seq != before.llr_rx_duplicate_seq;
  out.llr_rx_replay = after.llr_rx_replay != before.llr_rx_replay;
}

void LlrRxCycleConfig::validate() const {
  for (const std::string& wrong : {reference::out_of_range("seq_bits", seq_bits, "SEQ_W"),
                                   reference::out_of_range("data_bits", data_bits, "DATA_W")}) {
    if (!wrong.empty()) {
      throw std::invalid_argument("llr_rx: " + wrong);
    }
  }
}

LlrRxCycle::LlrRxCycle(const LlrRxCycleConfig& config) : rx_(config_of(config)) {}

LlrRxOutputs registers_of(const LlrRx& rx) {
  const LlrRxState& state = rx.state();
  return {.last_seq = rx.last_accepted(),
          .echo_seq = state.echo_seq,
          .echo_data = state.echo_data,
          .state = static_cast<std::uint8_t>(state.state),
          .next_rx_seq = state.next_rx_seq,
          .ack_news = state.news,
          .in_duplicates = state.in_duplicates};
}

LlrRxOutputs LlrRxCycle::play(LlrRx& rx, const LlrRxInputs& in) {
  LlrRxOutputs out = registers_of(rx);
  if (!has_modes(rx.config(), in)) {
    set_modes(rx, in);
  }
  out.nack_due = rx.wants_nack();
  out.echo_due = rx.wants_echo();
  out.ack_due = rx.acks();
  if (!in.nack_take && !in.echo_take && !in.ack_take && !in.frame && !in.init) {
    return out;
  }
  const LlrRxCounters before = rx.counters();
  if (in.nack_take && out.nack_due) {
    rx.take_nack();
  }
  if (in.echo_take && out.echo_due) {
    rx.take_echo();
  }
  if (in.ack_take && out.ack_due) {
    rx.take_ack();
  }
  out.accept = in.frame && rx.receive(in.frame_seq, fcs_of(in.frame_fcs));
  if (in.init) {
    rx.receive({frame::OrderedSetType::kLlrInit, in.init_seq, in.init_data});
  }
  count(before, rx.counters(), out);
  return out;
}

LlrRxOutputs LlrRxCycle::evaluate(const LlrRxInputs& in) {
  if (!in.rst_n) {
    rx_.restore({});
  }
  LlrRx next = rx_;
  return play(next, in);
}

LlrRxOutputs LlrRxCycle::clock(const LlrRxInputs& in) {
  if (!in.rst_n) {
    return evaluate(in);
  }
  return play(rx_, in);
}

}  // namespace weir::llr
