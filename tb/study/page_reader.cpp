// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/study/page_reader.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "tb/scenario/key_check.h"
#include "tb/sweep/rules.h"
#include "tb/sweep/value_text.h"
#include "tb/text/quantity.h"
#include "tb/text/words.h"

namespace weir::study {

using scenario::Member;
using scenario::Value;
using sweep::PlanReader;

namespace {

constexpr std::int64_t kMostSteps = 10000;

void note_asked(const Expression& expression, std::set<std::size_t>& axes) {
  for (const auto& [axis, value] : expression->there) {
    axes.insert(axis);
  }
  for (const Expression& part : expression->parts) {
    note_asked(part, axes);
  }
}

}  // namespace

void PageReader::fail(const Value& value, const std::string& path, const std::string& what) const {
  scenario::fail(study_.plan.document, value.place, path, what);
}

const std::vector<Member>& PageReader::members(const Value& value, const std::string& path) const {
  if (value.kind != Value::Kind::kTable) {
    fail(value, path, "wanted a table; got " + scenario::describe(value));
  }
  return value.members;
}

const std::vector<Value>& PageReader::elements(const Value& value, const std::string& path) const {
  if (value.kind != Value::Kind::kArray || value.elements.empty()) {
    fail(value, path, "wanted a list; got " + scenario::describe(value));
  }
  return value.elements;
}

std::string PageReader::text(const Value& value, const std::string& path) const {
  if (value.kind != Value::Kind::kText) {
    fail(value, path, "wanted text; got " + scenario::describe(value));
  }
  return value.text;
}

// Default: false.
bool PageReader::truth(const PlanReader& reader, const std::string& key) {
  const Value* value = reader.find(key);
  if (value != nullptr && value->kind != Value::Kind::kBoolean) {
    reader.fail(key, "wanted true or false; got " + scenario::describe(*value));
  }
  return value != nullptr && value->boolean;
}

void PageReader::windows(const Value& table) {
  for (const Member& member : members(table, "windows")) {
    const std::string path = dotted("windows", member.key);
    const std::vector<Value>& ends = elements(member.value, path);
    std::vector<Time> times;
    for (const Value& end : ends) {
      const auto scalar = sweep::scalar_of(end);
      if (scalar && scalar->kind == sweep::Scalar::Kind::kTime) {
        times.emplace_back(scalar->count);
      }
    }
    if (times.size() != ends.size() || times.size() < 2 || times.size() > 3) {
      fail(member.value, path,
           "wanted two times, where the window begins and ends, as in [\"20ms\", \"60ms\"], and a third for its steps");
    }
    if (times[1] <= times[0]) {
      fail(member.value, path, "wanted an end behind the begin");
    }
    if (times.size() == 3 && (times[2] <= Time(0) || (times[1] - times[0]) % times[2] != Time(0) ||
                              (times[1] - times[0]) / times[2] > kMostSteps)) {
      fail(member.value, path, "wanted a window of whole steps, at most " + std::to_string(kMostSteps));
    }
    if (member.key == kWindow || member.key.find(']') != std::string::npos) {
      fail(member.value, path, "wanted a name without ']', and not \"window\"");
    }
    study_.names.windows.push_back(
        {member.key, times[0], times[1], times.size() == 3 ? std::optional(times[2]) : std::nullopt});
  }
}

// Notes what runs must have for it, for the messages at its place, and by which axes it asks for other cells.
Expression PageReader::expression(const Value& value, const std::string& path, const std::string& text) {
  Expression made;
  try {
    made = parse_expression(text, study_.names, study_.plan.axes);
  } catch (const ExpressionError& error) {
    fail(value, path, error.what());
  }
  note_asked(made, study_.asked);
  for (sweep::Wanted& wanted : wanted_of(made, study_.names.windows)) {
    if (wanted_.insert(wanted.text).second) {
      wanted.place = value.place;
      wanted.path = path;
      study_.plan.results.push_back(std::move(wanted));
    }
  }
  return made;
}

Expression PageReader::number(const Value& value, const std::string& path, const std::string& text) {
  const Expression made = expression(value, path, text);
  if (made->list) {
    fail(value, path, "wanted one number: min, max, mean or sum of a list; got " + text::in_quotes(text));
  }
  if (made->by_step) {
    fail(value, path, "wanted since() or until() of what is of a window with steps; got " + text::in_quotes(text));
  }
  return made;
}

void PageReader::figures(const Value& table) {
  for (const Member& member : members(table, "figures")) {
    const std::string path = dotted("figures", member.key);
    if (member.key.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789") != std::string::npos) {
      fail(member.value, path, "wanted a name of small letters, digits and '_'");
    }
    study_.names.figures[member.key] = expression(member.value, path, text(member.value, path));
  }
}

// Axes, and the key `window`: one of them or a list.
Where PageReader::where(const Value* value, const std::string& path) {
  Where made;
  Value axes;
  if (value != nullptr) {
    axes = *value;
    members(axes, path);
  }
  std::vector<std::string> known;
  for (const Window& window : study_.names.windows) {
    known.push_back(window.name);
  }
  const Value* of = axes.find(kWindow);
  for (const Value& one : of == nullptr                     ? std::vector<Value>()
                          : of->kind == Value::Kind::kArray ? of->elements
                                                            : std::vector{*of}) {
    const std::string name = sweep::text_of(one);
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end() || study_.names.windows[static_cast<std::size_t>(found - known.begin())].step) {
      fail(one, dotted(path, kWindow), "there is no window " + text::in_quotes(name) + text::known_hint(name, known));
    }
    made.windows.push_back(static_cast<std::size_t>(found - known.begin()));
  }
  for (std::size_t i = 0; of == nullptr && i < known.size(); ++i) {
    if (!study_.names.windows[i].step) {
      made.windows.push_back(i);
    }
  }
  std::erase_if(axes.members, [](const Member& member) { return member.key == kWindow; });
  made.rule = sweep::load_rule(study_.plan, axes, path);
  return made;
}

