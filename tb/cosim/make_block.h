// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Makes an entry of the list of blocks from a variant.

#pragma once

#include "tb/cosim/block.h"
#include "tb/cosim/kind.h"
#include "tb/cosim/run_block.h"
#include "tb/cosim/vector_recorder.h"

namespace weir::cosim {

template <BlockKind Kind>
Block make_block(const Variant<Kind>& variant) {
  Block block;
  block.name = variant.name;
  block.text = variant.text;
  block.run = [variant](const CosimOptions& options) {
    return run_block(variant, rtl_or<Kind>(variant.rtl, options.rtl), options);
  };
  block.vectors = [variant](const VectorOptions& options) { return vectors_of(variant, options); };
  block.shape = [variant](const VectorOptions& widths) {
    Variant<Kind> other = variant;
    set_parameters(variant.name, widths.parameters, Kind::parameters(other.setup));
    return shape_of(other);
  };
  block.reference = [variant](const VectorOptions& widths) -> std::unique_ptr<PortDut> {
    typename Kind::Setup setup = variant.setup;
    set_parameters(variant.name, widths.parameters, Kind::parameters(setup));
    return std::make_unique<PortsOfDut<Kind>>(reference_dut<Kind>(setup, variant.latency), Kind::ports(setup));
  };
  return block;
}

}  // namespace weir::cosim
