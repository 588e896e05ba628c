// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "tb/cosim/blocks/leading_zero_comparator/leading_zero_comparator.h"
#include "tb/cosim/verilated_block.h"

namespace weir::cosim {

template <>
struct Pins<LeadingZeroComparatorKind> {
  template <class V>
  static void drive(V& rtl, const reference::LeadingZeroInputs& in, const reference::StageComparatorConfig& /*setup*/) {
    cosim::drive(rtl.rst_ni, in.rst_n);
    cosim::drive(rtl.table_we_i, in.table_we);
    cosim::drive(rtl.bm_i, in.bm);
    cosim::drive(rtl.log2_span_i, in.log2_span);
    cosim::drive(rtl.stages_i, in.stages);
    cosim::drive(rtl.q_i, in.q);
  }
  template <class V>
  static reference::StageComparatorOutputs outputs(const V& rtl) {
    return {.stage = rtl.stage_o, .changed = rtl.changed_o != 0};
  }
};

}  // namespace weir::cosim
