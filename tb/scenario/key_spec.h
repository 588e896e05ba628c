// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Every key of a scenario file, once: its kind, default, range and meaning. The checks of the loader, the defaults, the
// nearest known key of a message, the JSON Schema and docs/reference/scenario_file.md all come from this one table.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weir::scenario {

enum class KeyKind {
  kTime,
  kRate,
  kBytes,
  kInteger,
  kReal,
  kBoolean,
  kWord,  // one of `words`
  kText,
  kTexts,        // ["a", "b"]
  kFile,         // a path; `<key>_sha256` beside it is made by the table
  kDigest,       // 64 hexadecimal digits
  kAddress,      // "10.0.0.1"
  kName,         // letters, digits, '_' and (not first) '-': what expectations and messages refer to
  kNames,        // ["h1", "s1", ...]
  kPatterns,     // ["h1", "t2_*", ...]: names, '*' for any letters
  kSizes,        // ["10KB", "1MB"]
  kPair,         // ["h1", "s1"]
  kPairs,        // [["s1", "s2"], ...]
  kNumberPairs,  // [[7, 5], ...]
  kClasses,      // [0, 3], each 0..7
  kWeights,      // [4, 1], each 1..255
  kParts,        // [0, 4, 1], each 0..255: weights, of which one may be nothing
  kClassBytes,   // "99KB", or eight of them, one for each class
};

// What a value may be. All as written in a file; empty: none, or whatever the kind allows.
struct KeyLimits {
  bool required = false;
  std::string initial = {};  // default
  std::string lowest = {};
  std::string highest = {};
  std::vector<std::string_view> words = {};  // of a quantity: those that may stand in its place
  std::string step = {};                     // a multiple of it
};

// Of times in the run.
inline constexpr const char* kLongestTime = "1000s";

struct KeySpec : KeyLimits {
  std::string_view table;  // "flow_control.pfc"; "flow[]" for an element of an array of tables
  std::string_view name;
  KeyKind kind = KeyKind::kText;
  std::string_view meaning;
  bool on_chip = false;            // a setting of the chip, which the library has, too
  std::string register_name = {};  // "mmu.viq_limit": holds it where the switch runs
  bool by_switch = false;          // switches may have values of their own, in [switch.NAME]
  std::string_view alike = {};     // of others in those tables: why all devices have the same
};

// The words of an enumeration's list.
template <class Names>
std::vector<std::string_view> words_of(const Names& names) {
  std::vector<std::string_view> words;
  for (const auto& known : names) {
    words.push_back(known.name);
  }
  return words;
}

// One entry of the table.
inline KeySpec key(std::string_view table, std::string_view name, KeyKind kind, KeyLimits limits,
                   std::string_view meaning) {
  return {std::move(limits), table, name, kind, meaning, false, {}};
}

struct TableSpec {
  std::string_view path;
  std::string_view meaning;
};

// In the order of the documents.
std::span<const TableSpec> table_specs();
std::span<const KeySpec> key_specs();

// The key `name` of `table`, or nullptr.
const KeySpec* find_key(std::string_view table, std::string_view name);

// Whether [switch.NAME] is about switches of that name or pattern, and not a table or key of all switches.
bool is_switch_name(std::string_view name);

// Where the table of keys has a table that may be of single switches: "switch.mmu" of "switch.s1.mmu", "flow_control"
// of "switch.s1.flow_control"; any other path as it is.
std::string common_path(std::string_view path);

// The way back: "switch.s1.mmu" of "switch.mmu".
std::string own_path(std::string_view name, std::string_view table);

// The known key nearest to `name` in `table`, as a whole path ("switch.mmu.buffer"); where the same name exists in
// another table, that one. Empty where nothing is near.
std::string nearest_key(std::string_view table, std::string_view name);

}  // namespace weir::scenario
