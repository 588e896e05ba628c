// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Which queues of one switch can hold headroom at the same time, and so how large a shared headroom pool must be.
//
// A queue holds headroom as long as nothing leaves it. Nothing leaves it while an egress that its packets go to
// *stands*. An egress stands if it is held from below: then it costs no arrivals. Or it stands if it is kept busy: its
// inputs bring more than its rate, in a class that goes first, and the queues fill meanwhile. Several egresses are kept
// busy at once iff arrivals exist, each input at most at its line rate, that bring each of them more than its rate. By
// Hall's condition: iff for each set Y of them the inputs with ways into Y have more rate than Y. All queues with a way
// to a standing egress then fill.
//
// The largest standing set is a coverage problem under Hall's condition, NP-hard in general. Up to kExactPorts ports
// every set of egresses is tried. Above, a greedy choice with local search gives a set that can be had, and all queues
// that can fill at all are the bound from above. Derived; docs/user_guide/headroom.md.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"

namespace weir::bounds {

struct PoolQueue {
  std::size_t port;
  ClassId traffic_class;
  std::int64_t cells;  // of the pool in its worst case, > 0
  bool fills = false;  // can hold headroom at all; true also where bursts alone, or PAUSE frames, may do it
  std::vector<std::size_t> held = {};    // egresses on its ways that may be held from below, ascending
  std::vector<std::size_t> busied = {};  // those that stand for its class while kept busy, ascending
};

struct PoolProblem {
  std::vector<BitRate> rates;                    // of each port, both directions, > 0
  std::vector<std::vector<std::size_t>> inputs;  // [egress] -> ports whose packets, of any class, go there; ascending
  std::vector<PoolQueue> queues;                 // by port and class
};

inline constexpr std::size_t kExactPorts = 8;

// Queues that hold headroom at once, and why.
struct StandingSet {
  std::vector<std::size_t> queues;  // ascending indices into PoolProblem::queues
  std::vector<std::size_t> busy;    // egresses that are kept busy, ascending; those held from below stand as well
  std::int64_t cells = 0;           // that the queues hold
  bool operator==(const StandingSet&) const = default;
};

// Which sets of egresses can be kept busy at once, exactly, in whole bits: a flow that grows by one egress at a time.
class KeptBusy {
 public:
  // `problem` outlives it. `surplus`: by so many thousandths the inputs bring more than the rate of each egress; 0: by
  // any part of a bit.
  explicit KeptBusy(const PoolProblem& problem, std::int64_t surplus = 0);

  // Adds an egress if it can be kept busy beside those added so far; returns whether it can.
  bool add(std::size_t egress);
  void remove(std::size_t egress);
  bool has(std::size_t egress) const { return busy_[egress]; }

  // What input `port` brings to an egress in an assignment, in bits a second, rounded up; after add() of all of them.
  // The sum over the inputs of a busy egress is more than its rate.
  std::int64_t brought(std::size_t port, std::size_t egress) const;

 private:
  bool bring(std::size_t egress, std::int64_t units);

  const PoolProblem* problem_;
  std::int64_t surplus_;
  std::int64_t scale_;                           // units in a bit a second, so that "more than" is one unit more
  std::vector<std::int64_t> spare_;              // [port] units that it has left
  std::vector<std::vector<std::int64_t>> flow_;  // [port][egress] units
  std::vector<bool> busy_;
};

// The largest set that stands at once; of equals the first by the order of ports. `exact`: no set is larger.
struct LargestSet {
  StandingSet set;
  bool exact = true;
};
LargestSet largest_standing(const PoolProblem& problem);

// The fewest ports whose queues, standing at once, hold more than `pool` cells. `at_least`: no set has fewer ports;
// found.queues is empty if none was found. 0: no set exists at all.
struct BreakingSet {
  StandingSet found;
  std::vector<std::size_t> ports;  // of found.queues, ascending
  std::size_t at_least = 0;
};
BreakingSet smallest_breaking(const PoolProblem& problem, std::int64_t pool);

// Cells of all queues, and of those that can fill at all: with so much nothing is lost.
std::int64_t cells_of_all(const PoolProblem& problem);
std::int64_t cells_of_filling(const PoolProblem& problem);

}  // namespace weir::bounds
