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

constexpr const char* kWindow = "window";
constexpr const char* kFigure = "figure";

std::string dotted(const std::string& path, const std::string& key) { return path + "." + key; }

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

void PageReader::windows(const Value& table) {
  for (const Member& member : members(table, "windows")) {
    const std::string path = dotted("windows", member.key);
    const std::vector<Value>& ends = elements(member.value, path);
    std::array<Time, 2> times{};
    for (std::size_t i = 0; i < times.size(); ++i) {
      const auto scalar = ends.size() == times.size() ? sweep::scalar_of(ends[i]) : std::nullopt;
      if (!scalar || scalar->kind != sweep::Scalar::Kind::kTime) {
        fail(member.value, path, "wanted two times, where the window begins and ends, as in [\"20ms\", \"60ms\"]");
      }
      times[i] = Time(scalar->count);
    }
    if (times[1] <= times[0]) {
      fail(member.value, path, "wanted an end behind the begin");
    }
    if (member.key == kWindow || member.key.find(']') != std::string::npos) {
      fail(member.value, path, "wanted a name without ']', and not \"window\"");
    }
    study_.names.windows.push_back({member.key, times[0], times[1]});
  }
}

// Notes what runs must have for it, for the messages at its place.
Expression PageReader::expression(const Value& value, const std::string& path, const std::string& text) {
  Expression made;
  try {
    made = parse_expression(text, study_.names);
  } catch (const ExpressionError& error) {
    fail(value, path, error.what());
  }
  for (sweep::Wanted& wanted : wanted_of(made, study_.names.windows)) {
    std::vector<sweep::Wanted>& all = study_.plan.results;
    if (std::ranges::none_of(all, [&](const sweep::Wanted& other) { return other.text == wanted.text; })) {
      wanted.place = value.place;
      wanted.path = path;
      all.push_back(std::move(wanted));
    }
  }
  return made;
}

