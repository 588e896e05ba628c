// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/itsy_published.h"

namespace weir::reference {

ItsyPublished::ItsyPublished(const Settings& settings, std::size_t ports, std::uint32_t xon)
    : settings_(settings), causality_(ports, xon), ports_(ports) {}

void ItsyPublished::held(PortId e, bool on) {
  causality_.set_held(e, on);
  if (!on)
    port(e).stored = {};
}

void ItsyPublished::held_by_host(PortId e) {
  Port& port = this->port(e);
  port.seq = (port.seq + 1) & ((1U << settings_.seq_bits) - 1);
  checked(e, {.switch_id = settings_.switch_id, .port = e, .seq = port.seq}, true);
}

void ItsyPublished::pausing(PortId i, bool on, PortId responsible) {
  causality_.set_pausing(i, on);
  Port& port = this->port(i);
  port.checking = port.consistency = {};
  if (!on)
    return;
  if (causality_.held(responsible)) {
    port.checking = this->port(responsible).stored;
    return;
  }
  port.seq = (port.seq + 1) & ((1U << settings_.seq_bits) - 1);
  port.checking = {{.valid = 1, .entry = {.switch_id = settings_.switch_id, .port = i, .seq = port.seq}}};
}

std::optional<PortId> ItsyPublished::arrived(PortId p, const ItsyMessage& message) {
  if (!causality_.held(p))
    return std::nullopt;
  if (message.kind == ItsyKind::kConsistency)
    return consistent(p, message.entry);
  const bool host = message.trigger && message.trigger->host && message.trigger->switch_id == message.entry.switch_id &&
                    message.trigger->port == message.entry.port;
  checked(p, message.entry, host);
  return std::nullopt;
}

std::optional<ItsyMessage> ItsyPublished::take(PortId i) {
  return take(i, due(i, ItsyKind::kChecking) ? ItsyKind::kChecking : ItsyKind::kConsistency);
}

std::optional<ItsyMessage> ItsyPublished::take(PortId i, ItsyKind kind) {
  Slot& slot = kind == ItsyKind::kChecking ? port(i).checking : port(i).consistency;
  if (slot.valid == 0)
    return std::nullopt;
  ItsyMessage message{.kind = kind, .entry = slot.entry, .trigger = {}};
  if (slot.host != 0)
    message.trigger = {.switch_id = slot.entry.switch_id, .port = slot.entry.port, .host = true};
  slot = {};
  return message;
}

void ItsyPublished::reset() {
  causality_.reset();
  for (Port& port : ports_)
    port = {};
}

void ItsyPublished::checked(PortId p, const ItsyEntry& entry, bool host) {
  if (entry.switch_id == settings_.switch_id && !host) {
    if (entry.port.index() < ports_.size() && maps(p, entry.port) && entry.seq == port(entry.port).seq)
      port(entry.port).consistency = {{.valid = 1, .entry = entry}};  // a causality loop
    return;
  }
  const bool is_middle = stored_elsewhere(p, entry);
  Slot& stored = port(p).stored;
  if (!is_middle) {
    const bool same = stored.valid != 0 && stored.entry.switch_id == entry.switch_id && stored.entry.port == entry.port;
    const std::uint32_t ahead = (entry.seq - stored.entry.seq) & ((1U << settings_.seq_bits) - 1);
    const bool older = same && ahead >= 1U << (settings_.seq_bits - 1);
    if (older)
      return;
    stored = {{.valid = 1, .entry = entry}, static_cast<std::uint8_t>(host)};
  }
  for (std::size_t n = 0; n < ports_.size(); ++n) {
    const PortId i(n);
    if (!causality_.pausing(i) || !maps(p, i))
      continue;
    if (is_middle)
      port(i).seq = entry.seq;
    const ItsyEntry own{.switch_id = settings_.switch_id, .port = i, .seq = entry.seq};
    port(i).checking = {{.valid = 1, .entry = is_middle ? own : entry}, static_cast<std::uint8_t>(host && !is_middle)};
  }
}

std::optional<PortId> ItsyPublished::consistent(PortId p, const ItsyEntry& entry) {
  if (entry.switch_id == settings_.switch_id) {
    const bool home = entry.port.index() < ports_.size() && maps(p, entry.port) && entry.seq == port(entry.port).seq;
    return home ? std::optional(entry.port) : std::nullopt;
  }
  const ItsySlot& stored = port(p).stored;
  if (stored.valid == 0 || !stored.entry.same_initiation(entry))
    return std::nullopt;
  for (std::size_t n = 0; n < ports_.size(); ++n) {
    const PortId i(n);
    if (causality_.pausing(i) && maps(p, i))
      port(i).consistency = {{.valid = 1, .entry = entry}};
  }
  return std::nullopt;
}

bool ItsyPublished::maps(PortId e, PortId i) const {
  return settings_.above_xon ? causality_.strong(e, i) : causality_.count(e, i) > 0;
}

bool ItsyPublished::stored_elsewhere(PortId p, const ItsyEntry& entry) const {
  for (std::size_t n = 0; n < ports_.size(); ++n) {
    const ItsySlot& stored = ports_[n].stored;
    if (n != p.index() && stored.valid != 0 && stored.entry.switch_id == entry.switch_id &&
        stored.entry.port == entry.port)
      return true;
  }
  return false;
}

}  // namespace weir::reference
