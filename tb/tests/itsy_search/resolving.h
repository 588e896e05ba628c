// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// ItsyRepaired and what follows its declarations, as one protocol for the search: what it says of a port is not that it
// is deadlocked but that it is told to go on. A collecting message is one of the second kind here; its list is not
// searched.

#pragma once

#include <cstdint>
#include <optional>

#include "hw_model/reference/itsy_collection.h"
#include "hw_model/reference/itsy_repaired.h"

namespace weir::itsy_search {

class Resolving {
 public:
  struct Settings {
    std::uint32_t switch_id = 0;
    unsigned seq_bits = 4;
    std::uint8_t ttl = 16;
    bool collects = true;  // false: a declared port is told to go on at once
    bool claims = true;
    bool only_where_seen = false;
  };

  Resolving(const Settings& settings, std::size_t ports, std::uint32_t xon)
      : collects_(settings.collects),
        protocol_({.switch_id = settings.switch_id, .seq_bits = settings.seq_bits, .ttl = settings.ttl}, ports, xon),
        collection_({.switch_id = settings.switch_id,
                     .ttl = settings.ttl,
                     .claims = settings.claims,
                     .only_where_seen = settings.only_where_seen},
                    ports) {}

  const reference::ItsyCausality& causality() const { return protocol_.causality(); }

  void enqueued(PortId e, PortId i, std::uint32_t amount) { protocol_.enqueued(e, i, amount); }
  void departed(PortId e, PortId i, std::uint32_t amount) { protocol_.departed(e, i, amount); }
  void held(PortId e, bool on) {
    protocol_.held(e, on);
    collection_.held(e, on);
  }
  void pausing(PortId i, bool on, PortId responsible) {
    protocol_.pausing(i, on, responsible);
    collection_.pausing(i, on);
  }
  void again(PortId i) { protocol_.again(i); }
  void reset() {
    protocol_.reset();
    collection_.reset();
  }
  void life_over() {
    protocol_.life_over();
    collection_.life_over();
  }

  std::optional<PortId> arrived(PortId p, const frame::ItsyMessage& message) {
    if (message.kind == frame::ItsyKind::kConsistency) {
      const auto home = collection_.arrived(p, {.entry = message.entry, .list = {}}, protocol_);
      return home ? std::optional(home->entry.port) : std::nullopt;
    }
    const auto port = protocol_.arrived(p, message);
    if (!collects_)
      return port;
    if (port)
      collection_.declared(message.entry);
    return std::nullopt;
  }

  bool due(PortId i) const { return protocol_.due(i) || collection_.due(i); }
  std::optional<frame::ItsyMessage> take(PortId i) {
    if (protocol_.due(i))
      return protocol_.take(i);
    if (!collection_.due(i))
      return std::nullopt;
    return frame::ItsyMessage{.kind = frame::ItsyKind::kConsistency, .entry = collection_.take(i).entry, .trigger = {}};
  }

  template <class Visit>
  void each_field(const Visit& visit) {
    protocol_.each_field(visit);
    collection_.each_field(visit);
  }

 private:
  bool collects_;
  reference::ItsyRepaired protocol_;
  reference::ItsyCollection collection_;
};

}  // namespace weir::itsy_search
