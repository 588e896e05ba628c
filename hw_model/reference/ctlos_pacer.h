// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// When a port's next control ordered set leaves, and which: their spacing in bytes of line time, counted since the link
// came up. A set may leave between frames or inside one.
//
//   any two sets                    CtlosSpacing::any_two
//   after the start of a frame      frame_start, or the end of the frame if that is earlier
//   two sets inside one frame       in_frame, or likewise
//   an ACK after an ACK or NACK     target: the ACK slot
//   two INIT, two CF_Update         init, cf_update
//
// Of sets that are due at the same byte the first of CtlosKind leaves, or a CF_Update before all (cf_first). The
// defaults are those of the public interfaces of testers; docs/reference/llr.md. LLR and the credits of Ultra Ethernet
// share the pacer of their port.

#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "hw_model/base/units.h"

namespace weir::link {

enum class CtlosKind : std::uint8_t { kNack, kInitEcho, kInit, kAck, kCfUpdate };
inline constexpr std::size_t kCtlosKinds = 5;

// A set of kinds, one bit each.
using CtlosMask = std::uint8_t;
constexpr CtlosMask bit_of(CtlosKind kind) { return static_cast<CtlosMask>(1U << static_cast<unsigned>(kind)); }

struct CtlosSpacing {
  Bytes target{2'048};
  Bytes any_two{400};
  Bytes frame_start{256};
  Bytes in_frame{2'048};
  Bytes init{1'600};
  Bytes cf_update{6'400};
  bool cf_first = false;
  bool operator==(const CtlosSpacing&) const = default;
};

// What leaves next if nothing else comes, and where.
struct CtlosTurn {
  CtlosKind kind{};
  Bytes at;
  bool operator==(const CtlosTurn&) const = default;
};

struct CtlosPacerState {
  static constexpr Bytes kLongAgo{-1'000'000'000};

  Bytes last_set = kLongAgo;  // where any set left last
  Bytes last_ack = kLongAgo;  // an ACK or a NACK
  Bytes last_init = kLongAgo;
  Bytes last_cf_update = kLongAgo;
  Bytes frame_start{0};  // of the last frame that began
  Bytes frame_end{0};
  bool operator==(const CtlosPacerState&) const = default;
};

class CtlosPacer {
 public:
  CtlosPacer() = default;
  explicit CtlosPacer(const CtlosSpacing& spacing) : spacing_(spacing) {}

  const CtlosSpacing& spacing() const { return spacing_; }
  void set_spacing(const CtlosSpacing& spacing) { spacing_ = spacing; }

  const CtlosPacerState& state() const { return state_; }

  // A frame of this length, preamble included, begins. at >= the end of the last one.
  void frame_begins(Bytes at, Bytes length) {
    state_.frame_start = at;
    state_.frame_end = at + length;
  }
  // A set leaves.
  void leaves(CtlosKind kind, Bytes at) {
    state_.last_set = at;
    if (kind == CtlosKind::kAck || kind == CtlosKind::kNack)
      state_.last_ack = at;
    if (kind == CtlosKind::kInit)
      state_.last_init = at;
    if (kind == CtlosKind::kCfUpdate)
      state_.last_cf_update = at;
  }

  // Where a set of this kind may leave that is due from `now` on, unless another frame begins before.
  Bytes earliest(CtlosKind kind, Bytes now) const {
    const Bytes own = std::max({now, state_.last_set + spacing_.any_two, after_its_like(kind)});
    if (own < state_.frame_start || own >= state_.frame_end)
      return own;
    const bool had_one = state_.last_set >= state_.frame_start;
    const Bytes inside = had_one ? state_.last_set + spacing_.in_frame : state_.frame_start + spacing_.frame_start;
    return std::max(own, std::min(inside, state_.frame_end));
  }

  // No ACK leaves before this byte.
  Bytes ack_slot() const { return after_its_like(CtlosKind::kAck); }

  // Of the kinds that are wanted: the one that leaves first.
  std::optional<CtlosTurn> next(CtlosMask wanted, Bytes now) const {
    std::optional<CtlosTurn> first;
    for (unsigned rest = wanted; rest != 0; rest &= rest - 1) {
      const auto kind = static_cast<CtlosKind>(std::countr_zero(rest));
      const Bytes at = earliest(kind, now);
      const bool wins_tie = spacing_.cf_first && kind == CtlosKind::kCfUpdate;
      if (!first || at < first->at || (wins_tie && at == first->at))
        first = {kind, at};
    }
    return first;
  }

 private:
  Bytes after_its_like(CtlosKind kind) const {
    switch (kind) {
      case CtlosKind::kAck:
        return state_.last_ack + spacing_.target;
      case CtlosKind::kInit:
        return state_.last_init + spacing_.init;
      case CtlosKind::kCfUpdate:
        return state_.last_cf_update + spacing_.cf_update;
      default:
        return CtlosPacerState::kLongAgo;
    }
  }

  CtlosSpacing spacing_;
  CtlosPacerState state_;
};

}  // namespace weir::link
