// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/document.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <toml++/toml.h>

#include "tb/scenario/depth.h"
#include "tb/scenario/key_spec.h"
#include "tb/scenario/scenario_error.h"
#include "tb/scenario/toml_text.h"
#include "tb/text/quantity.h"
#include "tb/text/words.h"

namespace weir::scenario {
using text::in_quotes;
using text::one_line;
using text::to_text;

namespace {

const std::string kWantedDepth = "wanted tables and lists at most " + std::to_string(kDeepest) + " deep";

Place place_of(const toml::source_region& source) { return {source.begin.line, source.begin.column, false}; }

bool earlier(const Place& a, const Place& b) { return std::pair(a.line, a.column) < std::pair(b.line, b.column); }

Value convert(const toml::node& node) {
  Value value;
  value.place = place_of(node.source());
  switch (node.type()) {
    case toml::node_type::string:
      value.kind = Value::Kind::kText;
      value.text = node.as_string()->get();
      break;
    case toml::node_type::integer:
      value.kind = Value::Kind::kInteger;
      value.integer = node.as_integer()->get();
      value.real = static_cast<double>(value.integer);
      value.text = std::to_string(value.integer);
      break;
    case toml::node_type::floating_point:
      value.kind = Value::Kind::kReal;
      value.real = node.as_floating_point()->get();
      value.text = real_text(value.real);
      break;
    case toml::node_type::boolean:
      value.kind = Value::Kind::kBoolean;
      value.boolean = node.as_boolean()->get();
      value.text = value.boolean ? "true" : "false";
      break;
    case toml::node_type::array:
      value.kind = Value::Kind::kArray;
      for (const toml::node& element : *node.as_array()) {
        value.elements.push_back(convert(element));
      }
      break;
    case toml::node_type::table:
      value.kind = Value::Kind::kTable;
      for (const auto& [key, member] : *node.as_table()) {
        value.members.push_back({std::string(key.str()), place_of(key.source()), convert(member)});
      }
      // The library sorts keys by name; errors are to come in the order of the file.
      std::stable_sort(value.members.begin(), value.members.end(),
                       [](const Member& a, const Member& b) { return earlier(a.key_place, b.key_place); });
      break;
    default:
      value.kind = Value::Kind::kDate;
      break;
  }
  return value;
}

// The library ends some of its messages with the offending text, which may hold anything.
std::string message_of(const toml::parse_error& error) {
  std::string text(error.description());
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  return text;
}

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
      const toml::table table = toml::parse("value = " + std::string(text));
      if (table.size() == 1) {
        value = convert(*table.get("value"));
      }
    } catch (const toml::parse_error&) {
      // not TOML: bare text
    }
  }
  if (value.kind != Value::Kind::kArray && value.kind != Value::Kind::kTable && value.kind != Value::Kind::kText) {
    value.text = text;
  }
  mark_as_set(value, place);
  return value;
}

// What bare text may not be.
bool is_unicode(const Value& value) {
  try {
    static_cast<void>(toml::parse("value = " + toml_text(value)));
    return true;
  } catch (const toml::parse_error&) {
    return false;
  }
}

Value* find_member(Value& table, std::string_view key) { return const_cast<Value*>(std::as_const(table).find(key)); }

// The element of an array of tables that has this name; a flow without one has that of its place, f1, f2 ..., and a
// workload w1, w2 ... `array_name`: which array it is.
Value* find_named(Value& array, std::string_view name, std::string_view array_name) {
  for (std::size_t i = 0; i < array.elements.size(); ++i) {
    Value& element = array.elements[i];
    const Value* found = element.find("name");
    const bool is_text = found != nullptr && found->kind == Value::Kind::kText;
    const std::string default_name = array_name == "flow"       ? default_flow_name(i)
                                     : array_name == "workload" ? default_workload_name(i)
                                                                : "";
    if (is_text ? found->text == name : found == nullptr && name == default_name) {
      return &element;
    }
  }
  return nullptr;
}

Place of_last_set(const Document& document) { return {static_cast<std::uint32_t>(document.sets.size()), 0, true}; }

