// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A scenario file as it was written: a tree of values, each with its place, before anything is known of what the keys
// mean. Members stand in file order. --set replaces or adds values of this tree, so everything after treats a value
// from the command line as one from the file, except for its place.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace weir::scenario {

struct Place {
  std::uint32_t line = 0;  // from 1; 0: the file as a whole; of the command line: the number of the --set, from 1
  std::uint32_t column = 0;
  bool from_command_line = false;
  std::uint32_t base = 0;  // of a value from a base: which of Document::bases, from 1
};

struct Member;

struct Value {
  enum class Kind { kText, kInteger, kReal, kBoolean, kDate, kArray, kTable };

  Kind kind = Kind::kTable;
  Place place;
  std::string text;  // of kText; otherwise the value as written, where it is known
  std::int64_t integer = 0;
  double real = 0;  // of kInteger, too
  bool boolean = false;
  std::vector<Value> elements;  // of kArray
  std::vector<Member> members;  // of kTable

  const Value* find(std::string_view key) const;
  Value* find(std::string_view key);
};

Value text_value(std::string text);
Value integer_value(std::int64_t integer);
Value real_value(double real);
Value boolean_value(bool boolean);

struct Member {
  std::string key;
  Place key_place;
  Value value;
};

// A key as the table of keys has it: "flow[]" and which of them, from 0; 0 for what there is once.
using KeyPlace = std::tuple<std::string, std::size_t, std::string>;

// A file that the scenario refers to.
struct InputFile {
  std::string path;  // as it can be opened
  std::string sha256;
};

// What the loader found out beside the values of the file.
struct Findings {
  std::map<KeyPlace, Value> taken;  // where the file says nothing, or what does not fit
  std::map<KeyPlace, InputFile> files;
};

struct Document {
  std::string file;    // as named in messages
  std::string folder;  // from which relative paths in it go
  Value root;
  std::vector<InputFile> bases;   // that have been merged into it, the nearest first
  std::vector<std::string> sets;  // assignments of the command line
  mutable Findings findings;      // filled by readers, which change nothing else

  // Of settings by switch (own_settings.h): the switch that messages are about, and keys as the file writes them where
  // that is in a table of the switch's own.
  std::string of_switch;
  std::map<std::string, std::string> written_as;
};

// Throws ScenarioError where `text` is not TOML.
Document parse_document(std::string_view text, std::string file);

// `assignment` is KEY=VALUE: KEY as dotted in the file, an element of an array of tables by its name ("flow.f2.start",
// its default name too); VALUE as TOML, or as bare text (10Gbps). Throws ScenarioError.
void set_value(Document& document, std::string_view assignment);

// What the flow at `index` of the list is called where it has no name.
std::string default_flow_name(std::size_t index);
std::string default_workload_name(std::size_t index);

// The element of an array of tables that has this name; a flow without one has that of its place, f1, f2 ..., and a
// workload w1, w2 ... `list`: the key of the array. nullptr: none.
Value* find_entry(Value& array, std::string_view name, std::string_view list);

// The folder from which a relative path at this place goes.
std::string folder_of(const Document& document, const Place& place);

// "file:line:column" or "--set KEY=VALUE".
std::string to_text(const Document& document, const Place& place);

// Throws ScenarioError "<place>: key '<key>': <what>".
[[noreturn]] void fail(const Document& document, const Place& place, std::string_view key, const std::string& what);

// "text", "an integer", ...: how a value is named in a message.
std::string_view name_of(Value::Kind kind);

}  // namespace weir::scenario
