// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "tb/cosim/blocks/class_mapper/class_mapper.h"
#include "tb/cosim/verilated_block.h"

namespace weir::cosim {

template <>
struct Pins<ClassMapperKind> {
  template <class V>
  static void drive(V& rtl, const reference::ClassMapperInputs& in, const reference::ClassMapperBlock& /*setup*/) {
    cosim::drive(rtl.rst_ni, in.rst_n);
    cosim::drive(rtl.write_i, in.write);
    cosim::drive(rtl.source_i, in.source);
    cosim::drive(rtl.ttl0_i, in.ttl0);
    cosim::drive(rtl.dscp_write_i, in.dscp_write);
    cosim::drive(rtl.dscp_write_index_i, in.dscp_write_index);
    cosim::drive(rtl.dscp_write_class_i, in.dscp_write_class);
    cosim::drive(rtl.class_shift_i, in.class_shift);
    cosim::drive(rtl.routed_i, in.routed);
    cosim::drive(rtl.pcp_i, in.pcp);
    cosim::drive(rtl.dscp_i, in.dscp);
    cosim::drive(rtl.ttl_i, in.ttl);
  }
  template <class V>
  static reference::ClassMapperOutputs outputs(const V& rtl) {
    return {.traffic_class = rtl.class_o,
            .pause_class = rtl.pause_class_o,
            .pauses = rtl.pauses_o != 0,
            .expires = rtl.expires_o != 0,
            .source = rtl.source_o,
            .ttl0 = rtl.ttl0_o};
  }
};

}  // namespace weir::cosim
