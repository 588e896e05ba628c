// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include <fmt/format.h>

#include "tb/cost/figures.h"
#include "tb/cost/report.h"
#include "tb/report/version.h"

namespace weir::cost {
namespace {

// "width follows" stands behind the numbers and is text.
bool is_text(const Table& table, std::size_t column) {
  return column < table.text_columns || table.head[column] == "width follows";
}

}  // namespace

std::string text_of(const Table& table) {
  std::vector<std::size_t> widths(table.head.size());
  for (std::size_t column = 0; column < widths.size(); ++column) {
    widths[column] = table.head[column].size();
    for (const std::vector<std::string>& row : table.rows) {
      widths[column] = std::max(widths[column], row[column].size());
    }
  }
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string text = " ";
    for (std::size_t column = 0; column < cells.size(); ++column) {
      text += is_text(table, column) ? fmt::format(" {:<{}} ", cells[column], widths[column])
                                     : fmt::format(" {:>{}} ", cells[column], widths[column]);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text + "\n";
  };
  std::string text = fmt::format("\n{}\n", table.title);
  if (!table.note.empty()) {
    text += fmt::format("  {}\n", table.note);
  }
  text += line(table.head);
  for (const std::vector<std::string>& row : table.rows) {
    text += line(row);
  }
  return text;
}

std::string report_text(const Report& report, bool all) {
  std::string text = fmt::format("{}   weir {}\nmechanisms: {}\n{}\n", report.setup.title, report::program_version(),
                                 fmt::join(names_of(report.setup.selection), ", "), report.setup.response);
  for (const std::string& warning : report.setup.warnings) {
    text += "warning: " + warning + "\n";
  }
  for (const std::string& note : report.notes) {
    text += "note: " + note + "\n";
  }
  for (const Table& table : tables_of(report)) {
    if (all || !table.long_list) {
      text += text_of(table);
    }
  }
  if (!all) {
    text += fmt::format("\n{} memories, {} registers: --all prints them, --format html, json and csv have them.\n",
                        report.memories.size(), report.cost.registers.size());
  }
  return text;
}

}  // namespace weir::cost
