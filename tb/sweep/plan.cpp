// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/sweep/plan.h"

#include <algorithm>
#include <array>
#include <utility>

#include "tb/scenario/file_text.h"
#include "tb/scenario/key_check.h"
#include "tb/sweep/axis_values.h"
#include "tb/sweep/named.h"
#include "tb/sweep/plan_reader.h"
#include "tb/sweep/rules.h"
#include "tb/sweep/value_text.h"
#include "tb/text/quantity.h"
#include "tb/text/words.h"

namespace weir::sweep {
namespace {

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
  const PlanReader reader(
      plan.document, "sweep", *table,
      {"scenario", "scenarios", "set", "until", "run", "keep", "results", "time_limit", "memory_limit"});
  load_scenarios(reader, plan);
  if (reader.find("set") != nullptr) {
    plan.sets = with_named(plan, reader.texts("set"), reader.need("set").place, "sweep.set");
  }
  if (quantity<Time>(reader, "until", text::parse_time)) {
    plan.until = reader.text("until");
  }
  if (const Value* run = reader.find("run")) {
    if (run->kind != Value::Kind::kBoolean) {
      reader.fail("run", "wanted true or false; got " + scenario::describe(*run));
    }
    plan.run = run->boolean;
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

}  // namespace

Plan parse_plan(std::string_view text, const std::string& file) {
  Plan plan;
  plan.name = std::filesystem::path(file).stem().string();
  plan.folder = std::filesystem::path(file).parent_path();
  plan.document = scenario::parse_document(text, file);
  for (const char* const table : {"scenario", "topology"}) {
    if (const Value* const found = plan.document.root.find(table)) {
      scenario::fail(plan.document, found->place, table,
                     "the file is a scenario, no plan of many runs; wanted weir run " + file +
                         ", or a plan with [sweep] (docs/reference/sweep_plan.md)");
    }
  }
  // What a study has beside them: docs/reference/study_plan.md.
  const PlanReader top(plan.document, "", plan.document.root,
                       {"sweep", "axis", "where", "named", "windows", "figures", "page"});
  load_named(plan);
  load_sweep(plan);
  load_axes(plan);
  if (const Value* where = top.find("where")) {
    const PlanReader words(plan.document, "where", *where, {"allow", "forbid"});
    plan.allow = load_rules(plan, *where, "allow");
    plan.forbid = load_rules(plan, *where, "forbid");
  }
  return plan;
}

Plan load_plan(const std::string& file) {
  return parse_plan(scenario::read_text_file(file, "a plan of a sweep"), file);
}

}  // namespace weir::sweep
