// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/comparator_coverage.h"

#include <algorithm>
#include <bit>
#include <string>

namespace weir::cosim {

namespace {

enum Side : std::size_t { kBelow, kAt, kAbove };                                    // NOLINT(performance-enum-size)
enum Move : std::size_t { kSame, kUpOne, kUpMore, kDownOne, kDownMore, kOnReset };  // NOLINT(performance-enum-size)

CoverageDimension numbers(const char* name, std::size_t from, std::size_t to) {
  CoverageDimension dimension{name, {}};
  for (std::size_t n = from; n <= to; ++n) {
    dimension.bins.push_back(std::to_string(n));
  }
  return dimension;
}

Move move_of(std::uint32_t from, std::uint32_t to) {
  if (from == to) {
    return kSame;
  }
  return to > from ? (to - from == 1 ? kUpOne : kUpMore) : (from - to == 1 ? kDownOne : kDownMore);
}

}  // namespace

ComparatorCoverage::ComparatorCoverage(const reference::StageComparatorConfig& widths)
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
void ComparatorCoverage::rule_out_moves() {
  const std::size_t last = max_thresholds_;
  moves_.rule_out(moves_.index({0, kUpOne}));
  moves_.rule_out(moves_.index({0, kUpMore}));
  moves_.rule_out(moves_.index({1, kUpMore}));
  moves_.rule_out(moves_.index({last, kDownOne}));
  moves_.rule_out(moves_.index({last, kDownMore}));
  moves_.rule_out(moves_.index({last - 1, kDownMore}));
}

void ComparatorCoverage::start(const reference::StageComparatorConfig& /*mode*/) { reset(); }

void ComparatorCoverage::reset() {
  thresholds_.assign(max_thresholds_ + 2, never_);
  thresholds_.front() = 0;
  in_order_ = true;
  has_before_ = false;
  write_.threshold_we = false;
  stage_ = 0;
}

void ComparatorCoverage::sample(std::span<const Inputs> in, std::span<const Outputs> out) {
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
void ComparatorCoverage::settled(const Outputs& out) {
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

void ComparatorCoverage::write(const Inputs& in) {
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

LeadingZeroCoverage::LeadingZeroCoverage(const reference::StageComparatorConfig& widths)
    : last_stage_(widths.q_bits + 1),
      depths_("depth", {numbers("threshold", 1, last_stage_), {"depth", {"one_below", "at", "one_above"}}}),
      moves_("move", {numbers("stage", 0, last_stage_),
                      {"reached_by", {"same", "up_one", "up_more", "down_one", "down_more", "reset_while"}}}),
      tables_("table", {numbers("log2_span", 0, widths.q_bits), {"stages", {"none", "fewer", "the_rule", "more"}}}) {
  moves_.rule_out(moves_.index({0, kUpOne}));
  moves_.rule_out(moves_.index({0, kUpMore}));
  moves_.rule_out(moves_.index({1, kUpMore}));
  tables_.rule_out(tables_.index({0, 1}));  // the rule is one stage: fewer are none
}

void LeadingZeroCoverage::start(const reference::StageComparatorConfig& /*mode*/) {
  table_ = {};
  has_before_ = false;
}

void LeadingZeroCoverage::sample(std::span<const Inputs> in, std::span<const Outputs> out) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (!in[i].rst_n) {
      if (has_before_ && stage_ <= last_stage_) {
        moves_.hit(moves_.index({stage_, kOnReset}));
      }
      table_ = {};
      has_before_ = false;
      continue;
    }
    if (has_before_) {
      settled(out[i]);
      if (before_.table_we) {
        table_ = before_;
      }
    }
    if (in[i].table_we && in[i].log2_span < last_stage_) {
      const std::uint32_t rule = in[i].log2_span + 1;
      tables_.hit(tables_.index({in[i].log2_span, in[i].stages == 0      ? 0U
                                                  : in[i].stages < rule  ? 1U
                                                  : in[i].stages == rule ? 2U
                                                                         : 3U}));
    }
    has_before_ = true;
    stage_ = out[i].stage;
    before_ = in[i];
  }
}

// B_k, below 0 where the span is wider than Bm.
std::int64_t LeadingZeroCoverage::threshold(std::uint32_t k) const {
  return std::int64_t{table_.bm} - (std::int64_t{1} << (table_.log2_span + 1 - k));
}

void LeadingZeroCoverage::settled(const Outputs& out) {
  const std::uint32_t k = out.stage;
  const std::int64_t q = before_.q;
  const std::uint32_t rule = table_.log2_span + 1;
  if (table_.log2_span < last_stage_) {
    if (k >= 1 && k <= rule && (q == threshold(k) || q == threshold(k) + 1)) {
      depths_.hit(depths_.index({k - 1, q == threshold(k) ? kAt : kAbove}));
    }
    if (k < rule && k < table_.stages && q + 1 == threshold(k + 1)) {
      depths_.hit(depths_.index({k, kBelow}));
    }
  }
  if (k <= last_stage_) {
    moves_.hit(moves_.index({k, move_of(stage_, k)}));
  }
}

}  // namespace weir::cosim
