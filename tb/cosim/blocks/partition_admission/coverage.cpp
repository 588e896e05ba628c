// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/partition_admission/coverage.h"

#include <algorithm>
#include <bit>

namespace weir::cosim {

using reference::AdmissionAnswer;
using reference::PartitionAdmissionConfig;
using reference::PartitionAdmissionCycle;

namespace {

// NOLINTBEGIN(performance-enum-size)
enum Event : std::size_t { kArrival, kDeparture, kBoth, kSet, kReset };
enum Where : std::size_t { kSameViq, kSameClass, kSamePort, kElsewhere };
// NOLINTEND(performance-enum-size)

const std::vector<std::string> kAnswers = {"reserved", "shared", "headroom", "headroom_exhausted", "partition_full"};
const std::vector<std::string> kEvents = {"arrival", "departure", "both", "set", "reset"};
const std::vector<std::string> kNoYes = {"no", "yes"};
constexpr std::uint64_t kLong[] = {128, 128, 2048, std::uint64_t{1} << 16U, 64};  // of each bin of "lasts"

// 0 to 4 of the answers that there are.
std::size_t index_of(std::uint8_t answer) {
  switch (static_cast<AdmissionAnswer>(answer)) {
    case AdmissionAnswer::kHeadroomExhausted:
      return 3;
    case AdmissionAnswer::kPartitionFull:
      return 4;
    default:
      return answer;
  }
}

}  // namespace

PartitionAdmissionCoverage::PartitionAdmissionCoverage(const Config& config, unsigned latency)
    : config_(config),
      block_(config),
      answers_("answer", {{"is", kAnswers},
                          {"within_the_minimum", {"nothing", "a_part", "all"}},
                          numbers("class", 0, config.classes - 1)}),
      ports_("port", {{"answer", kAnswers}, numbers("port", 0, config.ports - 1)}),
      comparisons_("of",
                   {{"promise", config.cell_bits},
                    {"room", config.cell_bits},
                    {"limit", config.q_bits},
                    {"limit_and_headroom", config.q_bits + 1},
                    {"xoff", config.q_bits},
                    {"xon", config.q_bits},
                    {"cells", config.cell_bits},
                    {"length", config.q_bits},
                    {"size", config.cell_bits}},
                   "left"),
      pauses_("pause", {{"asked", kNoYes},
                        {"arrival", {"none", "below", "reaches"}},
                        {"departure", {"none", "stays", "falls"}},
                        {"counts", kNoYes}}),
      meetings_("meeting", {{"where", {"same_viq", "same_class", "same_port", "elsewhere"}},
                            {"arrival", {"admitted", "dropped"}},
                            {"set", {"none", "arrivals_class", "departures_class", "another_class"}}}),
      sets_("set", {{"class", {"empty", "empties", "holds"}},
                    {"size", {"zero", "some"}},
                    {"minimum", kNoYes},
                    {"taken", kNoYes}}),
      absent_("absent", {{"what",
                          {"arrives_at_no_port", "departs_from_no_port", "more_cells", "more_bytes", "more_of_both",
                           "read_of_no_port"}}}),
      kept_("kept", {{"register", {"depth", "cells", "size", "used", "set_aside"}}, numbers("bits", 0, config.q_bits)}),
      events_(kEvents),
      lasts_("lasts", {{"what",
                        {"arrivals_128", "departures_128", "arrivals_and_departures_in_turn_2048",
                         "arrivals_and_departures_at_once_65536", "reads_64"}}}) {
  rule_out();
  for (const Event event : {kArrival, kDeparture, kBoth, kSet}) {
    if (latency > 0) {  // nothing arrives so soon after a reset
      events_.rule_out(kReset, event);
    }
  }
}

// A guarantee for every port is no more than a partition.
bool PartitionAdmissionCoverage::promise_is_possible(std::size_t bit, std::size_t difference) const {
  const std::uint64_t one = std::uint64_t{1} << bit;
  const std::uint64_t lowest_other = bit == 0 ? 2 : 1;
  const std::uint64_t least[] = {bit == 0 ? 2 : one - 1, one, lowest_other, one};
  return least[difference] * config_.ports < std::uint64_t{1} << config_.cell_bits;
}

void PartitionAdmissionCoverage::rule_out() {
  for (std::size_t bit = 0; bit < config_.cell_bits; ++bit) {
    for (std::size_t difference = 0; difference < 4; ++difference) {
      if (!promise_is_possible(bit, difference)) {
        comparisons_.rule_out(comparisons_.index({kPromise, bit, difference}));
      }
    }
  }
  // No depth has the bit above its own, so that it never is above such a limit.
  for (const std::size_t above : {ComparisonGroup::kOneAbove, ComparisonGroup::kOneBitMore}) {
    comparisons_.rule_out(comparisons_.index({kAll, config_.q_bits, above}));
  }
  for (std::size_t c = 0; c < config_.classes; ++c) {
    answers_.rule_out(answers_.index({0, 1, c}));
    answers_.rule_out(answers_.index({4, 2, c}));  // within its guarantee there is room
    for (const std::size_t answer : {1U, 2U}) {
      answers_.rule_out(answers_.index({answer, 2, c}));
    }
  }
  const std::size_t bits[] = {config_.q_bits, config_.cell_bits, config_.cell_bits, config_.cell_bits,
                              config_.cell_bits};
  for (std::size_t held = 0; held < std::size(bits); ++held) {
    for (std::size_t bit = bits[held] + 1; bit <= config_.q_bits; ++bit) {
      kept_.rule_out(kept_.index({held, bit}));
    }
  }
  sets_.rule_out(sets_.index({2, 0, 0, 1}));  // what holds something is not set to 0
  sets_.rule_out(sets_.index({2, 0, 1, 1}));
  for (const std::size_t empty : {0U, 1U}) {  // and what holds nothing always is
    sets_.rule_out(sets_.index({empty, 0, 0, 0}));
    sets_.rule_out(sets_.index({empty, 0, 1, 0}));
    sets_.rule_out(sets_.index({empty, 1, 0, 0}));
  }
  for (std::size_t n = 0; n < 4; ++n) {  // where nothing comes or goes
    pauses_.rule_out(pauses_.index({n >> 1U, 0, 0, n & 1U}));
  }
  for (const Where of_class : {kSameViq, kSameClass}) {
    meetings_.rule_out(meetings_.index({of_class, 0, 2}));
    meetings_.rule_out(meetings_.index({of_class, 1, 2}));
  }
  if (config_.ports == 1U << config_.port_bits) {
    for (const std::size_t absent : {0U, 1U, 5U}) {
      absent_.rule_out(absent_.index({absent}));
    }
  }
}

void PartitionAdmissionCoverage::sample(std::span<const Inputs> in, std::span<const Outputs> out) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (in[i].rst_n) {
      if (in[i].arrives) {
        arrival(in[i], out[i]);
      }
      if (in[i].departs) {
        departure(in[i], out[i]);
      }
      pauses(in[i], out[i]);
      if (in[i].arrives && in[i].departs) {
        meeting(in[i], out[i]);
      }
      if (in[i].set && in[i].set_class < config_.classes) {
        set(in[i], out[i]);
      }
      kept(out[i]);
      if (in[i].read_port >= config_.ports) {
        absent_.hit(absent_.index({5}));
      }
    }
    event(in[i]);
    lasts(in[i]);
    block_.clock(in[i]);
  }
}

