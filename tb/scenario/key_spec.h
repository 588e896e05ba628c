// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The table of keys: every key of a scenario file, once, with its kind, default, range and meaning. The loader's
// checks, the defaults, the nearest known key of a message, the JSON Schema and docs/reference/scenario_file.md all
// come from this table.

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
  kFile,         // a path; the table also makes the key `<key>_sha256`
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
  kParts,        // [0, 4, 1], each 0..255: weights, of which some may be 0
  kNumbers,      // [0, 17], each within the limits of its key
  kClassBytes,   // "99KB", or eight of them, one for each class
};

// The range of a value. All as written in a file; empty: no limit, or the kind's own.
struct KeyLimits {
  bool required = false;
  std::string initial = {};  // default
  std::string lowest = {};
  std::string highest = {};
  std::vector<std::string_view> words = {};  // of kWord: all; of a quantity: words allowed instead
  std::string step = {};                     // the value is a multiple of this
};

// Upper limit of times in a run.
inline constexpr const char* kLongestTime = "1000s";

struct KeySpec : KeyLimits {
  std::string_view table;  // "flow_control.pfc"; "flow[]" for an element of an array of tables
  std::string_view name;
  KeyKind kind = KeyKind::kText;
  std::string_view meaning;
  bool on_chip = false;            // a setting of the chip, also set by library users
  std::string register_name = {};  // the register with the setting at run time, "mmu.viq_limit"
  bool by_switch = false;          // may be set for single switches, in [switch.NAME]
  std::string_view alike = {};     // for other keys of those tables: why all devices share the value
};

// The words of a named enumeration.
template <class Names>
std::vector<std::string_view> words_of(const Names& names) {
  std::vector<std::string_view> words;
  for (const auto& known : names) {
    words.push_back(known.name);
  }
  return words;
}

// Makes one entry of the table.
inline KeySpec key(std::string_view table, std::string_view name, KeyKind kind, KeyLimits limits,
                   std::string_view meaning) {
  return {std::move(limits), table, name, kind, meaning, false, {}};
}

struct TableSpec {
  std::string_view path;
  std::string_view meaning;
};

// All tables and all keys, in the order of the documents.
std::span<const TableSpec> table_specs();
std::span<const KeySpec> key_specs();

// The key `name` of `table`, or nullptr.
const KeySpec* find_key(std::string_view table, std::string_view name);

// Whether [switch.NAME] is for switches of that name or pattern, as opposed to a table or key of all switches.
bool is_switch_name(std::string_view name);

// The path without the name of a switch: "switch.mmu" for "switch.s1.mmu", "flow_control" for "switch.s1.flow_control";
// other paths unchanged.
std::string common_path(std::string_view path);

// The inverse of common_path(): "switch.s1.mmu" for "switch.mmu" and s1.
std::string own_path(std::string_view name, std::string_view table);

// The known key nearest to `name` in `table`, as a whole path ("switch.mmu.buffer"), or the key of that name in another
// table. Empty: no key is near.
std::string nearest_key(std::string_view table, std::string_view name);

}  // namespace weir::scenario
