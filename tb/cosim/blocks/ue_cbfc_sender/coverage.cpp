// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/ue_cbfc_sender/coverage.h"

#include <algorithm>
#include <bit>

namespace weir::cosim {

using reference::UeCbfcSenderConfig;

namespace {

// NOLINTBEGIN(performance-enum-size)
enum Event : std::size_t {
  kSent,
  kRefused,
  kUncounted,
  kHeard,
  kIgnored,
  kTick,
  kExpires,
  kTaken,
  kSet,
  kClear,
  kReset
};
enum Step : std::size_t { kNone, kOne, kBelowHalf, kHalf, kAboveHalf, kMost, kBetween };
enum Sum : std::size_t { kConsumed, kUsed, kFreed, kUsedLess };
enum Share : std::size_t { kNothingMore, kBelowFree, kAtFree, kBeyondFree };
// NOLINTEND(performance-enum-size)

const std::vector<std::string> kNoYes = {"no", "yes"};
const std::vector<std::string> kRules = {"half", "full", "signed", "three"};  // code points of cf_delta
const std::vector<std::string> kRelations = {"far_below", "one_below", "at", "one_above", "far_above"};

std::size_t relation(std::uint64_t value, std::uint64_t most) {
  return value + 1 < most ? 0 : value + 1 == most ? 1 : value == most ? 2 : value == most + 1 ? 3 : 4;
}
std::uint64_t beyond(std::uint64_t used, std::uint64_t reserved) { return used - std::min(used, reserved); }

}  // namespace

// A channel of a CF_Update.
struct UeCbfcSenderCoverage::Heard {
  bool in_use = false;
  bool after = false;        // behind a frame of its cycle and channel
  std::uint32_t step = 0;    // on the wire
  std::uint32_t moved = 0;   // of S_CF; 0: ignored
  std::uint32_t before = 0;  // S_CU
};

UeCbfcSenderCoverage::UeCbfcSenderCoverage(const UeCbfcSenderConfig& widths, unsigned /*latency*/)
    : config_(widths),
      block_(widths),
      most_(widths.most()),
      limits_("limit", {{"used_then", kRelations}, {"enabled", kNoYes}}),
      shares_("share", {{"mode",
                         {"none", "static_any", "static_within", "static_at", "static_beyond", "dynamic_within",
                          "dynamic_beyond", "three"}},
                        {"more", {"nothing", "below_free", "at_free", "beyond_free"}}}),
      exponents_("exponent", {numbers("exponent", 0, 15), {"fits", kNoYes}}),
      steps_("step", {{"step", {"none", "one", "below_half", "half", "above_half", "most", "between"}},
                      {"rule", kRules},
                      {"frame_of_the_channel", kNoYes}}),
      magnitudes_("magnitude", {numbers("step_bits", 0, widths.wire_bits), {"rule", kRules}}),
      together_("together", {{"enabled", kNoYes},
                             {"frame", {"none", "refused", "leaves"}},
                             {"cf", {"none", "ignored", "heard"}},
                             {"set", {"none", "disable", "enable", "disable_clear", "enable_clear"}}}),
      clearings_("clearing",
                 {{"moves_shared", {"frame", "cf"}}, numbers("differs_in_bit", 0, std::size_t{widths.vc_bits} - 1)}),
      carries_({"consumed", "used", "freed", "used_less"}, widths.counter_bits),
      updates_("cc_update", {{"due", {"none", "low", "high", "both"}},
                             {"timer", {"no_tick", "waits", "expires"}},
                             {"take", kNoYes},
                             {"in_use", {"none", "low", "high", "both"}}}),
      expiries_("expiry", {{"of", {"low", "high"}},
                           {"write", {"enables_first", "enables_another", "disables_last", "disables_another"}}}),
      channels_("channel", {{"of", {"sent", "heard", "set"}}, numbers("vc", 0, widths.channels() - 1)}),
      credits_("credits", {numbers("bits", 1, widths.credits_bits)}),
      events_(
          {"sent", "refused", "uncounted", "heard", "ignored", "tick", "expires", "taken", "set", "clear", "reset"}) {
  rule_out_impossible();
}

void UeCbfcSenderCoverage::rule_out_impossible() {
  for (std::size_t set = 0; set < 5; ++set) {  // a channel that is not in use
    for (std::size_t cf = 0; cf < 3; ++cf) {
      together_.rule_out(together_.index({0, 1, cf, set}));  // sends without credits
    }
    for (std::size_t frame = 0; frame < 3; ++frame) {
      together_.rule_out(together_.index({0, frame, 2, set}));  // and hears nothing
    }
  }
  for (std::size_t enabled = 0; enabled < 2; ++enabled) {  // nothing happens
    together_.rule_out(together_.index({enabled, 0, 0, 0}));
  }
  for (const Event then : {kSent, kRefused, kHeard, kTick, kTaken}) {  // the first tick expires
    events_.rule_out(kReset, then);
  }
  for (const std::size_t mode : {3U, 4U, 6U}) {  // of its own credits a channel has no shared ones
    shares_.rule_out(shares_.index({mode, kNothingMore}));
  }
  if (config_.channels() > 16) {
    return;
  }
  for (std::size_t write = 0; write < 4; ++write) {  // there are no channels 16 to 31
    expiries_.rule_out(expiries_.index({1, write}));
  }
  for (std::size_t timer = 0; timer < 3; ++timer) {
    for (std::size_t take = 0; take < 2; ++take) {
      for (std::size_t some = 0; some < 4; ++some) {
        for (const std::size_t high : {2U, 3U}) {
          updates_.rule_out(updates_.index({high, timer, take, some}));
          updates_.rule_out(updates_.index({some, timer, take, high}));
        }
      }
    }
  }
}

void UeCbfcSenderCoverage::sample(std::span<const Inputs> in, std::span<const Outputs> out) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (in[i].rst_n) {
      const Heard cf = hear(in[i]);
      asked(in[i]);
      heard(in[i], out[i], cf);
      of_a_channel(in[i], out[i], cf);
      cleared(in[i], out[i], cf);
      told(in[i], out[i]);
      happened(in[i], out[i], cf);
    } else {
      events_.event(kReset);
    }
    block_.clock(in[i]);
  }
}

