// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "tb/cosim/blocks/partition_admission/partition_admission.h"
#include "tb/cosim/verilated_block.h"

namespace weir::cosim {

template <>
struct Pins<PartitionAdmissionKind> {
  template <class V>
  static void drive(V& rtl, const reference::PartitionAdmissionInputs& in,
                    const reference::PartitionAdmissionConfig& /*setup*/) {
    cosim::drive(rtl.rst_ni, in.rst_n);
    cosim::drive(rtl.set_i, in.set);
    cosim::drive(rtl.set_class_i, in.set_class);
    cosim::drive(rtl.set_size_i, in.set_size);
    cosim::drive(rtl.minimum_i, in.minimum);
    cosim::drive(rtl.viq_limit_i, in.viq_limit);
    cosim::drive(rtl.headroom_i, in.headroom);
    cosim::drive(rtl.xoff_i, in.xoff);
    cosim::drive(rtl.xon_i, in.xon);
    cosim::drive(rtl.pausing_i, in.pausing);
    cosim::drive(rtl.arrives_i, in.arrives);
    cosim::drive(rtl.arrives_port_i, in.arrives_port);
    cosim::drive(rtl.arrives_class_i, in.arrives_class);
    cosim::drive(rtl.arrives_length_i, in.arrives_length);
    cosim::drive(rtl.arrives_cells_i, in.arrives_cells);
    cosim::drive(rtl.departs_i, in.departs);
    cosim::drive(rtl.departs_port_i, in.departs_port);
    cosim::drive(rtl.departs_class_i, in.departs_class);
    cosim::drive(rtl.departs_length_i, in.departs_length);
    cosim::drive(rtl.departs_cells_i, in.departs_cells);
    cosim::drive(rtl.read_port_i, in.read_port);
    cosim::drive(rtl.read_class_i, in.read_class);
  }
  template <class V>
  static reference::PartitionAdmissionOutputs outputs(const V& rtl) {
    return {.admits = rtl.admits_o != 0,
            .xoff = rtl.xoff_o != 0,
            .xon = rtl.xon_o != 0,
            .broken = rtl.broken_o != 0,
            .taken = rtl.taken_o != 0,
            .asks = rtl.asks_o != 0,
            .answer = rtl.answer_o,
            .depth = rtl.depth_o,
            .cells = rtl.cells_o,
            .size = rtl.size_o,
            .used = rtl.used_o,
            .set_aside = rtl.set_aside_o};
  }
};

}  // namespace weir::cosim
