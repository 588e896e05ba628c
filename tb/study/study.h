// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A study: the plan of a sweep, and the page that is made of its runs: figures by name, tables, claims.
// docs/reference/study_plan.md has every key.

#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tb/study/expression.h"
#include "tb/study/number_form.h"
#include "tb/sweep/plan.h"
#include "tb/sweep/scalar.h"

namespace weir::study {

// A text with numbers in it: "{low:Gbps.2} to {high:Gbps.2}". Pieces stand one behind the other; one without an
// expression and without a text's name is as it stands.
struct Piece {
  std::string words = {};  // as it stands, or the name of a text
  Expression number = {};
  NumberForm form = {};
  bool is_text = false;
};
using Template = std::vector<Piece>;

// What is written where `when` is not 0 in any run of the cell, or there is no `when`.
struct Alternative {
  Expression when = {};
  Template text;
};

// What tells the cells of a table apart: an axis, the windows, or the texts of its cells.
struct Dimension {
  enum class Kind { kAxis, kWindow, kFigure };
  Kind kind = Kind::kAxis;
  std::size_t axis = 0;
};

// Which runs and windows a table or a claim is of.
struct Where {
  sweep::Rule rule;
  std::vector<std::size_t> windows;  // that it is of, in its order
};

struct Table {
  std::string mark;
  Where where;
  std::vector<Dimension> rows;
  std::vector<Dimension> columns;
  std::vector<std::string> corner;  // headings of the columns of row labels
  struct Cell {
    std::string label;
    Template text;
  };
  std::vector<Cell> cells;  // one, unless the figure is a dimension
  scenario::Place place;
};

// What must be so of the mean of all runs of each cell.
struct Held {
  std::string text;  // of the expression
  Expression number;
  std::optional<sweep::Scalar> minimum = {};
  std::optional<sweep::Scalar> maximum = {};
  std::optional<sweep::Scalar> above = {};
  std::optional<sweep::Scalar> below = {};
  std::optional<sweep::Scalar> equal = {};
};

struct Claim {
  std::string says;
  Where where;
  std::vector<Held> holds;
  scenario::Place place;
};

struct Page {
  std::string file;  // as it can be opened; empty: none
  std::map<std::string, std::string> labels;
  std::map<std::string, std::vector<Alternative>> texts;
  std::vector<Table> tables;
  std::vector<Claim> claims;
};

struct Study {
  sweep::Plan plan;  // its results are all that the page asks for
  Names names;
  Page page;
};

// `sets`, KEY=VALUE, go over each scenario behind those of the plan and before the axes. Both throw
// scenario::ScenarioError, one line: "file:line:column: key 'page.table': what was wanted".
Study load_study(const std::string& file, const std::vector<std::string>& sets);
Study parse_study(std::string_view text, const std::string& file, const std::vector<std::string>& sets);

}  // namespace weir::study