Expression PageReader::number(const Value& value, const std::string& path, const std::string& text) {
  const Expression made = expression(value, path, text);
  if (made->list) {
    fail(value, path, "wanted one number: min, max, mean or sum of a list; got " + text::in_quotes(text));
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

// "low:Gbps.2", or the name of a text.
Piece PageReader::piece(const Value& value, const std::string& path, std::string inside) {
  Piece made;
  if (study_.page.texts.contains(inside)) {
    made.words = std::move(inside);
    made.is_text = true;
    return made;
  }
  const std::size_t colon = inside.rfind(':');
  made.number = number(value, path, inside.substr(0, colon));
  try {
    made.form = parse_form(colon == std::string::npos ? "" : inside.substr(colon + 1));
  } catch (const std::invalid_argument& error) {
    fail(value, path, error.what());
  }
  return made;
}

Template PageReader::words(const Value& value, const std::string& path) {
  const std::string given = text(value, path);
  Template made;
  for (std::size_t at = 0; at < given.size();) {
    const std::size_t begin = std::min(given.find('{', at), given.size());
    if (begin > at) {
      made.push_back({.words = given.substr(at, begin - at)});
    }
    if (begin == given.size()) {
      break;
    }
    const std::size_t end = given.find('}', begin);
    if (end == std::string::npos) {
      fail(value, path, "wanted '}' behind each '{'; got " + text::in_quotes(given));
    }
    made.push_back(piece(value, path, given.substr(begin + 1, end - begin - 1)));
    at = end + 1;
  }
  return made;
}

std::vector<Alternative> PageReader::alternatives(const Value& value, const std::string& path) {
  std::vector<Alternative> all;
  for (const Value& one : elements(value, path)) {
    const PlanReader reader(study_.plan.document, path, one, {"when", "text"});
    Alternative made;
    if (const Value* when = reader.find("when")) {
      made.when = number(*when, dotted(path, "when"), reader.text("when"));
    }
    made.text = words(reader.need("text"), dotted(path, "text"));
    all.push_back(std::move(made));
  }
  return all;
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
    if (found == known.end()) {
      fail(one, dotted(path, kWindow), "there is no window " + text::in_quotes(name) + text::nearest_hint(name, known));
    }
    made.windows.push_back(static_cast<std::size_t>(found - known.begin()));
  }
  for (std::size_t i = 0; of == nullptr && i < known.size(); ++i) {
    made.windows.push_back(i);
  }
  std::erase_if(axes.members, [](const Member& member) { return member.key == kWindow; });
  made.rule = sweep::load_rule(study_.plan, axes, path);
  return made;
}

std::vector<Dimension> PageReader::dimensions(const PlanReader& reader, const std::string& key,
                                              const std::string& path) {
  std::vector<Dimension> all;
  for (const std::string& word : reader.texts(key)) {
    Dimension one{word == kWindow ? Dimension::Kind::kWindow : Dimension::Kind::kFigure, 0};
    std::vector<std::string> known{kWindow, kFigure};
    for (std::size_t i = 0; i < study_.plan.axes.size(); ++i) {
      known.push_back(study_.plan.axes[i].key);
      if (study_.plan.axes[i].key == word) {
        one = {Dimension::Kind::kAxis, i};
      }
    }
    if (std::find(known.begin(), known.end(), word) == known.end()) {
      fail(reader.need(key), dotted(path, key),
           "there is no axis " + text::in_quotes(word) + text::nearest_hint(word, known));
    }
    all.push_back(one);
  }
  return all;
}

void PageReader::check_dimensions(const Table& table, const PlanReader& reader) const {
  std::vector<Dimension> all = table.rows;
  all.insert(all.end(), table.columns.begin(), table.columns.end());
  const auto count = [&](Dimension::Kind kind) {
    return std::ranges::count_if(all, [&](const Dimension& one) { return one.kind == kind; });
  };
  if (count(Dimension::Kind::kFigure) != (reader.need("cells").kind == Value::Kind::kTable ? 1 : 0)) {
    reader.fail("cells", "wanted a table of texts where rows or columns have \"figure\" once, else one text");
  }
  const auto by_window = [](const Table::Cell& cell) {
    return std::ranges::any_of(cell.text, [](const Piece& one) { return one.number && one.number->by_window; });
  };
  if (count(Dimension::Kind::kWindow) == 0 && table.where.windows.size() != 1 &&
      std::ranges::any_of(table.cells, by_window)) {
    reader.fail("cells", "wanted \"window\" in rows or columns, or one window in where, for what is of [window]");
  }
  if (table.corner.size() != table.rows.size()) {
    reader.fail("corner", "wanted a heading for each of rows; got " + std::to_string(table.corner.size()));
  }
}

Table PageReader::table(const Value& value) {
  const std::string path = "page.table";
  const PlanReader reader(study_.plan.document, path, value, {"mark", "where", "rows", "columns", "corner", "cells"});
  Table made;
  made.place = value.place;
  made.mark = reader.find("mark") != nullptr ? reader.text("mark") : "figures";
  made.where = where(reader.find("where"), dotted(path, "where"));
  made.rows = dimensions(reader, "rows", path);
  made.columns = dimensions(reader, "columns", path);
  made.corner.assign(made.rows.size(), "");
  if (const Value* corner = reader.find("corner")) {
    made.corner.clear();
    for (const Value& one : corner->kind == Value::Kind::kArray ? corner->elements : std::vector{*corner}) {
      made.corner.push_back(text(one, dotted(path, "corner")));
    }
  }
  const Value& cells = reader.need("cells");
  if (cells.kind == Value::Kind::kTable) {
    for (const Member& member : cells.members) {
      made.cells.push_back({member.key, words(member.value, dotted(dotted(path, "cells"), member.key))});
    }
  } else {
    made.cells.push_back({"", words(cells, dotted(path, "cells"))});
  }
  check_dimensions(made, reader);
  return made;
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
  const PlanReader reader(study_.plan.document, "page", value,
                          {"file", "cpu_time", "labels", "texts", "table", "claim"});
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
  if (const Value* labels = reader.find("labels")) {
    for (const Member& member : members(*labels, "page.labels")) {
      page.labels[member.key] = text(member.value, "page.labels." + member.key);
    }
  }
  if (const Value* texts = reader.find("texts")) {
    for (const Member& member : members(*texts, "page.texts")) {
      std::vector<Alternative> made = alternatives(member.value, "page.texts." + member.key);
      page.texts[member.key] = std::move(made);
    }
  }
  if (const Value* tables = reader.find("table")) {
    for (const Value& one : elements(*tables, "page.table")) {
      page.tables.push_back(table(one));
    }
  }
  if (const Value* claims = reader.find("claim")) {
    for (const Value& one : elements(*claims, "page.claim")) {
      page.claims.push_back(claim(one));
    }
  }
  if (page.tables.empty() && page.claims.empty()) {
    reader.fail("table", "wanted at least one [[page.table]] or [[page.claim]]");
  }
}

}  // namespace weir::study
