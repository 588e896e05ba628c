// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir list figures: the figures of the papers that a command of the program repeats, from the table of
// docs/results/README.md.

#include "tb/commands/list_figures.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include "tb/commands/commands.h"
#include "tb/commands/installed.h"
#include "tb/commands/results_assets.h"

namespace weir {
namespace {

struct Figure {
  std::string_view paper;
  std::string_view name;     // "figures 9 and 10"
  std::string_view verdict;  // its first words: "holds", "holds in part", "does not hold", "ours differs"
  std::string_view command;
};

std::vector<std::string_view> cells_of(std::string_view row) {
  std::vector<std::string_view> cells;
  constexpr std::string_view kBetween = " | ";
  row.remove_prefix(2);
  for (std::size_t end = row.find(kBetween); end != std::string_view::npos; end = row.find(kBetween)) {
    cells.push_back(row.substr(0, end));
    row.remove_prefix(end + kBetween.size());
  }
  cells.push_back(row.substr(0, row.rfind(" |")));
  return cells;
}

// A row "| GFC | [figure 5](page): claim | verdict: why | `./weir ...` |"; nullopt: another row, or a command of the
// tests.
std::optional<Figure> figure_of(std::string_view row) {
  constexpr std::string_view kCommand = "`./weir ";
  if (!row.starts_with("| ")) {
    return std::nullopt;
  }
  const std::vector<std::string_view> cells = cells_of(row);
  if (cells.size() != 4 || !cells[1].starts_with("[figure") || !cells[3].starts_with(kCommand) ||
      cells[3].starts_with("`./weir test")) {
    return std::nullopt;
  }
  const std::string_view verdict = cells[2].substr(0, cells[2].find(':'));
  constexpr std::size_t kQuoteAndDot = 3;  // "`./"
  return Figure{.paper = cells[0],
                .name = cells[1].substr(1, cells[1].find(']') - 1),
                .verdict = verdict.substr(0, verdict.find(" because")),
                .command = cells[3].substr(kQuoteAndDot, cells[3].rfind('`') - kQuoteAndDot)};
}

// The command as it can be typed in any folder: with the installed files, and results in the folder.
std::string typed(std::string_view command) {
  std::string made(command);
  const std::filesystem::path share = installed_folder();
  if (share.empty()) {
    return made;
  }
  for (const char* folder : {"scenarios/", "sweeps/"}) {
    if (const std::size_t at = made.find(std::string(" ") + folder); at != std::string::npos) {
      made.insert(at + 1, share.string() + "/");
    }
  }
  if (made.starts_with("weir sweep run ")) {
    return made + " --out .";
  }
  constexpr std::string_view kStudy = "weir study run ";
  if (made.starts_with(kStudy)) {
    const std::string plan = made.substr(kStudy.size(), made.find(' ', kStudy.size()) - kStudy.size());
    return made + " --store " + std::filesystem::path(plan).stem().string() + ".sqlite";
  }
  return made;
}

}  // namespace

int list_figures() {
  std::string_view page = kResultsPage;
  while (!page.empty()) {
    const std::size_t end = page.find('\n');
    if (const std::optional<Figure> figure = figure_of(page.substr(0, end))) {
      fmt::print("{:<5} {:<21} {:<14} {}\n", figure->paper, figure->name, figure->verdict, typed(figure->command));
    }
    page.remove_prefix(end == std::string_view::npos ? page.size() : end + 1);
  }
  return kHeld;
}

}  // namespace weir
