// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What stands where at the beginning of a search: switches, cables, and packets with their ways; and what may happen.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace weir::itsy_search {

struct End {
  std::uint8_t node = 0;  // a switch
  std::uint8_t port = 0;
};

// Enters the first switch through `ingress`, and leaves each switch of its way by a port, the last one to a host.
struct Flow {
  std::uint8_t ingress = 0;
  std::vector<End> way;
  std::uint8_t packets = 2;
};

enum class MoveKind : std::uint8_t {
  kEnter,
  kDepart,
  kArrive,
  kSend,
  kLose,
  kDouble,
  kAgain,
  kLifeOver,
  kRoundBegins,
  kRoundEnds,
  kDeclare,
  kXonMoves,
  kReset,
  kRefresh
};

struct Move {
  MoveKind kind{};
  std::uint8_t index = 0;  // of a flow; of a switch where a life is over or a round begins, or that is reset; of a
                           // (switch, port) otherwise
};

struct Setup {
  std::size_t nodes = 2;
  std::size_t ports = 3;  // of each
  std::vector<std::array<End, 2>> cables;
  std::vector<Flow> flows;  // at most 15
  std::uint32_t xoff = 2;
  std::uint32_t xon = 1;
  std::vector<std::uint8_t>
      stand;                    // flows of which a packet stands in its first switch at the beginning, in this order
  std::vector<Move> first;      // then these happen
  bool prompt = true;           // messages alone wait for nothing but a link with too many frames
  std::uint8_t losses = 0;      // messages that the wire may lose
  std::uint8_t duplicates = 0;  // or double
  bool lives = true;  // a life is over for a switch when nothing is under way that it has initiated; else at any time
  bool resolves = false;  // a port that the protocol names is told to go on, above XON, until its next packet
  std::uint8_t resets =
      0;  // of switches: what waits there is lost, and pauses are said again, or run out, when they like
  std::uint8_t xon_moves = 0;   // times that XON of some VIQ may move between 0 and `xon`; in a pause it only falls
  bool xon_rises = false;       // it rises in a pause, too
  std::uint8_t rounds = 0;      // that may begin, of protocols that have them; the last one when all is at rest
  bool in_time = true;          // a round lasts until all that matters has been heard; else it ends at any time
  bool skewed = false;          // each switch begins a round at a time of its own
  bool again = false;           // a port that pauses may initiate again at any time
  std::vector<End> eager = {};  // egresses that send, and VIQs whose frames arrive, before anything else happens
};

}  // namespace weir::itsy_search
