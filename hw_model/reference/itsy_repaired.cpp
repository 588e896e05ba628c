// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/itsy_repaired.h"

#include <algorithm>

namespace weir::reference {

ItsyRepaired::ItsyRepaired(const Settings& settings, std::size_t ports, std::uint32_t xon)
    : settings_(settings), causality_(ports, xon), ports_(ports) {}

void ItsyRepaired::enqueued(PortId e, PortId i, std::uint32_t amount) {
  if (!causality_.held(e) || !causality_.pausing(i))
    return causality_.enqueue(e, i, amount);
  const bool had_edge = causality_.strong(e, i);
  const bool waited = waits(i);
  causality_.enqueue(e, i, amount);
  if ((!had_edge && causality_.strong(e, i)) || (!waited && waits(i)))
    initiate(i);
}

void ItsyRepaired::held(PortId e, bool on) {
  if (causality_.held(e) == on)
    return;
  if (!on) {
    causality_.set_held(e, false);
    port(e).seen = {};
    return;
  }
  causality_.set_held(e, true);
  for (std::size_t n = 0; n < causality_.ports(); ++n) {
    const PortId i(n);
    const bool sum_passes = settings_.sums && causality_.pausing(i) && causality_.stuck(i) > causality_.xon(i) &&
                            causality_.stuck(i) - causality_.count(e, i) <= causality_.xon(i);
    if (causality_.edge(e, i) || sum_passes)
      initiate(i);
  }
}

void ItsyRepaired::resumes_at(PortId i, std::uint32_t xon) {
  const std::uint32_t before = causality_.xon(i);
  const bool waited = waits(i);
  causality_.set_xon(i, xon);
  if (!causality_.pausing(i))
    return;
  bool completes = !waited && waits(i);
  for (std::size_t n = 0; n < causality_.ports(); ++n) {
    const PortId e(n);
    completes = completes || (causality_.edge(e, i) && causality_.count(e, i) <= before);
  }
  if (completes)
    initiate(i);
}

void ItsyRepaired::pausing(PortId i, bool on, PortId) {
  causality_.set_pausing(i, on);
  port(i).own = port(i).forwarded = {};
  port(i).given = 0;
  port(i).wants = 0;
  if (on && waits(i))
    initiate(i);
}

void ItsyRepaired::again(PortId i) {
  if (causality_.pausing(i))
    initiate(i);
}

void ItsyRepaired::life_over() {
  for (std::size_t n = 0; n < ports_.size(); ++n) {
    ports_[n].taken = 0;
    if (ports_[n].wants != 0)
      initiate(PortId(n));
  }
}

std::optional<PortId> ItsyRepaired::arrived(PortId p, const ItsyMessage& message) {
  ItsyEntry entry = message.entry;
  if (!causality_.held(p))
    return std::nullopt;
  if (home(p, entry))
    return entry.port;
  if (entry.ttl <= 1)
    return std::nullopt;
  --entry.ttl;
  ItsySlot& seen = port(p).seen;
  if (seen.valid != 0 && seen.entry.same_initiation(entry) && seen.entry.ttl >= entry.ttl)
    return std::nullopt;
  seen = {.valid = 1, .entry = entry};
  for (std::size_t n = 0; n < causality_.ports(); ++n) {
    if (over(p, PortId(n), entry))
      port(PortId(n)).forwarded = {.valid = 1, .entry = entry};
  }
  return std::nullopt;
}

bool ItsyRepaired::due(PortId i) const { return port(i).own.valid != 0 || port(i).forwarded.valid != 0; }

std::optional<ItsyMessage> ItsyRepaired::take(PortId i) {
  for (ItsySlot* check : {&port(i).own, &port(i).forwarded}) {
    if (check->valid == 0)
      continue;
    const bool leaves = check == &port(i).own || waits(i);
    const ItsyMessage message{.kind = frame::ItsyKind::kChecking, .entry = check->entry, .trigger = {}};
    *check = {};
    if (leaves)
      return message;
  }
  return std::nullopt;
}

bool ItsyRepaired::home(PortId p, const ItsyEntry& entry) const {
  return entry.switch_id == settings_.switch_id && entry.port.index() < causality_.ports() &&
         over(p, entry.port, entry) && of_this_pause(entry.port, entry.seq);
}

bool ItsyRepaired::saw(PortId p, const ItsyEntry& entry) const {
  return port(p).seen.valid != 0 && port(p).seen.entry.same_initiation(entry);
}

void ItsyRepaired::reset() {
  causality_.reset();
  for (Port& port : ports_) {
    const std::uint32_t seq = port.seq;  // numbers of before the reset may be under way
    port = {};
    port.seq = seq;
  }
}

void ItsyRepaired::initiate(PortId i) {
  Port& port = this->port(i);
  const std::uint32_t numbers = 1U << settings_.seq_bits;
  port.wants = port.taken >= (numbers - 1) / 2 ? 1 : 0;
  if (port.wants != 0)
    return;
  ++port.taken;
  port.seq = (port.seq + 1) & (numbers - 1);
  port.given = std::min(port.given + 1, numbers - 1);
  port.own = {.valid = 1,
              .entry = {.switch_id = settings_.switch_id, .port = i, .seq = port.seq, .ttl = settings_.ttl}};
}

// i pauses, and cannot resume while the held egresses stay held.
bool ItsyRepaired::waits(PortId i) const {
  if (!causality_.pausing(i))
    return false;
  if (settings_.sums)
    return causality_.stuck(i) > causality_.xon(i);
  for (std::size_t e = 0; e < causality_.ports(); ++e) {
    if (causality_.edge(PortId(e), i))
      return true;
  }
  return false;
}

// Whether what has come to p passes on to i: over an edge, or as one of several egresses that the same initiation
// reached and behind which i is stuck.
bool ItsyRepaired::over(PortId p, PortId i, const ItsyEntry& entry) const {
  if (causality_.edge(p, i))
    return true;
  if (!settings_.sums || !causality_.pausing(i) || causality_.count(p, i) == 0)
    return false;
  std::uint64_t sum = causality_.count(p, i);
  for (std::size_t n = 0; n < causality_.ports(); ++n) {
    const PortId e(n);
    if (e != p && causality_.held(e) && port(e).seen.valid != 0 && port(e).seen.entry.same_initiation(entry))
      sum += causality_.count(e, i);
  }
  return sum > causality_.xon(i);
}

bool ItsyRepaired::of_this_pause(PortId i, std::uint32_t seq) const {
  const std::uint32_t numbers = 1U << settings_.seq_bits;
  const std::uint32_t age = (port(i).seq - seq) & (numbers - 1);
  return age < port(i).given || port(i).given + 1 >= numbers;
}

}  // namespace weir::reference
