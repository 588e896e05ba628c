// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/deadlock/itsy_resolver.h"

#include <algorithm>
#include <utility>

namespace weir::deadlock {

using frame::ItsyListKind;
using frame::ItsyListMessage;

ItsyResolver::ItsyResolver(const SwitchContext& context, SwitchActions& actions)
    : actions_(actions),
      protocol_(context.config.itsy.protocol),
      switch_id_(context.config.itsy.switch_id),
      resuming_(context.ports),
      resolution_(make_resolution(context, actions)) {
  for_each_class(context.lossless, [&](ClassId c) {
    place_[c.index()] = static_cast<std::uint8_t>(classes_.size());
    classes_.push_back({.collection = reference::ItsyCollection(
                            {.switch_id = switch_id_, .ttl = context.config.itsy.ttl}, context.ports),
                        .lists = reference::ItsyLoopLists(switch_id_, context.ports),
                        .c = c});
  });
}

void ItsyResolver::pausing(PortId ingress, ClassId c, bool on) {
  of(c).collection.pausing(ingress, on);
  resolution_->pausing(ingress, c, on);
}

// A packet that has begun to leave no longer counts; a packet on the wire has not given back its room yet.
bool ItsyResolver::left(PortId ingress, ClassId c, const reference::ItsyCausality& causality, Time now) {
  resolution_->left(ingress, c, now);
  if (!part_ || part_->c != c || part_->ingress != ingress)
    return false;
  std::uint64_t waiting = 0;
  for (std::size_t e = 0; e < causality.ports(); ++e)
    waiting += causality.count(PortId(e), ingress);
  if (Bytes(static_cast<std::int64_t>(waiting)) + actions_.lent(ingress, c) > actions_.xon(ingress, c))
    return false;
  end(now);
  return true;
}

void ItsyResolver::life_over(ClassId c, Time now) {
  of(c).collection.life_over();
  resolution_->life_over(c, now);
  if (part_ && part_->c == c && ++lives_ >= 2)
    end(now);
}

void ItsyResolver::arrived(PortId p, const ItsyListMessage& message, const reference::ItsyRepaired& protocol,
                           Time now) {
  if (message.kind == ItsyListKind::kResuming)
    return resuming(p, message, protocol.causality(), now);
  const ClassId c = message.traffic_class;
  if (const auto list = of(c).collection.arrived(p, {.entry = message.entry, .list = message.list}, protocol))
    home(p, c, *list, protocol.causality(), now);
}

void ItsyResolver::home(PortId p, ClassId c, const reference::ItsyCollected& list,
                        const reference::ItsyCausality& causality, Time now) {
  ++counters_.home;
  const PortId ingress = list.entry.port;
  if (act({.c = c, .egress = p, .ingress = ingress, .first = true}, causality, now))
    send_on(ingress,
            {.kind = ItsyListKind::kResuming, .traffic_class = c, .entry = list.entry, .list = list.list.rest()});
}

void ItsyResolver::resuming(PortId p, const ItsyListMessage& message, const reference::ItsyCausality& causality,
                            Time now) {
  if (message.list.size() == 0 || message.list[0].switch_id != switch_id_ ||
      message.list[0].port.index() >= resuming_.size())
    return;
  const PortId ingress = message.list[0].port;
  if (act({.c = message.traffic_class, .egress = p, .ingress = ingress, .first = false}, causality, now)) {
    ItsyListMessage rest = message;
    rest.list = message.list.rest();
    send_on(ingress, rest);
  }
}

void ItsyResolver::dead(PortId ingress, ClassId c, const reference::ItsyCausality& causality, Time now) {
  if (part_)
    return;
  LoopPart part{.c = c, .egress = {}, .ingress = ingress, .first = true};
  std::uint64_t most = 0;
  for (std::size_t n = 0; n < causality.ports(); ++n) {
    const std::uint64_t waits = causality.held(PortId(n)) ? causality.count(PortId(n), ingress) : 0;
    if (waits > most)
      part.egress = PortId(n);
    most = std::max(most, waits);
  }
  if (most > 0)
    act(part, causality, now);
}

bool ItsyResolver::act(const LoopPart& part, const reference::ItsyCausality& causality, Time now) {
  if (part_ && (part_->c != part.c || part_->ingress != part.ingress || part_->egress != part.egress)) {
    ++counters_.busy;
    return false;
  }
  part_ = part;
  lives_ = 0;
  ++counters_.acted;
  if (part.first)
    actions_.resolves(part.ingress, part.c, now);
  return resolution_->act(part, causality, now);
}

void ItsyResolver::end(Time now) {
  const LoopPart part = *part_;
  part_.reset();
  lives_ = 0;
  resolution_->end(part, now);
}

// The last switch of the loop has no further switch to tell.
void ItsyResolver::send_on(PortId ingress, const ItsyListMessage& message) {
  if (message.list.size() > 0)
    resuming_[ingress.index()] = message;
}

bool ItsyResolver::due(PortId p) const {
  return resuming_[p.index()].has_value() || resolution_->due(p) ||
         std::ranges::any_of(classes_, [&](const Lossless& one) { return one.collection.due(p); });
}

std::optional<ItsyListMessage> ItsyResolver::take(PortId p) {
  if (resuming_[p.index()])
    return std::exchange(resuming_[p.index()], std::nullopt);
  for (Lossless& one : classes_) {
    if (!one.collection.due(p))
      continue;
    const reference::ItsyCollected collected = one.collection.take(p);
    return ItsyListMessage{
        .kind = ItsyListKind::kCollecting, .traffic_class = one.c, .entry = collected.entry, .list = collected.list};
  }
  return std::nullopt;
}

void ItsyResolver::reset() {
  for (Lossless& one : classes_) {
    one.collection.reset();
    one.lists.reset();
  }
  std::ranges::fill(resuming_, std::nullopt);
  part_.reset();
  lives_ = 0;
  resolution_->reset();
}

}  // namespace weir::deadlock
