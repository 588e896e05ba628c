// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Where not all that may happen does: of a state in which some end is eager, nothing but what happens there follows.
// What is found is one of the ways of the whole network; what is not may be in others.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "tb/tests/itsy_search/network.h"

namespace weir::itsy_search {

template <class Protocol>
std::optional<Move> Network<Protocol>::eager_move() const {
  for (const End end : setup_.eager) {
    const std::size_t n = at(end);
    if (!queues_[n].empty() && !switches_[end.node].causality().held(PortId(end.port)))
      return Move{.kind = MoveKind::kDepart, .index = static_cast<std::uint8_t>(n)};
    if (!links_[n].empty())
      return Move{.kind = MoveKind::kArrive, .index = static_cast<std::uint8_t>(n)};
  }
  return std::nullopt;
}

}  // namespace weir::itsy_search
