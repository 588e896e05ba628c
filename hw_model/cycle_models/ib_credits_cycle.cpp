// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/cycle_models/ib_credits_cycle.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "hw_model/reference/width_ranges.h"

namespace weir::reference {

std::string IbCreditsConfig::wrong() const {
  for (std::string wrong :
       {out_of_range("counter_bits", counter_bits, "COUNTER_W"), out_of_range("blocks_bits", blocks_bits, "BLOCKS_W"),
        out_of_range("first", first, "FIRST")}) {
    if (!wrong.empty()) {
      return "ib_credits: " + wrong;
    }
  }
  return blocks_bits <= counter_bits ? ""
                                     : "ib_credits: blocks_bits is " + std::to_string(blocks_bits) +
                                           ", wanted at most the " + std::to_string(counter_bits) + " of counter_bits";
}

void IbCreditsConfig::validate() const {
  if (const std::string line = wrong(); !line.empty()) {
    throw std::invalid_argument(line);
  }
}

IbCreditsCycle::IbCreditsCycle(const IbCreditsConfig& config)
    : config_((config.validate(), config)), most_(config.most()), half_(config.half()) {
  reset();
}

void IbCreditsCycle::reset() {
  fctbs_ = abr_ = occupied_ = 0;
  fccl_ = config_.first & most_;
  due_ = false;
}

// ABR and what is free, but at most half of the range.
std::uint32_t IbCreditsCycle::told(std::uint32_t buffer) const {
  const std::uint32_t free = buffer - std::min(occupied_, buffer);
  return (abr_ + std::min(free, half_)) & most_;
}

IbCreditsOutputs IbCreditsCycle::evaluate(const IbCreditsInputs& in) {
  if (!in.rst_n) {
    reset();
  }
  const std::uint32_t left = (fccl_ - fctbs_) & most_;
  return {.may_send = covers((fccl_ - (fctbs_ + in.head_blocks)) & most_),
          .available = covers(left) ? left : 0,
          .fctbs = fctbs_,
          .fccl = fccl_,
          .abr = abr_,
          .occupied = occupied_,
          .told_fccl = told(in.buffer),
          .due = due_};
}

IbCreditsOutputs IbCreditsCycle::clock(const IbCreditsInputs& in) {
  const IbCreditsOutputs out = evaluate(in);
  if (!in.rst_n) {
    return out;
  }
  if (in.sent) {
    fctbs_ = (fctbs_ + in.sent_blocks) & most_;
  }
  if (in.admitted) {
    abr_ = (abr_ + in.admitted_blocks) & most_;
    occupied_ = (occupied_ + in.admitted_blocks) & most_;
  }
  if (in.heard) {
    fccl_ = in.heard_fccl;
    abr_ = in.resync ? in.heard_fctbs : abr_;
  }
  if (in.released) {
    occupied_ = (occupied_ - in.released_blocks) & most_;
  }
  due_ = due_ && !in.take;
  due_ = due_ || in.period || in.init;
  if (in.init) {
    fctbs_ = fccl_ = abr_ = 0;
  }
  return out;
}

}  // namespace weir::reference
