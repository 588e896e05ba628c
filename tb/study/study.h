// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A study: the plan of a sweep, and a page made from its runs: named figures, tables, claims.
// docs/reference/study_plan.md has every key.

#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tb/study/expression.h"
#include "tb/study/number_form.h"
#include "tb/sweep/plan.h"
#include "tb/sweep/scalar.h"

namespace weir::study {

// A piece of a text with numbers, "{low:Gbps.2} to {high:Gbps.2}": an expression in braces, the name of a text in
// braces, or literal words. A template is a sequence of pieces.
struct Piece {
  std::string words = {};  // literal words, or the name of a text
  Expression number = {};
  NumberForm form = {};
  bool is_text = false;
};
using Template = std::vector<Piece>;

// An alternative of a text. The first one is written whose `when` is 1 in every run of the cell, or that has no `when`.
struct Alternative {
  Expression when = {};
  Template text;
};

// A dimension of a table: an axis, the windows, the words of a list, or the texts of its cells.
struct Dimension {
  enum class Kind { kAxis, kWindow, kList, kFigure };
  Kind kind = Kind::kAxis;
  std::size_t index = 0;  // of the axis or the list
};

// Words that "$NAME" stands for in cells, by turns, each with its label.
struct List {
  std::string name;
  std::vector<std::pair<std::string, std::string>> words;
};

// The runs and windows of a table or claim.
struct Where {
  sweep::Rule rule;
  std::vector<std::size_t> windows;  // in the order of the table or claim
};

struct Table {
  std::string mark;
  Where where;
  std::vector<Dimension> rows;
  std::vector<Dimension> columns;
  std::vector<std::string> corner;            // headings of the columns of row labels
  std::map<std::string, std::string> labels;  // of the page, and its own
  struct Cell {
    std::string label;
    std::vector<Template> texts;  // by the words of lists, those of the last list turning fastest
    Where where;
  };
  std::vector<Cell> cells;  // one, unless the figure is a dimension
  bool repeat = false;      // names of rows, where they are those of the row above
  scenario::Place place;
};

// A condition on the mean over all runs of each cell.
struct Held {
  std::string text;  // the expression
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

// A drawing: panels below each other, and by the values of an axis beside each other.
struct Curve {
  struct Level {
    std::string name;
    sweep::Scalar at = {};
    sweep::Rule rule = {};  // drawn where a run fits it
  };
  struct Panel {
    std::string title = {};
    std::vector<std::pair<std::string, Expression>> y = {};  // by the names of lines
    std::string unit = {};
    double scale = 1;  // of the unit, in s, bit/s, B or 1
    std::optional<sweep::Scalar> top = {};
    std::optional<sweep::Scalar> bottom = {};
    sweep::Rule rule = {};  // beside that of the curve
    std::vector<Level> levels = {};
    scenario::Place place = {};
  };
  std::string file = {};  // can be opened from the working directory
  std::string title = {};
  Where where = {};
  std::optional<std::size_t> columns = {};  // axes
  std::optional<std::size_t> lines = {};
  std::optional<std::size_t> x = {};  // none: time
  std::vector<double> x_values = {};  // by the values of the axis
  std::string x_label = {};
  bool stairs = false;  // a point is the mean since the point before: lines are level between points
  std::map<std::string, std::string> labels = {};  // of the page, and its own
  std::vector<Panel> panels = {};
};

// A figure of a paper that the page has.
struct PaperFigure {
  std::string figure;  // "GFC, figure 9"
  std::string says;    // one line
};

struct Page {
  std::string file;      // can be opened from the working directory; empty: none
  sweep::Rule tenth_of;  // runs of which --tenth draws
  std::vector<PaperFigure> papers;
  std::map<std::string, std::string> labels;
  std::vector<List> lists;
  std::map<std::string, std::vector<Alternative>> texts;
  std::vector<Table> tables;
  std::vector<Curve> curves;
  std::vector<Claim> claims;
};

struct Study {
  sweep::Plan plan;  // its results are all that the page needs
  Names names;
  Page page;
  std::set<std::size_t> asked = {};  // axes by which at() asks for other cells
};

// `sets`, KEY=VALUE, apply to each scenario after the plan's settings and before the axes. Both functions throw
// scenario::ScenarioError, one line: "file:line:column: key 'page.table': what was wanted".
Study load_study(const std::string& file, const std::vector<std::string>& sets);
Study parse_study(std::string_view text, const std::string& file, const std::vector<std::string>& sets);

}  // namespace weir::study