void PartitionAdmissionCoverage::arrival(const Inputs& in, const Outputs& out) {
  if (!known(in.arrives_port, in.arrives_class)) {
    if (in.arrives_port >= config_.ports) {
      absent_.hit(absent_.index({0}));
    }
    return;
  }
  const PartitionAdmissionCycle::Viq& viq = block_.viq(in.arrives_port, in.arrives_class);
  const PartitionAdmissionCycle::Partition& own = block_.partition(in.arrives_class);
  const std::uint32_t lacks = own.size == 0 || in.minimum <= viq.cells ? 0 : in.minimum - viq.cells;
  const std::uint32_t promised = std::min(lacks, in.arrives_cells);
  const std::size_t part = lacks == 0 ? 0 : in.arrives_cells > lacks ? 1 : 2;
  answers_.hit(answers_.index({index_of(out.answer), part, in.arrives_class}));
  ports_.hit(ports_.index({index_of(out.answer), in.arrives_port}));
  if (lacks > 0) {
    comparisons_.compared(kPromise, in.arrives_cells, lacks);
  }
  const std::uint64_t taken = std::uint64_t{own.used} + own.set_aside + in.arrives_cells - promised;
  const std::uint64_t depth = std::uint64_t{viq.depth} + in.arrives_length;
  if (depth >> config_.q_bits == 0) {
    comparisons_.compared(kRoom, taken, own.size);
    if (out.answer != static_cast<std::uint8_t>(AdmissionAnswer::kPartitionFull) && in.arrives_cells > promised) {
      comparisons_.compared(kLimit, depth, in.viq_limit);
      comparisons_.compared(kAll, depth, std::uint64_t{in.viq_limit} + in.headroom);
    }
    if (out.admits && !viq.asks && (in.pausing >> in.arrives_class & 1U) != 0) {
      comparisons_.compared(kXoff, depth, in.xoff);
    }
  }
}

void PartitionAdmissionCoverage::departure(const Inputs& in, const Outputs& out) {
  if (!known(in.departs_port, in.departs_class)) {
    if (in.departs_port >= config_.ports) {
      absent_.hit(absent_.index({1}));
    }
    return;
  }
  const PartitionAdmissionCycle::Viq& viq = block_.viq(in.departs_port, in.departs_class);
  comparisons_.compared(kCells, in.departs_cells, viq.cells);
  comparisons_.compared(kLength, in.departs_length, viq.depth);
  if (out.broken) {
    const bool cells = in.departs_cells > viq.cells;
    const bool bytes = in.departs_length > viq.depth;
    absent_.hit(absent_.index({cells && bytes ? 4U : cells ? 2U : 3U}));
  }
  const bool same = out.admits && in.arrives_port == in.departs_port && in.arrives_class == in.departs_class;
  if (!same && viq.asks && (in.pausing >> in.departs_class & 1U) != 0) {
    comparisons_.compared(kXon, viq.depth - std::min(viq.depth, in.departs_length), in.xon);
  }
}

