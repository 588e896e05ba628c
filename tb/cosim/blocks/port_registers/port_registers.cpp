// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/port_registers/port_registers.h"

#include <bit>

#include "tb/cosim/make_block.h"

namespace weir::cosim {

using reference::PortRegistersConfig;
using reference::PortRegistersInputs;
using reference::PortRegistersOutputs;

namespace {

constexpr Time kPeriod{1200};

constexpr Width<PortRegistersConfig> kWidths[] = {
    {"port", "PORT", &PortRegistersConfig::port, reference::kRegistersPort},
};

}  // namespace

BlockPorts<PortRegistersInputs, PortRegistersOutputs> PortRegistersKind::ports(const Setup& setup) {
  setup.validate();
  using In = PortRegistersInputs;
  using Out = PortRegistersOutputs;
  const auto number_bits = static_cast<unsigned>(std::bit_width(reference::register_values() - 1));
  return {.period = kPeriod,
          .inputs = {port("rst_ni", 1, &In::rst_n), port("request_i", 1, &In::request), port("write_i", 1, &In::write),
                     port("address_i", reference::kRegistersAddressBits, &In::address), port("data_i", 32, &In::data),
                     port("strobe_i", 4, &In::strobe), port("value_i", 64, &In::value),
                     port("interrupt_status_set_i", 8, &In::interrupt_status_set),
                     port("interrupt_status_level_i", 8, &In::interrupt_status_level)},
          .outputs = {port("answers_o", 1, &Out::answers),
                      port("error_o", 1, &Out::error),
                      port("data_o", 32, &Out::data),
                      port("value_reads_o", 1, &Out::value_reads),
                      port("value_number_o", number_bits, &Out::value_number),
                      port("snapshot_held_o", 1, &Out::snapshot_held),
                      port("snapshot_number_o", number_bits, &Out::snapshot_number),
                      port("snapshot_o", 32, &Out::snapshot),
                      port("port_mac_address_o", 48, &Out::port_mac_address),
                      port("port_max_frame_o", 14, &Out::port_max_frame),
                      port("forwarding_route_port_o", 1, &Out::forwarding_route_port),
                      port("flow_control_xoff_o", 24, &Out::flow_control_xoff),
                      port("flow_control_xon_o", 24, &Out::flow_control_xon),
                      port("flow_control_pause_quanta_o", 16, &Out::flow_control_pause_quanta),
                      port("flow_control_refresh_quanta_o", 16, &Out::flow_control_refresh_quanta),
                      port("flow_control_lossless_classes_o", 8, &Out::flow_control_lossless_classes),
                      port("management_enable_o", 1, &Out::management_enable),
                      port("interrupt_status_o", 8, &Out::interrupt_status),
                      port("interrupt_mask_o", 8, &Out::interrupt_mask),
                      port("interrupt_force_o", 8, &Out::interrupt_force)}};
}

std::span<const Width<PortRegistersConfig>> PortRegistersKind::widths() { return kWidths; }

Block PortRegistersKind::block(const Variant<PortRegistersKind>& variant) { return make_block(variant); }

}  // namespace weir::cosim
