// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Rounds of the ITSY unit: their beginnings and ends, and their messages.

#include <algorithm>
#include <bit>

#include "hw_model/ledger/origin.h"
#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/deadlock/itsy_unit.h"

namespace weir::deadlock {

using reference::ItsyPublished;
using reference::ItsyRepaired;
using reference::ItsyRounds;

RoundTimes round_times(const SwitchContext& context) {
  const ItsyConfig& config = context.config.itsy;
  if (config.rounds == 0)
    return {};
  RoundTimes times{
      .hop = config.network.longest_hop, .length = config.round_length(), .period = config.period_of_rounds()};
  RandomStream random(context.seed, context.name + ".itsy.clock");
  times.late = random.below(2) == 0 ? Time(0) : config.round_skew;
  return times;
}

// The beginnings of rounds follow from the clock alone. A class that took no part joins the round under way with all
// its ports alive, as they were.
template <class Protocol>
void ItsyUnit<Protocol>::follow_rounds(Lossless& one, Time now) {
  Rounds& own = *one.rounds;
  if (own.next_at != kNever)
    return;
  const Time since = now - round_.late;
  const std::int64_t number = since < Time(0) ? -1 : since / round_.period;
  own.began = number * round_.period + round_.late;
  const bool under_way = number >= 0 && now - own.began < round_.length;
  const auto next = static_cast<std::uint8_t>((under_way ? number : number + 1) % frame::kItsyRoundNumbers);
  own.rounds.expect(next);
  if (under_way)
    own.rounds.begin(one.protocol.causality(), next);
  expect_round(one, now);
}

// Schedules the next hop of the round, its end, or the beginning of the next.
template <class Protocol>
void ItsyUnit<Protocol>::expect_round(Lossless& one, Time now) {
  Rounds& own = *one.rounds;
  own.next_at = own.began + round_.period;
  if (own.rounds.under_way())
    own.next_at = own.began + std::min(((now - own.began) / round_.hop + 1) * round_.hop, round_.length);
  actions_.schedule(PortId(0), one.c, own.next_at);
}

template <class Protocol>
void ItsyUnit<Protocol>::round_timer(Lossless& one, Time now) {
  Rounds& own = *one.rounds;
  if (own.rounds.silent() && now >= own.silent_until)
    own.rounds.ran_out();
  if (!own.rounds.under_way()) {
    own.began = now;
    own.rounds.begin(one.protocol.causality(), static_cast<std::uint8_t>(own.rounds.number() + 1));
  } else if (now - own.began >= round_.length) {
    end_round(one, now);
  } else {
    own.rounds.again(one.protocol.causality());
  }
  own.next_at = kNever;
  const auto& causality = one.protocol.causality();
  bool follows = own.rounds.under_way() || own.rounds.silent();
  for (std::size_t n = 0; n < causality.ports() && !follows; ++n)
    follows = causality.held(PortId(n)) || causality.pausing(PortId(n));
  if (follows)
    expect_round(one, now);
  look_at_all(one.c, now);
}

template <class Protocol>
void ItsyUnit<Protocol>::end_round(Lossless& one, Time now) {
  one.rounds->rounds.end();
  for (std::size_t n = 0; n < states_.ports(); ++n) {
    if (one.rounds->rounds.dead(PortId(n)))
      declare(PortId(n), one.c, port(PortId(n), one.c).trigger, now);
  }
  if (resolver_)
    resolve_dead(one, now);
}

// The first ingress to be examined changes with the rounds. A resumed host would only add to the packets that stand
// here.
template <class Protocol>
void ItsyUnit<Protocol>::resolve_dead(Lossless& one, Time now) {
  for (std::size_t n = 0; n < states_.ports(); ++n) {
    const PortId ingress((n + one.rounds->rounds.number()) % states_.ports());
    if (config_.is_host(ingress.index()) || !one.rounds->rounds.dead(ingress))
      continue;
    resolver_->dead(ingress, one.c, one.protocol.causality(), now);
    return expect_life(one.c, now);
  }
}

// All classes have the same rounds.
template <class Protocol>
frame::ItsyAlive ItsyUnit<Protocol>::alive_due(PortId p) const {
  frame::ItsyAlive alive;
  for (const Lossless& one : classes_) {
    if (!one.rounds || !one.rounds->rounds.due(p))
      continue;
    alive.classes = static_cast<ClassMask>(alive.classes | mask_of(one.c));
    alive.round = one.rounds->rounds.number();
  }
  return alive;
}

template <class Protocol>
void ItsyUnit<Protocol>::alive_said(PortId p, ClassMask classes) {
  for_each_class(classes, [&](ClassId c) { of(c).rounds->rounds.taken(p); });
}

template <class Protocol>
void ItsyUnit<Protocol>::alive_arrived(PortId p, std::span<const std::uint8_t> bytes, Time now) {
  const auto alive = frame::is_pfc(bytes) ? frame::read_itsy_alive_rider(bytes) : frame::read_itsy_alive(bytes);
  if (!alive)
    return;
  for_each_class(static_cast<ClassMask>(alive->classes & lossless_), [&](ClassId c) {
    Lossless& one = of(c);
    follow_rounds(one, now);
    one.rounds->rounds.arrived(one.protocol.causality(), p, alive->round);
    look_at_all(c, now);
  });
}

template <class Protocol>
void ItsyUnit<Protocol>::declare_rounds(ledger::Block& block, const SwitchContext& context) {
  static constexpr auto kRounds = ledger::state_fields<Rounds>(
      ledger::holds(&Rounds::rounds, "round_dead", "round_lives", "round_alive_due", "round", "round_under_way"),
      ledger::holds(&Rounds::began, "round_hops", "round_clock"),
      ledger::model_only(&Rounds::next_at, "a scheduled event stands for the clock"),
      ledger::holds(&Rounds::silent_until, "round_silent"));
  const ledger::Origin origin("itsy", "docs/reference/itsy.md, rounds");
  const auto classes = static_cast<std::uint64_t>(std::popcount(context.lossless));
  const ledger::Dimensions each = {{"port", context.ports}, {"class", classes}};
  const RoundTimes times = round_times(context);
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
           .width = ledger::bits_for(static_cast<std::uint64_t>(times.period.count() / 1000)),
           .width_follows = "the period in ns",
           .description = "the switch's clock, from the beginning of a round to the beginning of the next round"}))
      .add(origin.internal(
          {.name = "round_silent",
           .width = ledger::bits_for(static_cast<std::uint64_t>(
               context.config.itsy.network.longest_pause / std::max(times.period, Time(1)) + 1)),
           .width_follows = "the longest pause in periods",
           .description = "rounds after a reset in which every ingress that is not dead still says ALIVE"}));
  ledger::require_declared(block, kRounds);
}