// Counts the pauses of the VIQ of the departure, or without a departure of the arrival.
void PartitionAdmissionCoverage::pauses(const Inputs& in, const Outputs& out) {
  const bool leaves = in.departs && known(in.departs_port, in.departs_class);
  if (!leaves && !out.admits) {
    return;
  }
  const std::uint32_t port = leaves ? in.departs_port : in.arrives_port;
  const std::uint8_t c = leaves ? in.departs_class : in.arrives_class;
  const bool comes = out.admits && in.arrives_port == port && in.arrives_class == c;
  const PartitionAdmissionCycle::Viq& viq = block_.viq(port, c);
  const std::uint32_t full = viq.depth + (comes ? in.arrives_length : 0);
  const std::uint32_t left = leaves ? full - std::min(viq.depth, in.departs_length) : full;
  pauses_.hit(pauses_.index({viq.asks ? 1U : 0U,
                             !comes            ? 0U
                             : full >= in.xoff ? 2U
                                               : 1U,
                             !leaves          ? 0U
                             : left <= in.xon ? 2U
                                              : 1U,
                             in.pausing >> c & 1U}));
}

void PartitionAdmissionCoverage::meeting(const Inputs& in, const Outputs& out) {
  if (!known(in.arrives_port, in.arrives_class) || !known(in.departs_port, in.departs_class)) {
    return;
  }
  const bool port = in.arrives_port == in.departs_port;
  const bool of_class = in.arrives_class == in.departs_class;
  const Where where = port && of_class ? kSameViq : of_class ? kSameClass : port ? kSamePort : kElsewhere;
  const std::size_t set = !in.set ? 0 : in.set_class == in.arrives_class ? 1 : in.set_class == in.departs_class ? 2 : 3;
  meetings_.hit(meetings_.index({where, out.admits ? 0U : 1U, set}));
}

void PartitionAdmissionCoverage::set(const Inputs& in, const Outputs& out) {
  PartitionAdmissionCycle next = block_;
  Inputs without = in;
  without.set = false;
  next.clock(without);
  const PartitionAdmissionCycle::Partition& before = block_.partition(in.set_class);
  const PartitionAdmissionCycle::Partition& own = next.partition(in.set_class);
  const std::size_t holds = own.used != 0 ? 2 : before.used != 0 ? 1 : 0;
  sets_.hit(sets_.index({holds, in.set_size == 0 ? 0U : 1U, in.minimum == 0 ? 0U : 1U, out.taken ? 1U : 0U}));
  const std::uint64_t keeps = own.used != 0      ? own.set_aside
                              : in.set_size == 0 ? 0
                                                 : std::uint64_t{in.minimum} * config_.ports;
  comparisons_.compared(kSize, in.set_size, own.used + keeps);
}

void PartitionAdmissionCoverage::kept(const Outputs& out) {
  const std::uint32_t values[] = {out.depth, out.cells, out.size, out.used, out.set_aside};
  for (std::size_t held = 0; held < std::size(values); ++held) {
    kept_.hit(kept_.index({held, static_cast<std::size_t>(std::bit_width(values[held]))}));
  }
}

void PartitionAdmissionCoverage::event(const Inputs& in) {
  const std::size_t event = !in.rst_n                  ? std::size_t{kReset}
                            : in.arrives && in.departs ? std::size_t{kBoth}
                            : in.arrives               ? std::size_t{kArrival}
                            : in.departs               ? std::size_t{kDeparture}
                            : in.set                   ? std::size_t{kSet}
                                                       : EventGroups::kNone;
  events_.event(event);
}

// Counts the cycles in which one VIQ has done the same.
void PartitionAdmissionCoverage::lasts(const Inputs& in) {
  const bool arrives = in.arrives && known(in.arrives_port, in.arrives_class);
  const bool departs = in.departs && known(in.departs_port, in.departs_class);
  const auto same = [&](std::uint32_t port, std::uint8_t c) {
    return port == last_.read_port && c == last_.read_class;
  };
  const bool reads = in.rst_n && same(in.read_port, in.read_class);
  const bool of_it = reads && (!arrives || same(in.arrives_port, in.arrives_class)) &&
                     (!departs || same(in.departs_port, in.departs_class));
  const bool turns = arrives != departs && last_.arrives == departs && last_.departs == arrives;
  const bool goes_on[] = {arrives, departs, turns, arrives && departs, true};
  for (std::size_t what = 0; what < in_a_row_.size(); ++what) {
    const bool one = what + 1 == in_a_row_.size() ? reads : of_it;
    in_a_row_[what] = one && goes_on[what] ? in_a_row_[what] + 1 : 0;
    if (in_a_row_[what] == kLong[what]) {
      lasts_.hit(lasts_.index({what}));
    }
  }
  last_ = in;
}

}  // namespace weir::cosim
