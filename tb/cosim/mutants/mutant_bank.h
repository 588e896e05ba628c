// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The mutated designs of an RTL block (rules.toml), each as a block that lock-step can drive. Number 0 is the block as
// it is, so that a bank can be seen to be right apart from its faults.

#pragma once

#include <memory>
#include <span>

#include "tb/cosim/dut.h"

namespace weir::cosim {

// Names of mutants 1, 2, ...
std::span<const char* const> rate_limiter_mutants(reference::RateForm form);
std::span<const char* const> stage_comparator_mutants();
std::span<const char* const> leading_zero_mutants();

std::unique_ptr<RateLimiterDut> make_rate_limiter_mutant(reference::RateForm form,
                                                         const reference::RateLimiterConfig& config, unsigned number);
std::unique_ptr<StageComparatorDut> make_stage_comparator_mutant(unsigned number);
std::unique_ptr<LeadingZeroDut> make_leading_zero_mutant(unsigned number);

}  // namespace weir::cosim
