// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of rtl/stage_comparator_threshold, register for register. One call of clock() is one period: outputs
// are those just before the clock edge, then the edge. The stage of a queue depth is output one cycle later; a new
// threshold takes effect in the cycle after it was written.

#pragma once

#include <array>
#include <cstdint>

#include "hw_model/reference/stage_comparator.h"

namespace weir::reference {

struct StageComparatorInputs {
  bool rst_n = true;
  bool threshold_we = false;
  std::uint32_t threshold_index = 0;  // k of B_k, 1..max_thresholds; any other is ignored
  std::uint32_t threshold = 0;        // one bit wider than q: 2^q_bits and above are never reached
  std::uint32_t q = 0;
  bool operator==(const StageComparatorInputs&) const = default;
};

struct StageComparatorOutputs {
  std::uint32_t stage = 0;
  bool changed = false;  // in the first cycle of a new stage
  bool operator==(const StageComparatorOutputs&) const = default;
};

class StageComparatorCycle {
 public:
  // Uses only the widths of `config` and the reset values of the thresholds, which are registers.
  explicit StageComparatorCycle(const StageComparatorConfig& config)
      : max_thresholds_((config.validate(), config.max_thresholds)) {
    reset_.fill(static_cast<std::int32_t>(config.never_reached()));
    for (std::uint32_t k = 1; k <= max_thresholds_; ++k) {
      reset_[k] = static_cast<std::int32_t>(config.b_reset(k));
    }
    reset();
  }

  StageComparatorOutputs clock(const StageComparatorInputs& in) {
    const StageComparatorOutputs out = evaluate(in);
    if (!in.rst_n) {
      return out;
    }
    const std::uint32_t stage = highest_reached(in.q);
    changed_ = stage != stage_;
    stage_ = stage;
    if (in.threshold_we && in.threshold_index >= 1 && in.threshold_index <= max_thresholds_) {
      thresholds_[in.threshold_index] = static_cast<std::int32_t>(in.threshold);
    }
    return out;
  }

  // The outputs of a cycle without its clock edge. A low rst_n clears the registers at once: reset is asynchronous.
  StageComparatorOutputs evaluate(const StageComparatorInputs& in) {
    if (!in.rst_n) {
      reset();
    }
    return {.stage = stage_, .changed = changed_};
  }

 private:
  void reset() {
    thresholds_ = reset_;
    stage_ = 0;
    changed_ = false;
  }

  // A priority encoder: for nondecreasing thresholds, the number of thresholds at or below q. No early exit and signed
  // numbers, so that the compiler generates a few vector instructions.
  std::uint32_t highest_reached(std::uint32_t q) const {
    const auto depth = static_cast<std::int32_t>(q);
    std::int32_t stage = 0;
    for (std::int32_t k = 1; k < kRegisters; ++k) {
      stage = thresholds_[static_cast<std::size_t>(k)] <= depth ? k : stage;
    }
    return static_cast<std::uint32_t>(stage);
  }

  static constexpr std::int32_t kRegisters = 32;

  std::uint32_t max_thresholds_;
  std::array<std::int32_t, kRegisters> reset_{};
  std::array<std::int32_t, kRegisters> thresholds_{};  // B_k at index k
  std::uint32_t stage_ = 0;
  bool changed_ = false;
};

}  // namespace weir::reference
