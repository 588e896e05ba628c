// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/equipped_port/coverage.h"

#include <bit>
#include <string>

#include "hw_model/base/class_mask.h"

namespace weir::cosim {

namespace {

const std::vector<std::string> kEvents = {"departs", "off_begins", "off_ends", "look"};
const std::vector<std::string> kWhether = {"no", "yes"};

std::size_t bit(std::uint32_t mask, std::size_t c) { return mask >> c & 1U; }

}  // namespace

EquippedPortCoverage::EquippedPortCoverage(const reference::EquippedPortConfig& config, unsigned /*latency*/)
    : config_(config),
      departures_("departure", {numbers("class", 0, 7),
                                {"state", {"non_congestion", "congestion", "undetermined", "released"}},
                                {"off_ends", kWhether}}),
      behinds_("behind", {numbers("class", 0, 7), numbers("bit", 0, config.q_bits - 1), {"set", kWhether}}),
      marks_("mark", {numbers("class", 0, 7), numbers("ecn", 0, 3), {"outcome", {"none", "ce", "ue"}}}),
      reasons_("off", {numbers("class", 0, 7), {"by", {"pause", "credits", "both"}}, {"waits", kWhether}}),
      looks_("look", {numbers("class", 0, 7), {"ended", kWhether}}),
      rounds_("round", {numbers("class", 0, 7), {"of_time", {"last", "first"}}}),
      limits_("limit", {numbers("class", 0, 7), {"span", {"on", "period"}}, {"at_its_end", kWhether}}),
      beside_("pause_beside", {numbers("class", 0, 7),
                               {"event", {"admitted", "released", "sent", "heard", "above", "below", "period"}}}),
      without_("without_detector", {numbers("class", 0, 7), numbers("ecn", 0, 3)}),
      exactly_("exactly", {{"what", {"off", "rest", "span"}}, numbers("log2_cycles", 0, kMostExact)}),
      many_("many", {{"of_a_class", {"over_2^10_off_periods", "over_2^16_packets"}}}),
      clocks_("clock", {numbers("bank", 0, 8), {"edge", kWhether}}),
      shown_("shown", {numbers("class", 0, 7)}),
      events_(kEvents) {
  for (std::size_t c = 0; c < kClasses; ++c) {
    marks_.rule_out(marks_.index({c, 0, 1}));  // a sender that knows no code points
    marks_.rule_out(marks_.index({c, 0, 2}));
    marks_.rule_out(marks_.index({c, 3, 2}));      // CE stays CE
    reasons_.rule_out(reasons_.index({c, 1, 0}));  // only a packet lacks credits
    reasons_.rule_out(reasons_.index({c, 2, 0}));
  }
  rule_out_classes();
}

// What only a class with a detector has, and what only one without has. The class is the first dimension.
void EquippedPortCoverage::rule_out_classes() {
  const auto rule_out = [](CoverageGroup& group, std::size_t c) {
    const std::size_t each = group.size() / kClasses;
    for (std::size_t n = 0; n < each; ++n) {
      group.rule_out(c * each + n);
    }
  };
  for (std::size_t c = 0; c < kClasses; ++c) {
    if (bit(config_.tcd, c) != 0) {
      rule_out(without_, c);
      continue;
    }
    for (CoverageGroup* const group :
         {&departures_, &behinds_, &marks_, &reasons_, &looks_, &rounds_, &limits_, &beside_}) {
      rule_out(*group, c);
    }
    clocks_.rule_out(clocks_.index({c, 1}));
  }
}

void EquippedPortCoverage::sample(std::span<const Inputs> in, std::span<const Outputs> out) {
  for (std::size_t n = 0; n < in.size(); ++n) {
    ++cycle_;
    if (!in[n].rst_n || !out[n].ready) {
      start();
    } else {
      running(in[n], out[n]);
    }
  }
}

void EquippedPortCoverage::running(const Inputs& in, const Outputs& out) {
  const std::uint32_t lacks = in.waiting & ~out.credit;
  const std::uint32_t off = (out.blocked | lacks) & config_.tcd;
  const std::uint32_t ends = off_ & ~off;
  const std::uint32_t begins = off & ~off_;
  const std::size_t looked = in.now % kClasses;
  bool looks = false;
  for (std::size_t c = 0; c < kClasses; ++c) {
    if (bit(off, c) != 0) {
      reasons_.hit(reasons_.index({c, bit(lacks, c) == 0 ? 0U : 1U + bit(out.blocked, c), bit(in.waiting, c)}));
    }
    const bool goes = bit(out.goes, c) != 0;
    if (goes && bit(config_.tcd, c) != 0) {
      departure(in, out, ends, c);
    } else if (goes) {
      without_.hit(without_.index({c, in.ecn >> 2 * c & 3U}));
    }
    if (c == looked && bit(out.spans, c) != 0) {
      looks = true;
      if (in.shown == c) {
        look(in, out, c);
      }
    }
    follow(c, bit(begins, c) != 0, bit(ends, c) != 0, goes);
  }
  for (std::size_t bank = 0; bank <= kClasses; ++bank) {
    clocks_.hit(clocks_.index({bank, bit(out.detector_clocks, bank)}));
  }
  shown_.hit(shown_.index({in.shown}));
  events_.events(std::uint64_t{(out.goes & config_.tcd) != 0} | std::uint64_t{begins != 0} << 1 |
                 std::uint64_t{ends != 0} << 2 | std::uint64_t{looks} << 3);
  off_ = off;
}

EquippedPortCoverage::Span EquippedPortCoverage::span(const Inputs& in, const Outputs& out) const {
  const bool samples = bit(out.holds, in.shown) != 0 || (out.states >> 2 * in.shown & 3U) == 3;
  return {.samples = samples,
          .lasts = samples ? in.sample_period : in.longest_on,
          .age = (in.now - out.stamp) & ((std::uint32_t{1} << config_.stamp_bits) - 1)};
}

// The sweep looks at a span that runs, of the class shown.
void EquippedPortCoverage::look(const Inputs& in, const Outputs& out, std::size_t c) {
  const Span of = span(in, out);
  const bool over = of.age >= of.lasts;
  looks_.hit(looks_.index({c, over ? 1U : 0U}));
  if (!over) {
    return;
  }
  const std::size_t round = in.now / kClasses;
  const std::size_t last = (std::uint32_t{1} << config_.stamp_bits) / kClasses - 1;
  if (round == 0 || round == last) {
    rounds_.hit(rounds_.index({c, round == last ? 0U : 1U}));
  }
  exactly(2, seen_[c].span_since);
  seen_[c].span_since = 0;
}

// From a cycle to this one were so many others.
void EquippedPortCoverage::exactly(std::size_t what, std::uint64_t since) {
  const std::uint64_t between = cycle_ - since - 1;
  if (since != 0 && std::has_single_bit(between) && between <= std::uint64_t{1} << kMostExact) {
    exactly_.hit(exactly_.index({what, static_cast<std::size_t>(std::countr_zero(between))}));
  }
}

// Lengths and numbers of a class.
void EquippedPortCoverage::follow(std::size_t c, bool begins, bool ends, bool departs) {
  Seen& seen = seen_[c];
  if (begins) {
    seen.off_since = cycle_ - 1;  // this cycle counts
    seen.departed = 0;
  }
  if (ends) {
    exactly(0, seen.off_since);
    seen.span_since = cycle_;
    if (++seen.off_periods == (1U << 10) + 1) {
      many_.hit(0);
    }
  }
  if (departs) {
    exactly(1, seen.departed);
    seen.departed = cycle_;
    seen.span_since = ends ? cycle_ : 0;
    if (++seen.packets == (1U << 16) + 1) {
      many_.hit(1);
    }
  }
}

void EquippedPortCoverage::departure(const Inputs& in, const Outputs& out, std::uint32_t ends, std::size_t c) {
  const std::uint32_t state = out.states >> 2 * c & 3U;
  departures_.hit(departures_.index({c, state, bit(ends, c)}));
  if (in.shown == c && bit(out.spans & ~ends, c) != 0) {
    const Span of = span(in, out);
    const std::uint32_t left = of.lasts - of.age;
    if (of.lasts == (std::uint32_t{1} << config_.stamp_bits) - kClasses && left <= 1) {
      limits_.hit(limits_.index({c, of.samples ? 1U : 0U, left == 0 ? 1U : 0U}));
    }
  }
  if (state == 3 && bit(in.paused, c) != 0) {
    paused_beside(in, c);
  }
  const std::uint32_t behind = reference::waits_behind(config_, in, c);
  for (std::size_t at = 0; at < config_.q_bits; ++at) {
    behinds_.hit(behinds_.index({c, at, behind >> at & 1U}));
  }
  marks_.hit(marks_.index({c, in.ecn >> 2 * c & 3U, out.ce ? 1U : out.ue ? 2U : 0U}));
}

void EquippedPortCoverage::paused_beside(const Inputs& in, std::size_t c) {
  const bool beside[kBeside] = {in.admitted_valid && in.admitted_class == c,
                                in.released_valid && in.released_class == c,
                                in.sent_valid && in.sent_class == c,
                                in.heard_valid && in.heard_credit && in.heard_class == c,
                                bit(in.above, c) != 0,
                                bit(in.below, c) != 0,
                                bit(in.period, c) != 0};
  for (std::size_t event = 0; event < kBeside; ++event) {
    if (beside[event]) {
      beside_.hit(beside_.index({c, event}));
    }
  }
}

}  // namespace weir::cosim
