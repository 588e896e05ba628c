// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The tables of a study, as Markdown has them.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tb/study/cells.h"

namespace weir::study {

struct Grid {
  std::vector<std::string> header;
  struct Row {
    std::vector<std::string> labels;                // where it stands; one like that of the row above is empty
    std::vector<std::string> full_labels;           // the same, none empty
    std::vector<std::optional<std::string>> cells;  // nothing: it was not drawn; empty: no run is of it
  };
  std::vector<Row> rows;
};

// Throws ScenarioError where a cell is of runs that differ in more than their seeds.
Grid grid_of(const Runs& runs, const Table& table);

// With a last line end.
std::string markdown_of(const Grid& grid);

// The text with its numbers, of the runs of a cell.
std::string rendered(const Template& text, const Page& page, const Scene& scene);

}  // namespace weir::study
