// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/measure_deadlocks.h"

#include <cstddef>
#include <optional>

namespace weir {

namespace {

std::optional<double> end_of(const oracle::DeadlockFound& found) {
  return found.dissolved_at ? std::optional(seconds(*found.dissolved_at)) : std::nullopt;
}

}  // namespace

void measure_deadlocks(const std::vector<oracle::DeadlockFound>& all, report::Results& results) {
  if (all.empty()) {
    return;
  }
  const oracle::DeadlockFound& first = all.front();
  results.deadlock = {.formed_at_seconds = seconds(first.formed_at),
                      .cycle = first.cycle,
                      .dissolved_at_seconds = end_of(first),
                      .later = all.size() - 1,
                      .behind = first.behind};
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i < report::kMostDeadlocks || i + 1 == all.size()) {
      results.deadlocks.push_back({.formed_at_seconds = seconds(all[i].formed_at),
                                   .found_at_seconds = seconds(all[i].found_at),
                                   .dissolved_at_seconds = end_of(all[i]),
                                   .cycle = all[i].cycle,
                                   .behind = all[i].behind});
    }
  }
}

}  // namespace weir
