// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "tb/cosim/blocks/itsy_causality/itsy_causality.h"
#include "tb/cosim/verilated_block.h"

namespace weir::cosim {

template <>
struct Pins<ItsyCausalityKind> {
  template <class V>
  static void drive(V& rtl, const reference::ItsyCausalityInputs& in, const reference::ItsyCausalityConfig& /*setup*/) {
    cosim::drive(rtl.rst_ni, in.rst_n);
    cosim::drive(rtl.clear_i, in.clear);
    cosim::drive(rtl.life_over_i, in.life_over);
    cosim::drive(rtl.pause_i, in.pause);
    cosim::drive(rtl.pause_on_i, in.pause_on);
    cosim::drive(rtl.pause_port_i, in.pause_port);
    cosim::drive(rtl.hold_i, in.hold);
    cosim::drive(rtl.hold_on_i, in.hold_on);
    cosim::drive(rtl.hold_port_i, in.hold_port);
    cosim::drive(rtl.take_i, in.take);
    cosim::drive(rtl.take_port_i, in.take_port);
    cosim::drive(rtl.check_i, in.check);
    cosim::drive(rtl.check_port_i, in.check_port);
    cosim::drive(rtl.check_switch_i, in.check_switch);
    cosim::drive(rtl.check_initiator_i, in.check_initiator);
    cosim::drive(rtl.check_seq_i, in.check_seq);
    cosim::drive(rtl.check_ttl_i, in.check_ttl);
    cosim::drive(rtl.departs_i, in.departs);
    cosim::drive(rtl.departs_egress_i, in.departs_egress);
    cosim::drive(rtl.departs_ingress_i, in.departs_ingress);
    cosim::drive(rtl.departs_amount_i, in.departs_amount);
    cosim::drive(rtl.enqueues_i, in.enqueues);
    cosim::drive(rtl.enqueues_egress_i, in.enqueues_egress);
    cosim::drive(rtl.enqueues_ingress_i, in.enqueues_ingress);
    cosim::drive(rtl.enqueues_amount_i, in.enqueues_amount);
    cosim::drive(rtl.again_i, in.again);
    cosim::drive(rtl.again_port_i, in.again_port);
    cosim::drive(rtl.read_egress_i, in.read_egress);
    cosim::drive(rtl.read_ingress_i, in.read_ingress);
    cosim::drive(rtl.switch_id_i, in.switch_id);
    cosim::drive(rtl.xon_i, in.xon);
    cosim::drive(rtl.ttl_i, in.ttl);
  }
  template <class V>
  static reference::ItsyCausalityOutputs outputs(const V& rtl) {
    return {.leaves = rtl.leaves_o != 0,
            .leaves_switch = rtl.leaves_switch_o,
            .leaves_initiator = rtl.leaves_initiator_o,
            .leaves_seq = rtl.leaves_seq_o,
            .leaves_ttl = rtl.leaves_ttl_o,
            .deadlock = rtl.deadlock_o != 0,
            .deadlock_port = rtl.deadlock_port_o,
            .sum_deadlock = rtl.sum_deadlock_o != 0,
            .sum_deadlock_port = rtl.sum_deadlock_port_o,
            .sum_deadlock_seq = rtl.sum_deadlock_seq_o,
            .count_wrong = rtl.count_wrong_o != 0,
            .due = rtl.due_o,
            .own = rtl.own_o,
            .wants = rtl.wants_o,
            .held = rtl.held_o,
            .pausing = rtl.pausing_o,
            .stuck = rtl.stuck_o,
            .strong = rtl.strong_o,
            .count = rtl.count_o,
            .seq = rtl.seq_o,
            .given = rtl.given_o,
            .taken = rtl.taken_o,
            .forwarded = rtl.forwarded_o,
            .seen = rtl.seen_o,
            .stuck_count = rtl.stuck_count_o,
            .sum_busy = rtl.sum_busy_o != 0,
            .sum_due = rtl.sum_due_o,
            .sum_at = rtl.sum_at_o,
            .sum_members = rtl.sum_members_o,
            .sum_rows = rtl.sum_rows_o,
            .sum = rtl.sum_o};
  }
};

}  // namespace weir::cosim
