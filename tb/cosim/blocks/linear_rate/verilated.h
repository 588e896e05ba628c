// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "tb/cosim/blocks/linear_rate/linear_rate.h"
#include "tb/cosim/verilated_block.h"

namespace weir::cosim {

template <>
struct Pins<LinearRateKind> {
  template <class V>
  static void drive(V& rtl, const reference::LinearRateInputs& in, const reference::LinearRateConfig& /*setup*/) {
    cosim::drive(rtl.rst_ni, in.rst_n);
    cosim::drive(rtl.message_i, in.message);
    cosim::drive(rtl.fccl_i, in.fccl);
    cosim::drive(rtl.fctbs_i, in.fctbs);
    cosim::drive(rtl.range_i, in.range);
  }
  template <class V>
  static reference::LinearRateOutputs outputs(const V& rtl) {
    return {.busy = rtl.busy_o != 0, .valid = rtl.valid_o != 0, .factor = rtl.factor_o};
  }
};

}  // namespace weir::cosim
