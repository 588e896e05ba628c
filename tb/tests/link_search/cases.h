// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The links that are searched, and what the search must find on each.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tb/tests/link_search/explorer.h"
#include "tb/tests/link_search/setup.h"

namespace weir::link_search {

// short: of `./weir test`. deep: of `./weir test --all`. deepest: by the command, for its time and memory.
enum class Depth : std::uint8_t { kShort, kDeep, kDeepest };

struct Case {
  std::string name;  // a word
  std::string what;  // for the page
  Setup setup;
  Wrong wrong = Wrong::kNothing;
  std::size_t moves = 0;  // of the shortest way to what is wrong
  bool complete = true;   // every state is looked at, where nothing is wrong
  Depth depth = Depth::kShort;
  std::size_t most_states = 85'000'000;
};

// In the order of the page: what holds, then what fails, with the setting by which it does.
std::vector<Case> cases();

// Whether the search found what it must.
bool as_wanted(const Case& one, const Found& found);

}  // namespace weir::link_search
