// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/lossless_port/port_gates.h"

#include <stdexcept>
#include <utility>

#include "hw_model/cycle_models/word_fields.h"
#include "tb/cosim/blocks/gradient_gate/gradient_gate.h"
#include "tb/cosim/blocks/lossless_port/part_outputs.h"

namespace weir::cosim {

using reference::GradientGateConfig;
using reference::GradientGateCycle;
using reference::LosslessPortCycle;

namespace {

using In = PortInSwitch::Inputs;
using Out = PortInSwitch::Outputs;

}  // namespace

GateOfPort::GateOfPort(SharedPort port, std::string name, std::size_t c, const GradientGateConfig& asked)
    : port_(std::move(port)), name_(std::move(name)), c_(c) {
  const GradientGateConfig built = widths();
  require_width("COUNTER_W", asked.counter_bits, built.counter_bits);
  if (asked.blocks_bits > built.blocks_bits)
    require_width("BLOCKS_W", asked.blocks_bits, built.blocks_bits);
  if (port_->gate(c_) == nullptr)
    throw std::invalid_argument("the port in RTL has no gradient rule for class " + std::to_string(c_) +
                                "; use fidelity \"reference\"");
  port_->still().credited |= 1U << c_;
}

GradientGateConfig GateOfPort::widths() const {
  return {.counter_bits = port_->widths().counter_bits, .blocks_bits = port_->widths().blocks_bits};
}

// A cycle without an event, which shows H of the class.
In GateOfPort::still() {
  port_->at(now());
  In cycle = port_->still();
  cycle.shown = static_cast<std::uint32_t>(c_);
  return cycle;
}

In GateOfPort::inputs(const Inputs& in) {
  const auto c = static_cast<std::uint32_t>(c_);
  In cycle = still();
  cycle.wants = in.wants;
  cycle.wants_class = c;
  cycle.wants_blocks = in.blocks;
  cycle.wants_depth = in.depth;
  cycle.stop = in.stop;
  cycle.heard_valid = cycle.heard_credit = in.news;
  cycle.heard_class = c;
  cycle.heard_fccl = in.news_freed;
  cycle.admitted_valid = in.admitted;
  cycle.admitted_class = c;
  cycle.admitted_blocks = in.admitted_blocks;
  cycle.taken_valid = in.taken;
  cycle.taken_class = c;
  cycle.taken_blocks = in.taken_blocks;
  cycle.released_valid = in.left;
  cycle.released_class = c;
  cycle.released_blocks = in.left_blocks;
  return cycle;
}

// `gate` has the registers in this cycle.
GateOfPort::Outputs GateOfPort::outputs(const GradientGateCycle& gate, const Out& out) const {
  const std::uint64_t pairs[] = {out.untaken_0_1, out.untaken_2_3, out.untaken_4_5, out.untaken_6_7};
  return {
      .starts = out.takes,
      .held = out.held,
      .sent = gate.sender().sent(),
      .heard = gate.sender().freed(),
      .untaken = static_cast<std::uint32_t>(reference::field_at(pairs[c_ / 2], port_->widths().counter_bits, c_ % 2)),
      .freed = gate.freed()};
}

GateOfPort::Outputs GateOfPort::clock(const Inputs& in) {
  const In cycle = inputs(in);
  const GradientGateCycle gate = *port_->gate(c_);
  return outputs(gate, port_->clock(cycle));
}

GateOfPort::Outputs GateOfPort::evaluate(const Inputs& in) {
  const In cycle = inputs(in);
  return outputs(*port_->gate(c_), port_->evaluate(cycle));
}

void GateOfPort::compare(const Outputs& out, const Outputs& model) {
  compare_outputs<GradientGateKind>(*port_, name_, "gradient_gate", widths(), out, model);
}

void GateOfPort::period_passed() {
  In cycle = still();
  cycle.period = 1U << c_;
  port_->clock(cycle);
}

// The message is that of the lowest class that is due.
GateOfPort::Outputs GateOfPort::told() {
  In cycle = still();
  cycle.mac_ready = true;
  const GradientGateCycle gate = *port_->gate(c_);
  const Out out = port_->clock(cycle);
  if (port_->compares() && !(out.tells && out.mac_class == c_))
    port_->differs(name_, "gradient_port", out.tells ? "mac_class_o" : "tells_o", out.tells ? out.mac_class : 0,
                   out.tells ? c_ : 1);
  Outputs said = outputs(gate, out);
  said.sent = out.mac_fctbs;
  said.freed = out.mac_fccl;
  return said;
}

}  // namespace weir::cosim
