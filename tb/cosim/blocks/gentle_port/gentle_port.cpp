// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/gentle_port/gentle_port.h"

#include "tb/cosim/blocks/equipped_port/limited_port.h"
#include "tb/cosim/blocks/lossless_port/in_switch.h"
#include "tb/cosim/ports_of_whole.h"

namespace weir::cosim {

using reference::GentlePortConfig;
using reference::GentlePortInputs;
using reference::GentlePortOutputs;

namespace {

using In = GentlePortInputs;
using Out = GentlePortOutputs;

constexpr Width<GentlePortConfig> kGentle{"gentle", "GENTLE", &GentlePortConfig::gentle, reference::kPortGentle};

}  // namespace

std::span<const Width<GentlePortConfig>> GentlePortKind::widths() {
  static const std::vector<Width<GentlePortConfig>> kWidths =
      widths_of_the_whole(EquippedPortKind::widths(), {kGentle});
  return kWidths;
}

BlockPorts<GentlePortInputs, GentlePortOutputs> GentlePortKind::ports(const Setup& setup) {
  setup.validate();
  const auto port = EquippedPortKind::ports(setup);
  BlockPorts<In, Out> all{
      .period = port.period, .inputs = as_of_the_whole<In>(port.inputs), .outputs = as_of_the_whole<Out>(port.outputs)};
  add_limited(all.inputs);
  add(all.inputs, "bm_i", reference::kPortDepthBits + 1, &In::bm);
  add(all.inputs, "log2_span_i", reference::kStageBits, &In::log2_span);
  add(all.inputs, "stages_i", reference::kStageBits, &In::stages);
  add(all.inputs, "tick_i", 1, &In::tick);
  add(all.outputs, "lets_o", 8, &Out::lets);
  add(all.outputs, "stages_due_o", 8, &Out::stages_due);
  add(all.outputs, "tells_o", 1, &Out::tells);
  add(all.outputs, "obeyed_o", 40, &Out::obeyed);
  add(all.outputs, "wait_o", reference::kRCBits, &Out::wait);
  return all;
}

Block GentlePortKind::block(const Variant<GentlePortKind>& variant) { return port_block(variant); }

}  // namespace weir::cosim