UeCbfcSenderCoverage::Heard UeCbfcSenderCoverage::hear(const Inputs& in) const {
  const auto& channel = block_.channel(in.cf_vc);
  Heard cf{.in_use = in.cf && channel.enabled, .before = channel.used};
  if (!cf.in_use) {
    return cf;
  }
  cf.step = (in.cf_freed - channel.freed) & config_.most_on_wire();
  cf.moved = block_.moved(in);
  cf.after = in.frame && in.frame_vc == in.cf_vc && block_.credits_left(in);
  if (cf.after) {
    cf.before = (cf.before + in.frame_credits) & most_;
  }
  return cf;
}

// What the frame asks for against what there is.
void UeCbfcSenderCoverage::asked(const Inputs& in) {
  if (!in.frame) {
    return;
  }
  const auto& channel = block_.channel(in.frame_vc);
  const std::uint64_t then = std::uint64_t{channel.used} + in.frame_credits;
  if (!in.pool) {
    limits_.hit(limits_.index({relation(then, in.frame_limit), channel.enabled ? 1U : 0U}));
    return;
  }
  if (!channel.enabled) {
    return;
  }
  const std::uint64_t shared = beyond(then, in.frame_reserved);
  const std::uint64_t more = shared - beyond(channel.used, in.frame_reserved);
  const std::uint64_t free = beyond(in.pool_shared, block_.shared_used());
  const unsigned exponent = in.frame_exponent;
  const bool fits = exponent >= 8 ? shared << (16U - exponent) <= free : shared <= free << exponent;
  const std::size_t most = relation(shared, in.frame_limit);
  const std::size_t mode = in.frame_mode == 0    ? 0U
                           : in.frame_mode == 3  ? 7U
                           : in.frame_mode == 2  ? (fits ? 5U : 6U)
                           : in.frame_limit == 0 ? 1U
                           : most < 2            ? 2U
                           : most == 2           ? 3U
                                                 : 4U;
  const Share share = more == 0 ? kNothingMore : more < free ? kBelowFree : more == free ? kAtFree : kBeyondFree;
  shares_.hit(shares_.index({mode, share}));
  if (in.frame_mode == reference::kUeDynamic && more != 0 && more <= free) {
    exponents_.hit(exponents_.index({exponent, fits ? 1U : 0U}));
  }
}

void UeCbfcSenderCoverage::heard(const Inputs& in, const Outputs& out, const Heard& cf) {
  if (out.counts) {
    const auto& channel = block_.channel(in.frame_vc);
    carries_.carried(kConsumed, channel.consumed, in.frame_credits, channel.consumed + in.frame_credits);
    carries_.carried(kUsed, channel.used, in.frame_credits, channel.used + in.frame_credits);
    if (in.frame_credits != 0) {
      credits_.hit(credits_.index({static_cast<std::size_t>(std::bit_width(in.frame_credits)) - 1}));
    }
  }
  if (!cf.in_use) {
    return;
  }
  const std::uint32_t half = config_.most_on_wire() / 2 + 1;
  const Step kind = cf.step == 0                        ? kNone
                    : cf.step == 1                      ? kOne
                    : cf.step == half - 1               ? kBelowHalf
                    : cf.step == half                   ? kHalf
                    : cf.step == half + 1               ? kAboveHalf
                    : cf.step == config_.most_on_wire() ? kMost
                                                        : kBetween;
  steps_.hit(steps_.index({kind, in.cf_delta, cf.after ? 1U : 0U}));
  magnitudes_.hit(magnitudes_.index({static_cast<std::size_t>(std::bit_width(cf.step)), in.cf_delta}));
  if (cf.moved != 0) {
    const std::uint32_t freed = block_.channel(in.cf_vc).freed;
    carries_.carried(kFreed, freed, cf.moved, freed + cf.moved);
    carries_.carried(kUsedLess, cf.before, cf.moved, cf.before - cf.moved);
  }
}

