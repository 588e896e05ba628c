// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/study/table.h"

#include <algorithm>
#include <cmath>
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

// In one heading: of a column, or of a row of a table with one corner.
std::string heading_of(const Study& study, const Table& table, const Places& places) {
  std::vector<std::string> labels = labels_of(study, table, places);
  std::erase(labels, "");
  return fmt::format("{}", fmt::join(labels, ", "));
}

std::vector<std::string> row_labels(const Study& study, const Table& table, const Places& places) {
  return table.corner.size() == 1 ? std::vector{heading_of(study, table, places)} : labels_of(study, table, places);
}

// Of the figure that stands at the places, and all of the table where none does yet.
const Where& where_of(const Table& table, const Places& places) {
  const auto figure =
      std::ranges::find_if(places, [](const auto& one) { return one.first.kind == Dimension::Kind::kFigure; });
  return figure == places.end() ? table.where : table.cells[figure->second].where;
}

std::vector<std::size_t> jobs_of(const Runs& runs, const Table& table, const Places& places) {
  return jobs_at(runs, where_of(table, places).rule, places);
}

std::optional<std::string> cell_of(const Runs& runs, const Table& table, const std::vector<std::size_t>& jobs,
                                   const Places& places) {
  const Where& where = where_of(table, places);
  std::optional<std::size_t> window = where.windows.size() == 1 ? std::optional(where.windows.front()) : std::nullopt;
  std::size_t figure = 0;
  std::size_t words = 0;
  for (const auto& [dimension, place] : places) {
    if (dimension.kind == Dimension::Kind::kWindow) {
      window = table.where.windows[place];
    } else if (dimension.kind == Dimension::Kind::kFigure) {
      figure = place;
    } else if (dimension.kind == Dimension::Kind::kList) {
      words = words * size_of(runs.study, table, dimension) + place;
    }
  }
  require_one_cell(runs, jobs, table.place, "page.table");
  const std::optional<Scene> scene = scene_of(runs, jobs, window);
  try {
    return scene ? std::optional(rendered(table.cells[figure].texts[words], runs.study.page, *scene)) : std::nullopt;
  } catch (const NotDrawn&) {
    return std::nullopt;
  }
}

bool holds_in_each(const Expression& when, const Scene& scene) {
  return !when || std::ranges::all_of(evaluate(when, scene), [](double number) { return number == 1; });
}

// "name 1,234" of each that is not 0, unless its label is empty, one below the other.
std::string text_of_each(const Piece& piece, const Page& page, const Scene& scene) {
  std::string made;
  for (const auto& [name, numbers] : each_of(piece.number, scene)) {
    const auto label = page.labels.find(name);
    const std::string& shown = label == page.labels.end() ? name : label->second;
    if (!shown.empty() && std::ranges::any_of(numbers, [](double number) { return number > 0 || number < 0; })) {
      made += (made.empty() ? "" : "<br>") + shown + " " + text_of(numbers, piece.form);
    }
  }
  return made.empty() ? "none" : made;
}

// A value of a number by steps, and the time at which it begins.
using Visit = std::pair<double, double>;

// Without visits of one or two steps between two of one value, which a single packet makes.
std::vector<Visit> visits_of(const std::vector<double>& steps, const Window& window) {
  constexpr std::size_t kShort = 3;
  std::vector<Visit> visits;
  std::size_t began = 0;
  for (std::size_t step = 0; step < steps.size(); ++step) {
    const double value = steps[step];
    if (std::isnan(value)) {
      continue;
    }
    if (visits.size() > 1 && visits[visits.size() - 2].first == value && step - began < kShort) {
      visits.pop_back();
    } else if (visits.empty() || visits.back().first != value) {
      visits.emplace_back(value, seconds(window.part(step).to - window.from));
      began = step;
    }
  }
  return visits;
}

// "0, U 0.30, 0 2.47": the values that a number has one after the other, by their labels, and when each begins; the
// first one without its time. Of several runs one below the other.
std::string text_of_changes(const Piece& piece, const Page& page, const Scene& scene) {
  const Window& window = (*scene.windows)[window_with_steps(piece.number).value()];
  std::string made;
  for (const std::vector<double>& steps : evaluate_steps(piece.number, scene)) {
    std::vector<std::string> words;
    for (const auto& [value, begins] : visits_of(steps, window)) {
      const std::string number = fmt::format("{:g}", value);
      const auto label = page.labels.find(number);
      words.push_back((label == page.labels.end() ? number : label->second) +
                      (words.empty() ? "" : " " + text_of(std::vector{begins}, piece.form)));
    }
    made += (made.empty() ? "" : "<br>") + fmt::format("{}", fmt::join(words, ", "));
  }
  return made;
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
  std::erase_if(columns, [&](const Places& column) { return jobs_of(runs, table, column).empty(); });
  return columns;
}

}  // namespace

std::string rendered(const Template& text, const Page& page, const Scene& scene) {
  std::string made;
  for (const Piece& piece : text) {
    if (piece.number && piece.form.of == Of::kEach) {
      made += text_of_each(piece, page, scene);
    } else if (piece.number && piece.form.of == Of::kChanges) {
      made += text_of_changes(piece, page, scene);
    } else if (piece.number) {
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
  grid.corners = table.corner.size();
  for (const Places& column : columns) {
    grid.header.push_back(heading_of(study, table, column));
  }
  std::vector<std::string> above;
  for (const Places& row : places_of(study, table, table.rows)) {
    if (jobs_of(runs, table, row).empty()) {
      continue;
    }
    Grid::Row made;
    made.full_labels = row_labels(study, table, row);
    made.labels = made.full_labels;
    for (std::size_t i = 0;
         !table.repeat && i + 1 < made.labels.size() && i < above.size() && above[i] == made.full_labels[i]; ++i) {
      made.labels[i].clear();
    }
    above = made.full_labels;
    for (const Places& column : columns) {
      Places both = row;
      both.insert(both.end(), column.begin(), column.end());
      const std::vector<std::size_t> jobs = jobs_of(runs, table, both);
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
