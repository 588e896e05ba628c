// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/gradient_gate/gradient_gate.h"

#include "tb/cosim/at_need_in_switch.h"

namespace weir::cosim {

using reference::GradientGateConfig;
using reference::GradientGateInputs;
using reference::GradientGateOutputs;

namespace {

constexpr Time kPeriod{1200};

constexpr Width<GradientGateConfig> kWidths[] = {
    {"counter_bits", "COUNTER_W", &GradientGateConfig::counter_bits, reference::kGradientCounterBits, 12,
     "for some frames of 9216 bytes, and counts that come round", 24},
    {"blocks_bits", "BLOCKS_W", &GradientGateConfig::blocks_bits, reference::kGradientBlocksBits, 8,
     "for a frame of 9216 bytes in blocks of 64"},
};

}  // namespace

BlockPorts<GradientGateInputs, GradientGateOutputs> GradientGateKind::ports(const Setup& setup) {
  setup.validate();
  using In = GradientGateInputs;
  using Out = GradientGateOutputs;
  const unsigned counter = setup.counter_bits;
  const unsigned blocks = setup.blocks_bits;
  return {
      .period = kPeriod,
      .inputs = {port("rst_ni", 1, &In::rst_n), port("wants_i", 1, &In::wants), port("blocks_i", blocks, &In::blocks),
                 port("depth_i", counter, &In::depth), port("stop_i", counter, &In::stop), port("news_i", 1, &In::news),
                 port("news_freed_i", counter, &In::news_freed), port("admitted_i", 1, &In::admitted),
                 port("admitted_blocks_i", blocks, &In::admitted_blocks), port("taken_i", 1, &In::taken),
                 port("taken_blocks_i", blocks, &In::taken_blocks), port("left_i", 1, &In::left),
                 port("left_blocks_i", blocks, &In::left_blocks)},
      .outputs = {port("starts_o", 1, &Out::starts), port("held_o", counter, &Out::held),
                  port("sent_o", counter, &Out::sent), port("heard_o", counter, &Out::heard),
                  port("untaken_o", counter, &Out::untaken), port("freed_o", counter, &Out::freed)}};
}

std::span<const Width<GradientGateConfig>> GradientGateKind::widths() { return kWidths; }

GradientGateConfig GradientGateKind::in_switch(const GradientGateConfig& asked) {
  return by_counters<GradientGateKind>(asked).value_or(asked);
}

Block GradientGateKind::block(const Variant<GradientGateKind>& variant) { return block_at_need(variant); }

}  // namespace weir::cosim
