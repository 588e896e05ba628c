// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The last step of every deadlock definition here: the greatest set whose members keep each other in it.

#pragma once

#include <cstddef>

namespace weir::oracle {

// Removes from a set of numbers below n, until nothing changes, each member that would leave while the others stay.
// has(i): i is in the set. stays(i): i stays as long as the present members do; more members never make stays(i) false.
// take_out(i): removes i. The result is the union of all self-sustaining subsets, whatever the order.
template <class Has, class Stays, class TakeOut>
void keep_self_sustaining(std::size_t n, Has has, Stays stays, TakeOut take_out) {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < n; ++i) {
      if (has(i) && !stays(i)) {
        take_out(i);
        changed = true;
      }
    }
  }
}

}  // namespace weir::oracle
