// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a study computes of the results of runs: "max flow.b*.rate" of a window, "1 - sum(x) / sum(y)", "deadlock == 1".
// docs/reference/study_plan.md has the words. A name with '*' is a list; a number that a run has not is NaN, and
// functions of lists pass over such.

#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
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
};

struct Node;
using Expression = std::shared_ptr<const Node>;

struct Node {
  enum class Kind { kNumber, kResult, kSeries, kFunction, kOperator };

  Kind kind = Kind::kNumber;
  double number = 0;
  std::string word = {};                   // key of a result, name of a column, of a function, an operator
  std::optional<std::size_t> window = {};  // of a series; nothing: that of the cell
  sweep::Over over = sweep::Over::kMean;   // of a series
  std::vector<Expression> parts = {};      // of a function and of an operator
  bool list = false;
  bool by_window = false;  // it, or a part of it, is of the window of the cell
};

// What an expression may name.
struct Names {
  std::vector<Window> windows;
  std::map<std::string, Expression> figures;
};

// One line: what was wanted, and where in the text.
class ExpressionError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

Expression parse_expression(std::string_view text, const Names& names);

// What runs have to store for the expression, each quantity once. Place and path are left to the caller.
std::vector<sweep::Wanted> wanted_of(const Expression& expression, const std::vector<Window>& windows);

// Results of a run by their names in the store; NaN: it did not happen, or was not measured.
using Rows = std::map<std::string, double, std::less<>>;
Rows rows_of(const std::vector<sweep::ResultRow>& results);

// What a cell is made of: the same run with several seeds, and a window.
struct Scene {
  std::vector<const Rows*> runs;
  const std::vector<Window>* windows = nullptr;
  std::optional<std::size_t> window = {};
};

// The expression, which is no list, of each run of the scene.
std::vector<double> evaluate(const Expression& expression, const Scene& scene);

}  // namespace weir::study
