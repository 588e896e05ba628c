// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of rtl/stage_comparator_leading_zero, register for register: the leading-zero form of the stage
// comparator (GFC, SIGCOMM '19, section 5.1), where Bm - B1 is a power of two, 2^m. Then B_k = Bm - 2^(m-k+1), and q
// has reached B_k when Bm - 1 - q is less than 2^(m-k+1): the stage follows from the number of significant bits of that
// difference. Latency and order as stage_comparator_cycle.h.

#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "hw_model/cycle_models/stage_comparator_cycle.h"

namespace weir::reference {

struct LeadingZeroInputs {
  bool rst_n = true;
  bool table_we = false;
  std::uint32_t bm = 0;         // bytes, one bit wider than q
  std::uint32_t log2_span = 0;  // m
  std::uint32_t stages = 0;     // N; 0 keeps the stage at 0
  std::uint32_t q = 0;
  bool operator==(const LeadingZeroInputs&) const = default;
};

class LeadingZeroCycle {
 public:
  // Uses only the width of q in `config` and the reset values of the registers.
  explicit LeadingZeroCycle(const StageComparatorConfig& config)
      : bm_reset_((config.validate(), static_cast<std::int32_t>(config.bm_reset.value_or(config.never_reached())))),
        log2_span_reset_(static_cast<std::int32_t>(config.log2_span_reset)),
        stages_reset_(static_cast<std::int32_t>(config.stages_reset)) {
    reset();
  }

  StageComparatorOutputs clock(const LeadingZeroInputs& in) {
    const StageComparatorOutputs out = evaluate(in);
    if (!in.rst_n) {
      return out;
    }
    const std::uint32_t next = stage_of(in.q);
    changed_ = next != stage_;
    stage_ = next;
    if (in.table_we) {
      bm_ = static_cast<std::int32_t>(in.bm);
      log2_span_ = static_cast<std::int32_t>(in.log2_span);
      stages_ = static_cast<std::int32_t>(in.stages);
    }
    return out;
  }

  // The outputs of a cycle without its clock edge. A low rst_n clears the registers at once: reset is asynchronous.
  StageComparatorOutputs evaluate(const LeadingZeroInputs& in) {
    if (!in.rst_n) {
      reset();
    }
    return {.stage = stage_, .changed = changed_};
  }

 private:
  void reset() {
    bm_ = bm_reset_;
    log2_span_ = log2_span_reset_;
    stages_ = stages_reset_;
    stage_ = 0;
    changed_ = false;
  }

  std::uint32_t stage_of(std::uint32_t q) const {
    const std::int32_t rest = bm_ - 1 - static_cast<std::int32_t>(q);
    // The depth is beyond the last threshold, even with more stages than the rule asks for: their thresholds are all Bm
    // - 1.
    if (rest <= 0) {
      return static_cast<std::uint32_t>(stages_);
    }
    const int stage = log2_span_ + 1 - std::bit_width(static_cast<std::uint32_t>(rest));
    return static_cast<std::uint32_t>(std::clamp(stage, 0, stages_));
  }

  std::int32_t bm_reset_;
  std::int32_t log2_span_reset_;
  std::int32_t stages_reset_;
  std::int32_t bm_ = 0;
  std::int32_t log2_span_ = 0;
  std::int32_t stages_ = 0;
  std::uint32_t stage_ = 0;
  bool changed_ = false;
};

}  // namespace weir::reference
