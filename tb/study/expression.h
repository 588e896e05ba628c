// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Expressions over the results of a study's runs: "max flow.b*.rate" of a window, "1 - sum(x) / sum(y)", "deadlock ==
// 1". docs/reference/study_plan.md has the words. A name with '*' is a list. A number that a run lacks is NaN;
// functions of lists skip NaN. at() is the value in another cell, before() that in the step before, warned() a number
// of a warning.

#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tb/sweep/plan.h"
#include "tb/sweep/record.h"

namespace weir::study {

// A named part of a run.
struct Window {
  std::string name;
  Time from;
  Time to;
  std::optional<Time> step = {};  // so many parts; it is for since(), until() and curves alone

  Window part(std::size_t number) const {
    return {name, from + static_cast<std::int64_t>(number) * *step,
            from + static_cast<std::int64_t>(number + 1) * *step};
  }
  std::size_t parts() const { return step ? static_cast<std::size_t>((to - from) / *step) : 0; }
};

// The values of some axes of another cell, by axis; nullopt: the value before that of the cell that asks; kSearched:
// the first for which a condition is true. Its other axes have the values of the cell that asks.
using There = std::map<std::size_t, std::optional<std::size_t>>;
inline constexpr std::size_t kSearched = static_cast<std::size_t>(-1);

struct Node;
using Expression = std::shared_ptr<const Node>;

struct Node {
  enum class Kind { kNumber, kResult, kSeries, kTime, kAxisValue, kFunction, kOperator, kElsewhere, kWarned };

  Kind kind = Kind::kNumber;
  double number = 0;
  std::string word = {};  // key of a result; name of a column or function; operator; of warned(): its text
  // Of a series; nullopt: the cell's window. Of a time. Of since(), until() and steps(). Of at(): the other cell's
  // window, if it has another.
  std::optional<std::size_t> window = {};
  std::size_t axis = 0;                   // of value() and by()
  std::vector<double> numbers = {};       // of value(): by the values of the axis
  There there = {};                       // of at()
  std::size_t searched = 0;               // of at(): how many values the searched axis has; parts[1] is the condition
  sweep::Over over = sweep::Over::kMean;  // of a series
  std::vector<std::string> names = {};    // of a series by steps: in the store, by step
  std::vector<Expression> parts = {};     // of a function or operator
  bool list = false;
  bool by_window = false;  // the node, or a part of it, uses the cell's window
  bool by_step = false;    // the node, or a part of it, is of a step of a window
};

// Names that an expression may use.
struct Names {
  std::vector<Window> windows;
  std::map<std::string, Expression> figures;
};

// One line: the wanted text and the position of the error.
class ExpressionError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

// `axes`: of the plan, for at().
Expression parse_expression(std::string_view text, const Names& names, std::span<const sweep::Axis> axes = {});

// The quantities that runs must store for the expression, each once. The caller sets place and path.
std::vector<sweep::Wanted> wanted_of(const Expression& expression, const std::vector<Window>& windows);

// Results of a run by their names in the store; NaN: the event did not happen, or nothing was measured.
struct Rows : std::map<std::string, double, std::less<>> {
  using map::map;
  std::vector<std::string> warnings = {};
};
Rows rows_of(const std::vector<sweep::ResultRow>& results, std::vector<std::string> warnings = {});

// The data of a cell: the same run with several seeds, and a window.
struct Scene {
  std::vector<const Rows*> runs;
  const std::vector<Window>* windows = nullptr;
  std::optional<std::size_t> window = {};
  std::vector<std::vector<std::size_t>> places = {};  // of each run: which value of each axis it has
  // The run with these values of the axes; nullptr: there is none. Throws NotDrawn.
  std::function<const Rows*(const std::vector<std::size_t>& place)> run_at = {};
};

// The other cell that at() asks for was not drawn.
class NotDrawn : public std::exception {};

// The value of a quantity with one '*' and nothing else, for each name that '*' stands for and each run of the scene.
std::map<std::string, std::vector<double>> each_of(const Expression& expression, const Scene& scene);

// The value of the expression, which must not be a list, for each run of the scene; `step`: in which part of a window
// with steps. Throws NotDrawn.
std::vector<double> evaluate(const Expression& expression, const Scene& scene, std::size_t step = 0);

// The same of an expression of the steps of a window, for each run and step.
std::vector<std::vector<double>> evaluate_steps(const Expression& expression, const Scene& scene);

// The window whose steps the expression is of, outside of since(), until() and steps(); nullopt: of none, or of
// several.
std::optional<std::size_t> window_with_steps(const Expression& expression);

}  // namespace weir::study
