// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "tb/cosim/blocks/tcd_detector/tcd_detector.h"
#include "tb/cosim/verilated_block.h"

namespace weir::cosim {

template <>
struct Pins<TcdDetectorKind> {
  template <class V>
  static void drive(V& rtl, const reference::TcdDetectorInputs& in, const reference::TcdDetectorConfig& /*setup*/) {
    cosim::drive(rtl.rst_ni, in.rst_n);
    cosim::drive(rtl.now_i, in.now);
    cosim::drive(rtl.sweep_i, in.sweep);
    cosim::drive(rtl.off_end_i, in.off_end);
    cosim::drive(rtl.departs_i, in.departs);
    cosim::drive(rtl.behind_i, in.behind);
    cosim::drive(rtl.ecn_i, in.ecn);
    cosim::drive(rtl.red_mark_i, in.red_mark);
    cosim::drive(rtl.paused_i, in.paused);
    cosim::drive(rtl.longest_on_i, in.longest_on);
    cosim::drive(rtl.period_i, in.period);
    cosim::drive(rtl.low_threshold_i, in.low_threshold);
    cosim::drive(rtl.rise_i, in.rise);
    cosim::drive(rtl.band_i, in.band);
    cosim::drive(rtl.hard_level_i, in.hard_level);
    cosim::drive(rtl.sticky_i, in.sticky);
    cosim::drive(rtl.hold_i, in.hold);
    cosim::drive(rtl.undetermined_i, in.undetermined);
  }
  template <class V>
  static reference::TcdDetectorOutputs outputs(const V& rtl) {
    return {.ce = rtl.ce_o != 0,
            .ue = rtl.ue_o != 0,
            .running = rtl.running_o != 0,
            .pause_seen = rtl.pause_seen_o != 0,
            .held = rtl.held_o != 0,
            .ecn = rtl.ecn_o,
            .state = rtl.state_o,
            .stamp = rtl.stamp_o,
            .sample = rtl.sample_o};
  }
};

}  // namespace weir::cosim
