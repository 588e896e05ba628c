// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "tb/cosim/blocks/fera_meter/fera_meter.h"
#include "tb/cosim/verilated_block.h"

namespace weir::cosim {

template <>
struct Pins<FeraMeterKind> {
  template <class V>
  static void drive(V& rtl, const reference::FeraMeterInputs& in, const reference::FeraMeterConfig& /*setup*/) {
    cosim::drive(rtl.rst_ni, in.rst_n);
    cosim::drive(rtl.arrives_i, in.arrives);
    cosim::drive(rtl.arrives_port_i, in.arrives_port);
    cosim::drive(rtl.arrives_length_i, in.arrives_length);
    cosim::drive(rtl.tick_i, in.tick);
    cosim::drive(rtl.tick_port_i, in.tick_port);
    cosim::drive(rtl.tick_queue_i, in.tick_queue);
    cosim::drive(rtl.asks_i, in.asks);
    cosim::drive(rtl.read_port_i, in.read_port);
    cosim::drive(rtl.interval_i, in.interval);
    cosim::drive(rtl.least_clock_i, in.least_clock);
    cosim::drive(rtl.q_eq_i, in.q_eq);
    cosim::drive(rtl.gain_i, in.gain);
    cosim::drive(rtl.least_f_i, in.least_f);
    cosim::drive(rtl.scales_fall_i, in.scales_fall);
    cosim::drive(rtl.scales_rise_i, in.scales_rise);
    cosim::drive(rtl.line_i, in.line);
    cosim::drive(rtl.least_i, in.least);
    cosim::drive(rtl.capacity_i, in.capacity);
    cosim::drive(rtl.kbps_i, in.kbps);
    if constexpr (requires { rtl.inverse_i; }) {  // form without divisor
      cosim::drive(rtl.least_step_i, in.least_step);
      cosim::drive(rtl.most_step_i, in.most_step);
      cosim::drive(rtl.inverse_i, in.inverse);
      cosim::drive(rtl.shift_i, in.shift);
    } else {
      cosim::drive(rtl.cycle_bytes_i, in.cycle_bytes);
    }
  }
  template <class V>
  static reference::FeraMeterOutputs outputs(const V& rtl) {
    return {.busy = rtl.busy_o != 0,
            .late = rtl.late_o != 0,
            .port = rtl.port_o,
            .due = rtl.due_o,
            .rate = rtl.rate_o,
            .tag_rate = rtl.tag_rate_o,
            .arrived = rtl.arrived_o,
            .arrived_last = rtl.arrived_last_o,
            .queue = rtl.queue_o,
            .paused = rtl.paused_o,
            .paused_last = rtl.paused_last_o};
  }
};

}  // namespace weir::cosim
