// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/deadlock/itsy_unit.h"

#include <stdexcept>

#include "hw_model/mechanisms/deadlock/itsy.h"

namespace weir::deadlock {
namespace {

// In ticks.
constexpr std::int64_t kSoonest = 97;
constexpr std::uint64_t kSpread = 64;
constexpr std::int64_t kLife = 64;

// The first tick so many ticks from now.
Time ticks_after(Time now, std::int64_t ticks, Time tick) { return (now / tick + ticks) * tick; }

}  // namespace

ItsyUnit::ItsyUnit(const SwitchContext& context, SwitchActions& actions)
    : actions_(actions),
      config_(context.config.itsy),
      widths_(config_.widths()),
      lossless_(context.lossless),
      counted_(context.counted),
      tick_(itsy_tick(context)),
      random_(context.seed, context.name + ".itsy"),
      states_(context.ports),
      messages_(context.ports) {
  if (config_.switch_id == 0)
    throw std::invalid_argument("itsy: switch_id is 0, wanted 1 or more, another in each switch of the network");
  for_each_class(lossless_, [&](ClassId c) {
    place_[c.index()] = static_cast<std::uint8_t>(classes_.size());
    Lossless& one = classes_.emplace_back(context, c);
    if (one.protocol.repeats() && config_.rounds > 0)
      one.rounds.emplace(context, c, one.protocol.causality(), actions);
    if (context.one_fifo)
      one.fifos.emplace(context.ports, context.output_room);
  });
  if (context.factories != nullptr && config_.protocol == Protocol::kRepaired)
    make_blocks(context);
  if (config_.cut_off > Time(0))
    cut_off_ = std::make_unique<HostCutOff>(context, actions);
  if (config_.trigger_limit > BitRate(0))
    limit_ = std::make_unique<TriggerLimit>(context, actions);
  if (config_.resolution != Resolution::kNone)
    resolver_ = std::make_unique<ItsyResolver>(context, actions);
}

std::uint32_t ItsyUnit::amount(Bytes length) const {
  return static_cast<std::uint32_t>((length + counted_ - Bytes(1)) / counted_ * counted_.count());
}

void ItsyUnit::offered(const frame::Packet& packet, Time) {
  at_hand_ = {.ingress = packet.ingress, .egress = packet.egress, .c = packet.traffic_class, .length = packet.length};
}

void ItsyUnit::decided(const frame::Packet& packet, bool taken, bool pauses, Time now) {
  const bool counted = at_hand_ && at_hand_->counted;
  at_hand_.reset();
  if (!watches(packet.traffic_class) || !taken)
    return;
  tell_blocks(now);
  Port& ingress = port(packet.ingress, packet.traffic_class);
  if (pauses && !ingress.asks)
    ingress.responsible = packet.egress;
  ingress.asks = pauses;
  follow_xon(packet.ingress, packet.traffic_class);
  if (!counted)
    enter(packet.ingress, packet.egress, packet.traffic_class, packet.length);
  if (limit_)
    limit_->taken(packet, now);
  if (resolver_)
    resolver_->taken(packet, now);
  look_at(packet.ingress, packet.traffic_class, now);
}

void ItsyUnit::enter(PortId ingress, PortId egress, ClassId c, Bytes length) {
  Lossless& one = of(c);
  if (one.fifos)
    return count(one, one.fifos->entered(ingress, egress, length, amount(length)));
  one.protocol.enqueued(egress, ingress, amount(length));
}

void ItsyUnit::count(Lossless& one, const std::vector<ItsyFifos::Change>& changes) {
  for (const ItsyFifos::Change& change : changes) {
    if (change.more) {
      one.protocol.enqueued(change.egress, change.ingress, change.amount);
      continue;
    }
    one.protocol.departed(change.egress, change.ingress, change.amount);
    if (one.rounds)
      one.rounds->departed(change.ingress);
  }
}

void ItsyUnit::queued(const frame::Packet& packet, std::size_t, Time now) {
  if (!watches(packet.traffic_class))
    return;
  tell_blocks(now);
  if (Lossless& one = of(packet.traffic_class); one.fifos) {
    const bool own = packet.ingress == frame::kNoIngress;
    count(one, own ? one.fifos->queued(packet.egress, packet.length) : one.fifos->crossed(packet.ingress));
    look_at_all(packet.traffic_class, now);
  }
  if (cut_off_)
    cut_off_->queued(packet.egress, packet.traffic_class, now);
  if (!resolver_)
    return;
  resolver_->queued(packet, now);
  if (packet.ingress != frame::kNoIngress)
    look_at(packet.ingress, packet.traffic_class, now);
}

void ItsyUnit::left(const frame::Packet& packet, std::size_t, Time now, Time end) {
  const ClassId c = packet.traffic_class;
  if (!watches(c))
    return;
  tell_blocks(now);
  port(packet.egress, c).sends_until = end;
  Lossless& one = of(c);
  if (one.fifos) {
    count(one, one.fifos->left(packet.egress, packet.length));
    look_at_all(c, now);
  }
  if (packet.ingress == frame::kNoIngress)
    return;
  one.protocol.departed(packet.egress, packet.ingress, amount(packet.length));
  if (one.rounds)
    one.rounds->departed(packet.ingress);
  if (resolver_ && resolver_->left(packet.ingress, c, one.protocol.causality(), now))
    look_at_all(c, now);
}

void ItsyUnit::held(PortId egress, ClassId c, bool on, std::size_t, Time now) {
  if (!watches(c))
    return;
  tell_blocks(now);
  Port& port = this->port(egress, c);
  port.gated = on;
  port.holds_at = kNever;
  port.came.reset();
  if (cut_off_)
    cut_off_->held(egress, c, on, now);
  if (resolver_)
    resolver_->held(egress, c, on);
  if (!on)
    return hold(egress, c, false, now);
  if (config_.is_host(egress.index()))
    port.came = {.switch_id = config_.switch_id, .port = egress, .host = true};
  if (!of(c).protocol.held_when_idle() || now >= port.sends_until)
    return hold(egress, c, true, now);
  port.holds_at = port.sends_until;
  actions_.schedule(egress, c, port.holds_at);
}

void ItsyUnit::hold(PortId egress, ClassId c, bool on, Time now) {
  Lossless& one = of(c);
  if (one.rounds)
    one.rounds->follow(now);
  one.protocol.held(egress, on);
  if (one.rounds)
    one.rounds->held(egress);
  if (on && config_.is_host(egress.index()))
    of(c).protocol.held_by_host(egress);
  look_at_all(c, now);
}

void ItsyUnit::pausing(PortId ingress, ClassId c, bool on, Time now) {
  if (!watches(c))
    return;
  tell_blocks(now);
  Port& port = this->port(ingress, c);
  if (on) {
    begin_pause(ingress, c);
  } else {
    if (port.declared)
      actions_.declaration_over(ingress, c, now);
    port.asks = port.declared = false;
    port.trigger.reset();
    port.again_at = kNever;
  }
  Lossless& one = of(c);
  if (one.rounds)
    one.rounds->follow(now);
  one.protocol.pausing(ingress, on, port.responsible);
  if (one.rounds)
    one.rounds->pausing(ingress);
  if (resolver_)
    resolver_->pausing(ingress, c, on);
  if (on && one.protocol.repeats())
    initiated(ingress, c, now);
  look_at(ingress, c, now);
}

// The frame may leave while the MMU takes the packet for which it asks: that one counts already.
void ItsyUnit::begin_pause(PortId ingress, ClassId c) {
  Port& port = this->port(ingress, c);
  ItsyProtocol& protocol = of(c).protocol;
  if (at_hand_ && at_hand_->ingress == ingress && at_hand_->c == c) {
    if (!port.asks)
      port.responsible = at_hand_->egress;
    port.asks = true;
    at_hand_->counted = true;
    enter(ingress, at_hand_->egress, c, at_hand_->length);
  }
  const Port& egress = this->port(port.responsible, c);
  port.trigger = egress.gated ? egress.came : frame::ItsyTrigger{.switch_id = config_.switch_id, .port = ingress};
  protocol.resumes_at(ingress, xon(ingress, c));
}

// XON may fall with each packet that enters the VIQ; callers then call look_at().
void ItsyUnit::follow_xon(PortId ingress, ClassId c) {
  ItsyProtocol& protocol = of(c).protocol;
  if (protocol.causality().pausing(ingress) && xon(ingress, c) < protocol.causality().xon(ingress))
    protocol.resumes_at(ingress, xon(ingress, c));
}

std::uint32_t ItsyUnit::xon(PortId ingress, ClassId c) const {
  return static_cast<std::uint32_t>(actions_.xon(ingress, c).count());
}

// Announces what has become due at this ingress; messages to hosts are discarded.
void ItsyUnit::look_at(PortId ingress, ClassId c, Time now) {
  ItsyProtocol& protocol = of(c).protocol;
  if (protocol.repeats() && protocol.seq(ingress) != port(ingress, c).seq)
    initiated(ingress, c, now);
  if (!due(ingress))
    return;
  if (!config_.is_host(ingress.index()))
    return ports_on_wire_->control_due(ingress, now);
  while (protocol.due(ingress))
    protocol.take(ingress);
  while (resolver_ && resolver_->take(ingress)) {
  }
}

void ItsyUnit::look_at_all(ClassId c, Time now) {
  for (std::size_t p = 0; p < states_.ports(); ++p)
    look_at(PortId(p), c, now);
}

void ItsyUnit::initiated(PortId ingress, ClassId c, Time now) {
  Port& port = this->port(ingress, c);
  port.seq = of(c).protocol.seq(ingress);
  port.again_at = ticks_after(now, kSoonest + static_cast<std::int64_t>(random_.below(kSpread)), tick_);
  expect_again(ingress, c, port.again_at);
  expect_life(c, now);
}

void ItsyUnit::expect_life(ClassId c, Time now) {
  Time& life_ends = of(c).life_ends;
  if (life_ends != kNever)
    return;
  life_ends = (now / tick_ / kLife + 1) * kLife * tick_;
  actions_.schedule(PortId(0), c, life_ends);
}

// An earlier timer that is pending calls this again.
void ItsyUnit::expect_again(PortId ingress, ClassId c, Time at) {
  Port& port = this->port(ingress, c);
  if (at >= port.again_pending)
    return;
  port.again_pending = at;
  actions_.schedule(ingress, c, at);
}

void ItsyUnit::timer(PortId p, ClassId c, Time now) {
  tell_blocks(now);
  Port& port = this->port(p, c);
  if (now == port.holds_at) {
    port.holds_at = kNever;
    hold(p, c, true, now);
  }
  if (auto& rounds = of(c).rounds; rounds && rounds->is_due(p, now)) {
    if (rounds->timer(now))
      end_round(of(c), now);
    rounds->go_on(now);
    look_at_all(c, now);
  }
  if (cut_off_)
    cut_off_->timer(p, c, now);
  if (limit_)
    limit_->timer(p, c, now);
  if (p == PortId(0) && now == of(c).life_ends)
    life_over(c, now);
  if (now != port.again_pending)
    return;
  port.again_pending = kNever;
  if (now < port.again_at) {
    if (port.again_at != kNever)
      expect_again(p, c, port.again_at);
    return;
  }
  follow_xon(p, c);
  of(c).protocol.again(p);
  initiated(p, c, now);
  look_at(p, c, now);
}

void ItsyUnit::life_over(ClassId c, Time now) {
  of(c).life_ends = kNever;
  of(c).protocol.life_over();
  if (resolver_) {
    resolver_->life_over(c, now);
    if (resolver_->counts_lives(c))
      expect_life(c, now);
  }
  look_at_all(c, now);
}

// The first ingress to be resolved changes with the rounds. A resumed host would only add to the packets that stand
// here.
void ItsyUnit::end_round(Lossless& one, Time now) {
  const reference::ItsyRounds& rounds = one.rounds->rounds();
  for (std::size_t n = 0; n < states_.ports(); ++n) {
    if (rounds.dead(PortId(n)))
      declare({.ingress = PortId(n), .traffic_class = one.c, .trigger = port(PortId(n), one.c).trigger}, now);
  }
  for (std::size_t n = 0; resolver_ && n < states_.ports(); ++n) {
    const PortId ingress((n + rounds.number()) % states_.ports());
    if (config_.is_host(ingress.index()) || !rounds.dead(ingress))
      continue;
    resolver_->dead(ingress, one.c, one.protocol.causality(), now);
    return expect_life(one.c, now);
  }
}

void ItsyUnit::reset(Time now) {
  tell_blocks(now);
  at_hand_.reset();
  if (cut_off_)
    cut_off_->reset();
  if (limit_)
    limit_->reset();
  if (resolver_)
    resolver_->reset();
  for (Lossless& one : classes_) {
    if (one.rounds)
      one.rounds->follow(now);
    one.protocol.reset();
    if (one.fifos)
      one.fifos->reset();
    if (one.rounds)
      one.rounds->reset(now);
    for (std::size_t p = 0; p < states_.ports(); ++p) {
      Port& port = this->port(PortId(p), one.c);
      const Time pending = port.again_pending;
      const std::uint64_t declarations = port.declarations;
      port = {};
      port.again_pending = pending;
      port.declarations = declarations;
      port.seq = one.protocol.seq(PortId(p));
    }
    look_at_all(one.c, now);
  }
}

}  // namespace weir::deadlock
