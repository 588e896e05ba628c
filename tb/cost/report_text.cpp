// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <vector>

#include <fmt/format.h>

#include "tb/cost/figures.h"
#include "tb/cost/report.h"
#include "tb/report/console_text.h"
#include "tb/report/version.h"

namespace weir::cost {
std::string text_of(const Table& table, const report::ConsoleStyle& style) {
  std::vector<bool> text_columns(table.head.size());
  for (std::size_t column = 0; column < text_columns.size(); ++column) {
    text_columns[column] = column < table.text_columns || table.head[column] == "width follows";
  }
  std::vector<std::vector<std::string>> rows = {table.head};
  rows.insert(rows.end(), table.rows.begin(), table.rows.end());
  report::ConsoleText text(style);
  text.line("");
  text.line(table.title);
  if (!table.note.empty()) {
    text.line("  " + table.note);
  }
  text.table(rows, 1, text_columns);
  return text.take();
}

std::string report_text(const Report& report, bool all, const report::ConsoleStyle& style) {
  report::ConsoleText head(style);
  head.line(fmt::format("{}   weir {}", report.setup.title, report::program_version()));
  head.line(fmt::format("mechanisms: {}", fmt::join(names_of(report.setup.selection), ", ")));
  head.line(report.setup.response);
  for (const std::string& warning : report.setup.warnings) {
    head.line("warning: " + warning);
  }
  for (const std::string& note : report.notes) {
    head.line("note: " + note);
  }
  std::string text = head.take();
  for (const Table& table : tables_of(report)) {
    if (all || !table.long_list) {
      text += text_of(table, style);
    }
  }
  if (!all) {
    text += fmt::format("\n{} memories, {} registers: --all prints them, --format html, json and csv have them.\n",
                        report.memories.size(), report.cost.registers.size());
  }
  return text;
}

}  // namespace weir::cost
