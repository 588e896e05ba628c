// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/egress_scheduler/coverage.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include "tb/cosim/powers_passed.h"

namespace weir::cosim {

using reference::kScheduledClasses;

namespace {

// NOLINTBEGIN(performance-enum-size)
enum Compared : std::size_t { kInTurn, kBehind, kWithItsQuantum };
enum Sum : std::size_t { kTurnLeft, kGrown, kBehindLeft };
// NOLINTEND(performance-enum-size)

const std::vector<std::string> kAnswers = {"no", "yes"};
const std::vector<std::string> kWays = {"strict",       "goes_on",   "again",   "with_rest",
                                        "with_quantum", "too_short", "stopped", "not_ready"};

std::vector<std::string> ways_and_reset() {
  std::vector<std::string> events = kWays;
  events.emplace_back("loses");
  events.emplace_back("reset");
  return events;
}

std::size_t whether(bool set) { return set ? 1 : 0; }

CoverageDimension of_classes(std::string name) { return numbers(std::move(name), 0, kScheduledClasses - 1); }

}  // namespace

EgressSchedulerCoverage::EgressSchedulerCoverage(const reference::EgressSchedulerConfig& widths, unsigned /*latency*/)
    : config_(widths),
      choices_("choice", {of_classes("turn"), of_classes("class"), {"strict", kAnswers}, {"granted", kAnswers}}),
      ways_("way", {{"way", kWays}, {"others_may", kAnswers}}),
      reasons_(
          "passed_over",
          {of_classes("class"), {"reason", {"empty", "blocked", "without_credit", "closed"}}, {"in_turn", kAnswers}}),
      compared_("of", {{"turn", widths.length_bits}, {"behind", widths.length_bits}, {"quantum", widths.length_bits}},
                "deficit"),
      carries_({"turn_left", "grown", "behind_left"}, widths.deficit_bits()),
      passed_("passes", {of_classes("turn"), {"empty", kAnswers}, {"some_left", kAnswers}}),
      factors_("quantum",
               {numbers("weight_bits", 0, widths.weight_bits), numbers("quantum_bits", 0, widths.length_bits)}),
      rows_("in_a_row", {{"way", {"strict", "goes_on"}}, numbers("over_log2_packets", 0, kMostOfATurn)}),
      events_(ways_and_reset()) {
  ways_.rule_out(ways_.index({kAgain, 1}));    // of others the next one is chosen
  events_.rule_out(kTooShort, kNotReady + 1);  // nothing is left to the class in turn
  events_.rule_out(kNotReady + 2, kNotReady + 1);
}

void EgressSchedulerCoverage::sample(std::span<const Inputs> in, std::span<const Outputs> out) {
  for (std::size_t n = 0; n < in.size(); ++n) {
    if (in[n].rst_n) {
      judge(in[n], out[n]);
    } else {
      events_.event(kNotReady + 2);
      row_ = 0;
    }
  }
}

void EgressSchedulerCoverage::judge(const Inputs& in, const Outputs& out) {
  for (std::size_t c = 0; c < kScheduledClasses; ++c) {
    const bool reasons[] = {(in.waiting >> c & 1U) == 0, (in.blocked >> c & 1U) != 0, (in.credit >> c & 1U) == 0,
                            (in.open >> c & 1U) == 0};
    if (out.chosen != 0 && std::ranges::count(reasons, true) == 1) {
      const auto reason = static_cast<std::size_t>(std::ranges::find(reasons, true) - std::begin(reasons));
      reasons_.hit(reasons_.index({c, reason, whether(c == out.turn)}));
    }
  }
  if (out.chosen == 0) {
    events_.event(EventGroups::kNone);
    row_ = 0;
    return;
  }
  chosen(in, out, static_cast<std::size_t>(std::countr_zero(out.chosen)));
}

void EgressSchedulerCoverage::chosen(const Inputs& in, const Outputs& out, std::size_t c) {
  const bool strict = (in.strict >> c & 1U) != 0;
  choices_.hit(choices_.index({out.turn, c, whether(strict), whether(out.grant)}));
  const Way way = way_of(in, out, c);
  ways_.hit(ways_.index({way, whether(in.may() != out.chosen)}));
  follow(way);
  std::uint64_t events = std::uint64_t{1} << way;
  if (out.grant && !strict && c != out.turn) {
    const std::uint32_t left = scheduled_deficit(config_, out, out.turn);
    const bool empty = (in.waiting >> out.turn & 1U) == 0;
    passed_.hit(passed_.index({out.turn, whether(empty), whether(left > 0)}));
    events |= std::uint64_t{empty && left > 0 ? 1U : 0U} << (kNotReady + 1);
  }
  events_.events(events);
}

// How many packets in a row go so.
void EgressSchedulerCoverage::follow(Way way) {
  row_ = way == way_ ? row_ + 1 : 1;
  way_ = way;
  if (const auto k = power_passed(row_, kMostOfATurn); k && way <= kGoesOn) {
    rows_.hit(rows_.index({way, *k}));
  }
}

EgressSchedulerCoverage::Way EgressSchedulerCoverage::way_of(const Inputs& in, const Outputs& out, std::size_t c) {
  if (!in.ready) {
    return kNotReady;
  }
  if (!out.grant) {
    return kStopped;
  }
  if ((in.strict >> c & 1U) != 0) {
    return kStrict;
  }
  const std::uint32_t length = scheduled_length(config_, in, c);
  const std::uint32_t left = scheduled_deficit(config_, out, c);
  const bool in_turn = c == out.turn;
  compared_.compared(in_turn ? kInTurn : kBehind, left, length);
  if (in_turn && length <= left) {
    carries_.carried(kTurnLeft, left, length, left - length);
    return kGoesOn;
  }
  const std::uint32_t weight = scheduled_weight(config_, in, c);
  const std::uint32_t more = left < length ? weight * in.quantum : 0;
  const std::uint32_t grown = left + more;
  if (left < length) {
    factors_.hit(factors_.index(
        {static_cast<std::size_t>(std::bit_width(weight)), static_cast<std::size_t>(std::bit_width(in.quantum))}));
    compared_.compared(kWithItsQuantum, grown, length);
    carries_.carried(kGrown, left, more, grown);
  }
  if (grown < length) {
    return kTooShort;
  }
  carries_.carried(kBehindLeft, grown, length, grown - length);
  return in_turn ? kAgain : left < length ? kWithQuantum : kWithRest;
}

}  // namespace weir::cosim
