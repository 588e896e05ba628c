// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The tables of the report, as text in cells: what the console and the page both show.

#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "tb/cost/report.h"
#include "tb/report/console_text.h"

namespace weir::cost {

struct Table {
  std::string id;                // "mechanisms"
  std::string title;             // one line
  std::string note;              // how to read it; may be empty
  std::size_t text_columns = 1;  // the first ones are text, the rest numbers
  std::vector<std::string> head = {};
  std::vector<std::vector<std::string>> rows = {};
  std::size_t totals = 0;                         // the last rows are sums
  bool long_list = false;                         // a row for each memory or register: on the console only if asked for
  std::map<std::string, std::string> links = {};  // cells that are links on a page, and their addresses
};

// For a console, and for a page.
std::string text_of(const Table& table, const report::ConsoleStyle& style = report::kUnbroken);
std::string table_html(const Table& table);

// "+1,024", "-8", "+0": `value` less `base`.
std::string signed_count(std::uint64_t value, std::uint64_t base);

// Settings; by mechanism; on top of plain PFC; headroom; memories; registers. Tables without rows are left out.
std::vector<Table> tables_of(const Report& report);

}  // namespace weir::cost
