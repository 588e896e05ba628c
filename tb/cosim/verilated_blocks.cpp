// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/verilated_blocks.h"

#include <bit>
#include <stdexcept>

#include "Vrate_limiter_fixed_point.h"
#include "Vrate_limiter_stage.h"
#include "Vrate_limiter_stage_lookahead.h"
#include "Vstage_comparator_leading_zero.h"
#include "Vstage_comparator_threshold.h"
#include "Vstage_comparator_threshold_pipelined.h"
#include "hw_model/reference/ticked_rate_limiter.h"
#include "tb/cosim/clocked_stage_comparator.h"
#include "tb/cosim/verilated_models.h"

namespace weir::cosim {

namespace {

using reference::LeadingZeroInputs;
using reference::RateForm;
using reference::RateLimiterConfig;
using reference::RateLimiterInputs;
using reference::RateLimiterOutputs;
using reference::StageComparatorConfig;
using reference::StageComparatorInputs;
using reference::StageComparatorOutputs;

static_assert(std::bit_width(reference::kSubticks - 1) == reference::kSubtickBits);
static_assert(std::bit_width(reference::kThresholds) <= reference::kStageBits);
static_assert(std::bit_width(reference::kQBits) == reference::kLog2SpanBits);

void require_built(const char* field, unsigned asked, unsigned built) {
  if (asked != built) {
    throw std::invalid_argument(std::string("the RTL is built with ") + field + " = " + std::to_string(built) +
                                ", asked for " + std::to_string(asked) + "; use fidelity \"reference\"");
  }
}

const RateLimiterConfig& built(RateForm form, const RateLimiterConfig& config) {
  config.validate();
  require_built("subticks", config.subticks, reference::kSubticks);
  require_built("r_l_ticks", config.r_l_ticks, reference::kRLTickBits);
  require_built("r_c", config.r_c, reference::kRCBits);
  if (form == RateForm::kStage) {
    require_built("stage", config.stage, reference::kStageBits);
  } else {
    require_built("factor_int", config.factor_int, reference::kFactorIntBits);
    require_built("factor_frac", config.factor_frac, reference::kFactorFracBits);
  }
  return config;
}

const StageComparatorConfig& built(const StageComparatorConfig& config) {
  config.validate();
  require_built("max_thresholds", config.max_thresholds, reference::kThresholds);
  require_built("q_bits", config.q_bits, reference::kQBits);
  return config;
}

// As the core of the limiter that the switch asks.
template <class V>
class VerilatedCore : public VerilatedRateLimiterModel<V> {
 public:
  VerilatedCore(RateForm /*form*/, const RateLimiterConfig& config, const std::string& /*name*/)
      : VerilatedRateLimiterModel<V>(config) {}
};

template <class Block>
using RateLimiterDutOf = DutOf<RateLimiterInputs, RateLimiterOutputs, Block>;
template <class Block>
using StageComparatorDutOf = DutOf<StageComparatorInputs, StageComparatorOutputs, Block>;
template <class Block>
using LeadingZeroDutOf = DutOf<LeadingZeroInputs, StageComparatorOutputs, Block>;

using VerilatedLeadingZero = VerilatedLeadingZeroModel<Vstage_comparator_leading_zero>;

}  // namespace

std::unique_ptr<RateLimiterDut> make_verilated_rate_limiter_dut(RateForm form, const RateLimiterConfig& config) {
  built(form, config);
  if (form == RateForm::kStage) {
    return std::make_unique<RateLimiterDutOf<VerilatedRateLimiterModel<Vrate_limiter_stage>>>(config);
  }
  return std::make_unique<RateLimiterDutOf<VerilatedRateLimiterModel<Vrate_limiter_fixed_point>>>(config);
}

std::unique_ptr<RateLimiterDut> make_verilated_lookahead_dut(const RateLimiterConfig& config) {
  built(RateForm::kStage, config);
  return std::make_unique<RateLimiterDutOf<VerilatedRateLimiterModel<Vrate_limiter_stage_lookahead>>>(config);
}

std::unique_ptr<StageComparatorDut> make_verilated_pipelined_dut(const StageComparatorConfig& config) {
  built(config);
  return std::make_unique<StageComparatorDutOf<VerilatedStageComparatorModel<Vstage_comparator_threshold_pipelined>>>();
}

std::unique_ptr<RateLimiterDut> make_reference_rate_limiter_dut(RateForm form, const RateLimiterConfig& config) {
  return std::make_unique<RateLimiterDutOf<reference::RateLimiterCycle>>(form, config);
}

std::unique_ptr<StageComparatorDut> make_verilated_stage_comparator_dut(const StageComparatorConfig& config) {
  built(config);
  return std::make_unique<StageComparatorDutOf<VerilatedStageComparatorModel<Vstage_comparator_threshold>>>();
}

std::unique_ptr<StageComparatorDut> make_reference_stage_comparator_dut(const StageComparatorConfig& config) {
  return std::make_unique<StageComparatorDutOf<reference::StageComparatorCycle>>(config);
}

std::unique_ptr<LeadingZeroDut> make_verilated_leading_zero_dut(const StageComparatorConfig& config) {
  built(config);
  return std::make_unique<LeadingZeroDutOf<VerilatedLeadingZero>>();
}

std::unique_ptr<LeadingZeroDut> make_reference_leading_zero_dut(const StageComparatorConfig& config) {
  return std::make_unique<LeadingZeroDutOf<reference::LeadingZeroCycle>>(config);
}

std::unique_ptr<reference::RateLimiter> make_verilated_rate_limiter(RateForm form, const RateLimiterConfig& config,
                                                                    const std::string& instance_name) {
  built(form, config);
  if (form == RateForm::kStage) {
    return std::make_unique<reference::TickedRateLimiter<VerilatedCore<Vrate_limiter_stage>>>(form, config,
                                                                                              instance_name);
  }
  return std::make_unique<reference::TickedRateLimiter<VerilatedCore<Vrate_limiter_fixed_point>>>(form, config,
                                                                                                  instance_name);
}

std::unique_ptr<reference::StageComparator> make_verilated_stage_comparator(const StageComparatorConfig& config,
                                                                            const std::string& /*instance_name*/) {
  return std::make_unique<ClockedStageComparator<VerilatedStageComparatorModel<Vstage_comparator_threshold>>>(
      built(config));
}

std::unique_ptr<reference::StageComparator> make_verilated_leading_zero_comparator(const StageComparatorConfig& config,
                                                                                   const std::string& /*name*/) {
  return std::make_unique<ClockedLeadingZeroComparator<VerilatedLeadingZero>>(built(config));
}

}  // namespace weir::cosim
