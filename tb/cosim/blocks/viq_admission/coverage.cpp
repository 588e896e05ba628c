// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/viq_admission/coverage.h"

#include <algorithm>
#include <bit>

namespace weir::cosim {

using reference::ViqAnswer;

namespace {

// NOLINTBEGIN(performance-enum-size)
enum Compared : std::size_t {
  kShared,
  kPool,
  kLossyGrown,
  kLosslessGrown,
  kMinimum,
  kPromise,
  kRoom,
  kThreshold,
  kOverLimit,
  kOverShare,
  kMost,
  kPoolFree,
  kOfHeadroom,
  kOfPool,
  kLeaves,
  kBeyond,
  kLeftBeyond,
  kGivenBack,
  kLowered,
  kCeiling,
  kXoff,
  kXon
};
enum Sum : std::size_t { kSum, kHeldSum, kTakenMore, kTakenLess, kHeldMore, kHeldLess, kGap };
enum Part : std::size_t { kArrives, kDeparts, kLookedAt, kPauses, kResumes };
enum Together : std::size_t {
  kLookBesideCells,  // cells at the input of a departure that there is not, as a VIQ is looked at
  kLossyFreeShare,   // over the threshold by free cells, below that of all shared cells
  kLosslessFreeShare,
  kPoolBelowMinimum,  // a packet that the pool takes, and that is more than its VIQ's minimum leaves over
  kPoolForTheRest,    // a packet for which the pool has no room, though for what is beyond the minimum
  kEmptyBelowGap      // an empty VIQ resumes, and the gap is above XOFF
};
enum Event : std::size_t { kLossy, kLossless, kDeparture, kDropped, kToPool, kBroken, kLook, kXoffs, kXons, kReset };
// NOLINTEND(performance-enum-size)

const std::vector<std::string> kYes = {"no", "yes"};

std::vector<ComparisonGroup::Comparison> comparisons(unsigned bits) {
  std::vector<ComparisonGroup::Comparison> all;
  for (const char* name : {"shared_taken",      "pool_held",         "grown_limit",    "lossless_grown_limit",
                           "minimum_cells",     "packet_lacks",      "rest_free",      "sum_threshold",
                           "sum_limit",         "beyond_share",      "sum_most",       "packet_pool_free",
                           "held_sum_headroom", "departure_held",    "rest_cells",     "full_minimum",
                           "left_minimum",      "rest_beyond",       "threshold_xoff", "limit_xoff",
                           "cells_xoff",        "cells_and_gap_xoff"}) {
    all.push_back({name, bits});
  }
  return all;
}

std::uint64_t bit(std::size_t event, bool set = true) { return set ? std::uint64_t{1} << event : 0; }

}  // namespace

ViqAdmissionCoverage::ViqAdmissionCoverage(const reference::ViqAdmissionConfig& widths, unsigned /*latency*/)
    : answers_(
          "answer",
          {{"answer", {"reserved", "shared", "headroom", "viq_full", "headroom_exhausted", "buffer_full", "veq_full"}},
           {"lossless", kYes},
           {"pool", kYes},
           {"departs", {"none", "other", "same"}}}),
      rows_("row", {{"read", {"arrival", "departure"}}, {"written", {"before", "arrival", "departure", "both"}}}),
      viqs_("viq",
            {numbers("viq", 0, widths.viqs() - 1), {"part", {"arrives", "departs", "looked_at", "xoff", "xon"}}}),
      compared_("of", comparisons(widths.cell_bits), "left"),
      carries_({"sum", "held_sum", "taken_more", "taken_less", "held_more", "held_less", "gap"}, widths.cell_bits),
      factors_("threshold", {{"lossless", kYes},
                             numbers("alpha_bits", 0, reference::kViqAlphaBits),
                             numbers("free_bits", 0, widths.cell_bits)}),
      together_("together", {{"case",
                              {"look_beside_cells", "lossy_free_share", "lossless_free_share", "pool_below_minimum",
                               "pool_for_the_rest", "empty_below_gap"}}}),
      events_({"lossy", "lossless", "departure", "dropped", "to_pool", "broken", "look", "xoff", "xon", "reset"}),
      config_(widths) {
  for (std::size_t beside = 0; beside < 3; ++beside) {
    for (std::size_t pool = 0; pool < 2; ++pool) {
      for (const std::size_t lossless : {3U, 6U}) {
        answers_.rule_out(answers_.index({lossless, 1, pool, beside}));
      }
      for (const std::size_t lossy : {2U, 4U}) {
        answers_.rule_out(answers_.index({lossy, 0, pool, beside}));
      }
    }
    answers_.rule_out(answers_.index({5, 1, 1, beside}));
  }
  for (const std::size_t event : {kDropped, kToPool, kBroken, kLook, kXoffs, kXons}) {
    events_.rule_out(kReset, event);
  }
  events_.rule_out(kDeparture, kLook);
  events_.rule_out(kDropped, kXoffs);
  events_.rule_out(kLossy, kToPool);
}

void ViqAdmissionCoverage::start(const reference::ViqAdmissionConfig& /*mode*/) {
  events_.start();
  before_ = {};
  arrived_ = departed_ = {};
  look_ = 0;
}

void ViqAdmissionCoverage::sample(std::span<const Inputs> in, std::span<const Outputs> out) {
  for (std::size_t n = 0; n < in.size(); ++n) {
    if (in[n].rst_n) {
      judge(in[n], out[n]);
      events_.events(events_of(in[n], out[n]));
      before_ = in[n];
    } else {
      events_.event(kReset);
      before_ = {};
      arrived_ = departed_ = {};
      look_ = 0;
    }
  }
}

std::uint64_t ViqAdmissionCoverage::events_of(const Inputs& in, const Outputs& out) const {
  return bit(kLossy, in.arrives && !in.arrives_lossless) | bit(kLossless, in.arrives && in.arrives_lossless) |
         bit(kDeparture, in.departs) | bit(kDropped, out.answers && !out.admits) |
         bit(kToPool, out.admits && out.answer == 2 && in.pool > 0) | bit(kBroken, out.broken) |
         bit(kLook, looked(out)) | bit(kXoffs, out.xoff) | bit(kXons, out.xon);
}

void ViqAdmissionCoverage::judge(const Inputs& in, const Outputs& out) {
  thresholds(in, out);
  flow_control(in, out);
  written(out);
  meet_at_departure(in, out);
  const bool same = out.answers && out.departed && departing_viq(out) == before_.arrives_viq;
  Seen arrived{.valid = out.answers, .watched = out.admits && before_.arrives_lossless, .viq = before_.arrives_viq};
  Seen departed{.valid = out.departed, .viq = departing_viq(out)};
  if (out.answers) {
    arrived.row = arrival(in, out);
    answers_.hit(answers_.index({out.answer, before_.arrives_lossless ? 1U : 0U, in.pool > 0 ? 1U : 0U,
                                 same           ? 2U
                                 : out.departed ? 1U
                                                : 0U}));
    viqs_.hit(viqs_.index({arrived.viq, kArrives}));
  }
  if (out.departed) {
    departed.row = departure(in, out, same ? arrived.row : Row{out.departure_cells, out.departure_held});
    viqs_.hit(viqs_.index({departed.viq, looked(out) ? kLookedAt : kDeparts}));
    look_ = (look_ + (looked(out) ? 1 : 0)) & (config_.viqs() - 1);
  }
  if (same) {
    arrived.row = departed.row;
  }
  arrived_ = arrived;
  departed_ = departed;
}

// Who wrote the rows of this cycle's packets in the cycle before.
void ViqAdmissionCoverage::written(const Outputs& out) {
  const auto writer = [&](std::uint32_t viq) {
    return std::size_t{(arrived_.valid && arrived_.viq == viq ? 1U : 0U) +
                       (departed_.valid && departed_.viq == viq ? 2U : 0U)};
  };
  if (out.answers) {
    rows_.hit(rows_.index({0, writer(before_.arrives_viq)}));
  }
  if (out.departed) {
    rows_.hit(rows_.index({1, writer(departing_viq(out))}));
  }
}

std::uint32_t ViqAdmissionCoverage::threshold(const Inputs& in, const Outputs& out, std::uint32_t alpha) const {
  const std::uint32_t free = in.shared > out.taken ? in.shared - out.taken : 0;
  const std::uint64_t grown = in.minimum + (std::uint64_t{free} * alpha >> 7);
  return alpha == 0 ? in.limit : static_cast<std::uint32_t>(std::min<std::uint64_t>(grown, in.limit));
}

void ViqAdmissionCoverage::thresholds(const Inputs& in, const Outputs& out) {
  compared_.compared(kShared, in.shared, out.taken);
  compared_.compared(kPool, in.pool, out.held);
  const std::uint32_t free = in.shared > out.taken ? in.shared - out.taken : 0;
  for (const bool lossless : {false, true}) {
    const std::uint32_t alpha = lossless ? in.lossless_alpha : in.alpha;
    if (alpha > 0) {
      compared_.compared(lossless ? kLosslessGrown : kLossyGrown, in.minimum + (std::uint64_t{free} * alpha >> 7),
                         in.limit);
    }
    if (out.answers && before_.arrives_lossless == lossless) {
      factors_.hit(factors_.index({lossless ? 1U : 0U, static_cast<std::size_t>(std::bit_width(alpha)),
                                   static_cast<std::size_t>(std::bit_width(free))}));
    }
  }
}

void ViqAdmissionCoverage::compare_arrival(const Inputs& in, const Outputs& out) {
  const std::uint32_t cells = before_.arrives_cells;
  const bool lossless = before_.arrives_lossless;
  const std::uint64_t sum = std::uint64_t{out.arrival_cells} + cells;
  const std::uint32_t lacks = in.minimum > out.arrival_cells ? in.minimum - out.arrival_cells : 0;
  const std::uint32_t rest = cells - std::min(cells, lacks);
  const std::uint32_t free = in.shared > out.taken ? in.shared - out.taken : 0;
  const std::uint32_t allowed = threshold(in, out, lossless ? in.lossless_alpha : in.alpha);
  compared_.compared(kMinimum, in.minimum, out.arrival_cells);
  compared_.compared(kPromise, cells, lacks);
  if (rest == 0) {
    return;
  }
  const bool pooled = lossless && in.pool > 0;
  const bool pool_next = pooled && (rest > free || sum > allowed);
  compared_.compared(kRoom, rest, free);
  if (rest <= free) {
    compared_.compared(kThreshold, sum, allowed);
    compared_.compared(kOverLimit, sum, in.limit);
    if (const std::uint64_t alpha = lossless ? in.lossless_alpha : in.alpha; alpha > 0) {
      compared_.compared(kOverShare, sum > in.minimum ? sum - in.minimum : 0, free * alpha >> 7);
    }
  }
  if (rest <= free && sum > allowed && lossless && !pooled) {
    compared_.compared(kMost, sum, std::uint64_t{in.limit} + in.headroom);
  }
  if (pool_next) {
    const std::uint64_t held = std::uint64_t{out.arrival_held} + cells;
    compared_.compared(kPoolFree, cells, in.pool > out.held ? in.pool - out.held : 0);
    compared_.compared(kOfHeadroom, held, in.headroom);
  }
}

void ViqAdmissionCoverage::meet_at_arrival(const Inputs& in, const Outputs& out) {
  const std::uint32_t cells = before_.arrives_cells;
  const bool lossless = before_.arrives_lossless;
  const std::uint32_t lacks = in.minimum > out.arrival_cells ? in.minimum - out.arrival_cells : 0;
  const std::uint32_t rest = cells - std::min(cells, lacks);
  const std::uint32_t free = in.shared > out.taken ? in.shared - out.taken : 0;
  const std::uint64_t sum = std::uint64_t{out.arrival_cells} + cells;
  if (const std::uint64_t alpha = lossless ? in.lossless_alpha : in.alpha; rest > 0 && rest <= free && alpha > 0) {
    const std::uint64_t of_all = std::min<std::uint64_t>(in.minimum + (in.shared * alpha >> 7), in.limit);
    if (sum > threshold(in, out, static_cast<std::uint32_t>(alpha)) && sum <= of_all) {
      together_.hit(lossless ? kLosslessFreeShare : kLossyFreeShare);
    }
  }
  if (!lossless || in.pool == 0 || rest == 0 || rest == cells) {
    return;
  }
  const std::uint32_t pool_free = in.pool > out.held ? in.pool - out.held : 0;
  if (out.answer == static_cast<std::uint8_t>(ViqAnswer::kHeadroom)) {
    together_.hit(kPoolBelowMinimum);
  } else if (!out.admits && rest <= pool_free && out.arrival_held + std::uint64_t{cells} <= in.headroom) {
    together_.hit(kPoolForTheRest);
  }
}

void ViqAdmissionCoverage::meet_at_departure(const Inputs& in, const Outputs& out) {
  if (looked(out) && before_.departs_cells > 0) {
    together_.hit(kLookBesideCells);
  }
  if (out.xon && departed_.row.cells == 0 && in.gap > std::min(threshold(in, out, in.lossless_alpha), in.xoff)) {
    together_.hit(kEmptyBelowGap);
  }
}

// Returns the row as the arrival leaves it.
ViqAdmissionCoverage::Row ViqAdmissionCoverage::arrival(const Inputs& in, const Outputs& out) {
  compare_arrival(in, out);
  meet_at_arrival(in, out);
  Row row{out.arrival_cells, out.arrival_held};
  if (!out.admits) {
    return row;
  }
  const std::uint32_t cells = before_.arrives_cells;
  if (out.answer == static_cast<std::uint8_t>(ViqAnswer::kHeadroom) && in.pool > 0) {
    carries_.carried(kHeldSum, row.held, cells, row.held + cells);
    carries_.carried(kHeldMore, out.held, cells, out.held + cells);
    row.held += cells;
  } else {
    const std::uint32_t lacks = in.minimum > row.cells ? in.minimum - row.cells : 0;
    const std::uint32_t rest = cells - std::min(cells, lacks);
    carries_.carried(kSum, row.cells, cells, row.cells + cells);
    carries_.carried(kTakenMore, out.taken, rest, out.taken + rest);
    row.cells += cells;
  }
  return row;
}

// Returns the row as the departure leaves it.
ViqAdmissionCoverage::Row ViqAdmissionCoverage::departure(const Inputs& in, const Outputs& out, const Row& from) {
  const std::uint32_t cells = before_.departs ? before_.departs_cells : 0;
  const auto beyond = [&](std::uint32_t held) { return held > in.minimum ? held - in.minimum : 0; };
  const std::uint32_t of_pool = std::min(cells, from.held);
  const std::uint32_t rest = cells - of_pool;
  const Row left{from.cells - std::min(rest, from.cells), from.held - of_pool};
  const std::uint32_t returned = beyond(from.cells) - beyond(left.cells);
  compared_.compared(kOfPool, cells, from.held);
  compared_.compared(kLeaves, rest, from.cells);
  compared_.compared(kGivenBack, rest, beyond(from.cells));
  if (returned > 0 || left.cells < from.cells) {
    compared_.compared(kBeyond, from.cells, in.minimum);
    compared_.compared(kLeftBeyond, left.cells, in.minimum);
  }
  carries_.carried(kTakenLess, out.taken, returned, out.taken - returned);
  carries_.carried(kHeldLess, out.held, of_pool, out.held - of_pool);
  return left;
}

void ViqAdmissionCoverage::flow_control(const Inputs& in, const Outputs& out) {
  const std::uint32_t allowed = threshold(in, out, in.lossless_alpha);
  const std::uint32_t lowered = std::min(allowed, in.xoff);
  if (arrived_.valid && arrived_.watched && arrived_.row.held == 0 && arrived_.row.cells > 0) {
    compared_.compared(kLowered, allowed, in.xoff);
    compared_.compared(kCeiling, in.limit, in.xoff);
    compared_.compared(kXoff, arrived_.row.cells, lowered);
  }
  if (departed_.valid && departed_.row.held == 0 && departed_.row.cells > 0 && out.asks) {
    const std::uint64_t sum = std::uint64_t{departed_.row.cells} + in.gap;
    compared_.compared(kXon, sum, lowered);
    if (sum <= config_.most_cells()) {
      carries_.carried(kGap, departed_.row.cells, in.gap, static_cast<std::uint32_t>(sum));
    }
  }
  if (out.xoff) {
    viqs_.hit(viqs_.index({out.xoff_viq, kPauses}));
  }
  if (out.xon) {
    viqs_.hit(viqs_.index({out.xon_viq, kResumes}));
  }
}

}  // namespace weir::cosim
