// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Deadlocks of pausing, decided exactly at one instant: which VIQs can never resume, and which of them wait for one
// another. Plain data in, plain data out.
//
// A pausing VIQ is deadlocked if no RESUME of it is on the wire and more than its XON stands in egress queues held by
// deadlocked VIQs; the deadlocked VIQs are the greatest such set. A deadlock is a part of the set whose members wait
// for one another and for no other VIQ. Unlike wait_for_graph.h, which waits until queues have settled, this is exact
// at every instant, because the frames on the wire are known.

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "hw_model/base/units.h"

namespace weir::oracle {

// The bytes of one VIQ that stand at one held egress and have not begun to leave.
struct HeldBytes {
  std::size_t holder = 0;  // the VIQ at the other end of that egress, as index into the list
  Bytes bytes;             // in the unit of XON
};

inline constexpr std::size_t kNoViq = std::numeric_limits<std::size_t>::max();

// A VIQ that has told its upstream device to pause.
struct PausingViq {
  Bytes xon;                      // the VIQ may resume only at this depth or below
  bool resumes = false;           // a RESUME has begun to leave and has not acted at the other end
  bool never_resumes = false;     // in any case: of a host that has stopped for ever, or known to be deadlocked
  std::vector<HeldBytes> held{};  // a holder may be listed more than once; kNoViq: a holder outside the list
};

// By VIQ: whether it is deadlocked. VIQs with never_resumes are in the set from the start.
std::vector<bool> deadlocked(const std::vector<PausingViq>& viqs);

// What messages that follow a deadlock's waits need in order to find it.
enum class KnotClass : std::uint8_t {
  kEdges,    // single waits suffice: a circle in which each VIQ has more than XON behind one egress
  kSums,     // a message must add up the bytes behind the several egresses by which it has come
  kSeveral,  // neither suffices: only the whole set at once shows the deadlock
};

struct Knot {
  std::vector<std::size_t> viqs;  // ascending
  KnotClass kind = KnotClass::kEdges;
};

// The deadlocks in the set found by deadlocked(), ordered by first VIQ: its sink components. VIQs that only wait for a
// deadlock, and VIQs that never resume, belong to none.
std::vector<Knot> knots(const std::vector<PausingViq>& viqs, const std::vector<bool>& set);

}  // namespace weir::oracle
