// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Checks that each table of a document is one of the table of keys, and holds nothing else.

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "tb/scenario/key_check.h"
#include "tb/scenario/key_spec.h"

namespace weir::scenario {
namespace {

enum class TableKind { kNone, kTable, kArray };

// Whether `path` is a table, an array of tables, or neither. A table is known by its own name or by a table within it.
TableKind table_kind(const std::string& path) {
  for (const TableSpec& table : table_specs()) {
    if (table.path == path || table.path.starts_with(path + ".")) {
      return TableKind::kTable;
    }
    if (table.path == path + "[]") {
      return TableKind::kArray;
    }
  }
  return TableKind::kNone;
}

std::string joined(const std::string& table, const std::string& key) { return table.empty() ? key : table + "." + key; }

// A block that readers look for in [fidelity].
constexpr std::string_view kNoBlockOfASwitch = "port_registers";

std::string unknown_key(std::string_view path, const std::string& nearest) {
  if (path.starts_with("fidelity.") && path.ends_with(kNoBlockOfASwitch)) {
    return "no switch has the register bank of a port by itself; wanted a port as a whole, of which the bank is a "
           "part: 'lossless_port', 'equipped_port', 'gentle_port', 'gradient_port' or 'linear_port'";
  }
  return nearest.empty() ? "unknown key; weir schema scenario prints all keys"
                         : "unknown key; the nearest known key is '" + nearest + "'";
}

[[noreturn]] void refuse_key(const Document& document, const Member& member, const std::string& path,
                             const std::string& nearest) {
  fail(document, member.key_place, path, unknown_key(path, nearest));
}

// `pattern` is the table's path in the table of keys, `path` what messages call it.
void check_table(const Document& document, const Value& table, const std::string& pattern, const std::string& path);

void check_subtable(const Document& document, const Member& member, const std::string& pattern,
                    const std::string& path) {
  const Value& value = member.value;
  if (table_kind(pattern) == TableKind::kTable) {
    if (value.kind != Value::Kind::kTable) {
      fail(document, value.place, path, "wanted a table [" + path + "]; got " + describe(value));
    }
    return check_table(document, value, pattern, path);
  }
  const std::string wanted = "wanted tables, each under its own [[" + path + "]]; got ";
  if (value.kind != Value::Kind::kArray) {
    fail(document, value.place, path, wanted + describe(value));
  }
  for (std::size_t i = 0; i < value.elements.size(); ++i) {
    const Value& element = value.elements[i];
    if (element.kind != Value::Kind::kTable) {
      fail(document, element.place, path, wanted + describe(element));
    }
    check_table(document, element, pattern + "[]", path + element_name(element, i));
  }
}

bool holds_chip_settings(const std::string& path) {
  const std::span<const KeySpec> keys = key_specs();
  return std::any_of(keys.begin(), keys.end(), [&](const KeySpec& key) {
    return key.on_chip && (key.table == path || key.table.starts_with(path + "."));
  });
}

bool is_switch_pattern(const std::string& name) {
  std::string letters = name;
  std::replace(letters.begin(), letters.end(), '*', '_');
  return is_name(letters) && is_switch_name(name);
}

// A table of [switch.NAME], `path` as the file has it.
void check_own_table(const Document& document, const Value& table, const std::string& name, const std::string& path) {
  const std::string pattern = common_path(path);
  for (const Member& member : table.members) {
    const std::string member_path = joined(path, member.key);
    const std::string member_pattern = common_path(member_path);
    if (const KeySpec* spec = find_key(pattern, member.key)) {
      if (!spec->by_switch) {
        fail(document, member.key_place, member_path,
             "cannot be set for single switches: " + std::string(spec->alike) + "; wanted it in [" +
                 std::string(spec->table) + "]");
      }
      check_value(document, member.value, *spec, member_path);
    } else if (pattern != member_pattern && holds_chip_settings(member_pattern)) {
      if (member.value.kind != Value::Kind::kTable) {
        fail(document, member.value.place, member_path,
             "wanted a table [" + member_path + "]; got " + describe(member.value));
      }
      check_own_table(document, member.value, name, member_path);
    } else if (member_pattern.starts_with("switch.") && table_kind(member_pattern) == TableKind::kArray) {
      fail(document, member.key_place, member_path,
           "cannot be set for single switches; wanted [[" + member_pattern + "]], each with its 'device'");
    } else {
      const std::string nearest = nearest_key(pattern, member.key);
      const KeySpec* known = nullptr;
      if (const std::size_t dot = nearest.rfind('.'); dot != std::string::npos) {
        known = find_key(nearest.substr(0, dot), nearest.substr(dot + 1));
      }
      refuse_key(
          document, member, member_path,
          known != nullptr && known->by_switch ? own_path(name, known->table) + "." + std::string(known->name) : "");
    }
  }
}

// [switch.NAME]. What does not look like that is taken for a table of all switches whose name is not right.
void check_switch(const Document& document, const Member& member, const std::string& path) {
  for (const Member& inner : member.value.members) {
    const std::string meant = joined(member.key, inner.key);  // [switch.flow_control] for [flow_control]
    if (find_key(member.key, inner.key) != nullptr || table_kind(meant) != TableKind::kNone) {
      refuse_key(document, inner, joined(path, inner.key), meant);
    }
  }
  const std::string nearest = nearest_key("switch", member.key);
  const bool fits = std::all_of(member.value.members.begin(), member.value.members.end(), [&](const Member& inner) {
    return find_key("switch", inner.key) != nullptr || holds_chip_settings(common_path(joined(path, inner.key))) ||
           !is_switch_name(inner.key);
  });
  if (!fits && !nearest.empty()) {
    refuse_key(document, member, path, nearest);
  }
  check_own_table(document, member.value, member.key, path);
}

// The hint where a switch is called like a table of all switches, as in [switch.mmu.egress].
std::string hint_for(const std::string& pattern, const std::string& key) {
  const bool is_meant = pattern.starts_with("switch.") && pattern.find('.') == pattern.rfind('.') &&
                        (table_kind("switch." + key) == TableKind::kTable || holds_chip_settings(key));
  return is_meant ? "; [" + pattern + "] is of all switches, and one of that name cannot have settings of its own" : "";
}

void check_table(const Document& document, const Value& table, const std::string& pattern, const std::string& path) {
  for (const Member& member : table.members) {
    const std::string member_path = joined(path, member.key);
    const std::string member_pattern = joined(pattern, member.key);
    if (pattern.empty() && member.key == "expect") {
      continue;
    }
    if (pattern == "switch" && member.value.kind == Value::Kind::kTable && is_switch_pattern(member.key)) {
      check_switch(document, member, member_path);
      continue;
    }
    if (const KeySpec* spec = find_key(pattern, member.key)) {
      check_value(document, member.value, *spec, member_path);
      const std::string file = member.key.substr(0, member.key.rfind('_'));
      if (spec->kind == KeyKind::kDigest && table.find(file) == nullptr) {
        fail(document, member.key_place, member_path, "only beside '" + file + "', which is missing");
      }
    } else if (table_kind(member_pattern) != TableKind::kNone) {
      check_subtable(document, member, member_pattern, member_path);
    } else {
      if (const std::string hint = hint_for(pattern, member.key); !hint.empty()) {
        fail(document, member.key_place, member_path, "unknown key" + hint);
      }
      refuse_key(document, member, member_path, nearest_key(pattern, member.key));
    }
  }
}

}  // namespace

void require_known(const Document& document, const Place& place, const std::string& pattern, std::string_view rest,
                   std::string_view key) {
  if (key.starts_with("expect.")) {
    fail(document, place, key, "there is no such expectation");
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
    fail(document, place, key, unknown_key(key, nearest_key(table, name)));
  }
}

void check_document(const Document& document) {
  if (const Value* const sweep = document.root.find("sweep"); sweep != nullptr && !sweep->place.from_command_line) {
    const std::string command = document.root.find("page") != nullptr ? "weir study run" : "weir sweep run";
    fail(document, sweep->place, "sweep",
         "the file is a plan of many runs, no scenario; wanted " + command + " " + document.file);
  }
  check_table(document, document.root, "", "");
}

}  // namespace weir::scenario
