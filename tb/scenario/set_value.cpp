// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What --set does to a document.

#include <algorithm>
#include <utility>
#include <vector>

#include "tb/scenario/depth.h"
#include "tb/scenario/document.h"
#include "tb/scenario/key_check.h"
#include "tb/scenario/key_spec.h"
#include "tb/scenario/scenario_error.h"
#include "tb/scenario/toml_text.h"
#include "tb/text/words.h"

namespace weir::scenario {
using text::in_quotes;

namespace {

void mark_as_set(Value& value, const Place& place) {
  value.place = place;
  for (Value& element : value.elements) {
    mark_as_set(element, place);
  }
  for (Member& member : value.members) {
    member.key_place = value.place;
    mark_as_set(member.value, place);
  }
}

// VALUE of an assignment: TOML where it is TOML, otherwise text, so that words and quantities need no quotes.
Value parse_set_value(std::string_view text, const Place& place) {
  Value value;
  value.kind = Value::Kind::kText;
  value.text = text;
  if (text.find_first_of("\r\n") == std::string_view::npos) {
    try {
      const Document document = parse_document("value = " + std::string(text), "");
      if (document.root.members.size() == 1) {
        value = document.root.members.front().value;
      }
    } catch (const ScenarioError&) {
      // not TOML: bare text
    }
  }
  if (value.kind != Value::Kind::kArray && value.kind != Value::Kind::kTable && value.kind != Value::Kind::kText) {
    value.text = text;
  }
  mark_as_set(value, place);
  return value;
}

// Whether text is valid Unicode, as text of a TOML file must be.
bool is_unicode(const Value& value) {
  try {
    static_cast<void>(parse_document("value = " + toml_text(value), ""));
    return true;
  } catch (const ScenarioError&) {
    return false;
  }
}

Place of_last_set(const Document& document) { return {static_cast<std::uint32_t>(document.sets.size()), 0, true}; }

Value& element_named(const Document& document, Value& array, std::string_view part, std::string_view key) {
  Value* element = find_entry(array, part, key.substr(0, key.find('.')));
  if (element == nullptr) {
    std::vector<std::string> known;
    const std::string_view list = key.substr(0, key.find('.'));
    for (std::size_t i = 0; i < array.elements.size(); ++i) {
      const Value* const name = array.elements[i].find("name");
      const bool is_named = name != nullptr && name->kind == Value::Kind::kText;
      const std::string usual = list == "flow"       ? default_flow_name(i)
                                : list == "workload" ? default_workload_name(i)
                                                     : "";
      if (is_named || !usual.empty()) {
        known.push_back(is_named ? name->text : usual);
      }
    }
    fail(document, of_last_set(document), key,
         "there is no element named " + in_quotes(part) + text::known_hint(part, known));
  }
  return *element;
}

bool is_list(std::string_view path) {
  const auto tables = table_specs();
  return std::any_of(tables.begin(), tables.end(),
                     [&](const TableSpec& spec) { return spec.path == std::string(path) + "[]"; });
}

// `key` names an element and goes on behind it, in a list that the file does not have.
void require_no_list(const Document& document, std::string_view part, std::string_view key) {
  const std::string_view path = key.substr(0, static_cast<std::size_t>(part.data() - key.data()) + part.size());
  const std::string_view rest = key.substr(std::min(path.size() + 1, key.size()));
  if (rest.find('.') == std::string_view::npos || !is_list(path)) {
    return;
  }
  const std::string_view name = rest.substr(0, rest.find('.'));
  std::string what = "there is no [[" + std::string(path) + "]], so none is named " + in_quotes(name);
  const Value* const traffic = document.root.find("traffic");
  if (path == "flow" && traffic != nullptr && traffic->find("pattern") != nullptr) {
    const bool is_key = find_key("traffic", rest.substr(name.size() + 1)) != nullptr;
    what += "; wanted " + (is_key ? "traffic." + std::string(rest.substr(name.size() + 1)) : "a key of [traffic]") +
            ", for all flows of traffic.pattern";
  }
  fail(document, of_last_set(document), key, what);
}

// The value that `part` of a key names inside `parent`, made where it is missing.
Value& descend(const Document& document, Value& parent, std::string_view part, std::string_view key) {
  const Place command_line = of_last_set(document);
  if (parent.kind == Value::Kind::kArray) {
    return element_named(document, parent, part, key);
  }
  if (parent.kind != Value::Kind::kTable) {
    fail(document, command_line, key, "what stands before '." + std::string(part) + "' is not a table");
  }
  if (Value* member = parent.find(part)) {
    return *member;
  }
  require_no_list(document, part, key);
  Value table;
  table.place = command_line;
  parent.members.push_back({std::string(part), command_line, std::move(table)});
  return parent.members.back().value;
}

// The part of `key` that begins there.
std::string_view part_at(const Document& document, std::string_view key, std::size_t begin) {
  const std::size_t end = std::min(key.find('.', begin), key.size());
  if (end == begin) {
    fail(document, of_last_set(document), key, "wanted names with one '.' between them");
  }
  return key.substr(begin, end - begin);
}

void take_away(Document& document, std::string_view key) {
  Value* value = &document.root;
  std::string pattern;
  for (std::size_t begin = 0; begin <= key.size();) {
    const std::string_view part = part_at(document, key, begin);
    const std::size_t next = begin + part.size() + 1;
    if (value->kind == Value::Kind::kArray) {
      value = &element_named(document, *value, part, key);
      pattern += "[]";
      if (next > key.size()) {
        fail(document, of_last_set(document), key,
             "one element of a list cannot be taken away; wanted a key of it, or all elements, --set " +
                 std::string(key.substr(0, begin - 1)) + "=");
      }
    } else {
      // The rest of the key is one name, dots included, if the file has it in quotes.
      const std::string_view rest = key.substr(begin);
      const auto taken = std::find_if(value->members.begin(), value->members.end(),
                                      [&](const Member& member) { return member.key == rest; });
      if (taken != value->members.end()) {
        value->members.erase(taken);
        return;
      }
      Value* const member = value->find(part);
      if (member == nullptr) {
        require_no_list(document, part, key);
        return require_known(document, of_last_set(document), pattern, rest, key);
      }
      value = member;
      pattern += (pattern.empty() ? "" : ".") + std::string(part);
    }
    begin = next;
  }
}

}  // namespace

void set_value(Document& document, std::string_view assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    throw ScenarioError("--set: wanted KEY=VALUE such as flow_control.scheme=pfc; got " + in_quotes(assignment));
  }
  document.sets.emplace_back(assignment);
  const Place place = of_last_set(document);
  const std::string_view key = assignment.substr(0, equals);
  if (key == "base" || key == "expect.base") {
    fail(document, place, key, "files are merged before --set acts; wanted it in the file itself");
  }
  if (too_deep(assignment)) {
    fail(document, place, key.substr(0, key.find('.')), wanted_depth());
  }
  if (equals + 1 == assignment.size()) {
    return take_away(document, key);
  }
  Value* value = &document.root;
  for (std::size_t begin = 0; begin <= key.size();) {
    // A key that the file has in quotes, dots and all ("flow.f1.steady_rate"), is taken whole.
    if (Value* whole = value->kind == Value::Kind::kTable ? value->find(key.substr(begin)) : nullptr) {
      value = whole;
      break;
    }
    const std::string_view part = part_at(document, key, begin);
    value = &descend(document, *value, part, key);
    begin += part.size() + 1;
  }
  *value = parse_set_value(assignment.substr(equals + 1), place);
  if (!is_unicode(*value)) {
    fail(document, place, key, "wanted text in UTF-8");
  }
}

}  // namespace weir::scenario
