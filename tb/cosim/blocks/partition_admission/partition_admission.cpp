// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/partition_admission/partition_admission.h"

#include "tb/cosim/at_need_in_switch.h"

namespace weir::cosim {

using reference::PartitionAdmissionConfig;
using reference::PartitionAdmissionInputs;
using reference::PartitionAdmissionOutputs;

namespace {

constexpr Time kPeriod{1200};

// Width by width, as header and parameters name them.
constexpr Width<PartitionAdmissionConfig> kWidths[] = {
    {"ports", "PORTS", &PartitionAdmissionConfig::ports, reference::kAdmissionPorts, 2},
    {"port_bits", "PORT_W", &PartitionAdmissionConfig::port_bits, reference::kAdmissionPortBits, 1},
    {"classes", "CLASSES", &PartitionAdmissionConfig::classes, reference::kAdmissionClasses, 3},
    {"cell_bits", "CELL_W", &PartitionAdmissionConfig::cell_bits, reference::kAdmissionCellBits, 10},
    {"q_bits", "Q_W", &PartitionAdmissionConfig::q_bits, reference::kQBits, 16},
};

}  // namespace

BlockPorts<PartitionAdmissionInputs, PartitionAdmissionOutputs> PartitionAdmissionKind::ports(const Setup& setup) {
  setup.validate();
  using In = PartitionAdmissionInputs;
  using Out = PartitionAdmissionOutputs;
  const unsigned of_port = setup.port_bits;
  const unsigned cells = setup.cell_bits;
  const unsigned q = setup.q_bits;
  return {
      .period = kPeriod,
      .inputs = {port("rst_ni", 1, &In::rst_n),
                 port("set_i", 1, &In::set),
                 port("set_class_i", 3, &In::set_class),
                 port("set_size_i", cells, &In::set_size),
                 port("minimum_i", cells, &In::minimum),
                 port("viq_limit_i", q, &In::viq_limit),
                 port("headroom_i", q, &In::headroom),
                 port("xoff_i", q, &In::xoff),
                 port("xon_i", q, &In::xon),
                 port("pausing_i", setup.classes, &In::pausing),
                 port("arrives_i", 1, &In::arrives),
                 port("arrives_port_i", of_port, &In::arrives_port),
                 port("arrives_class_i", 3, &In::arrives_class),
                 port("arrives_length_i", q, &In::arrives_length),
                 port("arrives_cells_i", cells, &In::arrives_cells),
                 port("departs_i", 1, &In::departs),
                 port("departs_port_i", of_port, &In::departs_port),
                 port("departs_class_i", 3, &In::departs_class),
                 port("departs_length_i", q, &In::departs_length),
                 port("departs_cells_i", cells, &In::departs_cells),
                 port("read_port_i", of_port, &In::read_port),
                 port("read_class_i", 3, &In::read_class)},
      .outputs = {port("admits_o", 1, &Out::admits), port("answer_o", 3, &Out::answer), port("xoff_o", 1, &Out::xoff),
                  port("xon_o", 1, &Out::xon), port("broken_o", 1, &Out::broken), port("taken_o", 1, &Out::taken),
                  port("depth_o", q, &Out::depth), port("cells_o", cells, &Out::cells), port("asks_o", 1, &Out::asks),
                  port("size_o", cells, &Out::size), port("used_o", cells, &Out::used),
                  port("set_aside_o", cells, &Out::set_aside)}};
}

std::span<const Width<PartitionAdmissionConfig>> PartitionAdmissionKind::widths() { return kWidths; }

Block PartitionAdmissionKind::block(const Variant<PartitionAdmissionKind>& variant) { return block_at_need(variant); }

}  // namespace weir::cosim
