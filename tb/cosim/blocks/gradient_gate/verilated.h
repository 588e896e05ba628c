// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "tb/cosim/blocks/gradient_gate/gradient_gate.h"
#include "tb/cosim/verilated_block.h"

namespace weir::cosim {

template <>
struct Pins<GradientGateKind> {
  template <class V>
  static void drive(V& rtl, const reference::GradientGateInputs& in, const reference::GradientGateConfig& /*setup*/) {
    cosim::drive(rtl.rst_ni, in.rst_n);
    cosim::drive(rtl.wants_i, in.wants);
    cosim::drive(rtl.blocks_i, in.blocks);
    cosim::drive(rtl.depth_i, in.depth);
    cosim::drive(rtl.stop_i, in.stop);
    cosim::drive(rtl.news_i, in.news);
    cosim::drive(rtl.news_freed_i, in.news_freed);
    cosim::drive(rtl.admitted_i, in.admitted);
    cosim::drive(rtl.admitted_blocks_i, in.admitted_blocks);
    cosim::drive(rtl.taken_i, in.taken);
    cosim::drive(rtl.taken_blocks_i, in.taken_blocks);
    cosim::drive(rtl.left_i, in.left);
    cosim::drive(rtl.left_blocks_i, in.left_blocks);
  }
  template <class V>
  static reference::GradientGateOutputs outputs(const V& rtl) {
    return {.starts = rtl.starts_o != 0,
            .held = rtl.held_o,
            .sent = rtl.sent_o,
            .heard = rtl.heard_o,
            .untaken = rtl.untaken_o,
            .freed = rtl.freed_o};
  }
};

}  // namespace weir::cosim
