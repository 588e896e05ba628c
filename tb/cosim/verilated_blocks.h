// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The blocks of rtl/, Verilated: as clocked blocks for lock-step and vectors, and as what the switch asks for in the
// place of the C++ models. The RTL is built with the widths of hw_model/reference/widths.h; a configuration with
// other widths is refused with std::invalid_argument, as is one that is invalid.

#pragma once

#include <memory>
#include <string>

#include "hw_model/reference/rate_limiter.h"
#include "hw_model/reference/stage_comparator.h"
#include "tb/cosim/dut.h"

namespace weir::cosim {

std::unique_ptr<RateLimiterDut> make_verilated_rate_limiter_dut(reference::RateForm form,
                                                                const reference::RateLimiterConfig& config);
std::unique_ptr<RateLimiterDut> make_reference_rate_limiter_dut(reference::RateForm form,
                                                                const reference::RateLimiterConfig& config);

std::unique_ptr<StageComparatorDut> make_verilated_stage_comparator_dut(const reference::StageComparatorConfig& config);
std::unique_ptr<StageComparatorDut> make_reference_stage_comparator_dut(const reference::StageComparatorConfig& config);

std::unique_ptr<LeadingZeroDut> make_verilated_leading_zero_dut(const reference::StageComparatorConfig& config);
std::unique_ptr<LeadingZeroDut> make_reference_leading_zero_dut(const reference::StageComparatorConfig& config);

// The pipelined forms (vectors.h: kRateLimiterStageLookahead, kStageComparatorThresholdPipelined): outputs come later
// than those of the reference.
std::unique_ptr<RateLimiterDut> make_verilated_lookahead_dut(const reference::RateLimiterConfig& config);
std::unique_ptr<StageComparatorDut> make_verilated_pipelined_dut(const reference::StageComparatorConfig& config);

// In the switch, RTL only.
std::unique_ptr<reference::RateLimiter> make_verilated_rate_limiter(reference::RateForm form,
                                                                    const reference::RateLimiterConfig& config,
                                                                    const std::string& instance_name);
std::unique_ptr<reference::StageComparator> make_verilated_stage_comparator(
    const reference::StageComparatorConfig& config, const std::string& instance_name);
// Refuses thresholds that the leading-zero form cannot hold.
std::unique_ptr<reference::StageComparator> make_verilated_leading_zero_comparator(
    const reference::StageComparatorConfig& config, const std::string& instance_name);

}  // namespace weir::cosim