// To which channels something happens, and what happens together to one.
void UeCbfcSenderCoverage::of_a_channel(const Inputs& in, const Outputs& out, const Heard& cf) {
  const auto named = [&](bool happens, std::size_t event, std::size_t vc) {
    if (happens) {
      channels_.hit(channels_.index({event, vc}));
    }
  };
  named(out.counts, 0, in.frame_vc);
  named(cf.moved != 0, 1, in.cf_vc);
  named(in.set, 2, in.set_vc);
  if (!in.frame && !in.cf && !in.set) {
    return;
  }
  const std::uint8_t vc = in.frame ? in.frame_vc : in.cf ? in.cf_vc : in.set_vc;
  const std::size_t frame = !in.frame ? 0 : out.may_send ? 2 : 1;
  const std::size_t hears = !in.cf || in.cf_vc != vc ? 0 : cf.moved != 0 ? 2 : 1;
  const std::size_t set = in.set && in.set_vc == vc ? 1 + (in.set_enable ? 1U : 0U) + (in.set_clear ? 2U : 0U) : 0;
  together_.hit(together_.index({block_.channel(vc).enabled ? 1U : 0U, frame, hears, set}));
}

// Shared credits of a channel move as another is cleared, whose number differs in one bit.
void UeCbfcSenderCoverage::cleared(const Inputs& in, const Outputs& out, const Heard& cf) {
  if (!in.set || !in.set_clear) {
    return;
  }
  const auto moves = [&](bool shares, std::size_t event, std::uint8_t vc) {
    const auto differs = static_cast<std::uint8_t>(vc ^ in.set_vc);
    if (shares && std::has_single_bit(differs)) {
      clearings_.hit(clearings_.index({event, static_cast<std::size_t>(std::countr_zero(differs))}));
    }
  };
  const std::uint64_t used = block_.channel(in.frame_vc).used;
  moves(out.counts && used + in.frame_credits > std::max<std::uint64_t>(used, in.frame_reserved), 0, in.frame_vc);
  const std::uint32_t left = (cf.before - cf.moved) & most_;
  moves(cf.moved != 0 && beyond(cf.before, in.cf_reserved) != beyond(left, in.cf_reserved), 1, in.cf_vc);
}

void UeCbfcSenderCoverage::told(const Inputs& in, const Outputs& out) {
  const std::size_t timer = !in.tick ? 0 : block_.cc_left() > 1 ? 1 : 2;
  const std::uint32_t low = (std::uint32_t{1} << 16U) - 1;
  const std::size_t in_use = ((out.enabled & low) != 0 ? 1U : 0U) + ((out.enabled & ~low) != 0 ? 2U : 0U);
  updates_.hit(updates_.index({out.cc_due, timer, in.cc_take ? 1U : 0U, in_use}));
  const std::uint32_t written = std::uint32_t{1} << in.set_vc;
  const bool enabled = (out.enabled & written) != 0;
  if (timer == 2 && in.set && in.set_enable != enabled) {
    const std::size_t high = in.set_vc / 16;
    const std::uint32_t others = out.enabled & ~written & (high != 0 ? ~low : low);
    expiries_.hit(expiries_.index({high, (enabled ? 2U : 0U) + (others != 0 ? 1U : 0U)}));
  }
}

void UeCbfcSenderCoverage::happened(const Inputs& in, const Outputs& out, const Heard& cf) {
  unsigned events = 0;
  const auto met = [&](bool happens, Event event) { events |= happens ? 1U << event : 0U; };
  const bool expires = in.tick && block_.cc_left() <= 1;
  met(out.counts, kSent);
  met(in.frame && !out.may_send, kRefused);
  met(in.frame && out.may_send && !out.counts, kUncounted);
  met(cf.moved != 0, kHeard);
  met(in.cf && cf.moved == 0, kIgnored);
  met(in.tick && !expires, kTick);
  met(expires, kExpires);
  met(in.cc_take && out.cc_due != 0, kTaken);
  met(in.set && !in.set_clear, kSet);
  met(in.set && in.set_clear, kClear);
  events_.events(events);
}

}  // namespace weir::cosim
