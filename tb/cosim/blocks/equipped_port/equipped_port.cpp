// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/equipped_port/equipped_port.h"

#include "tb/cosim/blocks/lossless_port/in_switch.h"
#include "tb/cosim/ports_of_whole.h"

namespace weir::cosim {

using reference::EquippedPortConfig;
using reference::EquippedPortInputs;
using reference::EquippedPortOutputs;

namespace {

constexpr Width<EquippedPortConfig> kWidths[] = {
    {"port", "PORT", &EquippedPortConfig::port, reference::kRegistersPort},
    {"counter_bits", "COUNTER_W", &EquippedPortConfig::counter_bits, reference::kIbCounterBits, 10,
     "for some packets, and counts that come round", 24},
    {"blocks_bits", "BLOCKS_W", &EquippedPortConfig::blocks_bits, reference::kIbBlocksBits, 6,
     "for a packet of 4096 bytes in blocks of 64"},
    {"first", "FIRST", &EquippedPortConfig::first, reference::kIbFirst},
    {"tcd", "TCD", &EquippedPortConfig::tcd, reference::kPortTcd},
    {"stamp_bits", "STAMP_W", &EquippedPortConfig::stamp_bits, reference::kTcdStampBits, 6, "for spans of some ticks"},
    {"q_bits", "Q_W", &EquippedPortConfig::q_bits, reference::kQBits, 14,
     "for a queue that holds frames of 9216 bytes"},
};

using In = EquippedPortInputs;
using Out = EquippedPortOutputs;

void add_inputs(std::vector<PortOf<In>>& ports, unsigned stamp, unsigned q) {
  add(ports, "now_i", stamp, &In::now);
  add(ports, "depths_0_1_i", 2 * q, &In::depths_0_1);
  add(ports, "depths_2_3_i", 2 * q, &In::depths_2_3);
  add(ports, "depths_4_5_i", 2 * q, &In::depths_4_5);
  add(ports, "depths_6_7_i", 2 * q, &In::depths_6_7);
  add(ports, "ecn_i", 16, &In::ecn);
  add(ports, "red_mark_i", 8, &In::red_mark);
  add(ports, "paused_i", 8, &In::paused);
  add(ports, "longest_on_i", stamp, &In::longest_on);
  add(ports, "sample_period_i", stamp, &In::sample_period);
  add(ports, "low_threshold_i", q, &In::low_threshold);
  add(ports, "rise_i", q, &In::rise);
  add(ports, "band_i", q, &In::band);
  add(ports, "hard_level_i", q, &In::hard_level);
  add(ports, "sticky_i", 1, &In::sticky);
  add(ports, "hold_i", 1, &In::hold);
  add(ports, "undetermined_i", 2, &In::undetermined);
  add(ports, "shown_i", 3, &In::shown);
}

void add_outputs(std::vector<PortOf<Out>>& ports, unsigned stamp, unsigned q) {
  add(ports, "ecn_o", 2, &Out::ecn);
  add(ports, "ce_o", 1, &Out::ce);
  add(ports, "ue_o", 1, &Out::ue);
  add(ports, "states_o", 16, &Out::states);
  add(ports, "spans_o", 8, &Out::spans);
  add(ports, "pauses_seen_o", 8, &Out::pauses_seen);
  add(ports, "holds_o", 8, &Out::holds);
  add(ports, "stamp_o", stamp, &Out::stamp);
  add(ports, "sample_o", q, &Out::sample);
  add(ports, "detector_clocks_o", 9, &Out::detector_clocks);
}

}  // namespace

BlockPorts<EquippedPortInputs, EquippedPortOutputs> EquippedPortKind::ports(const Setup& setup) {
  setup.validate();
  const auto port = LosslessPortKind::ports(setup);
  BlockPorts<In, Out> all{
      .period = port.period, .inputs = as_of_the_whole<In>(port.inputs), .outputs = as_of_the_whole<Out>(port.outputs)};
  add_inputs(all.inputs, setup.stamp_bits, setup.q_bits);
  add_outputs(all.outputs, setup.stamp_bits, setup.q_bits);
  return all;
}

std::span<const Width<EquippedPortConfig>> EquippedPortKind::widths() { return kWidths; }

Block EquippedPortKind::block(const Variant<EquippedPortKind>& variant) { return port_block(variant); }

}  // namespace weir::cosim
