// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Breadth first through all that can happen on a link: the first thing that is wrong is at the end of one of the
// shortest ways to anything wrong.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tb/tests/link_search/setup.h"

namespace weir::link_search {

struct Found {
  Wrong wrong = Wrong::kNothing;
  std::vector<std::string> moves;  // that lead to it; for kStops also what then goes round, without an end
  std::size_t to_there = 0;        // kStops: how many moves lead to the state from which nothing comes home
  bool no_way_home = false;        // kStops: no other order of events leads home either
  std::size_t losses = 0;          // moves among them that lose or damage something
  std::size_t states = 0;
  std::size_t depth = 0;  // of the farthest state
  bool complete = false;  // every state was looked at
  double seconds = 0;     // of this processor
};

// At most so many states are looked at.
Found explore(const Setup& setup, std::size_t most_states);

}  // namespace weir::link_search
