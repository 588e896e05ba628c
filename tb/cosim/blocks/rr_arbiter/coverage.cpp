// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/rr_arbiter/coverage.h"

#include <bit>

namespace weir::cosim {

namespace {

// NOLINTBEGIN(performance-enum-size)
enum Event : std::size_t { kAccepted, kRefused, kLock, kKept, kBroken, kLapsed, kWrap, kReset };
enum Asking : std::size_t { kNobody, kOne, kSome, kAll };
enum Locked : std::size_t { kFree, kOwnerAsks, kOwnerSilent };
// NOLINTEND(performance-enum-size)

const std::vector<std::string> kEvents = {"accepted", "refused", "lock", "kept", "broken", "lapsed", "wrap", "reset"};
const std::vector<std::string> kNoYes = {"no", "yes"};

std::size_t flag(bool set) { return set ? 1 : 0; }

// The owner asks although it may not have been granted by its turn.
bool kept(const RrArbiterCoverage::Inputs& in, const RrArbiterCoverage::Outputs& out) {
  return out.locked && (in.req >> out.owner & 1U) != 0;
}

CoverageDimension each_or_none(std::string name, std::size_t inputs) {
  CoverageDimension dimension = numbers(std::move(name), 0, inputs - 1);
  dimension.bins.emplace_back("none");
  return dimension;
}

}  // namespace

RrArbiterCoverage::RrArbiterCoverage(const reference::RrArbiterConfig& config, unsigned /*latency*/)
    : inputs_(config.inputs),
      all_(config.all()),
      turns_(
          "turn",
          {numbers("pointer", 0, config.inputs - 1), numbers("grant", 0, config.inputs - 1), {"others_ask", kNoYes}}),
      silent_("silent", {numbers("pointer", 0, config.inputs - 1), numbers("input", 0, config.inputs - 1)}),
      asking_("asking", {numbers("inputs", 0, config.inputs), {"accept", kNoYes}}),
      grants_("grant",
              {numbers("grant", 0, config.inputs - 1), {"kept", kNoYes}, {"accept", kNoYes}, {"lock", kNoYes}}),
      owners_("owner", {numbers("owner", 0, config.inputs - 1), each_or_none("grant", config.inputs)}),
      kept_("kept_over", {numbers("owner", 0, config.inputs - 1), numbers("pointer", 0, config.inputs - 1)}),
      together_("together", {{"ask", {"nobody", "one", "some", "all"}},
                             {"locked", {"no", "owner_asks", "owner_silent"}},
                             {"accept", kNoYes},
                             {"lock", kNoYes}}),
      events_(kEvents) {
  rule_out(config);
}

void RrArbiterCoverage::rule_out(const reference::RrArbiterConfig& config) {
  const bool no_lock = config.lock == 0;
  for (std::size_t pointer = 0; pointer < inputs_; ++pointer) {  // who is last in turn is granted alone
    turns_.rule_out(turns_.index({pointer, (pointer + inputs_ - 1) % inputs_, 1}));
  }
  for (std::size_t rest = 0; rest < 4; ++rest) {
    together_.rule_out(together_.index({kNobody, kOwnerAsks, rest / 2, rest % 2}));
    together_.rule_out(together_.index({kAll, kOwnerSilent, rest / 2, rest % 2}));
  }
  for (const Event first : {kReset, kLapsed}) {
    for (const Event then : {kKept, kBroken, kLapsed}) {
      events_.rule_out(first, then);
    }
  }
  if (!no_lock) {
    return;
  }
  for (std::size_t owner = 0; owner < inputs_; ++owner) {
    for (std::size_t other = 0; other <= inputs_; ++other) {
      owners_.rule_out(owners_.index({owner, other}));
    }
    for (std::size_t pointer = 0; pointer < inputs_; ++pointer) {
      kept_.rule_out(kept_.index({owner, pointer}));
    }
    for (std::size_t rest = 0; rest < 4; ++rest) {
      grants_.rule_out(grants_.index({owner, 1, rest / 2, rest % 2}));
    }
  }
  for (std::size_t rest = 0; rest < 4 * 4; ++rest) {
    for (const Locked locked : {kOwnerAsks, kOwnerSilent}) {
      together_.rule_out(together_.index({rest / 4, locked, rest / 2 % 2, rest % 2}));
    }
  }
  for (const Event of_a_lock : {kKept, kBroken, kLapsed}) {
    for (std::size_t other = 0; other < kEvents.size(); ++other) {
      events_.rule_out(of_a_lock, other);
      events_.rule_out(other, of_a_lock);
    }
  }
}

void RrArbiterCoverage::sample(std::span<const Inputs> in, std::span<const Outputs> out) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (in[i].rst_n) {
      cycle(in[i], out[i]);
    }
    event(in[i], out[i]);
  }
}

void RrArbiterCoverage::cycle(const Inputs& in, const Outputs& out) {
  const auto asking = static_cast<std::size_t>(std::popcount(in.req));
  const bool keeps = kept(in, out);
  const bool alone = asking == 1;
  asking_.hit(asking_.index({asking, flag(in.accept)}));
  const std::size_t ask = asking == 0 ? kNobody : asking == inputs_ ? kAll : alone ? kOne : kSome;
  const std::size_t locked = !out.locked ? kFree : keeps ? kOwnerAsks : kOwnerSilent;
  together_.hit(together_.index({ask, locked, flag(in.accept), flag(in.lock)}));
  if (out.locked) {
    owners_.hit(owners_.index({out.owner, out.grant_valid ? out.grant_index : inputs_}));
    if (keeps && (in.req >> out.pointer & 1U) != 0) {
      kept_.hit(kept_.index({out.owner, out.pointer}));
    }
  }
  if (!out.grant_valid) {
    return;
  }
  grants_.hit(grants_.index({out.grant_index, flag(keeps), flag(in.accept), flag(in.lock)}));
  if (keeps) {
    return;
  }
  turns_.hit(turns_.index({out.pointer, out.grant_index, flag(!alone)}));
  if (const std::uint64_t silent = in.req ^ all_; std::has_single_bit(silent)) {
    silent_.hit(silent_.index({out.pointer, static_cast<std::size_t>(std::countr_zero(silent))}));
  }
}

void RrArbiterCoverage::event(const Inputs& in, const Outputs& out) {
  unsigned events = 0;
  const auto met = [&](bool happens, Event event) { events |= happens ? 1U << event : 0U; };
  if (in.rst_n) {
    met(out.grant_valid && in.accept, kAccepted);
    met(out.grant_valid && !in.accept, kRefused);
    met(out.grant_valid && in.lock, kLock);
    met(kept(in, out), kKept);
    met(out.locked && out.grant_valid && !kept(in, out), kBroken);
    met(out.locked && !out.grant_valid, kLapsed);
    met(in.accept && out.grant_valid && out.grant_index + 1U == inputs_, kWrap);
  } else {
    met(true, kReset);
  }
  events_.events(events);
}

}  // namespace weir::cosim
