// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Rounds of the repaired protocol (hw_model/reference/itsy_rounds.h) alone, as the search wants a protocol; ALIVE is a
// message of the second kind, with the number of the round for Seq.

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw_model/frame/itsy_message.h"
#include "hw_model/reference/itsy_rounds.h"

namespace weir::itsy_search {

template <class Protocol>
concept HasRounds = requires(Protocol one) {
  one.begin_round();
};

class Rounds {
 public:
  struct Settings {
    std::uint32_t switch_id = 0;
    unsigned seq_bits = 4;  // none are given
  };

  Rounds(const Settings& settings, std::size_t ports, std::uint32_t xon)
      : id_(settings.switch_id), causality_(ports, xon), rounds_(ports, {}) {}

  const reference::ItsyCausality& causality() const { return causality_; }

  void enqueued(PortId e, PortId i, std::uint32_t amount) { causality_.enqueue(e, i, amount); }
  void departed(PortId e, PortId i, std::uint32_t amount) {
    causality_.depart(e, i, amount);
    rounds_.departed(causality_, i);
  }
  void held(PortId e, bool on) {
    causality_.set_held(e, on);
    rounds_.held(causality_, e);
  }
  void pausing(PortId i, bool on, PortId) {
    causality_.set_pausing(i, on);
    rounds_.pausing(causality_, i);
  }
  void resumes_at(PortId i, std::uint32_t xon) { causality_.set_xon(i, xon); }
  void reset() {
    causality_.reset();
    rounds_.reset(causality_);
  }
  void again(PortId) {}
  void life_over() {}
  std::optional<PortId> arrived(PortId p, const frame::ItsyMessage& message) {
    rounds_.arrived(causality_, p, static_cast<std::uint8_t>(message.entry.seq));
    return std::nullopt;
  }

  bool due(PortId i) const { return rounds_.due(i); }
  std::optional<frame::ItsyMessage> take(PortId i) {
    if (!due(i))
      return std::nullopt;
    rounds_.taken(i);
    return frame::ItsyMessage{.kind = frame::ItsyKind::kConsistency,
                              .entry = {.switch_id = id_, .port = i, .seq = rounds_.number(), .ttl = 1},
                              .trigger = {}};
  }

  void begin_round() { rounds_.begin(causality_, static_cast<std::uint8_t>(rounds_.number() + 1)); }
  void end_round() { rounds_.end(); }
  bool under_way() const { return rounds_.under_way(); }
  bool dead(PortId i) const { return rounds_.dead(i); }

  template <class Visit>
  void each_field(const Visit& visit) {
    causality_.each_field(visit);
    rounds_.each_field(visit);
  }

 private:
  std::uint32_t id_;
  reference::ItsyCausality causality_;
  reference::ItsyRounds rounds_;
};

}  // namespace weir::itsy_search
