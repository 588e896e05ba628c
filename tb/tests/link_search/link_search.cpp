// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// link_search [--states N] [NAME...]: searches the cases of these names, of `short`, `deep` or `deepest`, or all.
// Writes a table of what it found and the shortest way to each fault, as docs/results/ue_link_search.md holds them;
// states and seconds of each case as they come on standard error. With --states each search ends after so many states.
// Exit status 1 where a case did not find what it must; nothing wrong is enough where --states ended it.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "tb/tests/link_search/cases.h"

namespace weir::link_search {
namespace {

constexpr std::array<std::string_view, 3> kDepths{"short", "deep", "deepest"};

const char* word(const Found& found) {
  switch (found.wrong) {
    case Wrong::kInvariant:
      return "an invariant of a class is broken";
    case Wrong::kDamaged:
      return "S1: a damaged frame is accepted";
    case Wrong::kTwice:
      return "S1: a frame is accepted twice";
    case Wrong::kSkipped:
      return "S1: a frame is skipped";
    case Wrong::kFreed:
      return "S2: a frame is freed that was not accepted";
    case Wrong::kCounts:
      return "C1: the counts contradict each other";
    case Wrong::kOverflow:
      return "C1: the buffer overflows";
    case Wrong::kStops:
      return "L1: it never comes home";
    case Wrong::kNothing:
      break;
  }
  return found.complete ? "nothing, in all states" : "nothing so far";
}

std::string way(const Case& one, const Found& found) {
  std::string text = "\n### `" + one.name + "`\n\n" + one.what + ":\n\n";
  for (std::size_t n = 0; n < found.moves.size(); ++n) {
    if (found.wrong == Wrong::kStops && n == found.to_there)
      text += "\nFrom here on, without any loss:\n\n";
    text += std::to_string(n + 1) + ". " + found.moves[n] + "\n";
  }
  return text;
}

int search(const std::vector<std::string>& names, std::size_t most_states) {
  std::string ways;
  bool all_as_wanted = true;
  double seconds = 0;
  std::printf("| case | link | found | events | losses | states |\n|---|---|---|---:|---:|---:|\n");
  for (const Case& each : cases()) {
    const auto is_asked = [&](const std::string& name) {
      return name == each.name || name == kDepths.at(static_cast<std::size_t>(each.depth));
    };
    if (!names.empty() && std::ranges::none_of(names, is_asked))
      continue;
    const Found found = explore(each.setup, std::min(each.most_states, most_states));
    const bool ended = found.states > most_states && found.wrong == Wrong::kNothing;
    const bool wanted = ended || as_wanted(each, found);
    seconds += found.seconds;
    std::fprintf(stderr, "%s: %zu states, %zu moves deep, %.1f s%s\n", each.name.c_str(), found.states, found.depth,
                 found.seconds, wanted ? "" : ": NOT AS WANTED");
    all_as_wanted = all_as_wanted && wanted;
    const bool fails = found.wrong != Wrong::kNothing;
    std::printf("| `%s` | %s | %s | %s | %s | %zu |\n", each.name.c_str(), each.what.c_str(), word(found),
                fails ? std::to_string(found.to_there).c_str() : "", fails ? std::to_string(found.losses).c_str() : "",
                found.states);
    std::fflush(stdout);
    if (fails)
      ways += way(each, found);
  }
  std::printf("%s", ways.c_str());
  std::fprintf(stderr, "%.1f s\n", seconds);
  return all_as_wanted ? 0 : 1;
}

}  // namespace
}  // namespace weir::link_search

int main(int argc, char** argv) {
  std::vector<std::string> names(argv + 1, argv + argc);
  std::size_t most_states = std::numeric_limits<std::size_t>::max();
  if (names.size() > 1 && names.front() == "--states") {
    most_states = std::stoul(names[1]);
    names.erase(names.begin(), names.begin() + 2);
  }
  return weir::link_search::search(names, most_states);
}
