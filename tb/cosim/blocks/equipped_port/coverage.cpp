// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/equipped_port/coverage.h"

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
}

void EquippedPortCoverage::sample(std::span<const Inputs> in, std::span<const Outputs> out) {
  for (std::size_t n = 0; n < in.size(); ++n) {
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
    if (bit(out.goes & config_.tcd, c) != 0) {
      departure(in, out, ends, c);
    }
    if (c == looked && bit(out.spans, c) != 0) {
      looks = true;
      if (in.shown == c) {
        const bool samples = bit(out.holds, c) != 0 || (out.states >> 2 * c & 3U) == 3;
        const std::uint32_t age = (in.now - out.stamp) & ((std::uint32_t{1} << config_.stamp_bits) - 1);
        looks_.hit(looks_.index({c, age >= (samples ? in.sample_period : in.longest_on) ? 1U : 0U}));
      }
    }
  }
  for (std::size_t bank = 0; bank <= kClasses; ++bank) {
    clocks_.hit(clocks_.index({bank, bit(out.detector_clocks, bank)}));
  }
  shown_.hit(shown_.index({in.shown}));
  events_.events(std::uint64_t{(out.goes & config_.tcd) != 0} | std::uint64_t{begins != 0} << 1 |
                 std::uint64_t{ends != 0} << 2 | std::uint64_t{looks} << 3);
  off_ = off;
}

void EquippedPortCoverage::departure(const Inputs& in, const Outputs& out, std::uint32_t ends, std::size_t c) {
  departures_.hit(departures_.index({c, out.states >> 2 * c & 3U, bit(ends, c)}));
  const std::uint32_t behind = reference::waits_behind(config_, in, c);
  for (std::size_t at = 0; at < config_.q_bits; ++at) {
    behinds_.hit(behinds_.index({c, at, behind >> at & 1U}));
  }
  marks_.hit(marks_.index({c, in.ecn >> 2 * c & 3U, out.ce ? 1U : out.ue ? 2U : 0U}));
}

}  // namespace weir::cosim
