// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A scenario file as written: a tree of values, each with its place, independent of the meaning of keys. Members are in
// file order. --set replaces or adds values of this tree, so all later code treats a value from the command line like
// one from the file, except for its place.

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
  std::uint32_t line = 0;  // from 1; 0: the whole file; on the command line: number of the --set, from 1
  std::uint32_t column = 0;
  bool from_command_line = false;
  std::uint32_t base = 0;  // for a value from a base: index into Document::bases, from 1; 0: the file itself
};

struct Member;

struct Value {
  enum class Kind { kText, kInteger, kReal, kBoolean, kDate, kArray, kTable };

  Kind kind = Kind::kTable;
  Place place;
  std::string text;  // of kText; otherwise the value as written, if known
  std::int64_t integer = 0;
  double real = 0;  // of kReal and kInteger
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

// A key of the table of keys: its table ("flow[]"), the index of the element from 0 (0 for a single table), its name.
using KeyPlace = std::tuple<std::string, std::size_t, std::string>;

// A file named in the scenario.
struct InputFile {
  std::string path;  // can be opened from the working directory
  std::string sha256;
};

// Results of the loader beside the values of the file.
struct Findings {
  std::map<KeyPlace, Value> taken;  // values taken where the file has none, or one that does not fit
  std::map<KeyPlace, InputFile> files;
};

struct Document {
  std::string file;    // as named in messages
  std::string folder;  // start of relative paths in the file
  Value root;
  std::vector<InputFile> bases;   // bases merged into `root`, the nearest first
  std::vector<std::string> sets;  // assignments of the command line
  mutable Findings findings;      // filled by readers, which change nothing else

  // For settings by switch (own_settings.h): the switch named in messages, and the written form of keys from that
  // switch's own tables.
  std::string of_switch;
  std::map<std::string, std::string> written_as;
};

// Throws ScenarioError if `text` is not TOML.
Document parse_document(std::string_view text, std::string file);

// `assignment` is KEY=VALUE. KEY is dotted as in the file; an element of an array of tables goes by its name
// ("flow.f2.start"), a default name, too. VALUE is TOML or bare text (10Gbps). Throws ScenarioError.
void set_value(Document& document, std::string_view assignment);

// The name of the flow, or workload, at `index` of its list if the file gives none.
std::string default_flow_name(std::size_t index);
std::string default_workload_name(std::size_t index);

// The element of an array of tables with this name. Elements without a name are called by position: flows f1, f2 ...,
// workloads w1, w2 ... `list`: the key of the array. nullptr: none.
Value* find_entry(Value& array, std::string_view name, std::string_view list);

// The folder in which a relative path at this place starts.
std::string folder_of(const Document& document, const Place& place);

// "file:line:column" or "--set KEY=VALUE".
std::string to_text(const Document& document, const Place& place);

// Throws ScenarioError "<place>: key '<key>': <what>".
[[noreturn]] void fail(const Document& document, const Place& place, std::string_view key, const std::string& what);

// The kind of a value for messages: "text", "an integer", ...
std::string_view name_of(Value::Kind kind);

}  // namespace weir::scenario
