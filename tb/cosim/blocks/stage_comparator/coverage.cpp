// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/stage_comparator/coverage.h"

#include <algorithm>
#include <bit>

#include "tb/cosim/blocks/stage_comparator/moves.h"

namespace weir::cosim {

StageComparatorCoverage::StageComparatorCoverage(const reference::StageComparatorConfig& widths)
    : max_thresholds_(widths.max_thresholds),
      q_max_((std::uint32_t{1} << widths.q_bits) - 1),
      never_(2 * q_max_ + 1),
      depths_("depth", {numbers("threshold", 1, max_thresholds_), {"depth", {"one_below", "at", "one_above"}}}),
      moves_("move", {numbers("stage", 0, max_thresholds_),
                      {"reached_by", {"same", "up_one", "up_more", "down_one", "down_more", "reset_while"}}}),
      writes_("write", {numbers("index", 0, (std::size_t{1} << std::bit_width(max_thresholds_)) - 1),
                        {"value", {"0", "middle", "highest_depth", "first_never_reached", "all_ones"}}}),
      tables_("table", {numbers("stage", 0, max_thresholds_), {"thresholds", {"in_order", "out_of_order"}}}) {
  rule_out_moves();
  reset();
}

// Stage 0 is reached from nowhere below it, the highest from nowhere above it.
void StageComparatorCoverage::rule_out_moves() {
  const std::size_t last = max_thresholds_;
  moves_.rule_out(moves_.index({0, kUpOne}));
  moves_.rule_out(moves_.index({0, kUpMore}));
  moves_.rule_out(moves_.index({1, kUpMore}));
  moves_.rule_out(moves_.index({last, kDownOne}));
  moves_.rule_out(moves_.index({last, kDownMore}));
  moves_.rule_out(moves_.index({last - 1, kDownMore}));
}

void StageComparatorCoverage::start(const reference::StageComparatorConfig& /*mode*/) { reset(); }

void StageComparatorCoverage::reset() {
  thresholds_.assign(max_thresholds_ + 2, never_);
  thresholds_.front() = 0;
  in_order_ = true;
  has_before_ = false;
  write_.threshold_we = false;
  stage_ = 0;
}

void StageComparatorCoverage::sample(std::span<const Inputs> in, std::span<const Outputs> out) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (!in[i].rst_n) {
      moves_.hit(moves_.index({has_before_ ? stage_ : 0, kOnReset}));
      reset();
      continue;
    }
    if (has_before_) {
      settled(out[i]);
    }
    has_before_ = true;
    q_ = in[i].q;
    stage_ = out[i].stage;
    if (in[i].threshold_we) {
      write(in[i]);
    }
  }
}

// The output is the stage of the depth and the registers of the cycle before.
void StageComparatorCoverage::settled(const Outputs& out) {
  const std::uint32_t k = out.stage;
  if (k >= 1 && q_ - thresholds_[k] <= 1) {
    depths_.hit(depths_.index({k - 1, q_ == thresholds_[k] ? kAt : kAbove}));
  }
  if (k < max_thresholds_ && thresholds_[k + 1] == q_ + 1) {
    depths_.hit(depths_.index({k, kBelow}));
  }
  moves_.hit(moves_.index({k, move_of(stage_, k)}));
  tables_.hit(tables_.index({k, in_order_ ? 0U : 1U}));
  if (write_.threshold_we) {
    if (write_.threshold_index >= 1 && write_.threshold_index <= max_thresholds_) {
      thresholds_[write_.threshold_index] = write_.threshold;
      in_order_ = std::is_sorted(thresholds_.begin(), thresholds_.end() - 1);
    }
    write_.threshold_we = false;
  }
}

void StageComparatorCoverage::write(const Inputs& in) {
  write_ = in;
  const std::uint32_t edges[] = {0, in.threshold, q_max_, q_max_ + 1, never_};
  std::size_t value = 1;
  for (std::size_t i = 0; i < std::size(edges); ++i) {
    if (i != 1 && in.threshold == edges[i]) {
      value = i;
    }
  }
  writes_.hit(writes_.index({in.threshold_index, value}));
}

}  // namespace weir::cosim
