// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/document.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include <toml++/toml.h>

#include "tb/scenario/depth.h"
#include "tb/scenario/scenario_error.h"
#include "tb/scenario/toml_text.h"
#include "tb/text/words.h"

namespace weir::scenario {
using text::one_line;

namespace {

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
  const auto says = [&](std::string_view part) { return text.find(part) != std::string::npos; };
  if (says("expected '=', saw ':'")) {
    return text + "; wanted KEY = VALUE, and tables as [NAME]";
  }
  // A word or a quantity without quotes.
  const bool is_value = says("determine value type") || says("parsing decimal") || says("parsing boolean") ||
                        says("expected a comment or whitespace, saw");
  return is_value ? text + "; wanted words, and numbers with units, in quotes, as in \"pfc\" and \"5ms\"" : text;
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

Value* Value::find(std::string_view key) { return const_cast<Value*>(std::as_const(*this).find(key)); }

Value* find_entry(Value& array, std::string_view name, std::string_view list) {
  for (std::size_t i = 0; i < array.elements.size(); ++i) {
    Value& element = array.elements[i];
    const Value* found = element.find("name");
    const bool is_text = found != nullptr && found->kind == Value::Kind::kText;
    const std::string default_name = list == "flow"       ? default_flow_name(i)
                                     : list == "workload" ? default_workload_name(i)
                                                          : "";
    if (is_text ? found->text == name : found == nullptr && name == default_name) {
      return &element;
    }
  }
  return nullptr;
}

Document parse_document(std::string_view text, std::string file) {
  Document document;
  document.file = std::move(file);
  document.folder = std::filesystem::path(document.file).parent_path().string();
  if (const std::optional<Place> place = too_deep(text)) {
    throw ScenarioError(to_text(document, *place) + ": " + wanted_depth());
  }
  try {
    document.root = convert(toml::parse(text));
  } catch (const toml::parse_error& error) {
    throw ScenarioError(to_text(document, place_of(error.source())) + ": not TOML: " + message_of(error));
  }
  return document;
}

std::string folder_of(const Document& document, const Place& place) {
  return place.base == 0 ? document.folder
                         : std::filesystem::path(document.bases[place.base - 1].path).parent_path().string();
}

std::string to_text(const Document& document, const Place& place) {
  if (place.from_command_line) {
    return "--set " + one_line(document.sets[place.line - 1]);
  }
  const std::string file = place.base == 0 ? document.file : one_line(document.bases[place.base - 1].path);
  if (place.line == 0) {
    return file;
  }
  return file + ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
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
