// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The tables of a study, as Markdown.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tb/study/cells.h"

namespace weir::study {

struct Grid {
  std::vector<std::string> header;
  std::size_t corners = 0;  // of the header: headings above the labels of rows
  struct Row {
    std::vector<std::string> labels;                // the row's labels; empty where equal to the row above
    std::vector<std::string> full_labels;           // the same, none left empty
    std::vector<std::optional<std::string>> cells;  // nullopt: not drawn; empty: no run belongs to the cell
  };
  std::vector<Row> rows;
};

// Throws ScenarioError if a cell's runs differ in more than their seeds.
Grid grid_of(const Runs& runs, const Table& table);

// Ends with a newline.
std::string markdown_of(const Grid& grid);

// The text with its numbers filled in from the runs of a cell.
std::string rendered(const Template& text, const Page& page, const Scene& scene);

}  // namespace weir::study
