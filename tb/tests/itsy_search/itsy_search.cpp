// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// itsy_search [NAME...]: searches the cases of these names, or all, and writes a table of what it found and the
// shortest way to each fault, as docs/results/itsy_holes.md holds them. Exit status 1 where a case did not find what it
// must.

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "tb/tests/itsy_search/cases.h"

namespace weir::itsy_search {
namespace {

const char* word(const Found& found, bool acts) {
  switch (found.wrong) {
    case Wrong::kFalse:
      return acts ? "goes on, and it could anyhow" : "declared, and it is none";
    case Wrong::kMissed:
      return acts ? "stands for good" : "missed";
    case Wrong::kSilent:
      return acts ? "no way out" : "no way to its declaration";
    case Wrong::kNothing:
      break;
  }
  return found.complete ? "nothing, in all states" : "nothing so far";
}

int search(const std::vector<std::string>& names) {
  std::string ways;
  bool as_wanted = true;
  std::printf("| case | network | found | moves | states |\n|---|---|---|---:|---:|\n");
  for (const Case& each : cases()) {
    const auto is_asked = [&](const std::string& name) {
      return name == each.name || name == (each.deep ? "deep" : "short");
    };
    if (!names.empty() && std::ranges::none_of(names, is_asked))
      continue;
    const Found found = each.explore();
    as_wanted =
        as_wanted && found.wrong == each.wrong && (found.wrong != Wrong::kNothing || found.complete == each.complete);
    std::printf("| `%s` | %s | %s | %s | %zu |\n", each.name.c_str(), each.what.c_str(), word(found, each.acts),
                found.moves.empty() ? "" : std::to_string(found.moves.size()).c_str(), found.states);
    std::fflush(stdout);
    if (!found.moves.empty()) {
      ways += "\n### " + each.what + "\n\n";
      for (std::size_t n = 0; n < found.moves.size(); ++n) {
        ways += std::to_string(n + 1) + ". " + found.moves[n] + "\n";
      }
    }
  }
  std::printf("%s", ways.c_str());
  return as_wanted ? 0 : 1;
}

}  // namespace
}  // namespace weir::itsy_search

int main(int argc, char** argv) { return weir::itsy_search::search(std::vector<std::string>(argv + 1, argv + argc)); }
