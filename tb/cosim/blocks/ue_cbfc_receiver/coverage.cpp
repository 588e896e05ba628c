// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/ue_cbfc_receiver/coverage.h"

#include <bit>

namespace weir::cosim {

using reference::UeCbfcReceiverConfig;

namespace {

// NOLINTBEGIN(performance-enum-size)
enum Event : std::size_t { kCounted, kUncounted, kFreed, kApplied, kIgnored, kTold, kSet, kClear, kReset };
enum Lost : std::size_t { kNone, kOne, kBelowHalf, kHalf, kAboveHalf, kMost, kBetween };
enum Sum : std::size_t { kAcceptedSum, kFreedSum, kLostSum, kDifference };
enum Place : std::size_t { kHere, kAhead, kRound };
// NOLINTEND(performance-enum-size)

const std::vector<std::string> kNoYes = {"no", "yes"};

}  // namespace

// The count of a CC_Update against R_CC.
struct UeCbfcReceiverCoverage::Compared {
  bool in_use = false;
  bool after = false;  // behind a frame of its cycle and channel
  bool applies = false;
  std::uint32_t from = 0;
  std::uint32_t lost = 0;
};

UeCbfcReceiverCoverage::UeCbfcReceiverCoverage(const UeCbfcReceiverConfig& widths, unsigned /*latency*/)
    : config_(widths),
      block_(widths),
      most_(widths.most()),
      differences_("difference", {{"lost", {"none", "one", "below_half", "half", "above_half", "most", "between"}},
                                  {"rule", {"forward", "signed"}},
                                  {"accepted_of_the_channel", kNoYes}}),
      magnitudes_("magnitude", {numbers("lost_bits", 0, widths.counter_bits), {"rule", {"forward", "signed"}}}),
      together_("together", {{"enabled", kNoYes},
                             {"accepted", kNoYes},
                             {"freed", kNoYes},
                             {"cc", {"none", "ignored", "applied"}},
                             {"told", kNoYes},
                             {"set", {"none", "disable", "enable", "disable_clear", "enable_clear"}}}),
      news_("news", {{"before", kNoYes}, {"told", kNoYes}, {"freed", kNoYes}}),
      carries_({"accepted", "freed", "lost", "difference"}, widths.counter_bits),
      lands_({"accepted", "freed", "lost"}, widths.most()),
      turns_("turn", {numbers("vc1", 0, widths.channels() - 1),
                      {"found", {"at_the_turn", "ahead", "round"}},
                      {"vc2", {"same", "ahead", "round"}}}),
      credits_("credits", {{"of", {"accepted", "freed"}}, numbers("bits", 1, widths.credits_bits)}),
      events_({"counted", "uncounted", "freed", "applied", "ignored", "told", "set", "clear", "reset"}) {
  rule_out_impossible();
}

void UeCbfcReceiverCoverage::rule_out_impossible() {
  for (std::size_t accepted = 0; accepted < 2; ++accepted) {
    for (std::size_t freed = 0; freed < 2; ++freed) {
      for (std::size_t set = 0; set < 5; ++set) {
        for (std::size_t cc = 0; cc < 3; ++cc) {  // a channel that is not in use is in no CF_Update
          together_.rule_out(together_.index({0, accepted, freed, cc, 1, set}));
        }
        together_.rule_out(together_.index({0, accepted, freed, 2, 0, set}));
      }
    }
  }
  for (std::size_t enabled = 0; enabled < 2; ++enabled) {  // nothing happens
    together_.rule_out(together_.index({enabled, 0, 0, 0, 0, 0}));
  }
  for (const Event then : {kCounted, kFreed, kApplied, kTold}) {
    events_.rule_out(kReset, then);
  }
  const std::size_t last = config_.channels() - 1;
  for (std::size_t place = 0; place < 3; ++place) {
    turns_.rule_out(turns_.index({last, place, kAhead}));
    turns_.rule_out(turns_.index({0, place, kRound}));
    turns_.rule_out(turns_.index({0, kAhead, place}));
    turns_.rule_out(turns_.index({last, kRound, place}));
  }
  turns_.rule_out(turns_.index({1, kAhead, kRound}));         // channel 0 would stand at the turn
  turns_.rule_out(turns_.index({last - 1, kRound, kAhead}));  // the last channel would be found first
  for (std::size_t vc = 0; vc <= last; ++vc) {
    turns_.rule_out(turns_.index({vc, kRound, kRound}));  // found from the beginning, it is the lowest
  }
}

void UeCbfcReceiverCoverage::sample(std::span<const Inputs> in, std::span<const Outputs> out) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (in[i].rst_n) {
      const Compared cc = compare(in[i], out[i]);
      compared(in[i], cc);
      counted(in[i], out[i], cc);
      of_a_channel(in[i], out[i], cc);
      turned(out[i]);
      happened(in[i], out[i], cc);
    } else {
      events_.event(kReset);
    }
    block_.clock(in[i]);
  }
}

