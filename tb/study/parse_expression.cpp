// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <utility>

#include "tb/study/axis_number.h"
#include "tb/study/expression.h"
#include "tb/study/expression_words.h"
#include "tb/study/functions.h"
#include "tb/sweep/scalar.h"
#include "tb/sweep/series.h"
#include "tb/text/words.h"

namespace weir::study {
namespace {

constexpr std::string_view kOfTheCell = "window";
constexpr std::string_view kPrevious = "previous";
constexpr std::string_view kFirst = "first(";
constexpr std::string_view kTime = "time";  // in place of a column: of the end of a step

// By recursive descent, from what binds least: or, and, not, comparisons, sums, products, signs.
class Parser : private ExpressionWords {
 public:
  Parser(std::string_view text, const Names& names, std::span<const sweep::Axis> axes)
      : ExpressionWords(text), names_(names), axes_(axes) {}

  Expression whole() {
    Expression made = disjunction();
    if (skip_blanks(); at_ != text_.size()) {
      fail("wanted an operator or the end");
    }
    return made;
  }

 private:
  static Expression joined(std::string_view word, std::vector<Expression> parts, Node::Kind kind, bool list) {
    Node node{.kind = kind, .word = std::string(word), .parts = std::move(parts), .list = list};
    node.by_window = std::ranges::any_of(node.parts, [](const Expression& part) { return part->by_window; });
    node.by_step = std::ranges::any_of(node.parts, [](const Expression& part) { return part->by_step; });
    return std::make_shared<const Node>(std::move(node));
  }

  static Expression operation(std::string_view word, std::vector<Expression> parts) {
    const bool list = std::ranges::any_of(parts, [](const Expression& part) { return part->list; });
    return joined(word, std::move(parts), Node::Kind::kOperator, list);
  }

  template <std::size_t kCount, class Next>
  Expression chain(const std::array<std::string_view, kCount>& words, Next next) {
    Expression made = next();
    for (std::string_view word = take_one(words); !word.empty(); word = take_one(words)) {
      made = operation(word, {made, next()});
    }
    return made;
  }

  Expression disjunction() {
    return chain(std::array<std::string_view, 1>{"or"}, [this] { return conjunction(); });
  }
  Expression conjunction() {
    return chain(std::array<std::string_view, 1>{"and"}, [this] { return negation(); });
  }
  Expression negation() { return take("not") ? operation("not", {negation()}) : comparison(); }

  Expression comparison() {
    const Expression left = sum();
    const std::string_view word = take_one(std::array<std::string_view, 6>{"<=", ">=", "==", "!=", "<", ">"});
    return word.empty() ? left : operation(word, {left, sum()});
  }

  Expression sum() {
    return chain(std::array<std::string_view, 2>{"+", "-"}, [this] { return product(); });
  }
  Expression product() {
    return chain(std::array<std::string_view, 2>{"*", "/"}, [this] { return power(); });
  }
  Expression power() {
    const Expression base = factor();
    return take("^") ? operation("^", {base, power()}) : base;
  }

  Expression factor() {
    if (++depth_ > kMostDepth) {
      fail("wanted fewer parentheses in each other");
    }
    Expression made;
    if (take("-")) {
      made = operation("-", {factor()});
    } else if (take("(")) {
      made = disjunction();
      if (!take(")")) {
        fail("wanted ')'");
      }
    } else if (skip_blanks(); at_ < text_.size() && is_digit(text_[at_])) {
      made = number();
    } else if (at_ < text_.size() && begins_name(text_[at_])) {
      made = named();
    } else {
      fail("wanted a number, a name, a function or '('");
    }
    --depth_;
    return made;
  }

