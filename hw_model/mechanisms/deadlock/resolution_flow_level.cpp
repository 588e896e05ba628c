// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/deadlock/resolution_flow_level.h"

namespace weir::deadlock {
namespace {

constexpr std::uint8_t kLastLife = 3;

std::vector<std::uint8_t> peers_of(const SwitchContext& context) {
  std::vector<std::uint8_t> peers;
  for (std::size_t p = 0; p < context.ports; ++p)
    peers.push_back(context.config.itsy.is_host(p) ? 0 : 1);
  return peers;
}

}  // namespace

FlowLevel::FlowLevel(const SwitchContext& context, SwitchActions& actions)
    : actions_(actions),
      loan_(context.config.itsy.loan),
      counted_(context.counted),
      lossless_(context.lossless),
      hosts_(context, actions, peers_of(context)),
      peers_(peers_of(context)),
      upstream_(context.ports),
      blocks_(context.ports) {}

bool FlowLevel::act(const LoopPart& part, const reference::ItsyCausality& causality, Time now) {
  part_ = part;
  causality_[part.c.index()] = &causality;
  for (std::size_t n = 0; n < peers_.size(); ++n) {
    if (causality.count(part.egress, PortId(n)) > 0)
      tell(PortId(n), part.c);
  }
  return hosts_.act(part, causality, now);
}

void FlowLevel::end(const LoopPart& part, Time now) {
  hosts_.end(part, now);
  part_.reset();
  withdraw(part.c);
}

// Also repeats a message: the earlier one may have been lost.
void FlowLevel::tell(PortId ingress, ClassId c) {
  if (peers_[ingress.index()] == 0 || (part_ && part_->c == c && part_->ingress == ingress))
    return;
  upstream_.at(ingress, c) = {.told = true, .due = true};
}

// Lets all destinations pass, even if others are blocked still: a peer that sends such a packet is told again then.
// Switches that keep one another's blocks alive in a circle are freed one after the other in this way.
void FlowLevel::withdraw(ClassId c) {
  for (std::size_t n = 0; n < peers_.size(); ++n) {
    Upstream& upstream = upstream_.at(PortId(n), c);
    upstream = {.told = false, .due = upstream.due || upstream.told};
  }
}

bool FlowLevel::keeps_back(const frame::Packet& packet) const {
  const ClassId c = packet.traffic_class;
  if (in_loop(packet.egress, c))
    return true;
  const Block& block = blocks_.at(packet.egress, c);
  return block.lives != 0 && frame::is_of(packet, block.groups);
}

// Destinations whose packets are stuck in this switch.
frame::DestinationGroups FlowLevel::kept_back(ClassId c) const {
  frame::DestinationGroups groups;
  for (std::size_t n = 0; n < peers_.size(); ++n) {
    const PortId egress(n);
    const Block& block = blocks_.at(egress, c);
    if (in_loop(egress, c))
      groups |= actions_.groups_to(egress);
    else if (block.lives != 0)
      groups |= block.groups & actions_.groups_to(egress);
  }
  return groups;
}

void FlowLevel::queued(const frame::Packet& packet, Time) {
  if (packet.ingress != frame::kNoIngress && !told(packet.ingress, packet.traffic_class) && keeps_back(packet))
    tell(packet.ingress, packet.traffic_class);
}

// Repeating the message is how the peer is resumed (left()): here the frame that pauses it is being built.
void FlowLevel::pausing(PortId ingress, ClassId c, bool on) {
  if (on && told(ingress, c) && elsewhere(ingress, c) <= actions_.xon(ingress, c))
    tell(ingress, c);
}

void FlowLevel::left(PortId ingress, ClassId c, Time now) {
  const Upstream& upstream = upstream_.at(ingress, c);
  if (upstream.told && !upstream.due)
    open(ingress, c, now);
}

// The amount of an ingress that waits at an egress and is kept back.
Bytes FlowLevel::stuck(PortId egress, PortId ingress, ClassId c) const {
  if (in_loop(egress, c))
    return Bytes(causality_[c.index()]->count(egress, ingress));
  Bytes amount;
  if (blocks_.at(egress, c).lives == 0)
    return amount;
  actions_.visit_waiting(egress, c, [&](const frame::Packet& packet) {
    if (packet.ingress == ingress && keeps_back(packet))
      amount += (packet.length + counted_ - Bytes(1)) / counted_ * counted_;
  });
  return amount;
}

// The amount that the VIQ holds beside the stuck one, plus its loan.
Bytes FlowLevel::elsewhere(PortId ingress, ClassId c) const {
  Bytes amount = actions_.lent(ingress, c);
  for (std::size_t e = 0; e < peers_.size(); ++e)
    amount += Bytes(causality_[c.index()]->count(PortId(e), ingress)) - stuck(PortId(e), ingress, c);
  return amount;
}

void FlowLevel::open(PortId ingress, ClassId c, Time now) {
  if (!causality_[c.index()]->pausing(ingress) || elsewhere(ingress, c) > actions_.xon(ingress, c))
    return;
  if (actions_.lend(ingress, c, loan_, now) && actions_.resume(ingress, c, now))
    ++opened_;
}

bool FlowLevel::due(PortId p) const {
  for (std::size_t c = 0; c < kClasses; ++c) {
    if (upstream_.at(p, ClassId(c)).due)
      return true;
  }
  return false;
}

std::optional<frame::ItsyGroups> FlowLevel::take(PortId p, Time now) {
  for (std::size_t n = 0; n < kClasses; ++n) {
    const ClassId c(n);
    Upstream& upstream = upstream_.at(p, c);
    if (!upstream.due)
      continue;
    upstream.due = false;
    if (!upstream.told)
      return frame::ItsyGroups{.traffic_class = c, .blocked = {}};
    open(p, c, now);
    return frame::ItsyGroups{.traffic_class = c, .blocked = kept_back(c)};
  }
  return std::nullopt;
}

void FlowLevel::arrived(PortId p, const frame::ItsyGroups& message, const reference::ItsyCausality& causality,
                        Time now) {
  if (peers_[p.index()] == 0)
    return;
  const ClassId c = message.traffic_class;
  causality_[c.index()] = &causality;
  Block& block = blocks_.at(p, c);
  const frame::DestinationGroups before = block.lives == 0 ? frame::DestinationGroups() : block.groups;
  block = {.groups = message.blocked, .lives = static_cast<std::uint8_t>(message.blocked.any() ? 1 : 0)};
  if (before == message.blocked)
    return;
  if ((before & ~message.blocked).any())
    withdraw(c);
  for (std::size_t n = 0; n < peers_.size(); ++n)
    upstream_.at(PortId(n), c).due |= told(PortId(n), c);
  actions_.block_groups(p, c, message.blocked, now);
  actions_.visit_waiting(p, c, [this, now](const frame::Packet& packet) { queued(packet, now); });
}

void FlowLevel::life_over(ClassId c, Time now) {
  bool ended = false;
  for (std::size_t n = 0; n < peers_.size(); ++n) {
    Block& block = blocks_.at(PortId(n), c);
    if (block.lives == 0 || block.lives++ < kLastLife)
      continue;
    block = {};
    actions_.block_groups(PortId(n), c, {}, now);
    ended = true;
  }
  if (ended)
    withdraw(c);
}

bool FlowLevel::counts_lives(ClassId c) const {
  for (std::size_t n = 0; n < peers_.size(); ++n) {
    if (blocks_.at(PortId(n), c).lives != 0)
      return true;
  }
  return false;
}

// The egress queues have reset their blocks, too.
void FlowLevel::reset() {
  hosts_.reset();
  part_.reset();
  upstream_ = PerPortClass<Upstream>(peers_.size());
  blocks_ = PerPortClass<Block>(peers_.size());
}

}  // namespace weir::deadlock
