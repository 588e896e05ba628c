// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A page in Markdown with tables of a study between marks, <!-- NAME: begin --> and <!-- NAME: end -->, and one line
// that says which runs they are of.

#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tb/study/table.h"

namespace weir::study {

// No page, or one without the marks. One line.
class PageError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

struct Marked {
  std::string mark;
  Grid grid;
};

// `page`, of the file `file`, with the tables between their marks. Throws PageError.
std::string with_tables(std::string page, const std::string& file, const std::vector<Marked>& tables);

// A line for each table of which the page has another cell than the grid, with the first of them. Cells that were not
// drawn are not compared, nor blanks around cells. Throws PageError.
std::vector<std::string> differences(const std::string& page, const std::string& file,
                                     const std::vector<Marked>& tables);

// The line of a plan: how many runs, and a digest of their ids.
std::string foot_line(const std::string& plan, const std::vector<sweep::Job>& jobs, std::string_view program);

// `page` with `line` in the place of that of the same plan, or at its end.
std::string with_foot_line(std::string page, const std::string& plan, const std::string& line);

}  // namespace weir::study
