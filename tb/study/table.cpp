// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/study/table.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace weir::study {
namespace {

std::vector<std::string> labels_of(const Study& study, const Table& table, const Places& places) {
  std::vector<std::string> labels;
  for (const auto& [dimension, place] : places) {
    labels.push_back(label_of(study, table, dimension, place));
  }
  return labels;
}

// Of a column, in one heading.
std::string heading_of(const Study& study, const Table& table, const Places& places) {
  return fmt::format("{}", fmt::join(labels_of(study, table, places), ", "));
}

std::optional<std::string> cell_of(const Runs& runs, const Table& table, const std::vector<std::size_t>& jobs,
                                   const Places& places) {
  std::optional<std::size_t> window =
      table.where.windows.size() == 1 ? std::optional(table.where.windows.front()) : std::nullopt;
  std::size_t figure = 0;
  for (const auto& [dimension, place] : places) {
    if (dimension.kind == Dimension::Kind::kWindow) {
      window = table.where.windows[place];
    } else if (dimension.kind == Dimension::Kind::kFigure) {
      figure = place;
    }
  }
  require_one_cell(runs, jobs, table.place, "page.table");
  const std::optional<Scene> scene = scene_of(runs, jobs, window);
  return scene ? std::optional(rendered(table.cells[figure].text, runs.study.page, *scene)) : std::nullopt;
}

bool holds_in_each(const Expression& when, const Scene& scene) {
  return !when || std::ranges::all_of(evaluate(when, scene), [](double number) { return number == 1; });
}

std::string line_of(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) {
    line += " " + cell + " |";
  }
  return line + "\n";
}

// Places of the columns that a run is of.
std::vector<Places> columns_of(const Runs& runs, const Table& table) {
  std::vector<Places> columns = places_of(runs.study, table, table.columns);
  std::erase_if(columns, [&](const Places& column) { return jobs_at(runs, table.where.rule, column).empty(); });
  return columns;
}

}  // namespace

std::string rendered(const Template& text, const Page& page, const Scene& scene) {
  std::string made;
  for (const Piece& piece : text) {
    if (piece.number) {
      made += text_of(evaluate(piece.number, scene), piece.form);
    } else if (!piece.is_text) {
      made += piece.words;
    } else {
      for (const Alternative& one : page.texts.at(piece.words)) {
        if (holds_in_each(one.when, scene)) {
          made += rendered(one.text, page, scene);
          break;
        }
      }
    }
  }
  return made;
}

Grid grid_of(const Runs& runs, const Table& table) {
  const Study& study = runs.study;
  const std::vector<Places> columns = columns_of(runs, table);
  Grid grid;
  grid.header = table.corner;
  for (const Places& column : columns) {
    grid.header.push_back(heading_of(study, table, column));
  }
  std::vector<std::string> above;
  for (const Places& row : places_of(study, table, table.rows)) {
    if (jobs_at(runs, table.where.rule, row).empty()) {
      continue;
    }
    Grid::Row made;
    made.full_labels = labels_of(study, table, row);
    made.labels = made.full_labels;
    for (std::size_t i = 0; i + 1 < made.labels.size() && i < above.size() && above[i] == made.full_labels[i]; ++i) {
      made.labels[i].clear();
    }
    above = made.full_labels;
    for (const Places& column : columns) {
      Places both = row;
      both.insert(both.end(), column.begin(), column.end());
      const std::vector<std::size_t> jobs = jobs_at(runs, table.where.rule, both);
      made.cells.push_back(jobs.empty() ? std::optional(std::string()) : cell_of(runs, table, jobs, both));
    }
    grid.rows.push_back(std::move(made));
  }
  return grid;
}

std::string markdown_of(const Grid& grid) {
  std::string text = line_of(grid.header) + "|";
  for (std::size_t i = 0; i < grid.header.size(); ++i) {
    text += "---|";
  }
  text += "\n";
  for (const Grid::Row& row : grid.rows) {
    std::vector<std::string> cells = row.labels;
    for (const std::optional<std::string>& cell : row.cells) {
      cells.push_back(cell.value_or("?"));
    }
    text += line_of(cells);
  }
  return text;
}

}  // namespace weir::study
