// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/sweep/plan.h"

#include <algorithm>
#include <array>
#include <utility>

#include "tb/scenario/file_text.h"
#include "tb/scenario/key_check.h"
#include "tb/sweep/axis_values.h"
#include "tb/sweep/plan_reader.h"
#include "tb/sweep/value_text.h"
#include "tb/text/quantity.h"
#include "tb/text/words.h"

namespace weir::sweep {
namespace {

using scenario::Member;
using scenario::Value;

constexpr std::array<std::pair<std::string_view, Aggregate>, 4> kAggregates = {{{"min ", Aggregate::kMinimum},
                                                                                {"max ", Aggregate::kMaximum},
                                                                                {"mean ", Aggregate::kMean},
                                                                                {"sum ", Aggregate::kSum}}};

template <class T, class Parse>
std::optional<T> quantity(const PlanReader& reader, std::string_view key, Parse parse) {
  if (reader.find(key) == nullptr) {
    return std::nullopt;
  }
  try {
    const T value = parse(reader.text(key));
    if (value <= T(0)) {
      reader.fail(key, "wanted more than 0; got " + text::in_quotes(reader.text(key)));
    }
    return value;
  } catch (const text::QuantityError& error) {
    reader.fail(key, error.what());
  }
}

std::vector<Wanted> wanted_results(const PlanReader& reader) {
  std::vector<Wanted> all;
  if (reader.find("results") == nullptr) {
    return all;
  }
  const std::vector<std::string> texts = reader.texts("results");
  const Value& given = reader.need("results");
  for (std::size_t i = 0; i < texts.size(); ++i) {
    Wanted one{texts[i], Aggregate::kEach, texts[i],
               given.kind == Value::Kind::kArray ? given.elements[i].place : given.place};
    for (const auto& [word, aggregate] : kAggregates) {
      if (one.text.starts_with(word)) {
        one.aggregate = aggregate;
        one.key = one.text.substr(word.size());
      }
    }
    if (std::any_of(all.begin(), all.end(), [&](const Wanted& other) { return other.text == one.text; })) {
      reader.fail("results", "wanted each quantity once; got " + text::in_quotes(one.text) + " twice");
    }
    all.push_back(std::move(one));
  }
  return all;
}

// Base scenarios; several are the first axis.
void load_scenarios(const PlanReader& reader, Plan& plan) {
  const bool several = reader.find("scenarios") != nullptr;
  if (several == (reader.find("scenario") != nullptr)) {
    reader.fail("scenario", "wanted either scenario or scenarios");
  }
  const char* key = several ? "scenarios" : "scenario";
  Axis axis{.key = kScenarioAxis, .place = reader.need(key).place};
  for (const std::string& pattern : several ? reader.texts(key) : std::vector{reader.text(key)}) {
    const std::vector<std::string> found = files_of(plan.folder, pattern);
    if (found.empty()) {
      reader.fail(key, "there is no file " + text::in_quotes(pattern));
    }
    for (const std::string& file : found) {
      plan.scenarios.push_back((plan.folder / file).lexically_normal().string());
      axis.values.push_back({file, file, std::nullopt, "", axis.place});
    }
  }
  if (several) {
    plan.axes.push_back(std::move(axis));
  }
}

void load_sweep(Plan& plan) {
  const Value* table = plan.document.root.find("sweep");
  if (table == nullptr) {
    scenario::fail(plan.document, {}, "sweep", "is missing; wanted a table [sweep]");
  }
  const PlanReader reader(plan.document, "sweep", *table,
                          {"scenario", "scenarios", "set", "until", "keep", "results", "time_limit", "memory_limit"});
  load_scenarios(reader, plan);
  if (reader.find("set") != nullptr) {
    plan.sets = reader.texts("set");
  }
  if (quantity<Time>(reader, "until", text::parse_time)) {
    plan.until = reader.text("until");
  }
  if (reader.find("keep") != nullptr) {
    const std::string keep = reader.one_of("keep", {"failures", "all", "none"});
    plan.keep = keep == "all" ? Keep::kAll : keep == "none" ? Keep::kNone : Keep::kFailures;
  }
  plan.results = wanted_results(reader);
  plan.time_limit = quantity<Time>(reader, "time_limit", text::parse_time);
  plan.memory_limit = quantity<Bytes>(reader, "memory_limit", text::parse_bytes);
}

void load_axes(Plan& plan) {
  const Value* list = plan.document.root.find("axis");
  if (list == nullptr) {
    return;
  }
  if (list->kind != Value::Kind::kArray) {
    scenario::fail(plan.document, list->place, "axis", "wanted [[axis]]; got " + scenario::describe(*list));
  }
  for (const Value& table : list->elements) {
    Axis axis = load_axis(plan, table);
    if (std::any_of(plan.axes.begin(), plan.axes.end(), [&](const Axis& other) { return other.key == axis.key; })) {
      scenario::fail(plan.document, axis.place, "axis.key",
                     "there is an axis " + text::in_quotes(axis.key) + " already");
    }
    for (const Axis& other : plan.axes) {
      if (!axis.zip.empty() && other.zip == axis.zip && other.values.size() != axis.values.size()) {
        scenario::fail(plan.document, axis.place, "axis.zip",
                       "wanted " + std::to_string(other.values.size()) + " values, as many as " + other.key +
                           " has; got " + std::to_string(axis.values.size()));
      }
    }
    plan.axes.push_back(std::move(axis));
  }
}

// [[where.allow]] and [[where.forbid]]: {AXIS = value, list of values, or {min, max, below, above}}.
class RuleLoader {
 public:
  explicit RuleLoader(const Plan& plan) : plan_(plan) {}

