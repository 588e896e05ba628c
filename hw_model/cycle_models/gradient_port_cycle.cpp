// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/cycle_models/gradient_port_cycle.h"

#include <bit>
#include <stdexcept>
#include <string>

#include "hw_model/base/class_mask.h"
#include "hw_model/cycle_models/one_a_class.h"
#include "hw_model/cycle_models/word_fields.h"
#include "hw_model/reference/width_ranges.h"

namespace weir::reference {

void GradientPortConfig::validate() const {
  EquippedPortConfig::validate();
  if (const std::string wrong = out_of_range("gradient", gradient, "GRADIENT"); !wrong.empty()) {
    throw std::invalid_argument("gradient port: " + wrong);
  }
}

GradientPortCycle::GradientPortCycle(const GradientPortConfig& config)
    : config_((config.validate(), config)), port_(config), gates_(one_a_class<GradientGateCycle>(config.gate())) {}

// Of a class without messages the rule lets every packet go: no VIQ is deeper than the one that it leaves.
GradientGateInputs GradientPortCycle::gate_inputs(const GradientPortInputs& in, bool running, std::uint32_t c) const {
  const bool judged = (in.credited >> c & 1U) != 0;
  return {.rst_n = running,
          .wants = in.wants && in.wants_class == c,
          .news = in.heard_valid && in.heard_credit && in.heard_class == c,
          .admitted = in.admitted_valid && in.admitted_class == c,
          .taken = in.taken_valid && in.taken_class == c,
          .left = in.released_valid && in.released_class == c,
          .blocks = in.wants_blocks,
          .depth = judged ? in.wants_depth : config_.credits().most(),
          .stop = in.stop,
          .news_freed = in.heard_fccl,
          .admitted_blocks = in.admitted_blocks,
          .taken_blocks = in.taken_blocks,
          .left_blocks = in.released_blocks};
}

void GradientPortCycle::judge_class(const GradientPortInputs& in, Cycle& cycle, std::uint32_t c) {
  GradientPortOutputs& out = cycle.out;
  cycle.gates[c] = gate_inputs(in, out.ready, c);
  const GradientGateOutputs& counts = cycle.counts[c] = gates_[c].evaluate(cycle.gates[c]);
  out.takes = out.takes || (out.ready && counts.starts);
  out.held = in.shown == c ? counts.held : out.held;
  std::uint64_t* const pairs[] = {&out.untaken_0_1, &out.untaken_2_3, &out.untaken_4_5, &out.untaken_6_7};
  put_field(*pairs[c / 2], config_.counter_bits, c % 2, counts.untaken);
}

GradientPortCycle::Cycle GradientPortCycle::judge(const GradientPortInputs& in) {
  Cycle cycle;
  GradientPortOutputs& out = cycle.out;
  cycle.port = in;
  cycle.port.credited &= ~config_.gradient;
  const EquippedPortOutputs offered = port_.evaluate(cycle.port);  // but for packets
  out.ready = offered.ready;
  if (!out.ready) {
    due_ = 0;
  }
  out.takes = out.ready && in.wants && !has_gate(in.wants_class);
  for_each_class(config_.gradient, [&](ClassId c) { judge_class(in, cycle, static_cast<std::uint32_t>(c.index())); });
  cycle.messages = due_ & in.credited;
  out.tells = out.ready && cycle.messages != 0 && offered.mac_kind == LosslessPortCycle::kPacket;
  cycle.port.mac_ready = in.mac_ready && !out.tells;
  return cycle;
}

GradientPortOutputs GradientPortCycle::joined(const Cycle& cycle, const EquippedPortOutputs& port) {
  GradientPortOutputs out = cycle.out;
  static_cast<EquippedPortOutputs&>(out) = port;
  if (out.tells) {
    out.mac_valid = true;
    out.mac_kind = LosslessPortCycle::kCreditMessage;
    out.mac_class = static_cast<std::uint32_t>(std::countr_zero(cycle.messages));
    out.mac_fctbs = cycle.counts[out.mac_class].sent;
    out.mac_fccl = cycle.counts[out.mac_class].freed;
  }
  return out;
}

GradientPortOutputs GradientPortCycle::clock(const GradientPortInputs& in) {
  const Cycle cycle = judge(in);
  const GradientPortOutputs out = joined(cycle, port_.clock(cycle.port));
  for_each_class(config_.gradient, [&](ClassId c) { gates_[c.index()].clock(cycle.gates[c.index()]); });
  if (out.ready) {
    due_ &= out.tells && in.mac_ready ? ~(1U << out.mac_class) : kAllClasses;
    due_ |= in.period & config_.gradient;
  }
  return out;
}

}  // namespace weir::reference
