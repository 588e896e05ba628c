// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/llr_rx/llr_rx.h"

#include "tb/cosim/clocked_in_switch.h"

namespace weir::cosim {

using llr::LlrRxCycleConfig;
using llr::LlrRxInputs;
using llr::LlrRxOutputs;

namespace {

constexpr Time kPeriod{1200};

constexpr Width<LlrRxCycleConfig> kWidths[] = {
    {"seq_bits", "SEQ_W", &LlrRxCycleConfig::seq_bits, reference::kLlrSeqBits, 4, "for a window and what is beside it"},
    {"data_bits", "DATA_W", &LlrRxCycleConfig::data_bits, reference::kLlrDataBits, 2, "for two different data"},
};

}  // namespace

BlockPorts<LlrRxInputs, LlrRxOutputs> LlrRxKind::ports(const Setup& setup) {
  setup.validate();
  using In = LlrRxInputs;
  using Out = LlrRxOutputs;
  const unsigned seq = setup.seq_bits;
  const unsigned data = setup.data_bits;
  return {.period = kPeriod,
          .inputs = {port("rst_ni", 1, &In::rst_n), port("llr_mode_local_i", 1, &In::llr_mode_local),
                     port("bad_frame_any_i", 1, &In::bad_frame_any), port("dup_silent_i", 1, &In::dup_silent),
                     port("idle_ack_i", 1, &In::idle_ack), port("nack_take_i", 1, &In::nack_take),
                     port("echo_take_i", 1, &In::echo_take), port("ack_take_i", 1, &In::ack_take),
                     port("frame_i", 1, &In::frame), port("frame_seq_i", seq, &In::frame_seq),
                     port("frame_fcs_i", 2, &In::frame_fcs), port("init_i", 1, &In::init),
                     port("init_seq_i", seq, &In::init_seq), port("init_data_i", data, &In::init_data)},
          .outputs = {port("accept_o", 1, &Out::accept),
                      port("nack_due_o", 1, &Out::nack_due),
                      port("echo_due_o", 1, &Out::echo_due),
                      port("ack_due_o", 1, &Out::ack_due),
                      port("last_seq_o", seq, &Out::last_seq),
                      port("echo_seq_o", seq, &Out::echo_seq),
                      port("echo_data_o", data, &Out::echo_data),
                      port("state_o", 2, &Out::state),
                      port("next_rx_seq_o", seq, &Out::next_rx_seq),
                      port("ack_news_o", 1, &Out::ack_news),
                      port("in_duplicates_o", 1, &Out::in_duplicates),
                      port("llr_tx_init_echo_ctl_os_o", 1, &Out::llr_tx_init_echo_ctl_os),
                      port("llr_tx_ack_ctl_os_o", 1, &Out::llr_tx_ack_ctl_os),
                      port("llr_tx_nack_ctl_os_o", 1, &Out::llr_tx_nack_ctl_os),
                      port("llr_rx_init_ctl_os_o", 1, &Out::llr_rx_init_ctl_os),
                      port("llr_rx_ok_o", 1, &Out::llr_rx_ok),
                      port("llr_rx_poisoned_o", 1, &Out::llr_rx_poisoned),
                      port("llr_rx_bad_o", 1, &Out::llr_rx_bad),
                      port("llr_rx_expected_seq_good_o", 1, &Out::llr_rx_expected_seq_good),
                      port("llr_rx_expected_seq_poisoned_o", 1, &Out::llr_rx_expected_seq_poisoned),
                      port("llr_rx_expected_seq_bad_o", 1, &Out::llr_rx_expected_seq_bad),
                      port("llr_rx_missing_seq_o", 1, &Out::llr_rx_missing_seq),
                      port("llr_rx_duplicate_seq_o", 1, &Out::llr_rx_duplicate_seq),
                      port("llr_rx_replay_o", 1, &Out::llr_rx_replay)}};
}

std::span<const Width<LlrRxCycleConfig>> LlrRxKind::widths() { return kWidths; }

Block LlrRxKind::block(const Variant<LlrRxKind>& variant) { return clocked_block(variant); }

}  // namespace weir::cosim
