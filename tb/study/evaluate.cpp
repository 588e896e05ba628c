// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "tb/scenario/expectation_key.h"
#include "tb/study/axis_number.h"
#include "tb/study/expression.h"
#include "tb/study/functions.h"
#include "tb/sweep/series.h"

namespace weir::study {
namespace {

using Numbers = std::vector<double>;

sweep::Span span_of(const Window& window, sweep::Over over) { return {window.from, window.to, over}; }

// What is no number is not true.
bool is_true(double number) { return number < 0 || number > 0; }

double combined(const std::string& word, double a, double b) {
  const double truth = word == "<"     ? a < b
                       : word == "<="  ? a <= b
                       : word == ">"   ? a > b
                       : word == ">="  ? a >= b
                       : word == "=="  ? a == b
                       : word == "!="  ? is_true(a - b)
                       : word == "and" ? is_true(a) && is_true(b)
                                       : is_true(a) || is_true(b);
  if (word == "+") {
    return a + b;
  }
  if (word == "-") {
    return a - b;
  }
  if (word == "*") {
    return a * b;
  }
  if (word == "^") {
    return std::pow(a, b);
  }
  if (word == "/") {
    return b == 0 ? kNone : a / b;
  }
  return truth;
}

// The number, in s, bit/s or B, behind the text in the first warning that has the text; 1: no number stands there; NaN:
// no warning has the text.
double warned(const std::string& text, const std::vector<std::string>& warnings) {
  for (const std::string& warning : warnings) {
    if (const std::size_t at = warning.find(text); at != std::string::npos) {
      const std::size_t begin = at + text.size();
      std::size_t end = begin;
      while (end < warning.size() &&
             (std::isalnum(static_cast<unsigned char>(warning[end])) != 0 || warning[end] == '.')) {
        ++end;
      }
      const std::string word = warning.substr(begin, end - begin);
      return number_of(word.substr(0, word.find_last_not_of('.') + 1)).value_or(1);
    }
  }
  return kNone;
}

// What is known of functions that are not of a step: by node, run (nullptr: whichever), number of runs of the cell, the
// first and the last of them, and the cell's window.
using Known =
    std::map<std::tuple<const Node*, const Rows*, std::size_t, const Rows*, const Rows*, std::optional<std::size_t>>,
             Numbers>;

class Evaluation {
 public:
  Evaluation(const Scene& scene, std::size_t run, std::size_t step, Known& known)
      : scene_(scene), run_(run), step_(step), known_(known) {}

  Numbers of(const Expression& expression) const {
    const Node& node = *expression;
    switch (node.kind) {
      case Node::Kind::kNumber:
        return {node.number};
      case Node::Kind::kResult:
        return found(node, node.word);
      case Node::Kind::kSeries:
        return found(node, node.by_step ? node.names[step_] : name_of(node));
      case Node::Kind::kTime:
        return {seconds(static_cast<std::int64_t>(step_ + 1) * *(*scene_.windows)[*node.window].step)};
      case Node::Kind::kAxisValue:
        return {node.numbers[scene_.places[run_][node.axis]]};
      case Node::Kind::kFunction:
        return node.by_step ? function(node) : known_function(node);
      case Node::Kind::kElsewhere:
        return {elsewhere(node)};
      case Node::Kind::kWarned:
        return {warned(node.word, scene_.runs[run_]->warnings)};
      case Node::Kind::kOperator:
        break;
    }
    return operation(node);
  }

 private:
  // Of a series of a window as a whole.
  std::string name_of(const Node& node) const {
    const Window& window = (*scene_.windows)[node.window ? *node.window : *scene_.window];
    return sweep::name_over(node.word, span_of(window, node.over));
  }

  double in_step(const Node& node, std::size_t step) const {
    return Evaluation(scene_, run_, step, known_).of(node.parts.front()).front();
  }

  // Seconds from the begin of the window.
  double when(const Node& node) const {
    const Window& window = (*scene_.windows)[*node.window];
    std::size_t since = 0;
    for (std::size_t step = 0; step < window.parts(); ++step) {
      const bool holds = in_step(node, step) == 1;
      if (holds && node.word == kUntil) {
        return seconds(window.part(step).to - window.from);
      }
      since = holds ? since : step + 1;
    }
    return node.word == kUntil || since == window.parts() ? kNone : seconds(window.part(since).from - window.from);
  }

