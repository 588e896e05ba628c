// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdint>

#include "tb/cosim/blocks/leading_zero_comparator/leading_zero_comparator.h"

namespace weir::cosim {

namespace {

using reference::LeadingZeroInputs;
using reference::StageComparatorConfig;

class DirectedLeadingZero {
 public:
  explicit DirectedLeadingZero(const StageComparatorConfig& config)
      : q_bits_(config.q_bits), q_max_((std::uint32_t{1} << config.q_bits) - 1) {}

  std::vector<LeadingZeroInputs> write() {
    for (std::uint32_t span = 0; span <= q_bits_; ++span) {
      const std::uint32_t width = std::uint32_t{1} << span;
      for (const std::uint32_t bm : {width, std::min(width + 77, 2 * q_max_ + 1), q_max_}) {
        for (const std::uint32_t stages : {0U, 1U, std::max(span, 1U) - 1, span, span + 1, span + 2, 31U}) {
          table(bm, span, std::min(stages, 31U));
        }
      }
    }
    for (std::uint32_t stage = 0; stage <= q_bits_ + 1; ++stage) {
      moves(stage);
    }
    reset();
    return std::move(cycles_);
  }

 private:
  void depth(std::int64_t q) {
    cycles_.push_back({.q = static_cast<std::uint32_t>(std::clamp<std::int64_t>(q, 0, q_max_))});
  }
  void reset() { cycles_.push_back({.rst_n = false}); }
  void set(std::uint32_t bm, std::uint32_t span, std::uint32_t stages) {
    cycles_.push_back({.table_we = true, .bm = bm, .log2_span = span, .stages = stages});
  }

  // Depths one below, at and one above each threshold, and at both ends.
  void table(std::uint32_t bm, std::uint32_t span, std::uint32_t stages) {
    set(bm, span, stages);
    depth(0);
    for (std::uint32_t k = 1; k <= span + 1; ++k) {
      const std::int64_t b = std::int64_t{bm} - (std::int64_t{1} << (span + 1 - k));
      depth(b - 1);
      depth(b);
      depth(b + 1);
    }
    depth(q_max_);
    // Data without a write.
    cycles_.push_back({.bm = 0, .log2_span = 0, .stages = 31, .q = 5});
    depth(5);
  }

  // Beyond Bm the stage is the number of stages, so that a table alone makes it any.
  void moves(std::uint32_t stage) {
    for (const int step : {1, -1, 5, -5}) {
      const std::int64_t from = std::int64_t{stage} + step;
      if (from >= 0 && from <= 31) {
        beyond(static_cast<std::uint32_t>(from));
        beyond(stage);
      }
    }
    reset();
    depth(q_max_);
    // Again, while the change is being told.
    set(1, 0, std::max(stage, 1U));
    depth(q_max_);
    reset();
    depth(0);
  }
  void beyond(std::uint32_t stage) {
    set(1, 0, stage);
    cycles_.back().q = q_max_;
    depth(q_max_);
    depth(q_max_);
  }

  std::uint32_t q_bits_;
  std::uint32_t q_max_;
  std::vector<LeadingZeroInputs> cycles_;
};

}  // namespace

std::vector<LeadingZeroInputs> LeadingZeroComparatorKind::directed(const StageComparatorConfig& config) {
  return DirectedLeadingZero(config).write();
}

}  // namespace weir::cosim
