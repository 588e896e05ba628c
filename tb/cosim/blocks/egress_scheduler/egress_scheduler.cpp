// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/egress_scheduler/egress_scheduler.h"

#include "tb/cosim/clocked_in_switch.h"

namespace weir::cosim {

using reference::EgressSchedulerConfig;
using reference::EgressSchedulerInputs;
using reference::EgressSchedulerOutputs;

namespace {

constexpr Time kPeriod{1200};

constexpr Width<EgressSchedulerConfig> kWidths[] = {
    {"length_bits", "LEN_W", &EgressSchedulerConfig::length_bits, reference::kSchedulerLengthBits, 8,
     "for packets of 64 bytes and more"},
    {"weight_bits", "WEIGHT_W", &EgressSchedulerConfig::weight_bits, reference::kSchedulerWeightBits, 2,
     "for weights that differ"},
};

}  // namespace

BlockPorts<EgressSchedulerInputs, EgressSchedulerOutputs> EgressSchedulerKind::ports(const Setup& setup) {
  setup.validate();
  using In = EgressSchedulerInputs;
  using Out = EgressSchedulerOutputs;
  const unsigned lengths = 4 * setup.length_bits;
  const unsigned deficits = 2 * setup.deficit_bits();
  return {.period = kPeriod,
          .inputs = {port("rst_ni", 1, &In::rst_n), port("waiting_i", 8, &In::waiting),
                     port("lengths_0_3_i", lengths, &In::lengths_0_3), port("lengths_4_7_i", lengths, &In::lengths_4_7),
                     port("blocked_i", 8, &In::blocked), port("credit_i", 8, &In::credit), port("open_i", 8, &In::open),
                     port("port_open_i", 8, &In::port_open), port("ready_i", 1, &In::ready),
                     port("strict_i", 8, &In::strict), port("weights_i", 8 * setup.weight_bits, &In::weights),
                     port("quantum_i", setup.length_bits, &In::quantum)},
          .outputs = {port("chosen_o", 8, &Out::chosen), port("grant_o", 1, &Out::grant), port("turn_o", 3, &Out::turn),
                      port("deficits_0_1_o", deficits, &Out::deficits_0_1),
                      port("deficits_2_3_o", deficits, &Out::deficits_2_3),
                      port("deficits_4_5_o", deficits, &Out::deficits_4_5),
                      port("deficits_6_7_o", deficits, &Out::deficits_6_7)}};
}

std::span<const Width<EgressSchedulerConfig>> EgressSchedulerKind::widths() { return kWidths; }

Block EgressSchedulerKind::block(const Variant<EgressSchedulerKind>& variant) { return clocked_block(variant); }

}  // namespace weir::cosim
