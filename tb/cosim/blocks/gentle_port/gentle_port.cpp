// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/gentle_port/gentle_port.h"

#include "tb/cosim/make_block.h"
#include "tb/cosim/ports_of_whole.h"

namespace weir::cosim {

using reference::GentlePortConfig;
using reference::GentlePortInputs;
using reference::GentlePortOutputs;

namespace {

using In = GentlePortInputs;
using Out = GentlePortOutputs;

constexpr Width<GentlePortConfig> kGentle{"gentle", "GENTLE", &GentlePortConfig::gentle, reference::kPortGentle};

// Those of the port, then that of GFC.
std::vector<Width<GentlePortConfig>> all_widths() {
  std::vector<Width<GentlePortConfig>> all;
  for (const Width<reference::EquippedPortConfig>& one : EquippedPortKind::widths()) {
    all.push_back({one.name, one.parameter, one.of, one.built, one.least, one.why, one.most});
  }
  all.push_back(kGentle);
  return all;
}

}  // namespace

std::span<const Width<GentlePortConfig>> GentlePortKind::widths() {
  static const std::vector<Width<GentlePortConfig>> kWidths = all_widths();
  return kWidths;
}

BlockPorts<GentlePortInputs, GentlePortOutputs> GentlePortKind::ports(const Setup& setup) {
  setup.validate();
  const auto port = EquippedPortKind::ports(setup);
  BlockPorts<In, Out> all{
      .period = port.period, .inputs = as_of_the_whole<In>(port.inputs), .outputs = as_of_the_whole<Out>(port.outputs)};
  add(all.inputs, "rounding_i", 2, &In::rounding);
  add(all.inputs, "clamp_i", 1, &In::clamp);
  add(all.inputs, "bm_i", reference::kPortDepthBits + 1, &In::bm);
  add(all.inputs, "log2_span_i", reference::kStageBits, &In::log2_span);
  add(all.inputs, "stages_i", reference::kStageBits, &In::stages);
  add(all.inputs, "sent_ticks_i", reference::kRLTickBits, &In::sent_ticks);
  add(all.inputs, "sent_subticks_i", reference::kSubtickBits, &In::sent_subticks);
  add(all.inputs, "sent_phase_i", reference::kSubtickBits, &In::sent_phase);
  add(all.outputs, "lets_o", 8, &Out::lets);
  add(all.outputs, "stages_due_o", 8, &Out::stages_due);
  add(all.outputs, "tells_o", 1, &Out::tells);
  add(all.outputs, "obeyed_o", 40, &Out::obeyed);
  add(all.outputs, "wait_o", reference::kRCBits, &Out::wait);
  return all;
}

Block GentlePortKind::block(const Variant<GentlePortKind>& variant) { return make_block(variant); }

}  // namespace weir::cosim
