// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Which model does a block's work in the switch: one line of configuration. The three give identical packets at
// identical times.

#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "hw_model/base/named.h"
#include "hw_model/reference/rate_limiter.h"
#include "hw_model/reference/stage_comparator.h"
#include "tb/cosim/dut.h"

namespace weir::cosim {

// The words of scenario files.
// NOLINTBEGIN(readability-identifier-naming)
enum class Fidelity : std::uint8_t {
  reference,  // the C++ model
  rtl,        // the Verilated block
  lockstep,   // both, compared every cycle
};
inline constexpr std::array<Named<Fidelity>, 3> kFidelities{
    {{Fidelity::reference, "reference"}, {Fidelity::rtl, "rtl"}, {Fidelity::lockstep, "lockstep"}}};
// NOLINTEND(readability-identifier-naming)

std::string_view name_of(Fidelity fidelity);
std::optional<Fidelity> fidelity_of(std::string_view name);

// A lock-step difference throws LockstepMismatch (lockstep.h) from the call in which it is seen and, unless
// `wave_folder` is empty, leaves lockstep_<instance_name>.fst there. Throws std::invalid_argument when the
// configuration is invalid, or asks the RTL for widths that it was not built with.
std::unique_ptr<reference::RateLimiter> make_rate_limiter(Fidelity fidelity, reference::RateForm form,
                                                          const reference::RateLimiterConfig& config,
                                                          const std::string& instance_name,
                                                          const std::filesystem::path& wave_folder = {});
std::unique_ptr<reference::StageComparator> make_stage_comparator(Fidelity fidelity,
                                                                  const reference::StageComparatorConfig& config,
                                                                  const std::string& instance_name,
                                                                  const std::filesystem::path& wave_folder = {});

// The same block in its leading-zero form; thresholds that it cannot hold are refused with std::invalid_argument, by
// the reference, too.
std::unique_ptr<reference::StageComparator> make_leading_zero_comparator(Fidelity fidelity,
                                                                         const reference::StageComparatorConfig& config,
                                                                         const std::string& instance_name,
                                                                         const std::filesystem::path& wave_folder = {});

// Lock-step with any other block in the place of our RTL: another's, or a mutant.
std::unique_ptr<reference::RateLimiter> make_lockstep_rate_limiter(reference::RateForm form,
                                                                   const reference::RateLimiterConfig& config,
                                                                   const std::string& instance_name,
                                                                   const std::filesystem::path& wave_folder,
                                                                   const RateLimiterDutFactory& rtl);

reference::RateLimiterFactory rate_limiter_factory(Fidelity fidelity, const std::filesystem::path& wave_folder = {});
reference::StageComparatorFactory stage_comparator_factory(Fidelity fidelity,
                                                           const std::filesystem::path& wave_folder = {});
reference::StageComparatorFactory leading_zero_comparator_factory(Fidelity fidelity,
                                                                  const std::filesystem::path& wave_folder = {});

}  // namespace weir::cosim
