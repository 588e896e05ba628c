// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/linear_port/coverage.h"

#include <bit>
#include <string>

namespace weir::cosim {

namespace {

constexpr unsigned kFactorBits = reference::kFactorIntBits + reference::kFactorFracBits;
constexpr unsigned kWaitBits = reference::kRCBits + reference::kFactorFracBits;
constexpr std::uint64_t kMostFactor = (std::uint64_t{1} << kFactorBits) - 1;
// Of events.
constexpr std::uint64_t kHeard = 1, kSent = 2, kTold = 4, kRated = 8, kGoes = 16, kPeriod = 32, kInit = 64;
constexpr std::size_t kRatedPlace = 3;
// Of counts.
constexpr std::size_t kPackets = 0, kLinks = 1, kWaited = 2;
constexpr std::uint64_t kMany[] = {1U << 17, 1U << 8, 1U << 16};

const std::vector<std::string> kEvents = {"heard", "sent", "told", "rated", "goes", "period", "init"};

}  // namespace

LinearPortCoverage::LinearPortCoverage(const reference::LinearPortConfig& config, unsigned /*latency*/)
    : config_(config),
      rates_("rate", {numbers("class", 0, 7), {"factor", {"line_rate", "between", "all_ones"}}}),
      factors_("factor_bit", {numbers("bit", 0, kFactorBits - 1), {"set", kWhether}}),
      messages_(
          "message",
          {numbers("class", 0, 7),
           {"comes", {"at_rest", "replaces_one", "as_one_is_taken", "own_divides", "another_divides", "with_rate"}}}),
      moments_("division", {numbers("cycle", 1, config.rate().steps() + 1),
                            {"comes", {"own_message", "lower_message", "higher_message", "packet", "range", "link"}}}),
      waiting_("waiting", {numbers("classes", 1, kClasses)}),
      ranges_("range_changes", {{"while_one", {"waits", "divides"}}}),
      links_("link_anew",
             {{"beside", {"message", "waiting", "division", "rate", "one_taken_of_many", "second_with_message"}}}),
      told_("told", {numbers("class", 0, 7), {"taken", kWhether}}),
      offers_("offer", {offers("linear"), {"mac_ready", kWhether}}),
      limiters_(kWaitBits),
      ticks_("tick", {numbers("class", 0, 7),
                      {"what", {"sent", "rate", "waits", "sent_in_a_wait", "rate_in_a_wait"}},
                      {"passes", kWhether}}),
      clamps_("clamp_beside", {{"packet", {"none", "own", "another", "own_before"}}}),
      wraps_("comes_round", {{"count", {"fctbs", "abr", "limit_before_fctbs"}}}),
      counts_("count", {{"of", {"over_2^17_packets", "over_2^8_links", "over_2^16_cycles_of_waiting"}}}),
      limits_("limited_for", {ages("cycles")}),
      without_("without_gfc", {numbers("class", 0, 7), {"event", {"heard", "sent", "period"}}}),
      events_(kEvents) {
  rule_out();
}

// What only a class with GFC has, and what only one without has: the class is the first dimension. And what no range
// leads to.
void LinearPortCoverage::rule_out() {
  const unsigned highest = config_.rate().room_bits() + reference::kFactorFracBits;  // bits of a factor
  for (std::size_t c = 0; c < kClasses; ++c) {
    if (highest <= kFactorBits) {
      rates_.rule_out(rates_.index({c, 2}));
    }
    if (is_linear(c)) {
      rule_out_class(without_, c);
      continue;
    }
    for (CoverageGroup* const group : {&rates_, &messages_, &told_, &ticks_}) {
      rule_out_class(*group, c);
    }
    limiters_.rule_out_class_without(c);
  }
  for (auto n = static_cast<std::size_t>(std::popcount(config_.linear)); n < kClasses; ++n) {
    waiting_.rule_out(waiting_.index({n}));
  }
  for (std::size_t n = highest; n < kFactorBits; ++n) {
    factors_.rule_out(factors_.index({n, 1}));
  }
  events_.rule_out(kRatedPlace, kRatedPlace);  // a division takes longer
  if (config_.linear == kAllClasses) {
    for (const std::size_t ready : {0U, 1U}) {
      offers_.rule_out(offers_.index({offer::kMessage, ready}));
    }
  }
}

void LinearPortCoverage::sample(std::span<const Inputs> in, std::span<const Outputs> out) {
  for (std::size_t n = 0; n < in.size(); ++n) {
    if (!in[n].rst_n || !out[n].ready) {
      start();
    } else {
      running(in[n], out[n]);
      before_was_ = was_;
      was_ = in[n];
      before_ = out[n];
    }
  }
}

void LinearPortCoverage::running(const Inputs& in, const Outputs& out) {
  const bool rated = before_.divides != 0 && out.divides == 0;
  divide(in, out);
  hear(in, out);
  obey(in, out);
  limiters_.packets(in, out, is_linear(in.sent_class));
  if (in.sent_valid && !is_linear(in.sent_class)) {
    without_.hit(without_.index({in.sent_class, 1}));
  }
  count(in);
  lengths(in, out);
  const auto linear = [&](bool valid, std::uint32_t c) { return valid && is_linear(c); };
  const bool told = out.tells && in.mac_ready;
  events_.events((linear(in.heard_valid && in.heard_credit, in.heard_class) ? kHeard : 0) |
                 (linear(in.sent_valid, in.sent_class) ? kSent : 0) | (told ? kTold : 0) | (rated ? kRated : 0) |
                 ((out.goes & config_.linear) != 0 ? kGoes : 0) | ((in.period & config_.linear) != 0 ? kPeriod : 0) |
                 (in.init ? kInit : 0));
  offers_.hit(offers_.index({offered(out), in.mac_ready ? 1U : 0U}));
  if (out.tells) {
    told_.hit(told_.index({out.mac_class, told ? 1U : 0U}));
  }
  for (std::size_t c = 0; c < kClasses; ++c) {
    if (is_linear(c)) {
      tick(in, out, c);
    } else if (bit(in.period, c) != 0) {
      without_.hit(without_.index({c, 2}));
    }
  }
}

// What comes in each cycle of a division, up to that in which the rate is there.
void LinearPortCoverage::divide(const Inputs& in, const Outputs& out) {
  const std::uint32_t of = out.divides != 0 ? out.divides : before_.divides;
  if (of != 0) {
    const auto c = static_cast<std::uint32_t>(std::countr_zero(of));
    const bool heard = in.heard_valid && in.heard_credit && is_linear(in.heard_class);
    const bool comes[] = {heard && in.heard_class == c,         heard && in.heard_class < c,
                          heard && in.heard_class > c,          in.sent_valid && in.sent_class == c,
                          in.linear_range != was_.linear_range, in.init};
    for (std::size_t n = 0; n < 6; ++n) {
      if (comes[n]) {
        moments_.hit(moments_.index({divided_, n}));
      }
    }
  }
  divided_ = out.divides != 0 ? divided_ + 1 : 0;
}

// When messages come.
void LinearPortCoverage::hear(const Inputs& in, const Outputs& out) {
  const bool rated = before_.divides != 0 && out.divides == 0;
  const bool heard = in.heard_valid && in.heard_credit;
  const std::size_t c = in.heard_class;
  if (out.kept != 0) {
    waiting_.hit(waiting_.index({static_cast<std::size_t>(std::popcount(out.kept)) - 1}));
  }
  if (in.linear_range != was_.linear_range) {
    if (out.kept != 0) {
      ranges_.hit(0);
    }
    if (out.divides != 0) {
      ranges_.hit(1);
    }
  }
  const bool beside[] = {heard && is_linear(c),
                         out.kept != 0,
                         out.divides != 0,
                         rated,
                         std::popcount(out.kept) > 1 && out.divides == 0,
                         heard && is_linear(c) && was_.init};
  for (std::size_t n = 0; in.init && n < 6; ++n) {
    if (beside[n]) {
      links_.hit(n);
    }
  }
  if (!heard || in.init) {
    return;
  }
  if (!is_linear(c)) {
    without_.hit(without_.index({c, 0}));
    return;
  }
  const std::uint64_t most = config_.credits().most();
  if (in.heard_fccl < sent_blocks_[c] && sent_blocks_[c] <= most && in.heard_fccl + most - sent_blocks_[c] < most / 2) {
    wraps_.hit(2);
  }
  const bool kept = bit(out.kept, c) != 0;
  const bool taken = kept && out.divides == 0 && std::countr_zero(out.kept) == static_cast<int>(c);
  const bool comes[] = {out.kept == 0 && out.divides == 0 && !rated,
                        kept && !taken,
                        taken,
                        bit(out.divides, c) != 0,
                        (out.divides & ~(1U << c)) != 0,
                        rated};
  for (std::size_t n = 0; n < 6; ++n) {
    if (comes[n]) {
      messages_.hit(messages_.index({c, n}));
    }
  }
}

// The factor of the class shown, where the cycle before has shown the class, too.
void LinearPortCoverage::obey(const Inputs& in, const Outputs& out) {
  if (!is_linear(in.shown)) {
    return;
  }
  for (std::size_t n = 0; n < kFactorBits; ++n) {
    factors_.hit(factors_.index({n, bit(out.factor, n)}));
  }
  limiters_.wait(out.wait);
  rates_.hit(rates_.index({in.shown, out.factor == 0 ? 0U : out.factor == kMostFactor ? 2U : 1U}));
  if (before_.ready && was_.shown == in.shown && out.factor != before_.factor && bit(before_.lets, in.shown) == 0) {
    limiters_.rate(was_, out.factor < before_.factor);
  }
  if (before_.ready && was_.shown == in.shown && was_.clamp && out.factor < before_.factor) {
    const bool own = was_.sent_valid && was_.sent_class == in.shown;
    clamps_.hit(own ? 1U : was_.sent_valid ? 2U : 0U);
    if (!own && before_was_.sent_valid && before_was_.sent_class == in.shown) {
      clamps_.hit(3);
    }
  }
}

// A packet, a rate and a wait of a class, with a tick or without.
void LinearPortCoverage::tick(const Inputs& in, const Outputs& out, std::size_t c) {
  const bool sent = in.sent_valid && in.sent_class == c;
  const bool rate = before_.divides == 1U << c && out.divides == 0;
  const bool waits = in.shown == c && out.wait >= std::uint64_t{reference::kSubticks} << reference::kFactorFracBits;
  const bool met[] = {sent && !waits, rate && !waits, waits && !sent && !rate, sent && waits, rate && waits};
  for (std::size_t what = 0; what < std::size(met); ++what) {
    if (met[what]) {
      ticks_.hit(ticks_.index({c, what, in.tick ? 1U : 0U}));
    }
  }
}

// Blocks since the link came up.
void LinearPortCoverage::count(const Inputs& in) {
  const std::uint64_t most = config_.credits().most();
  const auto add = [&](bool valid, std::uint32_t c, std::uint64_t blocks, auto& counts, std::size_t which) {
    if (valid && is_linear(c)) {
      counts[c] += blocks;
      if (counts[c] > most) {
        wraps_.hit(which);
      }
    }
  };
  add(in.sent_valid, in.sent_class, in.sent_blocks, sent_blocks_, 0);
  add(in.admitted_valid, in.admitted_class, in.admitted_blocks, come_blocks_, 1);
  if (in.init) {
    sent_blocks_ = come_blocks_ = {};
  }
}

void LinearPortCoverage::count(std::size_t what, std::uint64_t& counted) {
  if (++counted == kMany[what] + 1) {
    counts_.hit(what);
  }
}

// How often and for how long, since the reset.
void LinearPortCoverage::lengths(const Inputs& in, const Outputs& out) {
  if (in.init) {
    count(kLinks, links_since_reset_);
  }
  for (std::size_t c = 0; c < kClasses; ++c) {
    OfClass& of = of_class_[c];
    if (in.sent_valid && in.sent_class == c && is_linear(c)) {
      count(kPackets, of.sent);
    }
    const bool replaced = in.heard_valid && in.heard_credit && in.heard_class == c;
    if (bit(out.kept, c) != 0 && !replaced) {
      count(kWaited, of.waited);
    } else {
      of.waited = 0;
    }
    of.held = bit(out.lets, c) == 0 ? of.held + 1 : 0;
    if (of.held > 0 && bit(in.waiting & in.open & in.port_open & out.credit & ~out.blocked, c) != 0 && in.mac_ready) {
      limits_.hit(age_bin(of.held));
    }
  }
}

}  // namespace weir::cosim
