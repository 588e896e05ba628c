// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A move in words, as pages have it.

#pragma once

#include <optional>
#include <string>

#include "tb/tests/itsy_search/network.h"

namespace weir::itsy_search {

template <class Protocol>
std::string Network<Protocol>::text(Move move) const {
  const std::size_t n = move.index;
  const auto name = [](std::size_t node, std::size_t port) {
    return "sw" + std::to_string(node) + ".p" + std::to_string(port);
  };
  const std::string here = name(n / setup_.ports, n % setup_.ports);
  const auto of = [](const std::optional<ItsyMessage>& message) {
    if (!message)
      return std::string();
    const ItsyEntry& entry = message->entry;
    if constexpr (HasRounds<Protocol>)
      return std::string(" ALIVE");
    return std::string(message->kind == ItsyKind::kConsistency ? " consistency" : "") + " {sw" +
           std::to_string(entry.switch_id) + ", p" + std::to_string(entry.port.index()) + ", " +
           std::to_string(entry.seq) + "}";
  };
  switch (move.kind) {
    case MoveKind::kEnter:
      return "f" + std::to_string(n) + " enters sw" + std::to_string(setup_.flows[n].way[0].node);
    case MoveKind::kDepart:
      return here + " sends f" + std::to_string(static_cast<std::uint8_t>(queues_[n].front()) >> 4);
    case MoveKind::kArrive: {
      const Frame& frame = links_[n].front();
      const char* what = frame.kind == Frame::kPause ? "PAUSE" : frame.kind == Frame::kResume ? "RESUME" : "message";
      return std::string(what) + of(frame.message) + " of " + here + " arrives at " +
             name(peers_[n]->node, peers_[n]->port);
    }
    case MoveKind::kSend:
      return here + " sends the message that is due";
    case MoveKind::kLose:
      return "the message" + of(links_[n].front().message) + " of " + here + " is lost";
    case MoveKind::kDouble:
      return "the message" + of(links_[n].front().message) + " of " + here + " is doubled";
    case MoveKind::kLifeOver:
      return "the life of a message is over at sw" + std::to_string(n);
    case MoveKind::kAgain:
      return here + " initiates again";
    case MoveKind::kRoundBegins:
      return setup_.skewed ? "a round begins at sw" + std::to_string(n) : "a round begins";
    case MoveKind::kRoundEnds:
      return "it ends";
    case MoveKind::kReset:
      return "sw" + std::to_string(n) + " is reset";
    case MoveKind::kRefresh:
      return holds(n) ? "the pause of " + here + " runs out" : here + " says its PAUSE again";
    case MoveKind::kXonMoves:
      return "XON of " + here + (low_[n] != 0 ? " rises" : " falls");
    case MoveKind::kDeclare:
      return here + " is dead";
  }
  return "";
}

}  // namespace weir::itsy_search