template <class Protocol>
void ItsyUnit<Protocol>::bind_rounds(const ledger::Binder& binder) {
  const auto bind = [&](const char* name, auto read) {
    binder.bind(name, {.read = [this, read](const ledger::RegisterAccess& at) {
                  return std::uint64_t{read(classes_[at.indices[1]].rounds->rounds, PortId(at.indices[0])) ? 1U : 0U};
                }});
  };
  const auto common = [&](const char* name, auto read) {
    binder.bind(name, {.read = [this, read](const ledger::RegisterAccess&) {
                  return std::uint64_t{read(classes_.front().rounds->rounds)};
                }});
  };
  common("round", [](const ItsyRounds& rounds) { return rounds.number(); });
  common("round_under_way", [](const ItsyRounds& rounds) { return rounds.under_way() ? 1U : 0U; });
  bind("round_dead", [](const ItsyRounds& rounds, PortId p) { return rounds.dead(p); });
  bind("round_lives", [](const ItsyRounds& rounds, PortId p) { return rounds.lives(p); });
  bind("round_alive_due", [](const ItsyRounds& rounds, PortId p) { return rounds.due(p); });
}

template void ItsyUnit<ItsyRepaired>::follow_rounds(Lossless& one, Time now);
template void ItsyUnit<ItsyRepaired>::round_timer(Lossless& one, Time now);
template void ItsyUnit<ItsyRepaired>::expect_round(Lossless& one, Time now);
template void ItsyUnit<ItsyRepaired>::end_round(Lossless& one, Time now);
template void ItsyUnit<ItsyRepaired>::resolve_dead(Lossless& one, Time now);
template frame::ItsyAlive ItsyUnit<ItsyRepaired>::alive_due(PortId p) const;
template void ItsyUnit<ItsyRepaired>::alive_said(PortId p, ClassMask classes);
template void ItsyUnit<ItsyRepaired>::alive_arrived(PortId p, std::span<const std::uint8_t> bytes, Time now);
template void ItsyUnit<ItsyRepaired>::declare_rounds(ledger::Block& block, const SwitchContext& context);
template void ItsyUnit<ItsyRepaired>::bind_rounds(const ledger::Binder& binder);
template void ItsyUnit<ItsyPublished>::follow_rounds(Lossless& one, Time now);
template void ItsyUnit<ItsyPublished>::round_timer(Lossless& one, Time now);
template void ItsyUnit<ItsyPublished>::expect_round(Lossless& one, Time now);
template void ItsyUnit<ItsyPublished>::end_round(Lossless& one, Time now);
template void ItsyUnit<ItsyPublished>::resolve_dead(Lossless& one, Time now);
template frame::ItsyAlive ItsyUnit<ItsyPublished>::alive_due(PortId p) const;
template void ItsyUnit<ItsyPublished>::alive_said(PortId p, ClassMask classes);
template void ItsyUnit<ItsyPublished>::alive_arrived(PortId p, std::span<const std::uint8_t> bytes, Time now);
template void ItsyUnit<ItsyPublished>::declare_rounds(ledger::Block& block, const SwitchContext& context);
template void ItsyUnit<ItsyPublished>::bind_rounds(const ledger::Binder& binder);

}  // namespace weir::deadlock
