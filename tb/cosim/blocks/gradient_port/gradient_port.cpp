// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/gradient_port/gradient_port.h"

#include "tb/cosim/blocks/lossless_port/in_switch.h"
#include "tb/cosim/ports_of_whole.h"

namespace weir::cosim {

using reference::GradientPortConfig;
using reference::GradientPortInputs;
using reference::GradientPortOutputs;

namespace {

using In = GradientPortInputs;
using Out = GradientPortOutputs;

constexpr Width<GradientPortConfig> kGradient{"gradient", "GRADIENT", &GradientPortConfig::gradient,
                                              reference::kPortGradient};

}  // namespace

std::span<const Width<GradientPortConfig>> GradientPortKind::widths() {
  static const std::vector<Width<GradientPortConfig>> kWidths =
      widths_of_the_whole(EquippedPortKind::widths(), {kGradient});
  return kWidths;
}

BlockPorts<GradientPortInputs, GradientPortOutputs> GradientPortKind::ports(const Setup& setup) {
  setup.validate();
  const auto port = EquippedPortKind::ports(setup);
  BlockPorts<In, Out> all{
      .period = port.period, .inputs = as_of_the_whole<In>(port.inputs), .outputs = as_of_the_whole<Out>(port.outputs)};
  add(all.inputs, "wants_i", 1, &In::wants);
  add(all.inputs, "wants_class_i", 3, &In::wants_class);
  add(all.inputs, "wants_blocks_i", setup.blocks_bits, &In::wants_blocks);
  add(all.inputs, "wants_depth_i", setup.counter_bits, &In::wants_depth);
  add(all.inputs, "stop_i", setup.counter_bits, &In::stop);
  add(all.inputs, "taken_valid_i", 1, &In::taken_valid);
  add(all.inputs, "taken_class_i", 3, &In::taken_class);
  add(all.inputs, "taken_blocks_i", setup.blocks_bits, &In::taken_blocks);
  add(all.outputs, "takes_o", 1, &Out::takes);
  add(all.outputs, "tells_o", 1, &Out::tells);
  add(all.outputs, "held_o", setup.counter_bits, &Out::held);
  add(all.outputs, "untaken_0_1_o", 2 * setup.counter_bits, &Out::untaken_0_1);
  add(all.outputs, "untaken_2_3_o", 2 * setup.counter_bits, &Out::untaken_2_3);
  add(all.outputs, "untaken_4_5_o", 2 * setup.counter_bits, &Out::untaken_4_5);
  add(all.outputs, "untaken_6_7_o", 2 * setup.counter_bits, &Out::untaken_6_7);
  return all;
}

Block GradientPortKind::block(const Variant<GradientPortKind>& variant) { return port_block(variant); }

}  // namespace weir::cosim
