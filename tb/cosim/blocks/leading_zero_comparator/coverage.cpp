// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/leading_zero_comparator/coverage.h"

#include "tb/cosim/blocks/stage_comparator/moves.h"

namespace weir::cosim {

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
