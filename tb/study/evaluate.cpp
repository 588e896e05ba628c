// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>
#include <utility>

#include "tb/scenario/expectation_key.h"
#include "tb/study/expression.h"
#include "tb/study/functions.h"
#include "tb/sweep/series.h"

namespace weir::study {
namespace {

using Numbers = std::vector<double>;

sweep::Span span_of(const Window& window, sweep::Over over) { return {window.from, window.to, over}; }

double combined(const std::string& word, double a, double b) {
  const double truth = word == "<"     ? a < b
                       : word == "<="  ? a <= b
                       : word == ">"   ? a > b
                       : word == ">="  ? a >= b
                       : word == "=="  ? a == b
                       : word == "!="  ? a != b
                       : word == "and" ? a != 0 && b != 0
                                       : a != 0 || b != 0;
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

class Evaluation {
 public:
  Evaluation(const Scene& scene, std::size_t run, std::size_t step = 0) : scene_(scene), run_(run), step_(step) {}

  Numbers of(const Expression& expression) const {
    const Node& node = *expression;
    switch (node.kind) {
      case Node::Kind::kNumber:
        return {node.number};
      case Node::Kind::kResult:
        return found(node, node.word);
      case Node::Kind::kSeries:
        return found(node, sweep::name_over(node.word, span_of(window_of(node), node.over)));
      case Node::Kind::kFunction:
        return function(node);
      case Node::Kind::kElsewhere:
        return {elsewhere(node)};
      case Node::Kind::kOperator:
        break;
    }
    return operation(node);
  }

 private:
  Window window_of(const Node& node) const {
    const Window& window = (*scene_.windows)[node.window ? *node.window : *scene_.window];
    return window.step ? window.part(step_) : window;
  }

  // Seconds from the begin of the window.
  double when(const Node& node) const {
    const Window& window = (*scene_.windows)[*node.window];
    std::size_t since = 0;
    for (std::size_t step = 0; step < window.parts(); ++step) {
      const bool holds = Evaluation(scene_, run_, step).of(node.parts.front()).front() == 1;
      if (holds && node.word == kUntil) {
        return seconds(window.part(step).to - window.from);
      }
      since = holds ? since : step + 1;
    }
    return node.word == kUntil || since == window.parts() ? kNone : seconds(window.part(since).from - window.from);
  }

  double elsewhere(const Node& node) const {
    Scene scene{.runs = {}, .windows = scene_.windows, .window = node.window ? node.window : scene_.window};
    for (std::size_t run = 0; run < scene_.runs.size(); ++run) {
      scene.runs.push_back(scene_.run_at(run, node.there));
    }
    if (std::ranges::find(scene.runs, nullptr) != scene.runs.end()) {
      return kNone;
    }
    scene.run_at = [this, &node](std::size_t run, const There& further) {
      There there = further;
      there.insert(node.there.begin(), node.there.end());
      return scene_.run_at(run, there);
    };
    return Evaluation(scene, run_, step_).of(node.parts.front()).front();
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

  Numbers function(const Node& node) const {
    Numbers all;
    if (is_of_steps(node.word)) {
      return {when(node)};
    }
    if (node.word == kRuns) {
      for (std::size_t run = 0; run < scene_.runs.size(); ++run) {
        all.push_back(Evaluation(scene_, run, step_).of(node.parts.front()).front());
      }
      return all;
    }
    for (const Expression& part : node.parts) {
      const Numbers numbers = of(part);
      all.insert(all.end(), numbers.begin(), numbers.end());
    }
    if (node.word == kAbsolute) {
      std::ranges::transform(all, all.begin(), [](double number) { return std::abs(number); });
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
  const auto add_series = [&](const Window& window) {
    const sweep::Span span = span_of(window, node.over);
    add({sweep::name_over(node.word, span), sweep::Aggregate::kEach, node.word, {}, span});
  };
  for (std::size_t i = 0; node.kind == Node::Kind::kSeries && i < windows.size(); ++i) {
    if (node.window ? *node.window == i && !node.by_step : !windows[i].step) {
      add_series(windows[i]);
    }
    for (std::size_t step = 0; node.by_step && *node.window == i && step < windows[i].parts(); ++step) {
      add_series(windows[i].part(step));
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
  if (expression->kind == Node::Kind::kSeries && expression->by_step) {
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

Rows rows_of(const std::vector<sweep::ResultRow>& results) {
  Rows rows;
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
  for (std::size_t run = 0; run < scene.runs.size(); ++run) {
    all.push_back(Evaluation(scene, run, step).of(expression).front());
  }
  return all;
}

}  // namespace weir::study
