// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/cycle_models/linear_rate_cycle.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "hw_model/reference/cbfc_counters.h"
#include "hw_model/reference/width_ranges.h"

namespace weir::reference {
namespace {

constexpr unsigned kMostSteps = 61;  // of the divider: everything is computed in 64 bits

}  // namespace

std::string LinearRateConfig::wrong() const {
  for (const std::string& range :
       {out_of_range("counter_bits", counter_bits, "COUNTER_W"),
        out_of_range("block_shift", block_shift, "BLOCK_SHIFT"), out_of_range("factor_int", factor_int, "FACTOR_INT_W"),
        out_of_range("factor_frac", factor_frac, "FACTOR_FRAC_W")}) {
    if (!range.empty()) {
      return "linear rate: " + range;
    }
  }
  if (steps() > kMostSteps || factor_int + factor_frac > kMostSteps) {
    return "linear rate: counter_bits, block_shift and factor_frac make a division of " + std::to_string(steps()) +
           " steps and a factor of " + std::to_string(factor_int + factor_frac) + " bits, wanted at most " +
           std::to_string(kMostSteps);
  }
  return "";
}

void LinearRateConfig::validate() const {
  if (const std::string line = wrong(); !line.empty()) {
    throw std::invalid_argument(line);
  }
}

LinearRateCycle::LinearRateCycle(const LinearRateConfig& config) : config_((config.validate(), config)) {}

LinearRateOutputs LinearRateCycle::evaluate(const LinearRateInputs& in) {
  if (!in.rst_n) {
    now_ = {};
  }
  const bool busy = now_.due && now_.steps > 0;
  return {.busy = busy, .valid = now_.due && !busy, .factor = busy ? 0 : now_.factor};
}

LinearRateOutputs LinearRateCycle::clock(const LinearRateInputs& in) {
  const LinearRateOutputs out = evaluate(in);
  if (!in.rst_n) {
    return out;
  }
  if (in.message && !out.busy) {
    CreditSender sender({.counter_bits = config_.counter_bits});
    sender.credit(in.fccl);
    sender.sent(in.fctbs);
    const Bytes room(static_cast<std::int64_t>(std::uint64_t{sender.available()} << config_.block_shift));
    const std::uint64_t exact = linear_factor(room, Bytes(static_cast<std::int64_t>(in.range)), config_.factor_frac);
    const std::uint64_t most = (std::uint64_t{1} << (config_.factor_int + config_.factor_frac)) - 1;
    now_ = {.factor = std::min(exact, most), .steps = config_.steps(), .due = true};
    return out;
  }
  now_.due = out.busy;
  now_.steps -= out.busy ? 1 : 0;
  return out;
}

}  // namespace weir::reference