UeCbfcReceiverCoverage::Compared UeCbfcReceiverCoverage::compare(const Inputs& in, const Outputs& out) const {
  const auto& channel = block_.channel(in.cc_vc);
  Compared cc{.in_use = in.cc && channel.enabled,
              .after = out.accepted_counts && in.accepted_vc == in.cc_vc,
              .from = channel.consumed};
  if (cc.after) {
    cc.from = (cc.from + in.accepted_credits) & most_;
  }
  cc.lost = (in.cc_consumed - cc.from) & most_;
  cc.applies = cc.in_use && cc.lost != 0 && (in.cc_signed || cc.lost <= most_ / 2);
  return cc;
}

void UeCbfcReceiverCoverage::compared(const Inputs& in, const Compared& cc) {
  if (!cc.in_use) {
    return;
  }
  const std::uint32_t half = most_ / 2 + 1;
  const Lost kind = cc.lost == 0          ? kNone
                    : cc.lost == 1        ? kOne
                    : cc.lost == half - 1 ? kBelowHalf
                    : cc.lost == half     ? kHalf
                    : cc.lost == half + 1 ? kAboveHalf
                    : cc.lost == most_    ? kMost
                                          : kBetween;
  const std::size_t rule = in.cc_signed ? 1 : 0;
  differences_.hit(differences_.index({kind, rule, cc.after ? 1U : 0U}));
  magnitudes_.hit(magnitudes_.index({static_cast<std::size_t>(std::bit_width(cc.lost)), rule}));
  carries_.carried(kDifference, in.cc_consumed, cc.from, cc.lost);
}

void UeCbfcReceiverCoverage::counted(const Inputs& in, const Outputs& out, const Compared& cc) {
  if (out.accepted_counts) {
    credits_.hit(credits_.index({0, static_cast<std::size_t>(std::bit_width(in.accepted_credits)) - 1}));
    added(kAcceptedSum, block_.channel(in.accepted_vc).consumed, in.accepted_credits);
  }
  if (in.freed) {
    credits_.hit(credits_.index({1, static_cast<std::size_t>(std::bit_width(in.freed_credits)) - 1}));
    added(kFreedSum, block_.channel(in.freed_vc).freed, in.freed_credits);
  }
  if (cc.applies) {
    const bool after = in.freed && in.freed_vc == in.cc_vc;
    added(kLostSum, (block_.channel(in.cc_vc).freed + (after ? in.freed_credits : 0)) & most_, cc.lost);
  }
}

// Of the channel to which something happens.
void UeCbfcReceiverCoverage::of_a_channel(const Inputs& in, const Outputs& out, const Compared& cc) {
  const bool takes = in.cf_take && out.cf_in_use;
  if (!in.accepted && !in.freed && !in.cc && !in.set && !takes) {
    return;
  }
  const std::uint8_t vc = in.accepted ? in.accepted_vc
                          : in.freed  ? in.freed_vc
                          : in.cc     ? in.cc_vc
                          : in.set    ? in.set_vc
                                      : out.cf_vc1;
  const auto& channel = block_.channel(vc);
  const bool freed = in.freed && in.freed_vc == vc;
  const bool compares = in.cc && in.cc_vc == vc;
  const bool told = takes && (out.cf_vc1 == vc || out.cf_vc2 == vc);
  const std::size_t set = in.set && in.set_vc == vc ? 1 + (in.set_enable ? 1U : 0U) + (in.set_clear ? 2U : 0U) : 0;
  together_.hit(together_.index({channel.enabled ? 1U : 0U, in.accepted ? 1U : 0U, freed ? 1U : 0U,
                                 !compares    ? 0U
                                 : cc.applies ? 2U
                                              : 1U,
                                 told ? 1U : 0U, set}));
  if (set == 0) {
    news_.hit(news_.index({channel.news ? 1U : 0U, told ? 1U : 0U, freed || (compares && cc.applies) ? 1U : 0U}));
  }
}

void UeCbfcReceiverCoverage::turned(const Outputs& out) {
  if (!out.cf_in_use) {
    return;
  }
  const std::uint32_t turn = block_.turn();
  const Place found = out.cf_vc1 == turn ? kHere : out.cf_vc1 > turn ? kAhead : kRound;
  const Place then = out.cf_vc2 == out.cf_vc1 ? kHere : out.cf_vc2 > out.cf_vc1 ? kAhead : kRound;
  turns_.hit(turns_.index({out.cf_vc1, found, then}));
}

void UeCbfcReceiverCoverage::happened(const Inputs& in, const Outputs& out, const Compared& cc) {
  unsigned events = 0;
  const auto met = [&](bool happens, Event event) { events |= happens ? 1U << event : 0U; };
  met(out.accepted_counts, kCounted);
  met(in.accepted && !out.accepted_counts, kUncounted);
  met(in.freed, kFreed);
  met(cc.applies, kApplied);
  met(in.cc && !cc.applies, kIgnored);
  met(in.cf_take && out.cf_in_use, kTold);
  met(in.set && !in.set_clear, kSet);
  met(in.set && in.set_clear, kClear);
  events_.events(events);
}

void UeCbfcReceiverCoverage::added(std::size_t sum, std::uint32_t left, std::uint32_t right) {
  const std::uint32_t result = (left + right) & most_;
  carries_.carried(sum, left, right, result);
  lands_.landed(sum, left, result);
}

}  // namespace weir::cosim