  Expression number() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '.' || begins_name(text_[at_]))) {
      ++at_;
    }
    const std::string word(text_.substr(begin, at_ - begin));
    const bool plain =
        word.find_first_not_of("0123456789.") == std::string::npos && std::count(word.begin(), word.end(), '.') <= 1;
    const auto quantity = plain ? std::nullopt : sweep::scalar_of(scenario::text_value(word));
    if (!plain && !quantity) {
      at_ = begin;
      fail("wanted a number, or one with a unit of time, rate or bytes");
    }
    return std::make_shared<const Node>(Node{.number = plain ? std::stod(word) : quantity->value()});
  }

  Expression named() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_of_name(at_)) {
      ++at_;
    }
    const std::string name(text_.substr(begin, at_ - begin));
    if (at_ < text_.size() && text_[at_] == '(') {
      return function(name);
    }
    if (at_ < text_.size() && text_[at_] == '[') {
      return series(name);
    }
    if (const auto figure = names_.figures.find(name); figure != names_.figures.end()) {
      return figure->second;
    }
    return std::make_shared<const Node>(
        Node{.kind = Node::Kind::kResult, .word = name, .list = name.find('*') != std::string::npos});
  }

  Expression function(const std::string& name) {
    if (!is_function(name)) {
      at_ -= name.size();
      fail("wanted one of the functions " + functions_text() + text::nearest_hint(name, function_names()));
    }
    ++at_;
    if (name == kAt) {
      return elsewhere();
    }
    if (name == kValue) {
      return value_of_axis();
    }
    if (name == kBy) {
      return by_axis();
    }
    if (name == kWarned) {
      return warned();
    }
    std::vector<Expression> parts;
    do {
      parts.push_back(disjunction());
    } while (take(","));
    if (!take(")")) {
      fail("wanted ',' or ')'");
    }
    if (parts.size() > 1 && (gives_list(name) || takes_one_number(name))) {
      fail("wanted one expression in " + name + "()");
    }
    if (name == kRuns && parts.front()->list) {
      fail("wanted one number of each run in runs()");
    }
    if (is_of_steps(name)) {
      return over_steps(name, std::move(parts));
    }
    if (name == kBefore && (parts.front()->list || !parts.front()->by_step)) {
      fail("wanted one number of a window with steps in before()");
    }
    const bool list = name == kRuns || (gives_list(name) && parts.front()->list);
    return joined(name, std::move(parts), Node::Kind::kFunction, list);
  }

  // Behind "value(": an axis of numbers.
  Expression value_of_axis() {
    const std::size_t end = std::min(text_.find(')', at_), text_.size());
    const std::string key(text_.substr(at_, end - at_));
    Node node{.kind = Node::Kind::kAxisValue, .axis = found(key, axes_, &sweep::Axis::key, "axis")};
    for (const sweep::AxisValue& value : axes_[node.axis].values) {
      const std::optional<double> number = number_of(value);
      if (!number) {
        fail("wanted an axis of numbers in value(); " + key + " has " + text::in_quotes(value.text));
      }
      node.numbers.push_back(*number);
    }
    at_ = end;
    if (!take(")")) {
      fail("wanted ')'");
    }
    return std::make_shared<const Node>(std::move(node));
  }

  // Behind "by(": an axis, and an expression.
  Expression by_axis() {
    const std::size_t end = std::min(text_.find(',', at_), text_.size());
    Node node{.kind = Node::Kind::kFunction,
              .word = std::string(kBy),
              .axis = found(std::string(text_.substr(at_, end - at_)), axes_, &sweep::Axis::key, "axis"),
              .list = true};
    at_ = end;
    if (!take(",")) {
      fail("wanted an axis, ',' and an expression in by(), as in by(topology.seed, max(runs(deadlock)))");
    }
    node.parts.push_back(disjunction());
    if (node.parts.front()->list || node.parts.front()->by_step || !take(")")) {
      fail("wanted one number and ')' in by()");
    }
    node.by_window = node.parts.front()->by_window;
    return std::make_shared<const Node>(std::move(node));
  }

  // Behind "warned(": a text in single quotes.
  Expression warned() {
    const std::size_t end = take("'") ? text_.find('\'', at_) : std::string_view::npos;
    if (end == std::string_view::npos || end == at_) {
      fail("wanted a text in single quotes, as in warned('at its top for ')");
    }
    Node node{.kind = Node::Kind::kWarned, .word = std::string(text_.substr(at_, end - at_))};
    at_ = end + 1;
    if (!take(")")) {
      fail("wanted ')'");
    }
    return std::make_shared<const Node>(std::move(node));
  }

  // Behind "at(": an expression, and what is otherwise in the other cell: axis='value', axis=previous, axis=first(...)
  // or window='name'.
  Expression elsewhere() {
    Node node{.kind = Node::Kind::kElsewhere, .word = std::string(kAt), .parts = {disjunction()}};
    if (node.parts.front()->list || node.parts.front()->by_step) {
      fail("wanted one number in at()");
    }
    if (!take(",")) {
      fail("wanted ',' and an axis of the other cell in at(), as in at(drops, scheme='pfc')");
    }
    do {
      other_place(node);
    } while (take(","));
    if (!take(")")) {
      fail("wanted ',' or ')'");
    }
    node.by_window = !node.window && (node.parts.front()->by_window || node.parts.back()->by_window);
    return std::make_shared<const Node>(std::move(node));
  }

  void other_place(Node& node) {
    skip_blanks();
    const std::size_t equal = std::min(text_.find('=', at_), text_.size());
    const std::string key(text_.substr(at_, equal - at_));
    const std::string_view behind = text_.substr(std::min(equal + 1, text_.size()));
    if (behind.starts_with(kPrevious) && key != kOfTheCell) {
      set_there(node, found(key, axes_, &sweep::Axis::key, "axis"), std::nullopt);
      at_ = equal + 1 + kPrevious.size();
      return;
    }
    if (behind.starts_with(kFirst) && key != kOfTheCell) {
      at_ = equal + 1 + kFirst.size();
      search(node, found(key, axes_, &sweep::Axis::key, "axis"));
      return;
    }
    const std::size_t end = behind.starts_with('\'') ? behind.find('\'', 1) : std::string_view::npos;
    if (end == std::string_view::npos) {
      fail("wanted an axis with a value, as in scheme='pfc', scheme=previous or scheme=first(drops > 0)");
    }
    const std::string value(behind.substr(1, end - 1));
    if (key == kOfTheCell) {
      node.window = named_window(value, false);
    } else {
      const std::size_t axis = found(key, axes_, &sweep::Axis::key, "axis");
      set_there(node, axis, found(value, std::span(axes_[axis].values), &sweep::AxisValue::text, "value"));
    }
    at_ = equal + 1 + end + 1;
  }

  // Behind "axis=first(": the condition.
  void search(Node& node, std::size_t axis) {
    if (node.searched != 0) {
      fail("wanted one first() in at()");
    }
    node.searched = axes_[axis].values.size();
    set_there(node, axis, kSearched);
    node.parts.push_back(disjunction());
    if (node.parts.back()->list || node.parts.back()->by_step || !take(")")) {
      fail("wanted one number and ')' in first()");
    }
  }

  void set_there(Node& node, std::size_t axis, std::optional<std::size_t> place) const {
    for (const std::size_t one : together(axes_, axis)) {
      node.there[one] = place;
    }
  }

  // The index of the one with this name.
  template <class One>
  std::size_t found(const std::string& name, std::span<const One> all, std::string One::*word, const char* what) const {
    const auto one = std::ranges::find(all, name, word);
    if (one == all.end()) {
      std::vector<std::string> known;
      std::ranges::transform(all, std::back_inserter(known), word);
      fail("there is no " + std::string(what) + " " + text::in_quotes(name) + text::known_hint(name, known));
    }
    return static_cast<std::size_t>(one - all.begin());
  }

  // since(), until() and steps().
  Expression over_steps(const std::string& name, std::vector<Expression> parts) const {
    const std::optional<std::size_t> window = window_with_steps(parts.front());
    if (!window || parts.front()->list) {
      fail("wanted one number of one window with steps in " + name + "()");
    }
    Node node{.kind = Node::Kind::kFunction,
              .word = name,
              .window = *window,
              .parts = std::move(parts),
              .list = name == kSteps};
    node.by_window = node.parts.front()->by_window;
    return std::make_shared<const Node>(std::move(node));
  }

  // The column of the time series before a '['.
  Expression series(const std::string& name) {
    const std::size_t end = text_.find(']', at_);
    if (end == std::string_view::npos) {
      fail("wanted ']' behind a window");
    }
    std::string window(text_.substr(at_ + 1, end - at_ - 1));
    Node node{.kind = Node::Kind::kSeries, .word = name, .list = name.find('*') != std::string::npos};
    for (const auto& [word, over] : {std::pair(" mean", sweep::Over::kMean), std::pair(" min", sweep::Over::kMinimum),
                                     std::pair(" max", sweep::Over::kMaximum)}) {
      if (window.ends_with(word)) {
        node.over = over;
        window.resize(window.size() - std::string_view(word).size());
        break;
      }
    }
    node.by_window = window == kOfTheCell && !names_.windows.empty();
    if (!node.by_window) {
      node.window = named_window(window, true);
      node.by_step = names_.windows[*node.window].step.has_value();
    }
    if (name == kTime) {
      if (!node.by_step) {
        fail("wanted a window with steps in time[]");
      }
      node.kind = Node::Kind::kTime;
    }
    for (std::size_t step = 0; node.by_step && step < names_.windows[*node.window].parts(); ++step) {
      const Window part = names_.windows[*node.window].part(step);
      node.names.push_back(sweep::name_over(name, {part.from, part.to, node.over}));
    }
    at_ = end + 1;
    return std::make_shared<const Node>(std::move(node));
  }

  std::size_t named_window(const std::string& name, bool with_steps) const {
    std::vector<std::string> known{std::string(kOfTheCell)};
    for (std::size_t i = 0; i < names_.windows.size(); ++i) {
      known.push_back(names_.windows[i].name);
      if (names_.windows[i].name == name && (with_steps || !names_.windows[i].step)) {
        return i;
      }
    }
    fail("there is no window " + text::in_quotes(name) + text::known_hint(name, known));
  }

  static constexpr int kMostDepth = 32;

  const Names& names_;
  std::span<const sweep::Axis> axes_;
  int depth_ = 0;
};

}  // namespace

Expression parse_expression(std::string_view text, const Names& names, std::span<const sweep::Axis> axes) {
  return Parser(text, names, axes).whole();
}

}  // namespace weir::study
