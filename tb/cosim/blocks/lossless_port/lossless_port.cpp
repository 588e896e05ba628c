// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/lossless_port/lossless_port.h"

#include "tb/cosim/blocks/lossless_port/in_switch.h"

namespace weir::cosim {

using reference::LosslessPortConfig;
using reference::LosslessPortInputs;
using reference::LosslessPortOutputs;

namespace {

constexpr Time kPeriod{1200};

constexpr Width<LosslessPortConfig> kWidths[] = {
    {"port", "PORT", &LosslessPortConfig::port, reference::kRegistersPort},
    {"counter_bits", "COUNTER_W", &LosslessPortConfig::counter_bits, reference::kIbCounterBits, 10,
     "for some packets, and counts that come round", 24},
    {"blocks_bits", "BLOCKS_W", &LosslessPortConfig::blocks_bits, reference::kIbBlocksBits, 6,
     "for a packet of 4096 bytes in blocks of 64"},
    {"first", "FIRST", &LosslessPortConfig::first, reference::kIbFirst},
};

using In = LosslessPortInputs;
using Out = LosslessPortOutputs;

std::vector<PortOf<In>> inputs_of(const LosslessPortConfig& setup) {
  const unsigned counter = setup.counter_bits;
  const unsigned blocks = setup.blocks_bits;
  return {port("rst_ni", 1, &In::rst_n),
          port("port_pause_i", 1, &In::port_pause),
          port("resync_i", 1, &In::resync),
          port("buffer_i", counter, &In::buffer),
          port("credited_i", 8, &In::credited),
          port("strict_i", 8, &In::strict),
          port("weights_i", 64, &In::weights),
          port("quantum_i", 14, &In::quantum),
          port("step_i", 10, &In::step),
          port("link_up_i", 1, &In::link_up),
          port("period_i", 8, &In::period),
          port("init_i", 1, &In::init),
          port("admitted_valid_i", 1, &In::admitted_valid),
          port("admitted_class_i", 3, &In::admitted_class),
          port("admitted_depth_i", 25, &In::admitted_depth),
          port("admitted_blocks_i", blocks, &In::admitted_blocks),
          port("released_valid_i", 1, &In::released_valid),
          port("released_class_i", 3, &In::released_class),
          port("released_depth_i", 25, &In::released_depth),
          port("released_blocks_i", blocks, &In::released_blocks),
          port("above_i", 8, &In::above),
          port("below_i", 8, &In::below),
          port("waiting_i", 8, &In::waiting),
          port("lengths_0_3_i", 56, &In::lengths_0_3),
          port("lengths_4_7_i", 56, &In::lengths_4_7),
          port("head_blocks_0_3_i", 4 * blocks, &In::head_blocks_0_3),
          port("head_blocks_4_7_i", 4 * blocks, &In::head_blocks_4_7),
          port("open_i", 8, &In::open),
          port("port_open_i", 8, &In::port_open),
          port("heard_valid_i", 1, &In::heard_valid),
          port("heard_credit_i", 1, &In::heard_credit),
          port("heard_head_i", 32, &In::heard_head),
          port("heard_times_0_3_i", 64, &In::heard_times_0_3),
          port("heard_times_4_7_i", 64, &In::heard_times_4_7),
          port("heard_class_i", 3, &In::heard_class),
          port("heard_fctbs_i", counter, &In::heard_fctbs),
          port("heard_fccl_i", counter, &In::heard_fccl),
          port("sent_valid_i", 1, &In::sent_valid),
          port("sent_class_i", 3, &In::sent_class),
          port("sent_blocks_i", blocks, &In::sent_blocks),
          port("mac_ready_i", 1, &In::mac_ready),
          port("request_i", 1, &In::request),
          port("write_i", 1, &In::write),
          port("address_i", reference::kRegistersAddressBits, &In::address),
          port("data_i", 32, &In::data),
          port("strobe_i", 4, &In::strobe),
          port("value_i", 64, &In::value),
          port("interrupt_status_set_i", 8, &In::interrupt_status_set),
          port("interrupt_status_level_i", 8, &In::interrupt_status_level)};
}

std::vector<PortOf<Out>> outputs_of(const LosslessPortConfig& setup) {
  return {port("ready_o", 1, &Out::ready),
          port("goes_o", 8, &Out::goes),
          port("mac_valid_o", 1, &Out::mac_valid),
          port("mac_kind_o", 2, &Out::mac_kind),
          port("mac_class_o", 3, &Out::mac_class),
          port("mac_head_o", 32, &Out::mac_head),
          port("mac_times_0_3_o", 64, &Out::mac_times_0_3),
          port("mac_times_4_7_o", 64, &Out::mac_times_4_7),
          port("mac_fctbs_o", setup.counter_bits, &Out::mac_fctbs),
          port("mac_fccl_o", setup.counter_bits, &Out::mac_fccl),
          port("blocked_o", 8, &Out::blocked),
          port("credit_o", 8, &Out::credit),
          port("answers_o", 1, &Out::answers),
          port("error_o", 1, &Out::error),
          port("data_o", 32, &Out::data),
          port("value_reads_o", 1, &Out::value_reads),
          port("value_number_o", 9, &Out::value_number),
          port("port_mac_address_o", 48, &Out::port_mac_address),
          port("port_max_frame_o", 14, &Out::port_max_frame),
          port("forwarding_route_port_o", 1, &Out::forwarding_route_port),
          port("interrupt_o", 1, &Out::interrupt),
          port("clocks_o", 11, &Out::clocks)};
}

}  // namespace

BlockPorts<LosslessPortInputs, LosslessPortOutputs> LosslessPortKind::ports(const Setup& setup) {
  setup.validate();
  return {.period = kPeriod, .inputs = inputs_of(setup), .outputs = outputs_of(setup)};
}

std::span<const Width<LosslessPortConfig>> LosslessPortKind::widths() { return kWidths; }

Block LosslessPortKind::block(const Variant<LosslessPortKind>& variant) { return port_block(variant); }

}  // namespace weir::cosim
