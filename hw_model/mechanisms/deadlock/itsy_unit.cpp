// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/deadlock/itsy_unit.h"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>
#include <utility>

#include "hw_model/frame/mac_control.h"
#include "hw_model/frame/private_tags.h"

namespace weir::deadlock {
namespace {

using frame::ItsyKind;
using frame::ItsyMessage;
using frame::ItsyMessages;
using reference::ItsyPublished;
using reference::ItsyRepaired;

// In ticks of T_re / 128.
constexpr std::int64_t kTicks = 128;
constexpr std::int64_t kSoonest = 97;
constexpr std::uint64_t kSpread = 64;
constexpr std::int64_t kLife = 64;

// The first tick so many ticks from now.
Time ticks_after(Time now, std::int64_t ticks, Time tick) { return (now / tick + ticks) * tick; }

template <class Protocol>
typename Protocol::Settings settings_of(const ItsyConfig& config);

template <>
ItsyRepaired::Settings settings_of<ItsyRepaired>(const ItsyConfig& config) {
  return {.switch_id = config.switch_id, .seq_bits = config.widths().seq, .ttl = config.ttl, .sums = config.sums};
}

template <>
ItsyPublished::Settings settings_of<ItsyPublished>(const ItsyConfig& config) {
  return {.switch_id = config.switch_id, .seq_bits = config.widths().seq};
}

}  // namespace

template <class Protocol>
ItsyUnit<Protocol>::ItsyUnit(const SwitchContext& context, SwitchActions& actions)
    : actions_(actions),
      config_(context.config.itsy),
      widths_(config_.widths()),
      lossless_(context.lossless),
      counted_(context.counted),
      tick_(std::max(context.t_re / kTicks, Time(1))),
      random_(context.seed, context.name + ".itsy"),
      states_(context.ports),
      messages_(context.ports) {
  if (config_.switch_id == 0)
    throw std::invalid_argument("itsy: switch_id is 0, wanted 1 or more, another in each switch of the network");
  for_each_class(lossless_, [&](ClassId c) {
    place_[c.index()] = static_cast<std::uint8_t>(classes_.size());
    classes_.emplace_back(c, Protocol(settings_of<Protocol>(config_), context.ports, 0));
  });
}

template <class Protocol>
std::uint32_t ItsyUnit<Protocol>::amount(Bytes length) const {
  return static_cast<std::uint32_t>((length + counted_ - Bytes(1)) / counted_ * counted_.count());
}

template <class Protocol>
void ItsyUnit<Protocol>::offered(const frame::Packet& packet, Time) {
  at_hand_ = {.ingress = packet.ingress, .egress = packet.egress, .c = packet.traffic_class, .length = packet.length};
}

template <class Protocol>
void ItsyUnit<Protocol>::decided(const frame::Packet& packet, bool taken, bool pauses, Time now) {
  const bool counted = at_hand_ && at_hand_->counted;
  at_hand_.reset();
  if (!watches(packet.traffic_class) || !taken)
    return;
  Port& ingress = port(packet.ingress, packet.traffic_class);
  if (pauses && !ingress.asks)
    ingress.responsible = packet.egress;
  ingress.asks = pauses;
  follow_xon(packet.ingress, packet.traffic_class);
  if (!counted)
    of(packet.traffic_class).protocol.enqueued(packet.egress, packet.ingress, amount(packet.length));
  look_at(packet.ingress, packet.traffic_class, now);
}

template <class Protocol>
void ItsyUnit<Protocol>::left(const frame::Packet& packet, std::size_t, Time, Time end) {
  const ClassId c = packet.traffic_class;
  if (!watches(c))
    return;
  port(packet.egress, c).sends_until = end;
  if (packet.ingress != frame::kNoIngress)
    of(c).protocol.departed(packet.egress, packet.ingress, amount(packet.length));
}

template <class Protocol>
void ItsyUnit<Protocol>::held(PortId egress, ClassId c, bool on, std::size_t, Time now) {
  if (!watches(c))
    return;
  Port& port = this->port(egress, c);
  port.gated = on;
  port.holds_at = kNever;
  port.came.reset();
  if (!on)
    return of(c).protocol.held(egress, false);
  if (config_.is_host(egress.index()))
    port.came = {.switch_id = config_.switch_id, .port = egress, .host = true};
  if (!Protocol::kHeldWhenIdle || now >= port.sends_until)
    return hold(egress, c, now);
  port.holds_at = port.sends_until;
  actions_.schedule(egress, c, port.holds_at);
}

template <class Protocol>
void ItsyUnit<Protocol>::hold(PortId egress, ClassId c, Time now) {
  of(c).protocol.held(egress, true);
  if (config_.is_host(egress.index()))
    of(c).protocol.held_by_host(egress);
  look_at_all(c, now);
}

template <class Protocol>
void ItsyUnit<Protocol>::pausing(PortId ingress, ClassId c, bool on, Time now) {
  if (!watches(c))
    return;
  Port& port = this->port(ingress, c);
  if (on) {
    begin_pause(ingress, c);
  } else {
    port.asks = port.declared = false;
    port.trigger.reset();
    port.again_at = kNever;
  }
  of(c).protocol.pausing(ingress, on, port.responsible);
  if (on && Protocol::kRepeats)
    initiated(ingress, c, now);
  look_at(ingress, c, now);
}

// The frame may leave while the MMU takes the packet for which it asks: that one counts already.
template <class Protocol>
void ItsyUnit<Protocol>::begin_pause(PortId ingress, ClassId c) {
  Port& port = this->port(ingress, c);
  Protocol& protocol = of(c).protocol;
  if (at_hand_ && at_hand_->ingress == ingress && at_hand_->c == c) {
    if (!port.asks)
      port.responsible = at_hand_->egress;
    port.asks = true;
    at_hand_->counted = true;
    protocol.enqueued(at_hand_->egress, ingress, amount(at_hand_->length));
  }
  const Port& egress = this->port(port.responsible, c);
  port.trigger = egress.gated ? egress.came : frame::ItsyTrigger{.switch_id = config_.switch_id, .port = ingress};
  protocol.resumes_at(ingress, xon(ingress, c));
}

// It may fall with each packet that enters the VIQ: who looks calls look_at().
template <class Protocol>
void ItsyUnit<Protocol>::follow_xon(PortId ingress, ClassId c) {
  Protocol& protocol = of(c).protocol;
  if (protocol.causality().pausing(ingress) && xon(ingress, c) < protocol.causality().xon(ingress))
    protocol.resumes_at(ingress, xon(ingress, c));
}

template <class Protocol>
std::uint32_t ItsyUnit<Protocol>::xon(PortId ingress, ClassId c) const {
  return static_cast<std::uint32_t>(actions_.xon(ingress, c).count());
}

template <class Protocol>
void ItsyUnit<Protocol>::reset(Time) {
  at_hand_.reset();
  for (Lossless& one : classes_) {
    one.protocol.reset();
    for (std::size_t p = 0; p < states_.ports(); ++p) {
      Port& port = this->port(PortId(p), one.c);
      const Time pending = port.again_pending;
      const std::uint64_t declarations = port.declarations;
      port = {};
      port.again_pending = pending;
      port.declarations = declarations;
      port.seq = one.protocol.state(PortId(p)).seq;
    }
  }
}

// What has become due at this ingress; hosts are told nothing.
template <class Protocol>
void ItsyUnit<Protocol>::look_at(PortId ingress, ClassId c, Time now) {
  Protocol& protocol = of(c).protocol;
  if (Protocol::kRepeats && protocol.state(ingress).seq != port(ingress, c).seq)
    initiated(ingress, c, now);
  if (!protocol.due(ingress))
    return;
  if (!config_.is_host(ingress.index()))
    return ports_on_wire_->control_due(ingress, now);
  while (protocol.due(ingress))
    protocol.take(ingress);
}

template <class Protocol>
void ItsyUnit<Protocol>::look_at_all(ClassId c, Time now) {
  for (std::size_t p = 0; p < states_.ports(); ++p)
    look_at(PortId(p), c, now);
}

template <class Protocol>
void ItsyUnit<Protocol>::initiated(PortId ingress, ClassId c, Time now) {
  Port& port = this->port(ingress, c);
  port.seq = of(c).protocol.state(ingress).seq;
  port.again_at = ticks_after(now, kSoonest + static_cast<std::int64_t>(random_.below(kSpread)), tick_);
  expect_again(ingress, c, port.again_at);
  Time& life_ends = of(c).life_ends;
  if (life_ends == kNever) {
    life_ends = (now / tick_ / kLife + 1) * kLife * tick_;
    actions_.schedule(PortId(0), c, life_ends);
  }
}

// A timer that is pending and earlier looks again.
template <class Protocol>
void ItsyUnit<Protocol>::expect_again(PortId ingress, ClassId c, Time at) {
  Port& port = this->port(ingress, c);
  if (at >= port.again_pending)
    return;
  port.again_pending = at;
  actions_.schedule(ingress, c, at);
}

template <class Protocol>
void ItsyUnit<Protocol>::timer(PortId p, ClassId c, Time now) {
  Port& port = this->port(p, c);
  if (now == port.holds_at) {
    port.holds_at = kNever;
    hold(p, c, now);
  }
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

template <class Protocol>
void ItsyUnit<Protocol>::life_over(ClassId c, Time now) {
  of(c).life_ends = kNever;
  of(c).protocol.life_over();
  look_at_all(c, now);
}

template <class Protocol>
bool ItsyUnit<Protocol>::pending(PortId p) const {
  return std::any_of(classes_.begin(), classes_.end(), [&](const Lossless& one) { return one.protocol.due(p); });
}

// As many as there is room for, lowest class first. What is no longer worth saying falls away.
template <class Protocol>
ItsyMessages ItsyUnit<Protocol>::gather(PortId p, ItsyKind kind, std::size_t room) {
  ItsyMessages messages;
  for (Lossless& one : classes_) {
    const Trigger& trigger = port(p, one.c).trigger;
    const std::size_t wants = widths_.entry_octets() + widths_.trigger_octets();
    auto& message = messages[one.c.index()];
    while (wants <= room && !message && one.protocol.due(p, kind))
      message = one.protocol.take(p, kind);
    if (!message)
      continue;
    if (!message->trigger)
      message->trigger = trigger;
    room -= wants;
  }
  return messages;
}

template <class Protocol>
std::size_t ItsyUnit<Protocol>::build(PortId p, std::span<std::uint8_t> bytes, Time) {
  for (const ItsyKind kind : {ItsyKind::kChecking, ItsyKind::kConsistency}) {
    const ItsyMessages messages = gather(p, kind, frame::kItsyRoomAlone);
    const ClassMask said = frame::write_itsy(bytes, actions_.address(p), kind, messages, widths_);
    if (said == 0)
      continue;
    messages_[p.index()].alone += static_cast<std::uint64_t>(std::popcount(said));
    ++messages_[p.index()].frames;
    return frame::kControlFrameBytes;
  }
  return 0;
}

template <class Protocol>
void ItsyUnit<Protocol>::ride(PortId p, std::span<std::uint8_t> frame, Time) {
  if (!frame::is_pfc(frame))
    return;
  const ItsyMessages messages = gather(p, ItsyKind::kChecking, frame::kItsyRoomOnPfc);
  const ClassMask said = frame::ride_itsy(frame, messages, widths_);
  messages_[p.index()].rode += static_cast<std::uint64_t>(std::popcount(said));
}

template <class Protocol>
std::span<const control::FrameKind> ItsyUnit<Protocol>::takes() const {
  using enum frame::EtherType;
  constexpr auto of = [](auto code) { return static_cast<std::uint16_t>(code); };
  static constexpr std::array<control::FrameKind, 3> kKinds{{
      {.type = kMacControl, .code = of(frame::MacControlOpcode::kPfc)},
      {.type = kLocalExperiment, .code = of(frame::PrivateSubtype::kItsyChecking)},
      {.type = kLocalExperiment, .code = of(frame::PrivateSubtype::kItsyConsistency)},
  }};
  return kKinds;
}

// Flow control has taken the same PFC frame before.
template <class Protocol>
void ItsyUnit<Protocol>::control(PortId p, std::span<const std::uint8_t> bytes, Time now) {
  const auto messages =
      frame::is_pfc(bytes) ? frame::read_itsy_rider(bytes, widths_) : frame::read_itsy(bytes, widths_);
  for (std::size_t c = 0; messages && c < kClasses; ++c) {
    if ((*messages)[c] && watches(ClassId(c)))
      arrived(p, ClassId(c), *(*messages)[c], now);
  }
}

template <class Protocol>
void ItsyUnit<Protocol>::arrived(PortId p, ClassId c, const ItsyMessage& message, Time now) {
  Port& egress = port(p, c);
  if (egress.gated && !egress.came)
    egress.came = message.trigger;
  if (const std::optional<PortId> ingress = of(c).protocol.arrived(p, message)) {
    Port& deadlocked = port(*ingress, c);
    const bool again = std::exchange(deadlocked.declared, true);
    ++deadlocked.declarations;
    deadlocked.reported = message.trigger ? message.trigger : egress.came;
    actions_.declare({.ingress = *ingress, .traffic_class = c, .trigger = deadlocked.reported, .again = again}, now);
  }
  look_at_all(c, now);
}

template class ItsyUnit<ItsyRepaired>;
template class ItsyUnit<ItsyPublished>;

}  // namespace weir::deadlock
