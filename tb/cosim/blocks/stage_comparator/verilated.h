// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "tb/cosim/blocks/stage_comparator/stage_comparator.h"
#include "tb/cosim/verilated_block.h"

namespace weir::cosim {

template <>
struct Pins<StageComparatorKind> {
  template <class V>
  static void drive(V& rtl, const reference::StageComparatorInputs& in,
                    const reference::StageComparatorConfig& /*setup*/) {
    cosim::drive(rtl.rst_ni, in.rst_n);
    cosim::drive(rtl.threshold_we_i, in.threshold_we);
    cosim::drive(rtl.threshold_index_i, in.threshold_index);
    cosim::drive(rtl.threshold_i, in.threshold);
    cosim::drive(rtl.q_i, in.q);
  }
  template <class V>
  static reference::StageComparatorOutputs outputs(const V& rtl) {
    return {.stage = rtl.stage_o, .changed = rtl.changed_o != 0};
  }
};

}  // namespace weir::cosim
