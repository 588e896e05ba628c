// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// [[page.curve]]: panels, their lines and levels.

#include <algorithm>
#include <utility>

#include "tb/scenario/key_check.h"
#include "tb/study/axis_number.h"
#include "tb/study/drawing.h"
#include "tb/study/page_reader.h"
#include "tb/sweep/rules.h"
#include "tb/text/words.h"

namespace weir::study {

using scenario::Member;
using scenario::Value;
using sweep::PlanReader;

std::optional<std::size_t> PageReader::axis(const PlanReader& reader, const std::string& key) const {
  if (reader.find(key) == nullptr) {
    return std::nullopt;
  }
  const std::string word = reader.text(key);
  std::vector<std::string> known;
  for (const sweep::Axis& one : study_.plan.axes) {
    known.push_back(one.key);
  }
  const auto found = std::ranges::find(known, word);
  if (found == known.end()) {
    reader.fail(key, "there is no axis " + text::in_quotes(word) + text::known_hint(word, known));
  }
  return static_cast<std::size_t>(found - known.begin());
}

// Along the axis `x`: its numbers in their unit, and the text below them.
void PageReader::numbers_of_x(const PlanReader& reader, Curve& curve) const {
  const sweep::Axis& of = study_.plan.axes[*curve.x];
  for (const sweep::AxisValue& value : of.values) {
    const std::optional<double> number = number_of(value);
    if (!number) {
      reader.fail("x", "wanted an axis of numbers; it has " + text::in_quotes(value.text));
    }
    curve.x_values.push_back(*number);
  }
  std::string unit = of.values.empty() ? "" : unit_of(of.values.front());
  if (unit == "s") {
    const auto [scale, name] = unit_of_time(std::ranges::max(curve.x_values));
    std::ranges::transform(curve.x_values, curve.x_values.begin(), [scale](double number) { return number / scale; });
    unit = name;
  }
  const auto label = curve.labels.find(of.key);
  curve.x_label = (label == curve.labels.end() ? of.key : label->second) + (unit.empty() ? "" : " (" + unit + ")");
}

// A number to draw: over the steps of a window, or over the axis `x`.
Expression PageReader::drawn(const Value& value, const Curve& curve) {
  const std::string path = "page.curve.panel.y";
  const std::string given = text(value, path);
  const Expression made = expression(value, path, given);
  if (made->list) {
    fail(value, path, "wanted one number: min, max, mean or sum of a list; got " + text::in_quotes(given));
  }
  if (made->by_step == curve.x.has_value()) {
    fail(value, path,
         curve.x
             ? "wanted one number for each value of x; got what is of a window with steps, " + text::in_quotes(given)
             : "wanted what is of a window with steps, or an axis x for the curve; got " + text::in_quotes(given));
  }
  if (made->by_step && !window_with_steps(made)) {
    fail(value, path, "wanted one window with steps; got several in " + text::in_quotes(given));
  }
  if (made->by_window && curve.where.windows.size() != 1) {
    fail(value, path, "wanted one window in where, for what is of [window]");
  }
  return made;
}

Curve::Level PageReader::level(const Member& member) const {
  const std::string path = dotted("page.curve.panel.levels", member.key);
  Curve::Level made{.name = member.key};
  const Value* at = &member.value;
  if (member.value.kind == Value::Kind::kTable) {
    const PlanReader reader(study_.plan.document, path, member.value, {"at", "where"});
    at = &reader.need("at");
    made.rule = sweep::load_rule(study_.plan, reader.need("where"), dotted(path, "where"));
  }
  const auto scalar = sweep::scalar_of(*at);
  if (!scalar) {
    fail(*at, path, "wanted a number, or { at, where }; got " + scenario::describe(*at));
  }
  made.at = *scalar;
  return made;
}

Curve::Panel PageReader::panel(const Value& value, const Curve& curve) {
  const std::string path = "page.curve.panel";
  const PlanReader reader(study_.plan.document, path, value,
                          {"title", "y", "unit", "top", "bottom", "where", "levels"});
  Curve::Panel made{.place = value.place};
  made.title = reader.text("title");
  if (reader.find("unit") != nullptr) {
    made.unit = reader.text("unit");
    const auto one = sweep::scalar_of(scenario::text_value("1" + made.unit));
    made.scale = made.unit == "%" ? 0.01 : one ? one->value() : 1;  // other words are names of plain numbers
  }
  if (reader.find("top") != nullptr) {
    made.top = reader.scalar("top");
    if (made.top->value() <= 0) {
      reader.fail("top", "wanted more than 0; got " + made.top->text());
    }
  }
  if (reader.find("bottom") != nullptr) {
    made.bottom = reader.scalar("bottom");
    if (made.top && made.bottom->value() >= made.top->value()) {
      reader.fail("bottom", "wanted less than top; got " + made.bottom->text());
    }
  }
  if (const Value* own = reader.find("where")) {
    made.rule = sweep::load_rule(study_.plan, *own, dotted(path, "where"));
  }
  const Value& y = reader.need("y");
  if (y.kind == Value::Kind::kTable) {
    for (const Member& member : y.members) {
      made.y.emplace_back(member.key, drawn(member.value, curve));
    }
  } else {
    made.y.emplace_back("", drawn(y, curve));
  }
  if (const Value* levels = reader.find("levels")) {
    for (const Member& member : members(*levels, dotted(path, "levels"))) {
      made.levels.push_back(level(member));
    }
  }
  return made;
}

Curve PageReader::curve(const Value& value) {
  const std::string path = "page.curve";
  const PlanReader reader(study_.plan.document, path, value,
                          {"file", "title", "where", "columns", "lines", "x", "stairs", "labels", "panel"});
  Curve made;
  made.file = (study_.plan.folder / reader.text("file")).lexically_normal().string();
  const auto same = [&](const Curve& other) { return other.file == made.file; };
  if (!made.file.ends_with(".svg") || std::ranges::any_of(study_.page.curves, same)) {
    reader.fail("file", "wanted a file of its own that ends in .svg; got " + text::in_quotes(reader.text("file")));
  }
  const auto& papers = study_.page.papers;
  if (reader.find("title") != nullptr || papers.size() != 1) {
    made.title = reader.text("title");
  } else {
    made.title = papers.front().figure + ": " + papers.front().says;
  }
  made.where = where(reader.find("where"), dotted(path, "where"));
  made.columns = axis(reader, "columns");
  made.lines = axis(reader, "lines");
  made.x = axis(reader, "x");
  made.stairs = truth(reader, "stairs");
  made.labels = study_.page.labels;
  labels(reader, "page.curve.labels", made.labels);
  if (made.x) {
    numbers_of_x(reader, made);
  }
  const std::size_t of_axis = made.lines ? study_.plan.axes[*made.lines].values.size() : 1;
  for (const Value& one : elements(reader.need("panel"), "page.curve.panel")) {
    made.panels.push_back(panel(one, made));
    if (made.panels.back().y.empty() || made.panels.back().y.size() * of_axis > kMostLines) {
      fail(one, "page.curve.panel",
           "wanted 1 to " + std::to_string(kMostLines) + " lines in a panel; got " +
               std::to_string(made.panels.back().y.size() * of_axis));
    }
  }
  return made;
}

}  // namespace weir::study
