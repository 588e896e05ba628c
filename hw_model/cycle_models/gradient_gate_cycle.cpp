// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/cycle_models/gradient_gate_cycle.h"

#include <stdexcept>
#include <string>

#include "hw_model/reference/width_ranges.h"

namespace weir::reference {

void GradientGateConfig::validate() const {
  for (const std::string& wrong : {out_of_range("counter_bits", counter_bits, "COUNTER_W"),
                                   out_of_range("blocks_bits", blocks_bits, "BLOCKS_W")}) {
    if (!wrong.empty()) {
      throw std::invalid_argument("gradient gate: " + wrong);
    }
  }
  if (blocks_bits > counter_bits) {
    throw std::invalid_argument("gradient gate: blocks_bits is " + std::to_string(blocks_bits) +
                                ", wanted at most the " + std::to_string(counter_bits) + " of counter_bits");
  }
}

GradientGateCycle::GradientGateCycle(const GradientGateConfig& config)
    : counts_{.block = Bytes(1), .counter_bits = (config.validate(), config.counter_bits)} {
  reset();
}

void GradientGateCycle::reset() {
  sender_ = GradientSender(counts_);
  receiver_ = GradientReceiver(counts_);
}

GradientGateOutputs GradientGateCycle::evaluate(const GradientGateInputs& in) {
  if (!in.rst_n) {
    reset();
  }
  GradientConfig rule = counts_;
  rule.bm = Bytes(std::int64_t{in.stop});
  return {.starts = in.wants && rule.fabric_may_start(sender_.held(), in.depth),
          .held = sender_.held(),
          .sent = sender_.sent(),
          .heard = sender_.freed(),
          .untaken = untaken(),
          .freed = freed()};
}

GradientGateOutputs GradientGateCycle::clock(const GradientGateInputs& in) {
  const GradientGateOutputs out = evaluate(in);
  if (!in.rst_n) {
    return out;
  }
  if (out.starts) {
    sender_.committed(in.blocks);
  }
  if (in.news) {
    sender_.heard(in.news_freed);
  }
  if (in.admitted) {
    receiver_.admitted(in.admitted_blocks);
  }
  if (in.taken) {
    receiver_.committed(in.taken_blocks);
  }
  if (in.left) {
    receiver_.released(in.left_blocks);
  }
  return out;
}

}  // namespace weir::reference
