// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Lock-step in a running scenario, with coverage of the cycles played.

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "tb/cosim/coverage_book.h"
#include "tb/cosim/run_block.h"

namespace weir::cosim {

template <class Kind>
class CoveredLockstep {
 public:
  using In = typename Kind::Inputs;
  using Out = typename Kind::Outputs;
  static constexpr std::size_t kBatch = LockstepFor<Kind>::kBatch;
  static constexpr unsigned kSides = 2;  // models that are clocked

  CoveredLockstep(const Variant<Kind>& variant, const typename Kind::Setup& setup, const std::string& instance,
                  const LockstepTrail& trail)
      : lockstep_(
            lockstep_of(variant, setup, variant.rtl, {.instance_name = instance, .wave_folder = trail.wave_folder})),
        coverage_(trail.coverage == nullptr ? nullptr : trail.coverage->open(variant, setup)) {}

  // At most kBatch cycles.
  std::span<const Out> clock(std::span<const In> in) {
    const std::span<const Out> out = lockstep_.clock(in);
    sample(in, out);
    return out;
  }
  Out clock(const In& in) { return clock(std::span<const In>(&in, 1)).front(); }
  Out evaluate(const In& in) { return lockstep_.evaluate(in); }
  // What the reference gave in the last evaluate().
  const Out& model() const { return lockstep_.reference(); }

  bool holds(const In& in) {
    const bool held = lockstep_.holds(in);
    sample(std::span<const In>(&in, 1), std::span<const Out>(&lockstep_.last(), 1));
    return held;
  }
  void rest(std::uint64_t cycles) {
    lockstep_.rest(cycles);
    if (coverage_ != nullptr) {
      coverage_->rest(cycles);
    }
  }

 private:
  void sample(std::span<const In> in, std::span<const Out> out) {
    if (coverage_ != nullptr) {
      coverage_->sample(in, out);
    }
  }

  LockstepFor<Kind> lockstep_;
  std::shared_ptr<InstanceCoverage<Kind>> coverage_;
};

}  // namespace weir::cosim
