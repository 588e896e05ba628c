// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Deadlocks of pausing, decided at one instant and at once: which VIQs can never resume, and which of them wait for one
// another. Plain data in, plain data out.
//
// A VIQ whose upstream stands told to pause is deadlocked when no RESUME of it is on the wire and more than its XON
// stands in egress queues that deadlocked VIQs hold: the greatest such set. A deadlock is a part of it whose members
// wait for one another and for nobody else. Unlike wait_for_graph.h, which waits until queues have settled, it is
// exact at every instant, because what is on the wire is known.

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "hw_model/base/units.h"

namespace weir::oracle {

// Of a VIQ, all that stands at one held egress and has not begun to leave.
struct HeldBytes {
  std::size_t holder = 0;  // the VIQ at the other end of that egress, by its place in the list
  Bytes bytes;             // in the unit of XON
};

inline constexpr std::size_t kNoViq = std::numeric_limits<std::size_t>::max();

// A VIQ whose upstream stands told to pause.
struct PausingViq {
  Bytes xon;                      // it resumes no earlier than it holds this or less
  bool resumes = false;           // a RESUME of it has begun to leave and not acted at the other end
  bool never_resumes = false;     // whatever moves: of a host that takes nothing any more, or known to be deadlocked
  std::vector<HeldBytes> held{};  // a holder may be listed more than once; kNoViq: nobody in the list
};

// By VIQ: whether it is deadlocked. Who never resumes is in the set from the start.
std::vector<bool> deadlocked(const std::vector<PausingViq>& viqs);

// What it takes to find a deadlock by messages that follow its waits.
enum class KnotClass : std::uint8_t {
  kEdges,    // a circle of single waits, each of more than XON behind one egress
  kSums,     // one message that has come by several egresses adds up what stands behind them
  kSeveral,  // neither: nothing less than the whole set at once
};

struct Knot {
  std::vector<std::size_t> viqs;  // ascending
  KnotClass kind = KnotClass::kEdges;
};

// The deadlocks of the set that deadlocked() has found, by their first VIQ: its sink components. VIQs that only wait
// for one are in none, and neither is a VIQ that never resumes.
std::vector<Knot> knots(const std::vector<PausingViq>& viqs, const std::vector<bool>& set);

}  // namespace weir::oracle
