// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/cycle_models/rr_arbiter_cycle.h"

#include <stdexcept>
#include <string>

#include "hw_model/reference/round_robin.h"
#include "hw_model/reference/width_ranges.h"

namespace weir::reference {

void RrArbiterConfig::validate() const {
  for (const std::string& wrong : {out_of_range("inputs", inputs, "INPUTS"), out_of_range("lock", lock, "LOCK")}) {
    if (!wrong.empty()) {
      throw std::invalid_argument("rr_arbiter: " + wrong);
    }
  }
}

RrArbiterCycle::RrArbiterCycle(const RrArbiterConfig& config) : config_(config) { config_.validate(); }

RrArbiterOutputs RrArbiterCycle::evaluate(const RrArbiterInputs& in) {
  if (!in.rst_n) {
    pointer_ = owner_ = 0;
    locked_ = false;
  }
  RrArbiterOutputs out{.pointer = pointer_, .locked = locked_, .owner = owner_};
  if (in.req != 0) {
    const bool kept = locked_ && (in.req >> owner_ & 1U) != 0;
    const std::size_t index = kept ? owner_ : next_in_turn(in.req, pointer_);
    out.grant_valid = true;
    out.grant = std::uint64_t{1} << index;
    out.grant_index = static_cast<std::uint8_t>(index);
  }
  return out;
}

RrArbiterOutputs RrArbiterCycle::clock(const RrArbiterInputs& in) {
  const RrArbiterOutputs out = evaluate(in);
  if (!in.rst_n) {
    return out;
  }
  if (out.grant_valid && in.accept) {
    pointer_ = static_cast<std::uint8_t>(turn_after(out.grant_index, config_.inputs));
  }
  locked_ = config_.lock != 0 && out.grant_valid && in.lock;
  if (locked_) {
    owner_ = out.grant_index;
  }
  return out;
}

}  // namespace weir::reference
