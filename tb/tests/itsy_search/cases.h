// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The networks that are searched, and what the search must find in each.

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tb/tests/itsy_search/network.h"
#include "tb/tests/itsy_search/search.h"

namespace weir::itsy_search {

struct Case {
  std::string name;  // a word
  std::string what;  // for the page
  std::function<Found()> explore;
  Wrong wrong = Wrong::kNothing;
  bool complete = true;  // every state is looked at, where nothing is wrong
  bool deep = false;     // by the command alone, for its time
  bool acts = false;     // a port that is named goes on; it was not deadlocked, or a deadlock stays for good
};

// In the order of the page: what is wrong with the published protocol, the least that either needs, the repaired one.
std::vector<Case> cases();

}  // namespace weir::itsy_search
