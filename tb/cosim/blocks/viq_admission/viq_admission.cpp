// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/viq_admission/viq_admission.h"

#include "tb/cosim/clocked_in_switch.h"

namespace weir::cosim {

using reference::ViqAdmissionConfig;
using reference::ViqAdmissionInputs;
using reference::ViqAdmissionOutputs;

namespace {

constexpr Time kPeriod{1200};

constexpr Width<ViqAdmissionConfig> kWidths[] = {
    {"viq_bits", "VIQ_W", &ViqAdmissionConfig::viq_bits, reference::kViqBits, 3, "for VIQs beside each other"},
    {"cell_bits", "CELL_W", &ViqAdmissionConfig::cell_bits, reference::kViqCellBits, 8, "for packets of 45 cells"},
};

}  // namespace

BlockPorts<ViqAdmissionInputs, ViqAdmissionOutputs> ViqAdmissionKind::ports(const Setup& setup) {
  setup.validate();
  using In = ViqAdmissionInputs;
  using Out = ViqAdmissionOutputs;
  const unsigned viq = setup.viq_bits;
  const unsigned cells = setup.cell_bits;
  return {
      .period = kPeriod,
      .inputs = {port("rst_ni", 1, &In::rst_n), port("shared_i", cells, &In::shared), port("pool_i", cells, &In::pool),
                 port("minimum_i", cells, &In::minimum), port("limit_i", cells, &In::limit),
                 port("headroom_i", cells, &In::headroom), port("xoff_i", cells, &In::xoff),
                 port("gap_i", cells, &In::gap), port("alpha_i", reference::kViqAlphaBits, &In::alpha),
                 port("lossless_alpha_i", reference::kViqAlphaBits, &In::lossless_alpha),
                 port("arrives_i", 1, &In::arrives), port("arrives_viq_i", viq, &In::arrives_viq),
                 port("arrives_cells_i", cells, &In::arrives_cells),
                 port("arrives_lossless_i", 1, &In::arrives_lossless),
                 port("arrives_veq_full_i", 1, &In::arrives_veq_full), port("departs_i", 1, &In::departs),
                 port("departs_viq_i", viq, &In::departs_viq), port("departs_cells_i", cells, &In::departs_cells)},
      .outputs = {port("answers_o", 1, &Out::answers), port("admits_o", 1, &Out::admits),
                  port("answer_o", 3, &Out::answer), port("arrival_cells_o", cells, &Out::arrival_cells),
                  port("arrival_held_o", cells, &Out::arrival_held), port("departed_o", 1, &Out::departed),
                  port("departure_cells_o", cells, &Out::departure_cells),
                  port("departure_held_o", cells, &Out::departure_held), port("broken_o", 1, &Out::broken),
                  port("xoff_o", 1, &Out::xoff), port("xoff_viq_o", viq, &Out::xoff_viq), port("xon_o", 1, &Out::xon),
                  port("xon_viq_o", viq, &Out::xon_viq), port("asks_o", 1, &Out::asks), port("look_o", viq, &Out::look),
                  port("taken_o", cells, &Out::taken), port("held_o", cells, &Out::held)}};
}

std::span<const Width<ViqAdmissionConfig>> ViqAdmissionKind::widths() { return kWidths; }

Block ViqAdmissionKind::block(const Variant<ViqAdmissionKind>& variant) { return clocked_block(variant); }

}  // namespace weir::cosim
