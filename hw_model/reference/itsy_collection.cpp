// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/itsy_collection.h"

#include <utility>

namespace weir::reference {
namespace {

std::pair<std::uint32_t, std::size_t> rank(const ItsyEntry& entry) { return {entry.switch_id, entry.port.index()}; }

}  // namespace

void ItsyCollection::declared(const ItsyEntry& entry) {
  if (settings_.claims && claimed_by_another(entry))
    return;
  claim(entry, kNoEgress);
  Port& port = this->port(entry.port);
  port.due = 1;
  port.waiting = {.entry = entry, .list = {}};
  port.waiting.entry.ttl = settings_.ttl;
  port.waiting.list.add({.switch_id = settings_.switch_id, .port = entry.port});
}

std::optional<ItsyCollected> ItsyCollection::arrived(PortId p, const ItsyCollected& message,
                                                     const ItsyRepaired& protocol) {
  ItsyEntry entry = message.entry;
  if (!protocol.causality().held(p))
    return std::nullopt;
  if (protocol.home(p, entry)) {
    if (settings_.claims && claimed_by_another(entry))
      return std::nullopt;
    return message;
  }
  if (entry.ttl <= 1 || message.list.full() || (settings_.only_where_seen && !protocol.saw(p, entry)))
    return std::nullopt;
  if (settings_.claims && claimed_by_another(entry) && rank(claim_.entry) < rank(entry))
    return std::nullopt;
  --entry.ttl;
  ItsySlot& passed = port(p).passed;
  if (passed.valid != 0 && passed.entry.same_initiation(entry) && passed.entry.ttl >= entry.ttl)
    return std::nullopt;
  passed = {.valid = 1, .entry = entry};
  for (std::size_t n = 0; n < ports_.size(); ++n) {
    const PortId i(n);
    if (!protocol.passes(p, i, entry))
      continue;
    claim(entry, static_cast<std::uint8_t>(p.index()));
    Port& ingress = port(i);
    ingress.due = 1;
    ingress.waiting = {.entry = entry, .list = message.list};
    ingress.waiting.list.add({.switch_id = settings_.switch_id, .port = i});
  }
  return std::nullopt;
}

ItsyCollected ItsyCollection::take(PortId i) {
  port(i).due = 0;
  return std::exchange(port(i).waiting, {});
}

void ItsyCollection::held(PortId e, bool on) {
  if (on)
    return;
  port(e).passed = {};
  if (claim_egress_ == e.index())
    claim_ = {}, claim_egress_ = kNoEgress;
}

void ItsyCollection::pausing(PortId i, bool on) {
  if (on)
    return;
  port(i).due = 0;
  port(i).waiting = {};
  if (claim_egress_ == kNoEgress && claim_.valid != 0 && claim_.entry.port == i)
    claim_ = {};
}

void ItsyCollection::life_over() {
  if (claim_.valid != 0 && ++age_ >= 2)
    claim_ = {}, claim_egress_ = kNoEgress, age_ = 0;
}

void ItsyCollection::reset() {
  claim_ = {};
  claim_egress_ = kNoEgress;
  age_ = 0;
  for (Port& port : ports_)
    port = {};
}

bool ItsyCollection::claimed_by_another(const ItsyEntry& entry) const {
  return claim_.valid != 0 && rank(claim_.entry) != rank(entry);
}

void ItsyCollection::claim(const ItsyEntry& entry, std::uint8_t egress) {
  claim_ = {.valid = 1, .entry = entry};
  claim_egress_ = egress;
  age_ = 0;
}

}  // namespace weir::reference