Value& element_named(const Document& document, Value& array, std::string_view part, std::string_view key) {
  Value* element = find_named(array, part, key.substr(0, key.find('.')));
  if (element == nullptr) {
    fail(document, of_last_set(document), key, "there is no element named " + in_quotes(part));
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
  if (Value* member = find_member(parent, part)) {
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

// Nothing of the file stands at `rest` in the table `pattern` of the table of keys.
void require_known(const Document& document, const std::string& pattern, std::string_view rest, std::string_view key) {
  if (key.starts_with("expect.")) {
    fail(document, of_last_set(document), key, "there is no such expectation");
  }
  const std::size_t dot = rest.rfind('.');
  const std::string above = dot == std::string_view::npos ? "" : std::string(rest.substr(0, dot));
  const std::string table = common_path(pattern.empty() || above.empty() ? pattern + above : pattern + "." + above);
  const std::string_view name = rest.substr(dot == std::string_view::npos ? 0 : dot + 1);
  const std::string path = table.empty() ? std::string(name) : table + "." + std::string(name);
  const auto tables = table_specs();
  const bool is_table = path == "expect" || std::any_of(tables.begin(), tables.end(), [&](const TableSpec& spec) {
                          return spec.path == path || spec.path == path + "[]" || spec.path.starts_with(path + ".");
                        });
  if (!is_table && find_key(table, name) == nullptr) {
    const std::string nearest = nearest_key(table, name);
    fail(document, of_last_set(document), key,
         nearest.empty() ? "unknown key" : "unknown key; the nearest known key is '" + nearest + "'");
  }
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
      // Whole where the file has it in quotes, dots and all.
      const std::string_view rest = key.substr(begin);
      const auto taken = std::find_if(value->members.begin(), value->members.end(),
                                      [&](const Member& member) { return member.key == rest; });
      if (taken != value->members.end()) {
        value->members.erase(taken);
        return;
      }
      Value* const member = find_member(*value, part);
      if (member == nullptr) {
        require_no_list(document, part, key);
        return require_known(document, pattern, rest, key);
      }
      value = member;
      pattern += (pattern.empty() ? "" : ".") + std::string(part);
    }
    begin = next;
  }
}

}  // namespace

Value text_value(std::string text) {
  Value value;
  value.kind = Value::Kind::kText;
  value.text = std::move(text);
  return value;
}

Value integer_value(std::int64_t integer) {
  Value value;
  value.kind = Value::Kind::kInteger;
  value.integer = integer;
  return value;
}

Value real_value(double real) {
  Value value;
  value.kind = Value::Kind::kReal;
  value.real = real;
  return value;
}

Value boolean_value(bool boolean) {
  Value value;
  value.kind = Value::Kind::kBoolean;
  value.boolean = boolean;
  return value;
}

std::string default_flow_name(std::size_t index) { return "f" + std::to_string(index + 1); }

std::string default_workload_name(std::size_t index) { return "w" + std::to_string(index + 1); }

const Value* Value::find(std::string_view key) const {
  for (const Member& member : members) {
    if (member.key == key) {
      return &member.value;
    }
  }
  return nullptr;
}

Document parse_document(std::string_view text, std::string file) {
  Document document;
  document.file = std::move(file);
  if (const std::optional<Place> place = too_deep(text)) {
    throw ScenarioError(to_text(document, *place) + ": " + kWantedDepth);
  }
  try {
    document.root = convert(toml::parse(text));
  } catch (const toml::parse_error& error) {
    throw ScenarioError(to_text(document, place_of(error.source())) + ": not TOML: " + message_of(error));
  }
  return document;
}

void set_value(Document& document, std::string_view assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    throw ScenarioError("--set: wanted KEY=VALUE such as flow_control.scheme=pfc; got " + in_quotes(assignment));
  }
  document.sets.emplace_back(assignment);
  const Place place = of_last_set(document);
  const std::string_view key = assignment.substr(0, equals);
  if (too_deep(assignment)) {
    fail(document, place, key.substr(0, key.find('.')), kWantedDepth);
  }
  if (equals + 1 == assignment.size()) {
    return take_away(document, key);
  }
  Value* value = &document.root;
  for (std::size_t begin = 0; begin <= key.size();) {
    // A key that the file has in quotes, dots and all ("flow.f1.steady_rate"), is taken whole.
    if (Value* whole = value->kind == Value::Kind::kTable ? find_member(*value, key.substr(begin)) : nullptr) {
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

std::string to_text(const Document& document, const Place& place) {
  if (place.from_command_line) {
    return "--set " + one_line(document.sets[place.line - 1]);
  }
  if (place.line == 0) {
    return document.file;
  }
  return document.file + ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
}

void fail(const Document& document, const Place& place, std::string_view key, const std::string& what) {
  const auto written = document.written_as.find(std::string(key));
  const std::string of_switch = document.of_switch.empty() ? "" : "switch " + document.of_switch + ": ";
  throw ScenarioError(to_text(document, place) + ": key '" +
                      one_line(written == document.written_as.end() ? key : std::string_view(written->second)) +
                      "': " + of_switch + what);
}

std::string_view name_of(Value::Kind kind) {
  switch (kind) {
    case Value::Kind::kText:
      return "text";
    case Value::Kind::kInteger:
      return "an integer";
    case Value::Kind::kReal:
      return "a number with a fraction";
    case Value::Kind::kBoolean:
      return "true or false";
    case Value::Kind::kDate:
      return "a date or time of day";
    case Value::Kind::kArray:
      return "a list";
    case Value::Kind::kTable:
      break;
  }
  return "a table";
}

}  // namespace weir::scenario