  Numbers of_all_steps(const Node& node) const {
    Numbers all;
    if (node.word != kSteps) {
      all.push_back(when(node));
    }
    for (std::size_t step = 0; node.word == kSteps && step < (*scene_.windows)[*node.window].parts(); ++step) {
      all.push_back(in_step(node, step));
    }
    return all;
  }

  // The data of the other cell; `value`: of the axis that is searched. nullopt: no run is of that cell.
  std::optional<Scene> other_cell(const Node& node, std::size_t value) const {
    Scene scene{.runs = {},
                .windows = scene_.windows,
                .window = node.window ? node.window : scene_.window,
                .places = scene_.places,
                .run_at = scene_.run_at};
    for (std::vector<std::size_t>& place : scene.places) {
      for (const auto& [axis, there] : node.there) {
        if (!there && place[axis] == 0) {
          return std::nullopt;
        }
        place[axis] = !there ? place[axis] - 1 : *there == kSearched ? value : *there;
      }
      scene.runs.push_back(scene.run_at(place));
      if (scene.runs.back() == nullptr) {
        return std::nullopt;
      }
    }
    return scene;
  }

  double elsewhere(const Node& node) const {
    for (std::size_t value = 0; value < std::max<std::size_t>(node.searched, 1); ++value) {
      const std::optional<Scene> scene = other_cell(node, value);
      const auto there = [&](const Expression& part) {
        return Evaluation(*scene, run_, step_, known_).of(part).front();
      };
      if (scene && (node.searched == 0 || is_true(there(node.parts.back())))) {
        return there(node.parts.front());
      }
    }
    return kNone;
  }

  Numbers found(const Node& node, const std::string& pattern) const {
    const Rows& rows = *scene_.runs[run_];
    if (!node.list) {
      const auto row = rows.find(pattern);
      return {row == rows.end() ? kNone : row->second};
    }
    Numbers all;
    for (const auto& [name, value] : rows) {
      if (scenario::matches(pattern, name)) {
        all.push_back(value);
      }
    }
    return all;
  }

  const Numbers& known_function(const Node& node) const {
    const Rows* run = is_of_all_runs(node.word) ? nullptr : scene_.runs[run_];
    const auto key =
        std::make_tuple(&node, run, scene_.runs.size(), scene_.runs.front(), scene_.runs.back(), scene_.window);
    const auto known = known_.find(key);
    return known == known_.end() ? known_[key] = function(node) : known->second;
  }

  // Of the runs of the cell with each value of the axis that one has.
  Numbers by_axis(const Node& node) const {
    std::map<std::size_t, Scene> parts;
    for (std::size_t run = 0; run < scene_.runs.size(); ++run) {
      const Scene none{.runs = {}, .windows = scene_.windows, .window = scene_.window, .run_at = scene_.run_at};
      Scene& part = parts.try_emplace(scene_.places[run][node.axis], none).first->second;
      part.runs.push_back(scene_.runs[run]);
      part.places.push_back(scene_.places[run]);
    }
    Numbers all;
    for (const auto& [value, part] : parts) {
      all.push_back(Evaluation(part, 0, step_, known_).of(node.parts.front()).front());
    }
    return all;
  }

  Numbers function(const Node& node) const {
    Numbers all;
    if (is_of_steps(node.word)) {
      return of_all_steps(node);
    }
    if (node.word == kBy) {
      return by_axis(node);
    }
    if (node.word == kBefore) {
      return {step_ == 0 ? kNone : in_step(node, step_ - 1)};
    }
    if (node.word == kRuns) {
      for (std::size_t run = 0; run < scene_.runs.size(); ++run) {
        all.push_back(Evaluation(scene_, run, step_, known_).of(node.parts.front()).front());
      }
      return all;
    }
    for (const Expression& part : node.parts) {
      const Numbers numbers = of(part);
      all.insert(all.end(), numbers.begin(), numbers.end());
    }
    if (is_of_each(node.word)) {
      std::ranges::transform(all, all.begin(), [&](double number) { return of_number(node.word, number); });
      return all;
    }
    std::erase_if(all, [](double number) { return std::isnan(number); });
    return {of_list(node.word, all)};
  }

