// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A source that says what a test has queued, numbered as it leaves; and a sink that notes what arrives.

#pragma once

#include <array>
#include <utility>
#include <vector>

#include "hw_model/datapath/link/ordered_sets.h"

namespace weir::link {

class ScriptedSource final : public SetSource {
 public:
  struct Left {
    CtlosKind kind;
    Time at;
    bool operator==(const Left&) const = default;
  };

  std::array<int, kCtlosKinds> waiting{};
  std::vector<Left> left;
  std::vector<Time> lost_at;
  bool idle = false;
  std::uint64_t idle_acks = 0;

  void ask(CtlosKind kind, int sets = 1) { waiting[static_cast<std::size_t>(kind)] += sets; }

  bool wants(CtlosKind kind) const { return waiting[static_cast<std::size_t>(kind)] > 0; }
  SetNeeds needs() const override {
    SetNeeds needs{.idles = idle};
    for (std::size_t n = 0; n < kCtlosKinds; ++n)
      needs.wanted = static_cast<CtlosMask>(needs.wanted | (waiting[n] > 0 ? 1U << n : 0U));
    return needs;
  }
  frame::OrderedSetBytes take(CtlosKind kind, Time now) override {
    --waiting[static_cast<std::size_t>(kind)];
    left.push_back({kind, now});
    return frame::write_ordered_set(
        {.type = frame::OrderedSetType::kLlrAck, .seq = static_cast<std::uint32_t>(left.size()), .init_data = 0});
  }
  void lost(CtlosKind, Time now) override { lost_at.push_back(now); }
  void idled(std::uint64_t acks) override { idle_acks += acks; }
  frame::OrderedSetBytes idle_ack() const override {
    return frame::write_ordered_set({.type = frame::OrderedSetType::kLlrAck, .seq = kIdle, .init_data = 0});
  }
  static constexpr std::uint32_t kIdle = 0xABCDE;
};

class NotingSink final : public SetSink {
 public:
  std::vector<std::pair<Time, std::uint32_t>> arrived;  // when, and the number of the set

  void set_arrived(const frame::OrderedSetBytes& set, Time now) override {
    arrived.emplace_back(now, frame::read_ordered_set(set)->seq);
  }
};

}  // namespace weir::link
