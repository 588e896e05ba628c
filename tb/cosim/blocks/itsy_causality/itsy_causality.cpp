// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/itsy_causality/itsy_causality.h"

#include "tb/cosim/at_need_in_switch.h"

namespace weir::cosim {

using reference::ItsyCausalityConfig;
using reference::ItsyCausalityInputs;
using reference::ItsyCausalityOutputs;

namespace {

constexpr Time kPeriod{1200};

// Width by width, as header and parameters name them.
constexpr Width<ItsyCausalityConfig> kWidths[] = {
    {"ports", "PORTS", &ItsyCausalityConfig::ports, reference::kItsyPorts, 3},
    {"count_bits", "COUNT_W", &ItsyCausalityConfig::count_bits, reference::kItsyCountBits, 5},
    {"switch_bits", "SWITCH_W", &ItsyCausalityConfig::switch_bits, reference::kItsySwitchBits, 4},
    {"port_bits", "PORT_W", &ItsyCausalityConfig::port_bits, reference::kItsyPortBits, 3},
    {"seq_bits", "SEQ_W", &ItsyCausalityConfig::seq_bits, reference::kItsySeqBits, 4},
    {"ttl_bits", "TTL_W", &ItsyCausalityConfig::ttl_bits, reference::kItsyTtlBits, 2},
    {"sums", "SUMS", &ItsyCausalityConfig::sums, reference::kItsySums, 0},
};

std::vector<PortOf<ItsyCausalityInputs>> inputs_of(const ItsyCausalityConfig& setup) {
  using In = ItsyCausalityInputs;
  const unsigned port_w = setup.port_bits;
  const unsigned count = setup.count_bits;
  return {port("rst_ni", 1, &In::rst_n),
          port("clear_i", 1, &In::clear),
          port("life_over_i", 1, &In::life_over),
          port("pause_i", 1, &In::pause),
          port("pause_on_i", 1, &In::pause_on),
          port("pause_port_i", port_w, &In::pause_port),
          port("hold_i", 1, &In::hold),
          port("hold_on_i", 1, &In::hold_on),
          port("hold_port_i", port_w, &In::hold_port),
          port("take_i", 1, &In::take),
          port("take_port_i", port_w, &In::take_port),
          port("check_i", 1, &In::check),
          port("check_port_i", port_w, &In::check_port),
          port("check_switch_i", setup.switch_bits, &In::check_switch),
          port("check_initiator_i", port_w, &In::check_initiator),
          port("check_seq_i", setup.seq_bits, &In::check_seq),
          port("check_ttl_i", setup.ttl_bits, &In::check_ttl),
          port("departs_i", 1, &In::departs),
          port("departs_egress_i", port_w, &In::departs_egress),
          port("departs_ingress_i", port_w, &In::departs_ingress),
          port("departs_amount_i", count, &In::departs_amount),
          port("enqueues_i", 1, &In::enqueues),
          port("enqueues_egress_i", port_w, &In::enqueues_egress),
          port("enqueues_ingress_i", port_w, &In::enqueues_ingress),
          port("enqueues_amount_i", count, &In::enqueues_amount),
          port("again_i", 1, &In::again),
          port("again_port_i", port_w, &In::again_port),
          port("read_egress_i", port_w, &In::read_egress),
          port("read_ingress_i", port_w, &In::read_ingress),
          port("switch_id_i", setup.switch_bits, &In::switch_id),
          port("xon_i", count, &In::xon),
          port("ttl_i", setup.ttl_bits, &In::ttl)};
}

std::vector<PortOf<ItsyCausalityOutputs>> outputs_of(const ItsyCausalityConfig& setup) {
  using Out = ItsyCausalityOutputs;
  const unsigned count = setup.count_bits;
  const unsigned check = setup.switch_bits + setup.port_bits + setup.seq_bits + setup.ttl_bits + 1;
  return {port("leaves_o", 1, &Out::leaves),
          port("leaves_switch_o", setup.switch_bits, &Out::leaves_switch),
          port("leaves_initiator_o", setup.port_bits, &Out::leaves_initiator),
          port("leaves_seq_o", setup.seq_bits, &Out::leaves_seq),
          port("leaves_ttl_o", setup.ttl_bits, &Out::leaves_ttl),
          port("deadlock_o", 1, &Out::deadlock),
          port("deadlock_port_o", setup.port_bits, &Out::deadlock_port),
          port("sum_deadlock_o", 1, &Out::sum_deadlock),
          port("sum_deadlock_port_o", setup.port_bits, &Out::sum_deadlock_port),
          port("sum_deadlock_seq_o", setup.seq_bits, &Out::sum_deadlock_seq),
          port("count_wrong_o", 1, &Out::count_wrong),
          port("due_o", setup.ports, &Out::due),
          port("own_o", setup.ports, &Out::own),
          port("wants_o", setup.ports, &Out::wants),
          port("held_o", setup.ports, &Out::held),
          port("pausing_o", setup.ports, &Out::pausing),
          port("stuck_o", setup.ports, &Out::stuck),
          port("strong_o", setup.ports, &Out::strong),
          port("count_o", count, &Out::count),
          port("seq_o", setup.seq_bits, &Out::seq),
          port("given_o", setup.seq_bits, &Out::given),
          port("taken_o", setup.seq_bits - 1, &Out::taken),
          port("forwarded_o", check, &Out::forwarded),
          port("seen_o", check, &Out::seen),
          port("stuck_count_o", count, &Out::stuck_count),
          port("sum_busy_o", 1, &Out::sum_busy),
          port("sum_due_o", setup.ports, &Out::sum_due),
          port("sum_at_o", setup.ports, &Out::sum_at),
          port("sum_members_o", setup.ports, &Out::sum_members),
          port("sum_rows_o", setup.ports, &Out::sum_rows),
          port("sum_o", count, &Out::sum)};
}

}  // namespace

BlockPorts<ItsyCausalityInputs, ItsyCausalityOutputs> ItsyCausalityKind::ports(const Setup& setup) {
  setup.validate();
  return {.period = kPeriod, .inputs = inputs_of(setup), .outputs = outputs_of(setup)};
}

std::span<const Width<ItsyCausalityConfig>> ItsyCausalityKind::widths() { return kWidths; }

ItsyCausalityConfig ItsyCausalityKind::in_switch(const Setup& asked) {
  if (!reference::in_widest_causality(asked))
    return asked;
  return asked.count_bits <= Setup{}.count_bits ? Setup{} : kWidest;
}

Block ItsyCausalityKind::block(const Variant<ItsyCausalityKind>& variant) { return block_at_need(variant); }

}  // namespace weir::cosim
