// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The messages that the ITSY unit sends and receives.

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "hw_model/frame/mac_control.h"
#include "hw_model/frame/private_tags.h"
#include "hw_model/mechanisms/deadlock/itsy_unit.h"

namespace weir::deadlock {

using frame::ItsyKind;
using frame::ItsyMessage;
using frame::ItsyMessages;

bool ItsyUnit::due(PortId p) const {
  return (resolver_ && resolver_->due(p)) || (limit_ && limit_->due(p)) || alive_due(p).classes != 0 ||
         std::any_of(classes_.begin(), classes_.end(), [&](const Lossless& one) { return one.protocol.due(p); });
}

bool ItsyUnit::pending(PortId p) const { return due(p); }

// Takes as many messages as there is room for, lowest class first. Messages that are no longer valid are dropped.
ItsyMessages ItsyUnit::gather(PortId p, ItsyKind kind, std::size_t room) {
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

std::size_t ItsyUnit::build(PortId p, std::span<std::uint8_t> bytes, Time now) {
  tell_blocks(now);
  if (const frame::ItsyAlive alive = alive_due(p); frame::write_itsy_alive(bytes, actions_.address(p), alive)) {
    alive_said(p, alive.classes);
    messages_[p.index()].alone += static_cast<std::uint64_t>(std::popcount(alive.classes));
    ++messages_[p.index()].frames;
    return frame::kControlFrameBytes;
  }
  for (const ItsyKind kind : {ItsyKind::kChecking, ItsyKind::kConsistency}) {
    if (kind == ItsyKind::kConsistency && resolver_)
      continue;  // goes in a list, with the ports that it has passed
    const ItsyMessages messages = gather(p, kind, frame::kItsyRoomAlone);
    const ClassMask said = frame::write_itsy(bytes, actions_.address(p), kind, messages, widths_);
    if (said == 0)
      continue;
    messages_[p.index()].alone += static_cast<std::uint64_t>(std::popcount(said));
    ++messages_[p.index()].frames;
    return frame::kControlFrameBytes;
  }
  const std::size_t list = resolver_ ? build_list(p, bytes, now) : 0;
  const auto limit = limit_ && list == 0 ? limit_->take(p) : std::nullopt;
  if (!limit || !frame::write_itsy_limit(bytes, actions_.address(p), *limit, widths_))
    return list;
  ++messages_[p.index()].alone;
  ++messages_[p.index()].frames;
  return frame::kControlFrameBytes;
}

std::size_t ItsyUnit::build_list(PortId p, std::span<std::uint8_t> bytes, Time now) {
  const auto groups = resolver_->take_groups(p, now);
  if (groups && frame::write_itsy_groups(bytes, actions_.address(p), *groups)) {
    ++messages_[p.index()].alone;
    ++messages_[p.index()].frames;
    return frame::kControlFrameBytes;
  }
  while (const auto message = take_list(p)) {
    if (!frame::write_itsy_list(bytes, actions_.address(p), *message, widths_))
      continue;  // more ports than fit
    ++messages_[p.index()].alone;
    ++messages_[p.index()].frames;
    return frame::kControlFrameBytes;
  }
  return 0;
}

// The next message with a list of ports: one that collects the loop's ports, or one that tells the rest of the loop.
std::optional<frame::ItsyListMessage> ItsyUnit::take_list(PortId p) {
  for (Lossless& one : classes_) {
    if (one.protocol.repeats())
      break;
    if (const auto check = one.protocol.take(p, ItsyKind::kConsistency))
      return frame::ItsyListMessage{.kind = frame::ItsyListKind::kCollecting,
                                    .traffic_class = one.c,
                                    .entry = check->entry,
                                    .list = resolver_->lists(one.c).of(p, check->entry)};
  }
  return resolver_->take(p);
}

void ItsyUnit::ride(PortId p, std::span<std::uint8_t> frame, Time now) {
  if (!frame::is_pfc(frame))
    return;
  tell_blocks(now);
  const ItsyMessages messages = gather(p, ItsyKind::kChecking, frame::kItsyRoomOnPfc);
  const ClassMask said = frame::ride_itsy(frame, messages, widths_);
  messages_[p.index()].rode += static_cast<std::uint64_t>(std::popcount(said));
  if (const frame::ItsyAlive alive = alive_due(p); frame::ride_itsy_alive(frame, alive, widths_)) {
    alive_said(p, alive.classes);
    messages_[p.index()].rode += static_cast<std::uint64_t>(std::popcount(alive.classes));
  }
}

std::span<const control::FrameKind> ItsyUnit::takes() const {
  using enum frame::EtherType;
  constexpr auto of = [](auto code) { return static_cast<std::uint16_t>(code); };
  static constexpr std::array<control::FrameKind, 8> kKinds{{
      {.type = kMacControl, .code = of(frame::MacControlOpcode::kPfc)},
      {.type = kLocalExperiment, .code = of(frame::PrivateSubtype::kItsyChecking)},
      {.type = kLocalExperiment, .code = of(frame::PrivateSubtype::kItsyConsistency)},
      {.type = kLocalExperiment, .code = of(frame::PrivateSubtype::kItsyAlive)},
      {.type = kLocalExperiment, .code = of(frame::PrivateSubtype::kItsyCollecting)},
      {.type = kLocalExperiment, .code = of(frame::PrivateSubtype::kItsyResuming)},
      {.type = kLocalExperiment, .code = of(frame::PrivateSubtype::kItsyGroups)},
      {.type = kLocalExperiment, .code = of(frame::PrivateSubtype::kItsyLimit)},
  }};
  return std::span(kKinds).first(limit_ ? 8 : resolver_ ? 7 : config_.rounds > 0 ? 4 : 3);
}

// Flow control has taken the same PFC frame before.
void ItsyUnit::control(PortId p, std::span<const std::uint8_t> bytes, Time now) {
  tell_blocks(now);
  if (resolver_)
    list_arrived(p, bytes, now);
  if (limit_)
    limit_arrived(p, bytes, now);
  if (config_.rounds > 0)
    alive_arrived(p, bytes, now);
  const bool riding = frame::is_pfc(bytes);
  messages_[p.index()].taken += riding ? 0 : 1;
  const auto messages = riding ? frame::read_itsy_rider(bytes, widths_) : frame::read_itsy(bytes, widths_);
  for (std::size_t c = 0; messages && c < kClasses; ++c) {
    if ((*messages)[c] && watches(ClassId(c)))
      arrived(p, ClassId(c), *(*messages)[c], now);
  }
}

void ItsyUnit::list_arrived(PortId p, std::span<const std::uint8_t> bytes, Time now) {
  if (const auto groups = frame::read_itsy_groups(bytes); groups && watches(groups->traffic_class)) {
    resolver_->arrived(p, *groups, of(groups->traffic_class).protocol.causality(), now);
    expect_life(groups->traffic_class, now);
    look_at_all(groups->traffic_class, now);
  }
  const auto message = frame::read_itsy_list(bytes, widths_);
  if (!message || !watches(message->traffic_class))
    return;
  const ClassId c = message->traffic_class;
  ItsyProtocol& protocol = of(c).protocol;
  if (protocol.repaired()) {
    resolver_->arrived(p, *message, *protocol.repaired(), now);
  } else if (message->kind == frame::ItsyListKind::kResuming) {
    resolver_->resuming(p, *message, protocol.causality(), now);
  } else {
    const reference::ItsyCollected check{.entry = message->entry, .list = message->list};
    if (const auto ingress = resolver_->lists(c).arrived(p, check, *protocol.published())) {
      declare({.ingress = *ingress, .traffic_class = c, .trigger = port(p, c).came, .egress = p}, now);
      resolver_->home(p, c, check, protocol.causality(), now);
    }
  }
  expect_life(c, now);
  look_at_all(c, now);
}

void ItsyUnit::arrived(PortId p, ClassId c, const ItsyMessage& message, Time now) {
  Port& egress = port(p, c);
  if (egress.gated && !egress.came)
    egress.came = message.trigger;
  if (const std::optional<PortId> ingress = of(c).protocol.arrived(p, message)) {
    const bool counted = of(c).protocol.repaired() && message.entry.ttl <= config_.ttl;
    const unsigned hops = counted ? config_.ttl - message.entry.ttl + 1U : 0;
    declare({.ingress = *ingress,
             .traffic_class = c,
             .trigger = message.trigger ? message.trigger : egress.came,
             .egress = p,
             .hops = hops},
            now);
    if (resolver_) {
      resolver_->declared(c, message.entry);
      expect_life(c, now);
    }
  }
  look_at_all(c, now);
}

void ItsyUnit::declare(Declaration declaration, Time now) {
  Port& deadlocked = port(declaration.ingress, declaration.traffic_class);
  declaration.again = std::exchange(deadlocked.declared, true);
  ++deadlocked.declarations;
  const Trigger& trigger = declaration.trigger;
  deadlocked.reported = trigger;
  actions_.declare(declaration, now);
  if (limit_ && trigger && !trigger->host)
    tell_trigger(declaration.traffic_class, *trigger, config_.ttl, now);
}

// Acts on the trigger if it is of this switch; otherwise passes it on over the egresses that it holds up.
void ItsyUnit::tell_trigger(ClassId c, const frame::ItsyTrigger& trigger, std::uint8_t ttl, Time now) {
  if (!limit_->is_news(c, trigger, now))
    return;
  if (trigger.switch_id == config_.switch_id) {
    if (trigger.port.index() < states_.ports())
      limit_->triggered(port(trigger.port, c).responsible, c, trigger, now);
  }
  for (std::size_t n = 0; n < states_.ports(); ++n) {
    const PortId p(n);
    const bool on = trigger.switch_id != config_.switch_id && port(p, c).gated && port(p, c).came == trigger;
    if (on && ttl > 0)
      limit_->tell(p, c, trigger, ttl - 1);
    if (limit_->due(p))
      ports_on_wire_->control_due(p, now);
  }
}

// Messages from hosts are ignored.
void ItsyUnit::limit_arrived(PortId p, std::span<const std::uint8_t> bytes, Time now) {
  const auto message = frame::read_itsy_limit(bytes, widths_);
  if (!message || !watches(message->traffic_class) || config_.is_host(p.index()))
    return;
  if (message->size == 0)
    return tell_trigger(message->traffic_class, message->trigger, message->ttl, now);
  limit_->arrived(p, *message, now);
  for (std::size_t n = 0; n < states_.ports(); ++n) {
    if (limit_->due(PortId(n)))
      ports_on_wire_->control_due(PortId(n), now);
  }
}

// All classes have the same rounds.
frame::ItsyAlive ItsyUnit::alive_due(PortId p) const {
  frame::ItsyAlive alive;
  for (const Lossless& one : classes_) {
    if (!one.rounds || !one.rounds->rounds().due(p))
      continue;
    alive.classes = static_cast<ClassMask>(alive.classes | mask_of(one.c));
    alive.round = one.rounds->rounds().number();
  }
  return alive;
}

void ItsyUnit::alive_said(PortId p, ClassMask classes) {
  for_each_class(classes, [&](ClassId c) { of(c).rounds->said(p); });
}

void ItsyUnit::alive_arrived(PortId p, std::span<const std::uint8_t> bytes, Time now) {
  const auto alive = frame::is_pfc(bytes) ? frame::read_itsy_alive_rider(bytes) : frame::read_itsy_alive(bytes);
  if (!alive)
    return;
  for_each_class(static_cast<ClassMask>(alive->classes & lossless_), [&](ClassId c) {
    Lossless& one = of(c);
    one.rounds->follow(now);
    one.rounds->arrived(p, alive->round);
    look_at_all(c, now);
  });
}

}  // namespace weir::deadlock
