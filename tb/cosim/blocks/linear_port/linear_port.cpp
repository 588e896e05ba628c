// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/linear_port/linear_port.h"

#include "tb/cosim/blocks/equipped_port/limited_port.h"
#include "tb/cosim/blocks/lossless_port/in_switch.h"
#include "tb/cosim/ports_of_whole.h"

namespace weir::cosim {

using reference::LinearPortConfig;
using reference::LinearPortInputs;
using reference::LinearPortOutputs;

namespace {

using In = LinearPortInputs;
using Out = LinearPortOutputs;

constexpr unsigned kFactorBits = reference::kFactorIntBits + reference::kFactorFracBits;
constexpr Width<LinearPortConfig> kLinear{"linear", "LINEAR", &LinearPortConfig::linear, reference::kPortLinear};
constexpr Width<LinearPortConfig> kBlockShift{"block_shift", "BLOCK_SHIFT", &LinearPortConfig::block_shift,
                                              reference::kLinearBlockShift};

}  // namespace

std::span<const Width<LinearPortConfig>> LinearPortKind::widths() {
  static const std::vector<Width<LinearPortConfig>> kWidths =
      widths_of_the_whole(EquippedPortKind::widths(), {kLinear, kBlockShift});
  return kWidths;
}

BlockPorts<LinearPortInputs, LinearPortOutputs> LinearPortKind::ports(const Setup& setup) {
  setup.validate();
  const auto port = EquippedPortKind::ports(setup);
  BlockPorts<In, Out> all{
      .period = port.period, .inputs = as_of_the_whole<In>(port.inputs), .outputs = as_of_the_whole<Out>(port.outputs)};
  add_limited(all.inputs);
  add(all.inputs, "linear_range_i", setup.rate().room_bits(), &In::linear_range);
  add(all.inputs, "tick_i", 1, &In::tick);
  add(all.outputs, "lets_o", 8, &Out::lets);
  add(all.outputs, "tells_o", 1, &Out::tells);
  add(all.outputs, "kept_o", 8, &Out::kept);
  add(all.outputs, "divides_o", 8, &Out::divides);
  add(all.outputs, "remaining_o", setup.counter_bits, &Out::remaining);
  add(all.outputs, "factor_o", kFactorBits, &Out::factor);
  add(all.outputs, "wait_o", reference::kRCBits + reference::kFactorFracBits, &Out::wait);
  return all;
}

Block LinearPortKind::block(const Variant<LinearPortKind>& variant) { return port_block(variant); }

}  // namespace weir::cosim