  Numbers operation(const Node& node) const {
    Numbers left = of(node.parts[0]);
    if (node.parts.size() == 1) {
      std::ranges::transform(left, left.begin(), [&](double a) { return node.word == "not" ? a == 0 : -a; });
      return left;
    }
    const Numbers right = of(node.parts[1]);
    const bool first_is_list = node.parts[0]->list;
    const bool second_is_list = node.parts[1]->list;
    if (node.word == "+" && first_is_list && second_is_list && (left.empty() || right.empty())) {
      return left.empty() ? right : left;
    }
    if (first_is_list && second_is_list && left.size() != right.size()) {
      throw std::invalid_argument("a study: lists of " + std::to_string(left.size()) + " and " +
                                  std::to_string(right.size()) + " numbers have no '" + node.word + "'");
    }
    Numbers all(second_is_list ? right.size() : left.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i] = combined(node.word, left[first_is_list ? i : 0], right[second_is_list ? i : 0]);
    }
    return all;
  }

  const Scene& scene_;
  std::size_t run_;
  std::size_t step_;
  Known& known_;
};

void gather(const Expression& expression, const std::vector<Window>& windows, std::set<std::string>& known,
            std::vector<sweep::Wanted>& all) {
  const auto add = [&](sweep::Wanted wanted) {
    if (known.insert(wanted.text).second) {
      all.push_back(std::move(wanted));
    }
  };
  const Node& node = *expression;
  if (node.kind == Node::Kind::kResult) {
    add({node.word, sweep::Aggregate::kEach, node.word, {}});
  }
  const auto add_series = [&](const Window& window, std::string name) {
    add({std::move(name), sweep::Aggregate::kEach, node.word, {}, span_of(window, node.over)});
  };
  for (std::size_t i = 0; node.kind == Node::Kind::kSeries && i < windows.size(); ++i) {
    if (node.window ? *node.window == i && !node.by_step : !windows[i].step) {
      add_series(windows[i], sweep::name_over(node.word, span_of(windows[i], node.over)));
    }
    for (std::size_t step = 0; node.by_step && *node.window == i && step < windows[i].parts(); ++step) {
      add_series(windows[i].part(step), node.names[step]);
    }
  }
  for (const Expression& part : node.parts) {
    gather(part, windows, known, all);
  }
}

}  // namespace

std::vector<sweep::Wanted> wanted_of(const Expression& expression, const std::vector<Window>& windows) {
  std::vector<sweep::Wanted> all;
  std::set<std::string> known;
  gather(expression, windows, known, all);
  return all;
}

namespace {

void find_steps(const Expression& expression, std::set<std::size_t>& windows) {
  const bool of_window = expression->kind == Node::Kind::kSeries || expression->kind == Node::Kind::kTime;
  if (of_window && expression->by_step) {
    windows.insert(*expression->window);
  }
  for (const Expression& part : expression->parts) {
    if (part->by_step) {
      find_steps(part, windows);
    }
  }
}

}  // namespace

std::optional<std::size_t> window_with_steps(const Expression& expression) {
  std::set<std::size_t> windows;
  find_steps(expression, windows);
  return windows.size() == 1 ? std::optional(*windows.begin()) : std::nullopt;
}

Rows rows_of(const std::vector<sweep::ResultRow>& results, std::vector<std::string> warnings) {
  Rows rows;
  rows.warnings = std::move(warnings);
  for (const sweep::ResultRow& row : results) {
    rows[row.quantity] = row.value.value_or(kNone);
  }
  return rows;
}

std::map<std::string, std::vector<double>> each_of(const Expression& expression, const Scene& scene) {
  const std::string& pattern = expression->word;
  const std::size_t before = pattern.find('*');
  const std::size_t behind = pattern.size() - before - 1;
  std::map<std::string, std::vector<double>> all;
  for (const Rows* rows : scene.runs) {
    for (const auto& [name, value] : *rows) {
      if (scenario::matches(pattern, name)) {
        all[name.substr(before, name.size() - before - behind)].push_back(value);
      }
    }
  }
  return all;
}

std::vector<double> evaluate(const Expression& expression, const Scene& scene, std::size_t step) {
  std::vector<double> all;
  Known known;
  for (std::size_t run = 0; run < scene.runs.size(); ++run) {
    all.push_back(Evaluation(scene, run, step, known).of(expression).front());
  }
  return all;
}

std::vector<std::vector<double>> evaluate_steps(const Expression& expression, const Scene& scene) {
  const Window& window = (*scene.windows)[window_with_steps(expression).value()];
  std::vector<std::vector<double>> all(scene.runs.size());
  Known known;
  for (std::size_t run = 0; run < scene.runs.size(); ++run) {
    for (std::size_t step = 0; step < window.parts(); ++step) {
      all[run].push_back(Evaluation(scene, run, step, known).of(expression).front());
    }
  }
  return all;
}

}  // namespace weir::study