  std::vector<Rule> load(const Value& where, const std::string& word) {
    std::vector<Rule> rules;
    const Value* list = where.find(word);
    path_ = "where." + word;
    if (list != nullptr && list->kind != Value::Kind::kArray) {
      scenario::fail(plan_.document, list->place, path_, "wanted [[" + path_ + "]]; got " + scenario::describe(*list));
    }
    for (std::size_t i = 0; list != nullptr && i < list->elements.size(); ++i) {
      const Value& table = list->elements[i];
      if (table.kind != Value::Kind::kTable || table.members.empty()) {
        scenario::fail(plan_.document, table.place, path_, "wanted a table of axes; got " + scenario::describe(table));
      }
      rules.emplace_back();
      gather(table, "", rules.back());
    }
    return rules;
  }

 private:
  // A key without quotes is a table in a table.
  void gather(const Value& table, const std::string& prefix, Rule& rule) {
    for (const Member& member : table.members) {
      const std::string key = prefix + member.key;
      if (find_axis(key)) {
        rule.push_back(condition(key, member.value));
      } else if (member.value.kind == Value::Kind::kTable && !member.value.members.empty()) {
        gather(member.value, key + ".", rule);
      } else {
        fail_axis(member.key_place, path_ + "." + key, key);
      }
    }
  }

  Condition condition(const std::string& key, const Value& value) const {
    Condition made;
    made.axis = *find_axis(key);
    const Axis& axis = plan_.axes[made.axis];
    if (value.kind != Value::Kind::kTable) {
      for (const Value& one : value.kind == Value::Kind::kArray ? value.elements : std::vector{value}) {
        made.one_of.push_back(known_value(axis, key, one));
      }
      return made;
    }
    const PlanReader reader(plan_.document, path_ + "." + key, value, {"min", "max", "below", "above"});
    if (value.members.empty()) {
      reader.fail("min", "wanted min, max, below, above or some of them");
    }
    require_numbers(axis, value.place, key);
    for (const auto& [word, number] : {std::pair("min", &made.minimum), std::pair("max", &made.maximum)}) {
      if (reader.find(word) != nullptr) {
        const Scalar scalar = reader.scalar(word);
        if (scalar.unit() != axis.values.front().unit) {
          reader.fail(word, "wanted a value like those of the axis, " + text::in_quotes(axis.values.front().text));
        }
        *number = scalar.value();
      }
    }
    for (const auto& [word, other] : {std::pair("below", &made.below), std::pair("above", &made.above)}) {
      if (const Value* given = reader.find(word)) {
        *other = find_axis(reader.text(word));
        if (!*other) {
          fail_axis(given->place, path_ + "." + key + "." + word, reader.text(word));
        }
        require_numbers(plan_.axes[**other], given->place, key);
        if (plan_.axes[**other].values.front().unit != axis.values.front().unit) {
          reader.fail(word, "wanted an axis of the same dimension; got " + text::in_quotes(reader.text(word)));
        }
      }
    }
    return made;
  }

  std::string known_value(const Axis& axis, const std::string& key, const Value& value) const {
    const std::string text = text_of(value);
    std::vector<std::string> known;
    for (const AxisValue& one : axis.values) {
      if (one.text == text) {
        return text;
      }
      known.push_back(one.text);
    }
    scenario::fail(plan_.document, value.place, path_ + "." + key,
                   "the axis has no value " + text::in_quotes(text) + text::nearest_hint(text, known));
  }

  void require_numbers(const Axis& axis, const scenario::Place& place, const std::string& key) const {
    for (const AxisValue& value : axis.values) {
      if (!value.number || value.unit != axis.values.front().unit) {
        scenario::fail(
            plan_.document, place, path_ + "." + key,
            "wanted an axis of numbers of one dimension; " + axis.key + " has " + text::in_quotes(value.text));
      }
    }
  }

  std::optional<std::size_t> find_axis(const std::string& key) const {
    for (std::size_t i = 0; i < plan_.axes.size(); ++i) {
      if (plan_.axes[i].key == key) {
        return i;
      }
    }
    return std::nullopt;
  }

  [[noreturn]] void fail_axis(const scenario::Place& place, const std::string& path, const std::string& key) const {
    std::vector<std::string> known;
    for (const Axis& axis : plan_.axes) {
      known.push_back(axis.key);
    }
    scenario::fail(plan_.document, place, path,
                   "there is no axis " + text::in_quotes(key) + text::nearest_hint(key, known));
  }

  const Plan& plan_;
  std::string path_;
};

}  // namespace

Plan parse_plan(std::string_view text, const std::string& file) {
  Plan plan;
  plan.name = std::filesystem::path(file).stem().string();
  plan.folder = std::filesystem::path(file).parent_path();
  plan.document = scenario::parse_document(text, file);
  const PlanReader top(plan.document, "", plan.document.root, {"sweep", "axis", "where"});
  load_sweep(plan);
  load_axes(plan);
  if (const Value* where = top.find("where")) {
    const PlanReader words(plan.document, "where", *where, {"allow", "forbid"});
    RuleLoader rules(plan);
    plan.allow = rules.load(*where, "allow");
    plan.forbid = rules.load(*where, "forbid");
  }
  return plan;
}

Plan load_plan(const std::string& file) {
  return parse_plan(scenario::read_text_file(file, "a plan of a sweep"), file);
}

}  // namespace weir::sweep
