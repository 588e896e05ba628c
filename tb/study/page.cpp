// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/study/page.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "tb/text/sha256.h"
#include "tb/text/words.h"

namespace weir::study {
namespace {

// Where the text between two marks begins and ends.
std::pair<std::size_t, std::size_t> between(const std::string& page, const std::string& file, const std::string& mark) {
  const std::string begin = "<!-- " + mark + ": begin -->\n";
  const std::string end = "<!-- " + mark + ": end -->\n";
  const std::size_t first = page.find(begin);
  const std::size_t last = first == std::string::npos ? first : page.find(end, first);
  if (last == std::string::npos) {
    throw PageError(file + ": wanted the lines " + text::in_quotes(begin.substr(0, begin.size() - 1)) + " and " +
                    text::in_quotes(end.substr(0, end.size() - 1)));
  }
  return {first + begin.size(), last};
}

std::string trimmed(std::string_view cell) {
  const std::size_t first = cell.find_first_not_of(' ');
  return first == std::string_view::npos ? "" : std::string(cell.substr(first, cell.find_last_not_of(' ') - first + 1));
}

std::vector<std::vector<std::string>> cells_of(std::string_view table) {
  std::vector<std::vector<std::string>> lines;
  while (!table.empty()) {
    std::string_view line = table.substr(0, table.find('\n'));
    table.remove_prefix(std::min(line.size() + 1, table.size()));
    if (line.starts_with('|')) {
      line.remove_prefix(1);
    }
    lines.emplace_back();
    while (!line.empty()) {
      const std::size_t end = std::min(line.find('|'), line.size());
      lines.back().push_back(trimmed(line.substr(0, end)));
      line.remove_prefix(std::min(end + 1, line.size()));
    }
  }
  return lines;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += word.empty() ? "" : (text.empty() ? "" : ", ") + word;
  }
  return text;
}

// What of the grid the page has otherwise; empty: nothing.
std::string difference(std::string_view page, const Grid& grid) {
  const std::vector<std::vector<std::string>> has = cells_of(page);
  const std::vector<std::vector<std::string>> wants = cells_of(markdown_of(grid));
  if (has.empty() || has.front() != wants.front()) {
    return "it has other columns";
  }
  if (has.size() != wants.size()) {
    return fmt::format("it has {} rows, these runs give {}", has.size() < 2 ? 0 : has.size() - 2, wants.size() - 2);
  }
  for (std::size_t row = 0; row < grid.rows.size(); ++row) {
    const Grid::Row& one = grid.rows[row];
    const std::vector<std::string>& line = has[row + 2];
    for (std::size_t i = 0; i < wants[row + 2].size(); ++i) {
      const bool drawn = i < one.labels.size() || one.cells[i - one.labels.size()].has_value();
      const std::string on_page = i < line.size() ? line[i] : "";
      if (drawn && on_page != wants[row + 2][i]) {
        return fmt::format("row {}, column {}: it has {}, these runs give {}", text::in_quotes(joined(one.full_labels)),
                           text::in_quotes(grid.header[i]), text::in_quotes(on_page),
                           text::in_quotes(wants[row + 2][i]));
      }
    }
  }
  return "";
}

std::string foot_of(const std::string& plan) { return "Tables by `weir study page " + plan + "`: "; }

}  // namespace

std::string with_tables(std::string page, const std::string& file, const std::vector<Marked>& tables) {
  for (const Marked& one : tables) {
    const auto [first, last] = between(page, file, one.mark);
    page.replace(first, last - first, markdown_of(one.grid));
  }
  return page;
}

std::vector<std::string> differences(const std::string& page, const std::string& file,
                                     const std::vector<Marked>& tables) {
  std::vector<std::string> lines;
  for (const Marked& one : tables) {
    const auto [first, last] = between(page, file, one.mark);
    const std::string what = difference(std::string_view(page).substr(first, last - first), one.grid);
    if (!what.empty()) {
      lines.push_back(file + ": the table " + text::in_quotes(one.mark) + " is not that of these runs: " + what +
                      "; --write puts it there");
    }
  }
  return lines;
}

std::string foot_line(const std::string& plan, const std::vector<sweep::Job>& jobs, std::string_view program) {
  std::set<std::string> ids;
  for (const sweep::Job& job : jobs) {
    ids.insert(job.id);
  }
  std::string all;
  for (const std::string& id : ids) {
    all += id + "\n";
  }
  return foot_of(plan) +
         fmt::format("{} runs, {}, {}.\n", ids.size(), text::sha256_of(all).substr(0, sweep::kShownDigits), program);
}

std::string with_foot_line(std::string page, const std::string& plan, const std::string& line) {
  const std::size_t found = page.find("\n" + foot_of(plan));
  if (found != std::string::npos) {
    const std::size_t end = page.find('\n', found + 1);
    return page.replace(found + 1, end == std::string::npos ? end : end - found, line);
  }
  return page + "\n" + line;
}

}  // namespace weir::study
