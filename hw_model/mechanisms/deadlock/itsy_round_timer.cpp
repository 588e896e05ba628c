// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/deadlock/itsy_round_timer.h"

#include <algorithm>
#include <bit>

#include "hw_model/base/random_stream.h"
#include "hw_model/frame/itsy_alive.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/ledger/state_fields.h"

namespace weir::deadlock {

using reference::ItsyRounds;

ItsyRoundTimer::ItsyRoundTimer(const SwitchContext& context, ClassId c, const reference::ItsyCausality& causality,
                               SwitchActions& actions)
    : c_(c),
      causality_(causality),
      actions_(actions),
      hop_(context.config.itsy.network.longest_hop),
      length_(context.config.itsy.round_length()),
      period_(context.config.itsy.period_of_rounds()),
      longest_pause_(context.config.itsy.network.longest_pause),
      rounds_(context.ports, context.config.itsy.hosts) {
  RandomStream random(context.seed, context.name + ".itsy.clock");
  late_ = random.below(2) == 0 ? Time(0) : context.config.itsy.round_skew;
}

// The beginnings of rounds follow from the clock alone.
void ItsyRoundTimer::follow(Time now) {
  if (next_at_ != kNever)
    return;
  const Time since = now - late_;
  const std::int64_t number = since < Time(0) ? -1 : since / period_;
  began_ = number * period_ + late_;
  const bool under_way = number >= 0 && now - began_ < length_;
  const auto next = static_cast<std::uint8_t>((under_way ? number : number + 1) % frame::kItsyRoundNumbers);
  rounds_.expect(next);
  if (under_way)
    rounds_.begin(causality_, next);
  expect(now);
}

// Schedules the next hop of the round, its end, or the beginning of the next.
void ItsyRoundTimer::expect(Time now) {
  next_at_ = began_ + period_;
  if (rounds_.under_way())
    next_at_ = began_ + std::min(((now - began_) / hop_ + 1) * hop_, length_);
  actions_.schedule(PortId(0), c_, next_at_);
}

bool ItsyRoundTimer::timer(Time now) {
  if (rounds_.silent() && now >= silent_until_)
    rounds_.ran_out();
  if (!rounds_.under_way()) {
    began_ = now;
    rounds_.begin(causality_, static_cast<std::uint8_t>(rounds_.number() + 1));
  } else if (now - began_ >= length_) {
    rounds_.end();
    return true;
  } else {
    rounds_.again(causality_);
  }
  return false;
}

void ItsyRoundTimer::go_on(Time now) {
  next_at_ = kNever;
  bool follows = rounds_.under_way() || rounds_.silent();
  for (std::size_t n = 0; n < causality_.ports() && !follows; ++n)
    follows = causality_.held(PortId(n)) || causality_.pausing(PortId(n));
  if (follows)
    expect(now);
}

void ItsyRoundTimer::reset(Time now) {
  rounds_.reset(causality_);
  silent_until_ = now + longest_pause_;
}

void ItsyRoundTimer::declare(ledger::Block& block, const SwitchContext& context) {
  static constexpr auto kFields = ledger::state_fields<ItsyRoundTimer>(
      ledger::model_only(&ItsyRoundTimer::c_, "constant: which class it is"),
      ledger::model_only(&ItsyRoundTimer::hop_, "a constant: what round_hops counts"),
      ledger::model_only(&ItsyRoundTimer::length_, "a constant: what round_hops counts to"),
      ledger::model_only(&ItsyRoundTimer::period_, "a constant: what round_clock counts to"),
      ledger::model_only(&ItsyRoundTimer::late_, "a constant: how wrong the clock is"),
      ledger::model_only(&ItsyRoundTimer::longest_pause_, "a constant: what round_silent counts to"),
      ledger::holds(&ItsyRoundTimer::rounds_, "round_dead", "round_lives", "round_alive_due", "round",
                    "round_under_way"),
      ledger::holds(&ItsyRoundTimer::began_, "round_hops", "round_clock"),
      ledger::model_only(&ItsyRoundTimer::next_at_, "a scheduled event stands for the clock"),
      ledger::holds(&ItsyRoundTimer::silent_until_, "round_silent"));
  const ledger::Origin origin("itsy", "docs/reference/itsy.md, rounds");
  const auto classes = static_cast<std::uint64_t>(std::popcount(context.lossless));
  const ledger::Dimensions each = {{"port", context.ports}, {"class", classes}};
  const Time period = context.config.itsy.period_of_rounds();
  block
      .add(origin.state({.name = "round_dead",
                         .dimensions = each,
                         .description = "nothing heard in this round lets the ingress go on"}))
      .add(origin.state({.name = "round_lives",
                         .dimensions = each,
                         .description = "the egress has not been held since the round began, or its peer has said "
                                        "ALIVE; between rounds: for the next round"}))
      .add(origin.state({.name = "round_alive_due", .dimensions = each, .description = "ALIVE is to be sent upstream"}))
      .add(origin.state({.name = "round",
                         .width = 4,
                         .width_follows = "16 numbers",
                         .description = "number of the round under way, or of the last round"}))
      .add(origin.state({.name = "round_under_way", .description = "a round is under way"}))
      .add(origin.internal({.name = "round_hops",
                            .width = ledger::bits_for(context.config.itsy.rounds),
                            .width_follows = "deadlock.itsy.rounds",
                            .description = "hops of the round that are over"}))
      .add(origin.internal(
          {.name = "round_clock",
           .width = ledger::bits_for(static_cast<std::uint64_t>(period.count() / 1000)),
           .width_follows = "the period in ns",
           .description = "the switch's clock, from the beginning of a round to the beginning of the next round"}))
      .add(origin.internal(
          {.name = "round_silent",
           .width = ledger::bits_for(
               static_cast<std::uint64_t>(context.config.itsy.network.longest_pause / std::max(period, Time(1)) + 1)),
           .width_follows = "the longest pause in periods",
           .description = "rounds after a reset in which every ingress that is not dead still says ALIVE"}));
  ledger::require_declared(block, kFields);
}

void ItsyRoundTimer::bind_registers(const ledger::Binder& binder,
                                    const std::function<const ItsyRounds&(std::uint64_t)>& of_class) {
  const auto bind = [&](const char* name, auto read) {
    binder.bind(name, {.read = [of_class, read](const ledger::RegisterAccess& at) {
                  return std::uint64_t{read(of_class(at.indices[1]), PortId(at.indices[0])) ? 1U : 0U};
                }});
  };
  const auto common = [&](const char* name, auto read) {
    binder.bind(name,
                {.read = [of_class, read](const ledger::RegisterAccess&) { return std::uint64_t{read(of_class(0))}; }});
  };
  common("round", [](const ItsyRounds& rounds) { return rounds.number(); });
  common("round_under_way", [](const ItsyRounds& rounds) { return rounds.under_way() ? 1U : 0U; });
  bind("round_dead", [](const ItsyRounds& rounds, PortId p) { return rounds.dead(p); });
  bind("round_lives", [](const ItsyRounds& rounds, PortId p) { return rounds.lives(p); });
  bind("round_alive_due", [](const ItsyRounds& rounds, PortId p) { return rounds.due(p); });
}

}  // namespace weir::deadlock
