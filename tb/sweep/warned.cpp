// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/sweep/warned.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "tb/report/human.h"

namespace weir::sweep {
namespace {

constexpr std::size_t kMostTexts = 8;

// The text with '#' in place of each number: 320KB and 1.5KB are alike.
std::string without_numbers(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789";
  constexpr std::string_view kOfNumber = "0123456789.";
  std::string made;
  while (!text.empty()) {
    if (kDigits.find(text.front()) == std::string_view::npos) {
      made += text.front();
      text.remove_prefix(1);
      continue;
    }
    made += '#';
    text.remove_prefix(std::min(text.find_first_not_of(kOfNumber), text.size()));
  }
  return made;
}

std::string line_of(const Warning& warning) {
  return fmt::format("{} ({}{})", warning.text, warning.runs, warning.same ? "" : ", with other numbers");
}

}  // namespace

Warned warned(const std::vector<Known>& known) {
  Warned all;
  std::map<std::string, std::size_t> places;
  for (const Known& run : known) {
    ++all.runs;
    if (run.state != State::kDone) {
      continue;
    }
    if (!run.warnings) {
      ++all.unknown;
      continue;
    }
    all.warned += run.warnings->empty() ? 0 : 1;
    std::set<std::string> of_run;
    for (const std::string& text : *run.warnings) {
      const std::string form = without_numbers(text);
      const auto [place, is_new] = places.try_emplace(form, all.warnings.size());
      if (is_new) {
        all.warnings.push_back({.text = text});
      }
      Warning& warning = all.warnings[place->second];
      warning.runs += of_run.insert(form).second ? 1 : 0;
      warning.same = warning.same && warning.text == text;
    }
  }
  std::ranges::stable_sort(all.warnings, std::greater{}, &Warning::runs);
  return all;
}

std::vector<std::string> warned_lines(const Warned& warned) {
  std::vector<std::string> lines;
  const std::size_t shown = std::min(warned.warnings.size(), kMostTexts);
  for (std::size_t i = 0; i < shown; ++i) {
    lines.push_back((i == 0 ? fmt::format("{} of {} runs were warned: ", warned.warned, warned.runs) : "  ") +
                    line_of(warned.warnings[i]));
  }
  if (const std::size_t more = warned.warnings.size() - shown; more > 0) {
    lines.push_back("  and " + report::counted(more, "more warning"));
  }
  if (warned.unknown > 0) {
    lines.push_back(fmt::format("warnings of {} {} not stored: an earlier weir did {}", warned.unknown,
                                warned.unknown == 1 ? "run are" : "runs are", warned.unknown == 1 ? "it" : "them"));
  }
  return lines;
}

}  // namespace weir::sweep
