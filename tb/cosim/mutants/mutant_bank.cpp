// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/mutants/mutant_bank.h"

#include "Vrate_limiter_fixed_point_mutants.h"
#include "Vrate_limiter_stage_mutants.h"
#include "Vstage_comparator_leading_zero_mutants.h"
#include "Vstage_comparator_threshold_mutants.h"
#include "rate_limiter_fixed_point_mutants.h"
#include "rate_limiter_stage_mutants.h"
#include "stage_comparator_leading_zero_mutants.h"
#include "stage_comparator_threshold_mutants.h"
#include "tb/cosim/verilated_models.h"

namespace weir::cosim {

namespace {

using reference::RateForm;
using reference::RateLimiterConfig;

template <class V>
class RateLimiterMutant : public VerilatedRateLimiterModel<V> {
 public:
  RateLimiterMutant(const RateLimiterConfig& config, unsigned number) : VerilatedRateLimiterModel<V>(config) {
    this->drive(this->model_.mutant_i, number);
  }
};

class StageComparatorMutant : public VerilatedStageComparatorModel<Vstage_comparator_threshold_mutants> {
 public:
  explicit StageComparatorMutant(unsigned number) { drive(model_.mutant_i, number); }
};

class LeadingZeroMutant : public VerilatedLeadingZeroModel<Vstage_comparator_leading_zero_mutants> {
 public:
  explicit LeadingZeroMutant(unsigned number) { drive(model_.mutant_i, number); }
};

template <class V>
using RateLimiterMutantDut = DutOf<reference::RateLimiterInputs, reference::RateLimiterOutputs, RateLimiterMutant<V>>;

}  // namespace

std::span<const char* const> rate_limiter_mutants(RateForm form) {
  return form == RateForm::kStage ? std::span<const char* const>(kRateLimiterStageMutants)
                                  : std::span<const char* const>(kRateLimiterFixedPointMutants);
}

std::span<const char* const> stage_comparator_mutants() { return kStageComparatorThresholdMutants; }

std::span<const char* const> leading_zero_mutants() { return kStageComparatorLeadingZeroMutants; }

std::unique_ptr<RateLimiterDut> make_rate_limiter_mutant(RateForm form, const RateLimiterConfig& config,
                                                         unsigned number) {
  if (form == RateForm::kStage) {
    return std::make_unique<RateLimiterMutantDut<Vrate_limiter_stage_mutants>>(config, number);
  }
  return std::make_unique<RateLimiterMutantDut<Vrate_limiter_fixed_point_mutants>>(config, number);
}

std::unique_ptr<StageComparatorDut> make_stage_comparator_mutant(unsigned number) {
  return std::make_unique<
      DutOf<reference::StageComparatorInputs, reference::StageComparatorOutputs, StageComparatorMutant>>(number);
}

std::unique_ptr<LeadingZeroDut> make_leading_zero_mutant(unsigned number) {
  return std::make_unique<DutOf<reference::LeadingZeroInputs, reference::StageComparatorOutputs, LeadingZeroMutant>>(
      number);
}

}  // namespace weir::cosim
