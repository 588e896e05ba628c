// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/sweep/axis_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <string_view>
#include <utility>

#include "hw_model/base/portable_math.h"
#include "hw_model/base/random_stream.h"
#include "tb/report/human.h"
#include "tb/scenario/expectation_key.h"
#include "tb/scenario/key_check.h"
#include "tb/scenario/toml_text.h"
#include "tb/sweep/csv_column.h"
#include "tb/sweep/named.h"
#include "tb/sweep/plan_reader.h"
#include "tb/sweep/scalar.h"
#include "tb/sweep/value_text.h"
#include "tb/text/words.h"

namespace weir::sweep {
namespace {

using scenario::Value;

constexpr std::int64_t kMostValues = 1'000'000;
constexpr std::array<std::string_view, 7> kSources = {"values", "range", "seeds", "files", "column", "draw", "cases"};

// Text as bare as --set takes it for text.
std::string setting_of(const Value& value) {
  if (value.kind != Value::Kind::kText) {
    return scenario::toml_text(value);
  }
  if (value.text.empty() || value.text.find_first_of("\"'\n\r\t ") != std::string::npos) {
    return scenario::toml_text(value);
  }
  const Value read = value_of_set(value.text);
  const bool same = read.kind == Value::Kind::kText && read.text == value.text;
  return same ? value.text : scenario::toml_text(value);
}

AxisValue axis_value(const Value& value) {
  AxisValue made;
  made.text = text_of(value);
  made.setting = setting_of(value);
  made.place = value.place;
  if (const auto scalar = scalar_of(value)) {
    made.number = scalar->value();
    made.unit = scalar->unit();
  }
  return made;
}

AxisValue axis_value(const Scalar& scalar, const scenario::Place& place) {
  return {scalar.text(), scalar.text(), scalar.value(), scalar.unit(), place};
}

// Where rounding makes two equal there is one.
std::vector<AxisValue> axis_values(const std::vector<Scalar>& scalars, const scenario::Place& place) {
  std::vector<AxisValue> values;
  std::set<std::string> seen;
  for (const Scalar& scalar : scalars) {
    AxisValue value = axis_value(scalar, place);
    if (seen.insert(value.text).second) {
      values.push_back(std::move(value));
    }
  }
  return values;
}

// Both ends of a range, of one kind; integers beside a number with a fraction are such numbers.
std::pair<Scalar, Scalar> ends_of(const PlanReader& reader) {
  Scalar from = reader.scalar("from");
  Scalar to = reader.scalar("to");
  for (auto [one, other] : {std::pair(&from, &to), std::pair(&to, &from)}) {
    if (one->kind == Scalar::Kind::kInteger && other->kind == Scalar::Kind::kReal) {
      *one = {Scalar::Kind::kReal, 0, static_cast<double>(one->count)};
    }
  }
  if (from.kind != to.kind) {
    reader.fail("to", "wanted the dimension of from, " + from.text() + "; got " + to.text());
  }
  if (from.raw() >= to.raw()) {
    reader.fail("to", "wanted more than from, " + from.text() + "; got " + to.text());
  }
  return {from, to};
}

// So many times `from` is `to`; refused where no logarithm of it is to be had.
double ratio_of(const PlanReader& reader, const Scalar& from, const Scalar& to) {
  constexpr double kMost = 1e300;
  if (from.raw() <= 0) {
    reader.fail("from", "wanted more than 0; got " + from.text());
  }
  if (to.raw() / kMost > from.raw()) {
    reader.fail("to", "wanted at most 1e300 times from, " + from.text() + "; got " + to.text());
  }
  return to.raw() / from.raw();
}

// By logarithm; share: 0 to 1.
double between(double from, double ratio, double share) { return from * portable_exp(share * portable_log(ratio)); }

std::vector<Scalar> by_step(const PlanReader& reader, const Scalar& from, const Scalar& to) {
  Scalar step = reader.scalar("step");
  if (from.kind == Scalar::Kind::kReal && step.kind == Scalar::Kind::kInteger) {
    step = {Scalar::Kind::kReal, 0, static_cast<double>(step.count)};
  }
  if (step.kind != from.kind || step.raw() <= 0) {
    reader.fail("step", "wanted more than 0, in the dimension of from, " + from.text() + "; got " + step.text());
  }
  const double count = std::floor((to.raw() - from.raw()) / step.raw() * (1 + 1e-12)) + 1;
  if (count > static_cast<double>(kMostValues)) {
    reader.fail("step", "wanted at most 1000000 values");
  }
  std::vector<Scalar> scalars;
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(count); ++i) {
    scalars.push_back(from.kind == Scalar::Kind::kReal
                          ? nearest(from.kind, from.real + static_cast<double>(i) * step.real)
                          : Scalar{from.kind, from.count + i * step.count, 0});
  }
  return scalars;
}

std::vector<Scalar> powers_of_two(const PlanReader& reader, const Scalar& from, const Scalar& to) {
  if (from.raw() <= 0) {
    reader.fail("from", "wanted more than 0; got " + from.text());
  }
  std::vector<Scalar> scalars;
  for (double raw = from.raw(); raw <= to.raw(); raw *= 2) {
    scalars.push_back(nearest(from.kind, raw));
  }
  return scalars;
}

std::vector<Scalar> range(const PlanReader& reader) {
  const auto [from, to] = ends_of(reader);
  const std::string scale =
      reader.find("scale") != nullptr ? reader.one_of("scale", {"linear", "log", "powers_of_two"}) : "linear";
  const bool has_step = reader.find("step") != nullptr;
  const bool has_count = reader.find("count") != nullptr;
  if (scale == "powers_of_two") {
    if (has_step || has_count) {
      reader.fail(has_step ? "step" : "count", "does not go with scale = \"powers_of_two\"");
    }
    return powers_of_two(reader, from, to);
  }
  if (has_step == has_count || (has_step && scale == "log")) {
    reader.fail(has_step ? "step" : "count", scale == "log" ? "wanted a count, and no step, where scale = \"log\""
                                                            : "wanted either a step or a count");
  }
  if (has_step) {
    return by_step(reader, from, to);
  }
  const double ratio = scale == "log" ? ratio_of(reader, from, to) : 0;
  const std::int64_t count = reader.integer("count", 2, kMostValues);
  std::vector<Scalar> scalars;
  for (std::int64_t i = 0; i < count; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(count - 1);
    const double raw =
        scale == "log" ? between(from.raw(), ratio, share) : from.raw() + share * (to.raw() - from.raw());
    scalars.push_back(i + 1 == count ? to : nearest(from.kind, raw));
  }
  return scalars;
}

// Each draw is of a stream of its own axis, so that other axes do not change it.
std::vector<Scalar> draw(const PlanReader& reader, const std::string& key) {
  const std::string distribution = reader.one_of("distribution", {"uniform", "log_uniform", "exponential"});
  const bool is_exponential = distribution == "exponential";
  for (const char* other : is_exponential ? std::array{"from", "to"} : std::array{"mean", "mean"}) {
    if (reader.find(other) != nullptr) {
      reader.fail(other, "does not go with distribution = \"" + distribution + "\"");
    }
  }
  const auto [from, to] = is_exponential ? std::pair(Scalar(), reader.scalar("mean")) : ends_of(reader);
  if (is_exponential && to.raw() <= 0) {
    reader.fail("mean", "wanted more than 0; got " + to.text());
  }
  const double ratio = distribution == "log_uniform" ? ratio_of(reader, from, to) : 0;
  const std::int64_t count = reader.integer("count", 1, kMostValues);
  const std::int64_t seed =
      reader.find("seed") != nullptr ? reader.integer("seed", 0, std::numeric_limits<std::int64_t>::max()) : 1;
  RandomStream stream(static_cast<std::uint64_t>(seed), "axis." + key);
  std::vector<Scalar> scalars;
  for (std::int64_t i = 0; i < count; ++i) {
    const double u = stream.unit();
    const double raw = is_exponential              ? -to.raw() * portable_log(1 - u)
                       : distribution == "uniform" ? from.raw() + u * (to.raw() - from.raw())
                                                   : between(from.raw(), ratio, u);
    scalars.push_back(nearest(to.kind, raw));
  }
  return scalars;
}

std::vector<AxisValue> listed(const PlanReader& reader) {
  const Value& list = reader.need("values");
  if (list.kind != Value::Kind::kArray || list.elements.empty()) {
    reader.fail("values", "wanted a list of at least one value; got " + scenario::describe(list));
  }
  std::vector<AxisValue> values;
  for (const Value& element : list.elements) {
    values.push_back(axis_value(element));
  }
  return values;
}

std::vector<AxisValue> of_column(const Plan& plan, const Value& column) {
  std::vector<AxisValue> values;
  for (const Value& value : values_of_column(plan.document, column, plan.folder)) {
    values.push_back(axis_value(value));
  }
  return values;
}

std::vector<AxisValue> seeds(const PlanReader& reader, const Plan& plan) {
  const Value& given = reader.need("seeds");
  std::int64_t first = 1;
  std::int64_t count = 0;
  if (given.find("file") != nullptr) {
    return of_column(plan, given);
  }
  if (given.kind == Value::Kind::kTable) {
    const PlanReader table(plan.document, "axis.seeds", given, {"first", "count"});
    first = table.integer("first", 0, std::numeric_limits<std::int64_t>::max() - kMostValues);
    count = table.integer("count", 1, kMostValues);
  } else {
    count = reader.integer("seeds", 1, kMostValues);
  }
  std::vector<AxisValue> values;
  for (std::int64_t i = 0; i < count; ++i) {
    values.push_back(axis_value(Scalar{Scalar::Kind::kInteger, first + i, 0}, given.place));
  }
  return values;
}

// Rows name a file as the plan does; a scenario is told where it is, because it looks beside itself.
std::vector<AxisValue> files(const PlanReader& reader, const std::filesystem::path& folder) {
  std::vector<AxisValue> values;
  for (const std::string& pattern : reader.texts("files")) {
    const std::vector<std::string> found = files_of(folder, pattern);
    if (found.empty()) {
      reader.fail("files", "there is no file " + text::in_quotes(pattern) + " in " +
                               (folder.empty() ? std::string(".") : folder.string()));
    }
    for (const std::string& file : found) {
      const std::string path = std::filesystem::absolute(folder / file).lexically_normal().string();
      values.push_back({file, setting_of(scenario::text_value(path)), std::nullopt, "", reader.need("files").place});
    }
  }
  return values;
}

// Named settings that go together: a table of lists of KEY=VALUE.
std::vector<AxisValue> cases(const Plan& plan, const Value& table) {
  const scenario::Document& document = plan.document;
  if (table.kind != Value::Kind::kTable || table.members.empty()) {
    scenario::fail(document, table.place, "axis.cases",
                   "wanted a table of cases, each a list of KEY=VALUE; got " + scenario::describe(table));
  }
  std::vector<AxisValue> values;
  for (const scenario::Member& member : table.members) {
    AxisValue value{member.key, "", std::nullopt, "", member.key_place};
    value.sets = settings_in(plan, member.value, "axis.cases." + member.key);
    values.push_back(std::move(value));
  }
  return values;
}

// A spreadsheet takes a cell that begins so for a formula; numbers may have a sign.
bool is_formula(const std::string& text) { return text.find_first_of("=+-@\t\r") == 0; }

void refuse_formulas(const Plan& plan, const Axis& axis) {
  for (const AxisValue& value : axis.values) {
    if (!value.number && is_formula(value.text)) {
      scenario::fail(plan.document, value.place, "axis." + axis.key,
                     "wanted text that does not begin with '=', '+', '-', '@', a tab or a carriage return, because "
                     "tables in CSV hold it; got " +
                         text::in_quotes(value.text));
    }
  }
}

}  // namespace