void PageReader::labels(const PlanReader& reader, const std::string& path,
                        std::map<std::string, std::string>& all) const {
  if (const Value* given = reader.find("labels")) {
    for (const Member& member : members(*given, path)) {
      all[member.key] = text(member.value, dotted(path, member.key));
    }
  }
}

Held PageReader::held(const Member& member) {
  const std::string path = "page.claim.holds." + member.key;
  Held made{.text = member.key, .number = number(member.value, "page.claim.holds", member.key)};
  if (member.value.kind != Value::Kind::kTable) {
    made.equal = sweep::scalar_of(member.value);
    if (!made.equal) {
      fail(member.value, path,
           "wanted a number, or { min, max, above, below }; got " + scenario::describe(member.value));
    }
    return made;
  }
  const PlanReader reader(study_.plan.document, path, member.value, {"min", "max", "above", "below"});
  if (member.value.members.empty()) {
    reader.fail("min", "wanted min, max, above, below or some of them");
  }
  for (const auto& [word, bound] : {std::pair("min", &made.minimum), std::pair("max", &made.maximum),
                                    std::pair("above", &made.above), std::pair("below", &made.below)}) {
    if (reader.find(word) != nullptr) {
      *bound = reader.scalar(word);
    }
  }
  return made;
}

Claim PageReader::claim(const Value& value) {
  const PlanReader reader(study_.plan.document, "page.claim", value, {"says", "where", "holds"});
  Claim made{.says = reader.text("says"),
             .where = where(reader.find("where"), "page.claim.where"),
             .holds = {},
             .place = value.place};
  for (const Member& member : members(reader.need("holds"), "page.claim.holds")) {
    made.holds.push_back(held(member));
  }
  if (made.holds.empty()) {
    reader.fail("holds", "wanted at least one expression with its bounds");
  }
  return made;
}

void PageReader::page(const Value& value) {
  const PlanReader reader(
      study_.plan.document, "page", value,
      {"file", "cpu_time", "tenth_of", "papers", "labels", "lists", "texts", "table", "curve", "claim"});
  Page& page = study_.page;
  if (reader.find("file") != nullptr) {
    page.file = (study_.plan.folder / reader.text("file")).lexically_normal().string();
  }
  if (const Value* time = reader.find("cpu_time")) {
    const auto scalar = sweep::scalar_of(*time);
    if (!scalar || scalar->kind != sweep::Scalar::Kind::kTime) {
      reader.fail("cpu_time", "wanted a time; got " + scenario::describe(*time));
    }
  }
  if (const Value* some = reader.find("tenth_of")) {
    page.tenth_of = sweep::load_rule(study_.plan, *some, "page.tenth_of");
  }
  if (const Value* all = reader.find("papers")) {
    for (const Member& member : members(*all, "page.papers")) {
      page.papers.push_back({member.key, text(member.value, dotted("page.papers", member.key))});
    }
  }
  labels(reader, "page.labels", page.labels);
  if (const Value* all = reader.find("lists")) {
    lists(*all);
  }
  if (const Value* all = reader.find("texts")) {
    texts(*all);
  }
  if (const Value* tables = reader.find("table")) {
    for (const Value& one : elements(*tables, "page.table")) {
      page.tables.push_back(table(one));
    }
  }
  if (const Value* curves = reader.find("curve")) {
    for (const Value& one : elements(*curves, "page.curve")) {
      page.curves.push_back(curve(one));
    }
  }
  if (const Value* claims = reader.find("claim")) {
    for (const Value& one : elements(*claims, "page.claim")) {
      page.claims.push_back(claim(one));
    }
  }
  if (page.tables.empty() && page.curves.empty() && page.claims.empty()) {
    reader.fail("table", "wanted at least one [[page.table]], [[page.curve]] or [[page.claim]]");
  }
}

}  // namespace weir::study
