// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The step that every definition of a deadlock here ends with: the greatest set whose members keep each other there.

#pragma once

#include <cstddef>

namespace weir::oracle {

// Takes out of a set of the numbers below n, until nothing changes, each that would leave while the others stay.
// has(i): whether i is in the set; stays(i): whether i stays as long as what is now in the set does, which more members
// never make less true; take_out(i). What is left is the union of all subsets that sustain themselves, whatever the
// order.
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
