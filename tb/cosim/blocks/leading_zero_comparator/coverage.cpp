// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/leading_zero_comparator/coverage.h"

#include <algorithm>
#include <bit>
#include <string>

#include "tb/cosim/blocks/stage_comparator/moves.h"

namespace weir::cosim {

namespace {

std::vector<std::string> rests(unsigned bits) {
  std::vector<std::string> names = {"negative", "0"};
  for (unsigned bit = 0; bit < bits; ++bit) {
    names.push_back("2^" + std::to_string(bit));
  }
  return names;
}

enum Order : std::size_t { kBm, kLog2Span, kStages, kBeforeReset };  // NOLINT(performance-enum-size)

}  // namespace

LeadingZeroCoverage::LeadingZeroCoverage(const reference::StageComparatorConfig& widths, unsigned /*latency*/)
    : last_stage_(widths.q_bits + 1),
      q_max_((1U << widths.q_bits) - 1),
      depths_("depth", {numbers("threshold", 1, last_stage_), {"depth", {"one_below", "at", "one_above"}}}),
      moves_("move", {numbers("stage", 0, last_stage_),
                      {"reached_by", {"same", "up_one", "up_more", "down_one", "down_more", "reset_while"}}}),
      tables_("table", {numbers("log2_span", 0, widths.q_bits), {"stages", {"none", "fewer", "the_rule", "more"}}}),
      spans_("span", {numbers("log2_span", 0, widths.q_bits),
                      numbers("threshold", 1, last_stage_),
                      {"depth", {"one_below", "at", "one_above"}}}),
      rests_("rest", {{"bm_less_1_less_q", rests(widths.q_bits + 1)}}),
      extremes_("extreme", {numbers("log2_span", 0, widths.q_bits), {"at", {"b_1_0_at_0", "last_at_highest"}}}),
      orders_(
          "order",
          {{"write", {"second_changes_bm", "second_changes_log2_span", "second_changes_stages", "before_a_reset"}}}),
      held_("held", {ages("cycles")}) {
  if (widths.stages_reset != 0) {
    reset_ = {.bm = widths.bm_reset.value_or(widths.never_reached()),
              .log2_span = widths.log2_span_reset,
              .stages = widths.stages_reset};
  }
  for (std::size_t span = 0; span <= widths.q_bits; ++span) {
    for (std::size_t k = span + 1; k < last_stage_; ++k) {
      for (const Side side : {kBelow, kAt, kAbove}) {
        spans_.rule_out(spans_.index({span, k, side}));
      }
    }
  }
  moves_.rule_out(moves_.index({0, kUpOne}));
  moves_.rule_out(moves_.index({0, kUpMore}));
  moves_.rule_out(moves_.index({1, kUpMore}));
  tables_.rule_out(tables_.index({0, 1}));  // the rule is one stage: fewer are none
}

void LeadingZeroCoverage::start(const reference::StageComparatorConfig& /*mode*/) {
  table_ = reset_;
  has_before_ = just_written_ = twice_ = wiped_ = false;
  still_ = 0;
}

void LeadingZeroCoverage::sample(std::span<const Inputs> in, std::span<const Outputs> out) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (!in[i].rst_n) {
      if (has_before_ && stage_ <= last_stage_) {
        moves_.hit(moves_.index({stage_, kOnReset}));
      }
      wiped_ = has_before_ && before_.table_we && before_.stages != 0;
      table_ = reset_;
      has_before_ = just_written_ = twice_ = false;
      still_ = 0;
      continue;
    }
    if (wiped_ && in[i].q + 1 >= before_.bm) {
      orders_.hit(kBeforeReset);
    }
    wiped_ = false;
    if (has_before_) {
      settled(out[i]);
      twice_ = before_.table_we && just_written_;
      just_written_ = before_.table_we;
      if (before_.table_we) {
        overwritten_ = table_;
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
    if (still_ != 0 && in[i].q != before_.q) {
      held_.hit(age_bin(still_));
    }
    still_ = in[i].table_we ? 0 : in[i].q == before_.q ? still_ + 1 : 1;
    has_before_ = true;
    stage_ = out[i].stage;
    before_ = in[i];
  }
}

// B_k, below 0 where the span is wider than Bm.
std::int64_t LeadingZeroCoverage::threshold(std::uint32_t k) const {
  return std::int64_t{table_.bm} - (std::int64_t{1} << (table_.log2_span + 1 - k));
}

std::uint32_t LeadingZeroCoverage::stage_of(const Inputs& table) const {
  const std::int64_t rest = std::int64_t{table.bm} - 1 - before_.q;
  if (rest <= 0) {
    return table.stages;
  }
  const int above =
      static_cast<int>(table.log2_span) + 1 - static_cast<int>(std::bit_width(static_cast<std::uint64_t>(rest)));
  return std::min(table.stages, static_cast<std::uint32_t>(std::max(above, 0)));
}

// The second of two writes in a row, where the depth tells which of them stands.
void LeadingZeroCoverage::two_writes() {
  if (!twice_ || stage_of(table_) == stage_of(overwritten_)) {
    return;
  }
  const bool changes[] = {table_.bm != overwritten_.bm, table_.log2_span != overwritten_.log2_span,
                          table_.stages != overwritten_.stages};
  if (std::ranges::count(changes, true) == 1) {
    orders_.hit(static_cast<std::size_t>(std::ranges::find(changes, true) - changes));
  }
}

void LeadingZeroCoverage::settled(const Outputs& out) {
  two_writes();
  const std::uint32_t k = out.stage;
  const std::int64_t q = before_.q;
  const std::uint32_t rule = table_.log2_span + 1;
  if (table_.stages != 0) {
    const std::int64_t rest = std::int64_t{table_.bm} - 1 - q;
    rests_.hit(rest < 0 ? 0 : 1 + static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(rest))));
  }
  if (table_.log2_span < last_stage_) {
    if (k >= 1 && q == 0 && threshold(1) == 0) {
      extremes_.hit(extremes_.index({table_.log2_span, 0}));
    }
    if (k == rule && q == q_max_ && threshold(rule) == q_max_) {
      extremes_.hit(extremes_.index({table_.log2_span, 1}));
    }
    const auto at_threshold = [&](std::uint32_t n, Side side) {
      spans_.hit(spans_.index({table_.log2_span, n - 1, side}));
      depths_.hit(depths_.index({n - 1, side}));
    };
    if (k >= 1 && k <= rule && (q == threshold(k) || q == threshold(k) + 1)) {
      at_threshold(k, q == threshold(k) ? kAt : kAbove);
    }
    if (k < rule && k < table_.stages && q + 1 == threshold(k + 1)) {
      at_threshold(k + 1, kBelow);
    }
  }
  if (k <= last_stage_) {
    moves_.hit(moves_.index({k, move_of(stage_, k)}));
  }
}

}  // namespace weir::cosim
