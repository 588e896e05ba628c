// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/sweep/plan_reader.h"

#include <algorithm>
#include <utility>

#include "tb/scenario/key_check.h"
#include "tb/text/words.h"

namespace weir::sweep {

using scenario::describe;
using scenario::Member;
using scenario::Value;

PlanReader::PlanReader(const scenario::Document& document, std::string path, const Value& value,
                       std::initializer_list<std::string_view> known)
    : document_(document), path_(std::move(path)), value_(value) {
  if (value.kind != Value::Kind::kTable) {
    scenario::fail(document, value.place, path_, "wanted a table; got " + describe(value));
  }
  const std::vector<std::string> names(known.begin(), known.end());
  for (const Member& member : value.members) {
    if (std::find(names.begin(), names.end(), member.key) == names.end()) {
      const std::string nearest = text::nearest_of(member.key, names);
      scenario::fail(document, member.key_place, path_of(member.key),
                     nearest.empty() ? "unknown key" : "unknown key; the nearest known key is '" + nearest + "'");
    }
  }
}

void PlanReader::fail(std::string_view key, const std::string& what) const {
  const Value* found = find(key);
  scenario::fail(document_, found != nullptr ? found->place : value_.place, path_of(key), what);
}

const Value& PlanReader::need(std::string_view key) const {
  const Value* found = find(key);
  if (found == nullptr) {
    fail(key, "is missing");
  }
  return *found;
}

std::string PlanReader::text(std::string_view key) const {
  const Value& found = need(key);
  if (found.kind != Value::Kind::kText || found.text.empty()) {
    fail(key, "wanted text; got " + describe(found));
  }
  return found.text;
}

std::string PlanReader::one_of(std::string_view key, std::initializer_list<std::string_view> words) const {
  const std::string found = text(key);
  std::string known;
  for (const std::string_view word : words) {
    if (word == found) {
      return found;
    }
    known += (known.empty() ? "\"" : ", \"") + std::string(word) + "\"";
  }
  fail(key, "wanted one of " + known + "; got " + text::in_quotes(found));
}

std::int64_t PlanReader::integer(std::string_view key, std::int64_t lowest, std::int64_t highest) const {
  const Value& found = need(key);
  if (found.kind != Value::Kind::kInteger || found.integer < lowest || found.integer > highest) {
    fail(key, "wanted an integer from " + std::to_string(lowest) + " to " + std::to_string(highest) + "; got " +
                  describe(found));
  }
  return found.integer;
}

Scalar PlanReader::scalar(std::string_view key) const {
  const auto found = scalar_of(need(key));
  if (!found) {
    fail(key, "wanted a number, or a time, rate or bytes with a unit; got " + describe(need(key)));
  }
  return *found;
}

std::vector<std::string> PlanReader::texts(std::string_view key) const {
  const Value& found = need(key);
  if (found.kind != Value::Kind::kArray) {
    return {text(key)};
  }
  std::vector<std::string> all;
  for (const Value& element : found.elements) {
    if (element.kind != Value::Kind::kText || element.text.empty()) {
      scenario::fail(document_, element.place, path_of(key), "wanted text; got " + describe(element));
    }
    all.push_back(element.text);
  }
  if (all.empty()) {
    fail(key, "wanted at least one");
  }
  return all;
}

}  // namespace weir::sweep
