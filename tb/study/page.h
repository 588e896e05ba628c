// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A Markdown page with a study's tables between marks, <!-- NAME: begin --> and <!-- NAME: end -->, and one line that
// names the runs of the tables.

#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tb/study/table.h"

namespace weir::study {

// The page is missing or lacks the marks. One line.
class PageError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

struct Marked {
  std::string mark;
  Grid grid;
};

// `page`, the text of `file`, with the tables between their marks. Throws PageError.
std::string with_tables(std::string page, const std::string& file, const std::vector<Marked>& tables);

// One line for each table with a cell that differs from the grid, with the first such cell. Cells that were not drawn,
// and blanks around cells, are ignored. Throws PageError.
std::vector<std::string> differences(const std::string& page, const std::string& file,
                                     const std::vector<Marked>& tables);

// The line of a plan: the number of runs, and a digest of their ids.
std::string foot_line(const std::string& plan, const std::vector<sweep::Job>& jobs, std::string_view program);

// `page` with `line` in place of the same plan's old line, or at the end.
std::string with_foot_line(std::string page, const std::string& plan, const std::string& line);

}  // namespace weir::study
