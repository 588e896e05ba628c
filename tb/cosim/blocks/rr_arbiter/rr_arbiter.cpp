// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/rr_arbiter/rr_arbiter.h"

#include <bit>

#include "tb/cosim/clocked_in_switch.h"

namespace weir::cosim {

using reference::RrArbiterConfig;
using reference::RrArbiterInputs;
using reference::RrArbiterOutputs;

namespace {

constexpr Time kPeriod{1200};

constexpr Width<RrArbiterConfig> kWidths[] = {
    {"inputs", "INPUTS", &RrArbiterConfig::inputs, reference::kArbiterInputs, 3, "for inputs before and behind"},
    {"lock", "LOCK", &RrArbiterConfig::lock, reference::kArbiterLock},
};

}  // namespace

BlockPorts<RrArbiterInputs, RrArbiterOutputs> RrArbiterKind::ports(const Setup& setup) {
  setup.validate();
  using In = RrArbiterInputs;
  using Out = RrArbiterOutputs;
  const unsigned index = static_cast<unsigned>(std::bit_width(setup.inputs - 1));
  return {.period = kPeriod,
          .inputs = {port("rst_ni", 1, &In::rst_n), port("req_i", setup.inputs, &In::req),
                     port("accept_i", 1, &In::accept), port("lock_i", 1, &In::lock)},
          .outputs = {port("grant_valid_o", 1, &Out::grant_valid), port("grant_o", setup.inputs, &Out::grant),
                      port("grant_index_o", index, &Out::grant_index), port("pointer_o", index, &Out::pointer),
                      port("locked_o", 1, &Out::locked), port("owner_o", index, &Out::owner)}};
}

std::span<const Width<RrArbiterConfig>> RrArbiterKind::widths() { return kWidths; }

Block RrArbiterKind::block(const Variant<RrArbiterKind>& variant) { return clocked_block(variant); }

}  // namespace weir::cosim
