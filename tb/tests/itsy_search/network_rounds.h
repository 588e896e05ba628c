// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Rounds in the network that is searched.

#pragma once

#include <cstddef>
#include <cstdint>

#include "tb/tests/itsy_search/network.h"

namespace weir::itsy_search {

// A round ends where all that was said before it began, and all ALIVE, has arrived; or at any time. The last one that
// may begin does when nothing else can happen any more.
template <class Protocol>
template <class Add>
void Network<Protocol>::round_moves(const Add& add, bool rest) const {
  std::size_t under_way = 0;
  for (const Protocol& each : switches_) {
    under_way += each.under_way() ? 1 : 0;
  }
  const std::size_t most = setup_.skewed ? switches_.size() : 1;
  for (std::size_t node = 0; node < most && rounds_ > 0 && (rounds_ > 1 || rest || under_way > 0); ++node) {
    if (!switches_[node].under_way())
      add(MoveKind::kRoundBegins, node);
  }
  if (under_way < switches_.size() || (setup_.in_time && !all_heard()))
    return;
  bool all = true;
  for (std::size_t n = 0; n < queues_.size(); ++n) {
    const bool dead = peers_[n] && switches_[n / setup_.ports].dead(PortId(n % setup_.ports));
    if (dead && (declared_ & bit(n)) == 0) {
      add(MoveKind::kDeclare, n);
      all = false;
    }
  }
  if (all)
    add(MoveKind::kRoundEnds, 0);
}

template <class Protocol>
bool Network<Protocol>::all_heard() const {
  for (std::size_t n = 0; n < queues_.size(); ++n) {
    if (before_[n] > 0 || (peers_[n] && switches_[n / setup_.ports].due(PortId(n % setup_.ports))))
      return false;
    for (const Frame& frame : links_[n]) {
      if (frame.message)
        return false;
    }
  }
  return true;
}

// Of the switch, or of all.
template <class Protocol>
void Network<Protocol>::play_round(Move move) {
  for (std::size_t node = 0; node < switches_.size(); ++node) {
    if (move.kind == MoveKind::kRoundEnds) {
      switches_[node].end_round();
    } else if (!setup_.skewed || node == move.index) {
      switches_[node].begin_round();
      for (std::size_t port = 0; port < setup_.ports; ++port) {
        const std::size_t n = node * setup_.ports + port;
        before_[n] = static_cast<std::uint8_t>(links_[n].size());
      }
    }
  }
  if (move.kind == MoveKind::kRoundEnds)
    --rounds_;
}

}  // namespace weir::itsy_search
