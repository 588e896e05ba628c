// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/stage_comparator/coverage.h"

#include <algorithm>

#include "tb/cosim/blocks/stage_comparator/moves.h"

namespace weir::cosim {

namespace {

// NOLINTBEGIN(performance-enum-size)
enum Extreme : std::size_t { kZeroAtZero, kHighestAtHighest, kHighestOneBelow, kNeverAtHighest, kAlone };
enum Order : std::size_t { kAfterItself, kAfterAnother, kBeforeReset };
// NOLINTEND(performance-enum-size)

}  // namespace

StageComparatorCoverage::StageComparatorCoverage(const reference::StageComparatorConfig& widths, unsigned /*latency*/)
    : max_thresholds_(widths.max_thresholds),
      q_max_((std::uint32_t{1} << widths.q_bits) - 1),
      never_(2 * q_max_ + 1),
      depths_("depth", {numbers("threshold", 1, max_thresholds_), {"depth", {"one_below", "at", "one_above"}}}),
      moves_("move", {numbers("stage", 0, max_thresholds_),
                      {"reached_by", {"same", "up_one", "up_more", "down_one", "down_more", "reset_while"}}}),
      writes_("write", {numbers("index", 0, (std::size_t{1} << widths.stage_bits()) - 1),
                        {"value", {"0", "middle", "highest_depth", "first_never_reached", "all_ones"}}}),
      tables_("table", {numbers("stage", 0, max_thresholds_), {"thresholds", {"in_order", "out_of_order"}}}),
      extremes_("extreme",
                {numbers("threshold", 1, max_thresholds_),
                 {"at", {"0_at_0", "highest_at_highest", "highest_one_below", "never_at_highest", "reached_alone"}}}),
      orders_("order", {numbers("threshold", 1, max_thresholds_),
                        {"write", {"after_one_to_it", "after_one_to_another", "before_a_reset"}}}),
      held_("held", {ages("cycles")}),
      reset_(max_thresholds_ + 2, never_) {
  reset_.front() = 0;
  for (std::uint32_t k = 1; k <= max_thresholds_; ++k) {
    reset_[k] = widths.b_reset(k);
  }
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
  if (last == 1) {  // one threshold is in order, and no other is written before it
    tables_.rule_out(tables_.index({0, 1}));
    tables_.rule_out(tables_.index({1, 1}));
    orders_.rule_out(orders_.index({0, kAfterAnother}));
  }
}

void StageComparatorCoverage::start(const reference::StageComparatorConfig& /*mode*/) { reset(); }

void StageComparatorCoverage::reset() {
  thresholds_ = reset_;
  in_order_ = in_order();
  has_before_ = false;
  write_.threshold_we = counted_.threshold_we = counted_before_.threshold_we = false;
  stage_ = 0;
  still_ = 0;
}

void StageComparatorCoverage::sample(std::span<const Inputs> in, std::span<const Outputs> out) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (!in[i].rst_n) {
      moves_.hit(moves_.index({has_before_ ? stage_ : 0, kOnReset}));
      wiped_ = has_before_ ? write_ : Inputs{};
      reset();
      continue;
    }
    if (!has_before_ && wiped_.threshold_we && in[i].q >= wiped_.threshold) {
      orders_.hit(orders_.index({wiped_.threshold_index - 1, kBeforeReset}));
    }
    wiped_.threshold_we = false;
    if (has_before_) {
      settled(out[i]);
    }
    stand_still(in[i]);
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
  extremes(k);
  two_writes(k);
  apply_write();
}

// How long nothing moved when the depth moves again.
void StageComparatorCoverage::stand_still(const Inputs& in) {
  if (still_ != 0 && in.q != q_) {
    held_.hit(age_bin(still_));
  }
  still_ = in.threshold_we ? 0 : in.q == q_ ? still_ + 1 : 1;
}

// Counts extremes of each threshold; a threshold's comparator shows only if no threshold above it is reached.
void StageComparatorCoverage::extremes(std::uint32_t k) {
  const auto hit = [&](std::uint32_t threshold, std::size_t at) {
    extremes_.hit(extremes_.index({threshold - 1, at}));
  };
  if (k >= 1 && q_ == 0) {
    hit(k, kZeroAtZero);
  }
  if (k >= 1 && q_ == q_max_ && thresholds_[k] == q_max_) {
    hit(k, kHighestAtHighest);
  }
  for (std::uint32_t above = k + 1; q_ + 1 >= q_max_ && above <= max_thresholds_; ++above) {
    if (q_ == q_max_ && thresholds_[above] == q_max_ + 1) {
      hit(above, kNeverAtHighest);
    } else if (q_ + 1 == q_max_ && thresholds_[above] == q_max_) {
      hit(above, kHighestOneBelow);
    }
  }
  if (k >= 1 && k != stage_ &&
      std::none_of(thresholds_.begin() + 1, thresholds_.begin() + k, [&](std::uint32_t b) { return b <= q_; })) {
    hit(k, kAlone);
  }
}

// The second of two writes in a row: to the same register, of which the depth lies between both values, or to another.
void StageComparatorCoverage::two_writes(std::uint32_t k) {
  if (!counted_.threshold_we || !counted_before_.threshold_we) {
    return;
  }
  const std::uint32_t index = counted_.threshold_index;
  const bool reached = counted_.threshold <= q_;
  if (k != index && (reached || k > index)) {
    return;
  }
  if (counted_before_.threshold_index != index) {
    orders_.hit(orders_.index({index - 1, kAfterAnother}));
  } else if (reached != (counted_before_.threshold <= q_)) {
    orders_.hit(orders_.index({index - 1, kAfterItself}));
  }
}

void StageComparatorCoverage::apply_write() {
  if (write_.threshold_we) {
    thresholds_[write_.threshold_index] = write_.threshold;
    in_order_ = in_order();
  }
  counted_before_ = counted_;
  counted_ = write_;
  write_.threshold_we = false;
}

void StageComparatorCoverage::write(const Inputs& in) {
  if (in.threshold_index >= 1 && in.threshold_index <= max_thresholds_) {
    write_ = in;
  }
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