std::vector<std::string> files_of(const std::filesystem::path& folder, const std::string& pattern) {
  std::vector<std::filesystem::path> found = {std::filesystem::path()};
  if (pattern.find('*') == std::string::npos) {
    return {pattern};
  }
  for (const std::filesystem::path& part : std::filesystem::path(pattern)) {
    std::vector<std::filesystem::path> next;
    for (const std::filesystem::path& before : found) {
      if (part.string().find('*') == std::string::npos) {
        next.push_back(before / part);
        continue;
      }
      std::error_code error;
      for (const auto& entry : std::filesystem::directory_iterator(folder / before / ".", error)) {
        const std::string name = entry.path().filename().string();
        if (scenario::matches(part.string(), name) && (name[0] != '.' || part.string()[0] == '.')) {
          next.push_back(before / name);
        }
      }
    }
    found = std::move(next);
  }
  std::vector<std::string> names;
  for (const std::filesystem::path& path : found) {
    std::error_code error;
    if (std::filesystem::is_regular_file(folder / path, error)) {
      names.push_back(path.string());
    }
  }
  std::sort(names.begin(), names.end(), report::natural_less);
  return names;
}

Axis load_axis(const Plan& plan, const Value& table) {
  const PlanReader reader(plan.document, "axis", table,
                          {"key", "zip", "values", "range", "seeds", "files", "column", "draw", "cases"});
  Axis axis;
  axis.place = table.place;
  const auto sources = std::count_if(kSources.begin(), kSources.end(),
                                     [&](std::string_view source) { return reader.find(source) != nullptr; });
  if (sources != 1) {
    reader.fail("key", "wanted one of values, range, seeds, files, column, draw and cases beside it; got " +
                           std::to_string(sources));
  }
  axis.seeds = reader.find("seeds") != nullptr;
  axis.key = axis.seeds && reader.find("key") == nullptr ? "scenario.seed" : reader.text("key");
  axis.zip = reader.find("zip") != nullptr ? reader.text("zip") : "";
  if (axis.key.find('=') != std::string::npos || is_formula(axis.key)) {
    reader.fail("key",
                "wanted a key without '=', and not with '+', '-' or '@' first; got " + text::in_quotes(axis.key));
  }
  axis.cases = reader.find("cases") != nullptr;
  if (axis.cases) {
    axis.values = cases(plan, reader.need("cases"));
  } else if (axis.seeds) {
    axis.values = seeds(reader, plan);
  } else if (const Value* given = reader.find("range")) {
    axis.values = axis_values(range({plan.document, "axis.range", *given, {"from", "to", "step", "count", "scale"}}),
                              given->place);
  } else if (const Value* column = reader.find("column")) {
    axis.values = of_column(plan, *column);
  } else if (const Value* drawn = reader.find("draw")) {
    axis.values = axis_values(
        draw({plan.document, "axis.draw", *drawn, {"distribution", "from", "to", "mean", "count", "seed"}}, axis.key),
        drawn->place);
  } else {
    axis.values = reader.find("files") != nullptr ? files(reader, plan.folder) : listed(reader);
  }
  refuse_formulas(plan, axis);
  return axis;
}

}  // namespace weir::sweep
