// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/fidelity.h"

#include <algorithm>
#include <array>

#include "hw_model/reference/ticked_rate_limiter.h"
#include "tb/cosim/clocked_stage_comparator.h"
#include "tb/cosim/lockstep.h"
#include "tb/cosim/verilated_blocks.h"

namespace weir::cosim {

namespace {

using reference::RateForm;
using reference::RateLimiterConfig;
using reference::StageComparatorConfig;

// Reference and RTL side by side as the core of the limiter that the switch asks.
class LockstepCore {
 public:
  LockstepCore(RateForm form, const RateLimiterConfig& config, const std::string& name,
               const std::filesystem::path& wave_folder, const RateLimiterDutFactory& rtl)
      : lockstep_(make_reference_rate_limiter_dut(form, config), rtl(form, config), rate_limiter_ports(form, config),
                  {.instance_name = name, .wave_folder = wave_folder}) {}

  reference::RateLimiterOutputs clock(const reference::RateLimiterInputs& in) { return lockstep_.clock(in); }
  reference::RateLimiterOutputs evaluate(const reference::RateLimiterInputs& in) { return lockstep_.evaluate(in); }

  // Every cycle is compared until a whole batch has shown that the idle block stays as it is; then its clock is gated.
  void skip(std::uint64_t cycles) {
    std::size_t batch = kWatchedIdleCycles;
    while (cycles > 0) {
      batch = static_cast<std::size_t>(std::min<std::uint64_t>(cycles, batch));
      std::ranges::fill(lockstep_.room_for(batch), reference::RateLimiterInputs{});
      if (lockstep_.clock_prepared(batch).front().idle) {
        return;
      }
      cycles -= batch;
      batch = RateLimiterLockstep::kBatch;
    }
  }

 private:
  static constexpr std::size_t kWatchedIdleCycles = 8;

  RateLimiterLockstep lockstep_;
};

class LockstepStageComparatorCore {
 public:
  LockstepStageComparatorCore(const StageComparatorConfig& config, const std::string& name,
                              const std::filesystem::path& wave_folder)
      : lockstep_(make_reference_stage_comparator_dut(config), make_verilated_stage_comparator_dut(config),
                  stage_comparator_ports(config), {.instance_name = name, .wave_folder = wave_folder}) {}

  reference::StageComparatorOutputs clock(const reference::StageComparatorInputs& in) { return lockstep_.clock(in); }
  reference::StageComparatorOutputs evaluate(const reference::StageComparatorInputs& in) {
    return lockstep_.evaluate(in);
  }

 private:
  StageComparatorLockstep lockstep_;
};

class LockstepLeadingZeroCore {
 public:
  LockstepLeadingZeroCore(const StageComparatorConfig& config, const std::string& name,
                          const std::filesystem::path& wave_folder)
      : lockstep_(make_reference_leading_zero_dut(config), make_verilated_leading_zero_dut(config),
                  leading_zero_ports(config), {.instance_name = name, .wave_folder = wave_folder}) {}

  reference::StageComparatorOutputs clock(const reference::LeadingZeroInputs& in) { return lockstep_.clock(in); }
  reference::StageComparatorOutputs evaluate(const reference::LeadingZeroInputs& in) { return lockstep_.evaluate(in); }

 private:
  LeadingZeroLockstep lockstep_;
};

}  // namespace

std::string_view name_of(Fidelity fidelity) { return name_in(kFidelities, fidelity); }

std::optional<Fidelity> fidelity_of(std::string_view name) {
  for (const Named<Fidelity>& known : kFidelities) {
    if (known.name == name) {
      return known.value;
    }
  }
  return std::nullopt;
}

std::unique_ptr<reference::RateLimiter> make_rate_limiter(Fidelity fidelity, RateForm form,
                                                          const RateLimiterConfig& config,
                                                          const std::string& instance_name,
                                                          const std::filesystem::path& wave_folder) {
  switch (fidelity) {
    case Fidelity::rtl:
      return make_verilated_rate_limiter(form, config, instance_name);
    case Fidelity::lockstep:
      return make_lockstep_rate_limiter(form, config, instance_name, wave_folder, make_verilated_rate_limiter_dut);
    case Fidelity::reference:
      break;
  }
  return reference::make_reference_rate_limiter(form, config, instance_name);
}

std::unique_ptr<reference::RateLimiter> make_lockstep_rate_limiter(RateForm form, const RateLimiterConfig& config,
                                                                   const std::string& instance_name,
                                                                   const std::filesystem::path& wave_folder,
                                                                   const RateLimiterDutFactory& rtl) {
  return std::make_unique<reference::TickedRateLimiter<LockstepCore>>(form, config, instance_name, wave_folder, rtl);
}

std::unique_ptr<reference::StageComparator> make_stage_comparator(Fidelity fidelity,
                                                                  const StageComparatorConfig& config,
                                                                  const std::string& instance_name,
                                                                  const std::filesystem::path& wave_folder) {
  switch (fidelity) {
    case Fidelity::rtl:
      return make_verilated_stage_comparator(config, instance_name);
    case Fidelity::lockstep:
      return std::make_unique<ClockedStageComparator<LockstepStageComparatorCore>>(config, config, instance_name,
                                                                                   wave_folder);
    case Fidelity::reference:
      break;
  }
  return reference::make_reference_stage_comparator(config, instance_name);
}

std::unique_ptr<reference::StageComparator> make_leading_zero_comparator(Fidelity fidelity,
                                                                         const StageComparatorConfig& config,
                                                                         const std::string& instance_name,
                                                                         const std::filesystem::path& wave_folder) {
  switch (fidelity) {
    case Fidelity::rtl:
      return make_verilated_leading_zero_comparator(config, instance_name);
    case Fidelity::lockstep:
      return std::make_unique<ClockedLeadingZeroComparator<LockstepLeadingZeroCore>>(config, config, instance_name,
                                                                                     wave_folder);
    case Fidelity::reference:
      break;
  }
  return std::make_unique<ClockedLeadingZeroComparator<reference::LeadingZeroCycle>>(config, config);
}

reference::RateLimiterFactory rate_limiter_factory(Fidelity fidelity, const std::filesystem::path& wave_folder) {
  return [=](RateForm form, const RateLimiterConfig& config, const std::string& instance_name) {
    return make_rate_limiter(fidelity, form, config, instance_name, wave_folder);
  };
}

reference::StageComparatorFactory stage_comparator_factory(Fidelity fidelity,
                                                           const std::filesystem::path& wave_folder) {
  return [=](const StageComparatorConfig& config, const std::string& instance_name) {
    return make_stage_comparator(fidelity, config, instance_name, wave_folder);
  };
}

reference::StageComparatorFactory leading_zero_comparator_factory(Fidelity fidelity,
                                                                  const std::filesystem::path& wave_folder) {
  return [=](const StageComparatorConfig& config, const std::string& instance_name) {
    return make_leading_zero_comparator(fidelity, config, instance_name, wave_folder);
  };
}

}  // namespace weir::cosim
