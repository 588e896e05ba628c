// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/llr_tx/llr_tx.h"

#include "tb/cosim/clocked_in_switch.h"

namespace weir::cosim {

using llr::LlrTxCycleConfig;
using llr::LlrTxInputs;
using llr::LlrTxOutputs;

namespace {

constexpr Time kPeriod{1200};
using C = LlrTxCycleConfig;

constexpr Width<C> kWidths[] = {
    {"seq_bits", "SEQ_W", &C::seq_bits, reference::kLlrSeqBits, 6, "for a window and what is beside it"},
    {"slot_bits", "SLOT_W", &C::slot_bits, reference::kLlrSlotBits, 3, "for replays of some frames", 12},
    {"data_bits", "DATA_W", &C::data_bits, reference::kLlrDataBits, 2, "for two different data"},
    {"count_bits", "COUNT_W", &C::count_bits, reference::kLlrCountBits, 3, "for some replays"},
    {"length_bits", "LEN_W", &C::length_bits, reference::kLlrLengthBits, 7, "for frames of 64 B"},
    {"byte_bits", "BYTES_W", &C::byte_bits, reference::kLlrByteBits, 12, "for some frames"},
    {"timer_bits", "TIMER_W", &C::timer_bits, reference::kLlrTimerBits, 6, "for times of some cycles"},
    {"age_bits", "AGE_W", &C::age_bits, reference::kLlrAgeBits, 8, "for ages of some cycles"},
};

using In = LlrTxInputs;
using Out = LlrTxOutputs;
using Ports = BlockPorts<In, Out>;

void add_inputs(const C& setup, Ports& ports) {
  ports.inputs = {port("rst_ni", 1, &In::rst_n),
                  port("now_i", setup.age_bits + 1, &In::now),
                  port("llr_mode_remote_i", 1, &In::llr_mode_remote),
                  port("outstanding_frames_max_i", setup.seq_bits, &In::outstanding_frames_max),
                  port("outstanding_bytes_max_i", setup.byte_bits, &In::outstanding_bytes_max),
                  port("replay_timer_max_i", setup.timer_bits, &In::replay_timer_max),
                  port("replay_count_max_i", setup.count_bits, &In::replay_count_max),
                  port("pcs_lost_timeout_i", setup.age_bits, &In::pcs_lost_timeout),
                  port("data_age_timeout_i", setup.age_bits, &In::data_age_timeout),
                  port("init_llr_frame_action_i", 2, &In::init_llr_frame_action),
                  port("flush_llr_frame_action_i", 2, &In::flush_llr_frame_action),
                  port("re_init_on_flush_i", 1, &In::re_init_on_flush),
                  port("echo_check_i", 2, &In::echo_check),
                  port("init_seq_zero_i", 1, &In::init_seq_zero),
                  port("init_data_constant_i", 1, &In::init_data_constant),
                  port("re_init_i", 1, &In::re_init),
                  port("flush_read_i", 1, &In::flush_read),
                  port("pcs_up_i", 1, &In::pcs_up),
                  port("offer_i", 1, &In::offer),
                  port("offer_length_i", setup.length_bits, &In::offer_length),
                  port("offer_poisoned_i", 1, &In::offer_poisoned),
                  port("replay_take_i", 1, &In::replay_take),
                  port("init_take_i", 1, &In::init_take),
                  port("set_i", 2, &In::set),
                  port("set_seq_i", setup.seq_bits, &In::set_seq),
                  port("set_data_i", setup.data_bits, &In::set_data),
                  port("oldest_start_i", setup.byte_bits, &In::oldest_start),
                  port("oldest_first_sent_i", setup.age_bits, &In::oldest_first_sent),
                  port("replay_poisoned_i", 1, &In::replay_poisoned)};
}
void add_outputs(const C& setup, Ports& ports) {
  ports.outputs = {port("admission_o", 2, &Out::admission),
                   port("keep_o", 1, &Out::keep),
                   port("keep_slot_o", setup.slot_bits, &Out::keep_slot),
                   port("keep_start_o", setup.byte_bits, &Out::keep_start),
                   port("oldest_slot_o", setup.slot_bits, &Out::oldest_slot),
                   port("replay_slot_o", setup.slot_bits, &Out::replay_slot),
                   port("replay_due_o", 1, &Out::replay_due),
                   port("init_due_o", 1, &Out::init_due),
                   port("outstanding_o", setup.seq_bits, &Out::outstanding),
                   port("outstanding_bytes_o", setup.byte_bits, &Out::outstanding_bytes),
                   port("state_o", 3, &Out::state),
                   port("tx_seq_o", setup.seq_bits, &Out::tx_seq),
                   port("acked_seq_o", setup.seq_bits, &Out::acked_seq),
                   port("replay_seq_o", setup.seq_bits, &Out::replay_seq),
                   port("replay_ct_o", setup.count_bits, &Out::replay_ct),
                   port("init_data_o", setup.data_bits, &Out::init_data),
                   port("replay_timer_runs_o", 1, &Out::replay_timer_runs),
                   port("replay_timer_due_o", setup.timer_bits + 1, &Out::replay_timer_due),
                   port("replay_timer_expired_o", 1, &Out::replay_timer_expired),
                   port("replay_begun_o", 1, &Out::replay_begun),
                   port("pcs_lost_timer_runs_o", 1, &Out::pcs_lost_timer_runs),
                   port("pcs_lost_timer_due_o", setup.age_bits + 1, &Out::pcs_lost_timer_due),
                   port("pcs_lost_o", 1, &Out::pcs_lost),
                   port("llr_tx_flush_o", 1, &Out::llr_tx_flush),
                   port("llr_tx_init_ctl_os_o", 1, &Out::llr_tx_init_ctl_os),
                   port("llr_tx_discard_o", 1, &Out::llr_tx_discard),
                   port("llr_tx_ok_o", 1, &Out::llr_tx_ok),
                   port("llr_tx_poisoned_o", 1, &Out::llr_tx_poisoned),
                   port("llr_tx_replay_o", 1, &Out::llr_tx_replay),
                   port("llr_rx_init_echo_ctl_os_o", 1, &Out::llr_rx_init_echo_ctl_os),
                   port("llr_rx_ack_ctl_os_o", 1, &Out::llr_rx_ack_ctl_os),
                   port("llr_rx_nack_ctl_os_o", 1, &Out::llr_rx_nack_ctl_os),
                   port("llr_rx_ack_nack_seq_error_o", 1, &Out::llr_rx_ack_nack_seq_error)};
}

}  // namespace

BlockPorts<LlrTxInputs, LlrTxOutputs> LlrTxKind::ports(const Setup& setup) {
  setup.validate();
  Ports ports{.period = kPeriod, .inputs = {}, .outputs = {}};
  add_inputs(setup, ports);
  add_outputs(setup, ports);
  return ports;
}

std::span<const Width<LlrTxCycleConfig>> LlrTxKind::widths() { return kWidths; }

Block LlrTxKind::block(const Variant<LlrTxKind>& variant) { return clocked_block(variant); }

}  // namespace weir::cosim
