// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/gradient_port/coverage.h"

#include <bit>
#include <string>

namespace weir::cosim {

namespace {

// NOLINTBEGIN(performance-enum-size)
enum Met : std::size_t { kTakes, kRefused, kHeard, kAdmitted, kTaken, kLeft, kPeriod, kTold, kOfAClass };
enum MetByPort : std::size_t { kGoes = kOfAClass, kInit };
// NOLINTEND(performance-enum-size)

const std::vector<std::string> kEvents = {"takes", "refuses", "heard", "admitted", "taken",
                                          "left",  "period",  "told",  "goes",     "init"};
const std::vector<std::string> kOfOneClass(kEvents.begin(), kEvents.begin() + kOfAClass);

// One of "far_below", "one_below", "level", "one_above", "far_above".
std::size_t beside(std::int64_t value, std::int64_t level) {
  const std::int64_t more = value - level;
  return more < -1 ? 0 : more > 1 ? 4 : static_cast<std::size_t>(more + 2);
}
const std::vector<std::string> kBeside = {"far_below", "one_below", "level", "one_above", "far_above"};

// The events of class c in a cycle, a bit each.
std::uint64_t events_of(const reference::GradientPortInputs& in, const reference::GradientPortOutputs& out,
                        std::size_t c) {
  const bool met[kOfAClass] = {out.takes && in.wants_class == c,
                               in.wants && !out.takes && in.wants_class == c,
                               in.heard_valid && in.heard_credit && in.heard_class == c,
                               in.admitted_valid && in.admitted_class == c,
                               in.taken_valid && in.taken_class == c,
                               in.released_valid && in.released_class == c,
                               bit(in.period, c) != 0,
                               out.tells && in.mac_ready && out.mac_class == c};
  std::uint64_t events = 0;
  for (std::size_t n = 0; n < kOfAClass; ++n) {
    events |= std::uint64_t{met[n]} << n;
  }
  return events;
}

}  // namespace

GradientPortCoverage::GradientPortCoverage(const reference::GradientPortConfig& config, unsigned /*latency*/)
    : config_(config),
      rules_("rule", {numbers("class", 0, 7), {"held_to_stop", kBeside}, {"depth_to_held", kBeside}}),
      beside_("stop_of_0", {{"held", {"0", "above"}}, {"depth_to_held", kBeside}}),
      unjudged_("without_messages", {numbers("class", 0, 7), {"rule", {"holds", "lets_go"}}}),
      together_("together", {numbers("class", 0, 7),
                             {"output", {"none", "refused", "takes"}},
                             {"heard", kWhether},
                             {"admitted", kWhether},
                             {"taken", kWhether},
                             {"left", kWhether}}),
      of_two_("of_two_classes", {{"lower", kOfOneClass}, {"higher", kOfOneClass}}),
      held_bits_("held_bit", {numbers("bit", 0, config.counter_bits - 1), {"set", kWhether}}),
      untaken_bits_("untaken_bit",
                    {numbers("class", 0, 7), numbers("bit", 0, config.counter_bits - 1), {"set", kWhether}}),
      told_bits_("told_bit",
                 {{"count", {"sent", "freed"}}, numbers("bit", 0, config.counter_bits - 1), {"set", kWhether}}),
      wraps_("comes_round", {{"count", {"sent", "admitted", "taken", "freed"}}}),
      periods_("period", {numbers("class", 0, 7), {"passes", {"at_rest", "while_due", "as_told"}}}),
      many_("over_2^16", {{"of_a_class", kOfOneClass}}),
      told_("told", {numbers("class", 0, 7), {"taken", kWhether}, {"as", {"nothing", "takes", "left", "both"}}}),
      offers_("offer", {offers("gradient"), {"mac_ready", kWhether}}),
      links_("link_anew", {{"beside", {"takes", "heard", "due", "told"}}}),
      early_("not_running",
             {numbers("class", 0, 7), {"event", {"wants", "heard", "admitted", "taken", "left", "period"}}}),
      without_("without_rule", {numbers("class", 0, 7), {"event", kOfOneClass}}),
      events_(kEvents) {
  rule_out();
}

// What only a class with the rule has, and what only one without has: the class is the first dimension.
void GradientPortCoverage::rule_out() {
  for (std::size_t c = 0; c < kClasses; ++c) {
    if (has_rule(c)) {
      rule_out_class(without_, c);
      continue;
    }
    for (CoverageGroup* const group : {&rules_, &unjudged_, &together_, &untaken_bits_, &periods_, &told_}) {
      rule_out_class(*group, c);
    }
    for (const Met never : {kRefused, kTold}) {
      without_.rule_out(without_.index({c, never}));
    }
  }
  for (const std::size_t below : {0U, 1U}) {  // no depth is below 0
    beside_.rule_out(beside_.index({0, below}));
  }
  for (const Met one : {kTakes, kRefused}) {  // of one class only in a cycle
    for (const Met other : {kTakes, kRefused}) {
      of_two_.rule_out(of_two_.index({one, other}));
    }
  }
  for (const Met single : {kHeard, kAdmitted, kTaken, kLeft, kTold}) {
    of_two_.rule_out(of_two_.index({single, single}));
  }
  if (config_.gradient == kAllClasses) {
    for (const std::size_t ready : {0U, 1U}) {
      offers_.rule_out(offers_.index({offer::kMessage, ready}));
    }
  }
}

void GradientPortCoverage::sample(std::span<const Inputs> in, std::span<const Outputs> out) {
  for (std::size_t n = 0; n < in.size(); ++n) {
    if (in[n].rst_n && out[n].ready) {
      running(in[n], out[n]);
      continue;
    }
    start();
    if (in[n].rst_n) {
      alone(in[n]);
    }
  }
}

void GradientPortCoverage::running(const Inputs& in, const Outputs& out) {
  judge(in, out);
  gather(in, out);
  show(in, out);
  tell(in, out);
  count(in, out);
}

void GradientPortCoverage::judge(const Inputs& in, const Outputs& out) {
  const std::size_t c = in.wants_class;
  if (!in.wants || !has_rule(c) || in.shown != c) {
    return;
  }
  const std::size_t to_stop = beside(out.held, in.stop);
  const std::size_t to_held = beside(in.wants_depth, out.held);
  if (bit(in.credited, c) == 0) {
    unjudged_.hit(unjudged_.index({c, out.held >= in.stop && in.wants_depth < out.held ? 0U : 1U}));
    return;
  }
  rules_.hit(rules_.index({c, to_stop, to_held}));
  if (in.stop == 0) {
    beside_.hit(beside_.index({out.held == 0 ? 0U : 1U, to_held}));
  }
}

// What comes in one cycle, of one class and of two.
void GradientPortCoverage::gather(const Inputs& in, const Outputs& out) {
  std::uint64_t of[kClasses];
  std::uint64_t all = (out.goes != 0 ? 1U << kGoes : 0U) | (in.init ? 1U << kInit : 0U);
  for (std::size_t c = 0; c < kClasses; ++c) {
    of[c] = events_of(in, out, c);
    if (!has_rule(c)) {
      for (std::uint64_t rest = of[c]; rest != 0; rest &= rest - 1) {
        without_.hit(without_.index({c, static_cast<std::size_t>(std::countr_zero(rest))}));
      }
      of[c] = 0;
      continue;
    }
    all |= of[c];
    for (std::size_t n = 0; n < kOfAClass; ++n) {
      met_[c][n] += bit(of[c], n);
      if (bit(of[c], n) != 0 && met_[c][n] == (1U << 16) + 1) {
        many_.hit(n);
      }
    }
    together_.hit(together_.index({c, bit(of[c], kTakes) != 0 ? 2 : bit(of[c], kRefused), bit(of[c], kHeard),
                                   bit(of[c], kAdmitted), bit(of[c], kTaken), bit(of[c], kLeft)}));
    for (std::size_t lower = 0; lower < c; ++lower) {
      for (std::uint64_t one = of[lower]; one != 0; one &= one - 1) {
        for (std::uint64_t other = of[c]; other != 0; other &= other - 1) {
          of_two_.hit(of_two_.index(
              {static_cast<std::size_t>(std::countr_zero(one)), static_cast<std::size_t>(std::countr_zero(other))}));
        }
      }
    }
  }
  events_.events(all);
}

void GradientPortCoverage::show(const Inputs& in, const Outputs& out) {
  const std::uint64_t pairs[] = {out.untaken_0_1, out.untaken_2_3, out.untaken_4_5, out.untaken_6_7};
  for (std::size_t n = 0; n < config_.counter_bits; ++n) {
    if (has_rule(in.shown)) {
      held_bits_.hit(held_bits_.index({n, bit(out.held, n)}));
    }
    for (std::size_t c = 0; c < kClasses; ++c) {
      if (has_rule(c)) {
        untaken_bits_.hit(untaken_bits_.index({c, n, bit(pairs[c / 2], c % 2 * config_.counter_bits + n)}));
      }
    }
    if (out.tells) {
      told_bits_.hit(told_bits_.index({0, n, bit(out.mac_fctbs, n)}));
      told_bits_.hit(told_bits_.index({1, n, bit(out.mac_fccl, n)}));
    }
  }
}

// Messages: when they become due, and what is offered.
void GradientPortCoverage::tell(const Inputs& in, const Outputs& out) {
  const bool told = out.tells && in.mac_ready;
  const std::uint32_t leaves = told ? 1U << out.mac_class : 0;
  for (std::size_t c = 0; c < kClasses; ++c) {
    if (bit(in.period, c) != 0 && has_rule(c)) {
      periods_.hit(periods_.index({c, bit(leaves, c) != 0 ? 2U : bit(due_, c)}));
    }
  }
  offers_.hit(offers_.index({offered(out), in.mac_ready ? 1U : 0U}));
  if (out.tells) {
    const std::uint64_t beside = events_of(in, out, out.mac_class);
    told_.hit(told_.index({out.mac_class, told ? 1U : 0U, bit(beside, kTakes) + 2 * bit(beside, kLeft)}));
  }
  const bool links[] = {out.takes && has_rule(in.wants_class),
                        in.heard_valid && in.heard_credit && has_rule(in.heard_class), due_ != 0, told};
  for (std::size_t n = 0; in.init && n < 4; ++n) {
    if (links[n]) {
      links_.hit(n);
    }
  }
  due_ = (due_ & ~leaves) | (in.period & config_.gradient);
}

// Blocks since a reset.
void GradientPortCoverage::count(const Inputs& in, const Outputs& out) {
  const auto add = [&](bool valid, std::uint32_t c, std::uint64_t blocks, std::size_t which) {
    if (valid && has_rule(c)) {
      counts_[c][which] += blocks;
      if (counts_[c][which] > config_.credits().most()) {
        wraps_.hit(which);
      }
    }
  };
  add(out.takes, in.wants_class, in.wants_blocks, 0);
  add(in.admitted_valid, in.admitted_class, in.admitted_blocks, 1);
  add(in.taken_valid, in.taken_class, in.taken_blocks, 2);
  add(in.released_valid, in.released_class, in.released_blocks, 3);
}

// What comes while the reset is being released.
void GradientPortCoverage::alone(const Inputs& in) {
  const auto met = [&](bool valid, std::size_t c, std::size_t event) {
    if (valid) {
      early_.hit(early_.index({c, event}));
    }
  };
  met(in.wants, in.wants_class, 0);
  met(in.heard_valid && in.heard_credit, in.heard_class, 1);
  met(in.admitted_valid, in.admitted_class, 2);
  met(in.taken_valid, in.taken_class, 3);
  met(in.released_valid, in.released_class, 4);
  for (std::size_t c = 0; c < kClasses; ++c) {
    met(bit(in.period, c) != 0, c, 5);
  }
}

}  // namespace weir::cosim
