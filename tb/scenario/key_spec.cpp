// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/key_spec.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <unordered_map>
#include <utility>

#include "tb/scenario/key_text.h"
#include "tb/text/words.h"

namespace weir::scenario {

namespace {

using TableAndName = std::pair<std::string_view, std::string_view>;

struct HashOfBoth {
  std::size_t operator()(const TableAndName& key) const {
    constexpr std::size_t kOdd = 0x9e3779b97f4a7c15;
    const std::hash<std::string_view> hash;
    return hash(key.first) * kOdd ^ hash(key.second);
  }
};

}  // namespace

// A flow asks some thirty times, and a pattern of traffic makes a flow for each host.
const KeySpec* find_key(std::string_view table, std::string_view name) {
  static const std::unordered_map<TableAndName, const KeySpec*, HashOfBoth> kByName = [] {
    std::unordered_map<TableAndName, const KeySpec*, HashOfBoth> all;
    for (const KeySpec& key : key_specs()) {
      all.try_emplace({key.table, key.name}, &key);  // the first of those with one name
    }
    return all;
  }();
  const auto found = kByName.find({table, name});
  return found == kByName.end() ? nullptr : found->second;
}

bool is_switch_name(std::string_view name) {
  const std::string path = "switch." + std::string(name);
  const std::span<const TableSpec> tables = table_specs();
  return find_key("switch", name) == nullptr && std::none_of(tables.begin(), tables.end(), [&](const TableSpec& table) {
           return table.path == path || table.path == path + "[]" || table.path.starts_with(path + ".");
         });
}

std::string common_path(std::string_view path) {
  constexpr std::string_view kSwitch = "switch.";
  if (!path.starts_with(kSwitch)) {
    return std::string(path);
  }
  const std::string_view name = path.substr(kSwitch.size(), path.find('.', kSwitch.size()) - kSwitch.size());
  if (!is_switch_name(name)) {
    return std::string(path);
  }
  if (kSwitch.size() + name.size() == path.size()) {
    return "switch";
  }
  const std::string_view rest = path.substr(kSwitch.size() + name.size() + 1);
  return (is_switch_name(rest.substr(0, rest.find('.'))) ? "" : std::string(kSwitch)) + std::string(rest);
}

std::string own_path(std::string_view name, std::string_view table) {
  constexpr std::string_view kSwitch = "switch";
  const bool is_below = table == kSwitch || table.starts_with(std::string(kSwitch) + ".");
  const std::string rest = is_below ? std::string(table.substr(kSwitch.size())) : "." + std::string(table);
  return std::string(kSwitch) + "." + std::string(name) + rest;
}

std::string nearest_key(std::string_view table, std::string_view name) {
  const std::string prefix = table.empty() ? "" : std::string(table) + ".";
  std::vector<std::string> here;
  std::string elsewhere;
  for (const KeySpec& key : key_specs()) {
    if (key.table == table) {
      here.emplace_back(key.name);
    } else if (key.name == name && elsewhere.empty()) {
      elsewhere = path_of(key);
    }
  }
  for (const TableSpec& spec : table_specs()) {
    if (spec.path.starts_with(prefix)) {
      const std::string_view rest = spec.path.substr(prefix.size());
      here.emplace_back(rest.substr(0, rest.find_first_of(".[")));
    }
  }
  for (const TableSpec& spec : table_specs()) {
    if (elsewhere.empty() && spec.path.ends_with("." + std::string(name))) {
      elsewhere = spec.path;  // a table that is named by its last part
    }
  }
  if (table.empty()) {
    here.insert(here.end(), {"base", "expect"});
  }
  const std::string near = text::nearest_of(name, here);
  std::string result = near.empty() ? elsewhere : prefix + near;
  for (std::size_t mark = result.find("[]"); mark != std::string::npos; mark = result.find("[]")) {
    result.erase(mark, 2);
  }
  return result;
}

}  // namespace weir::scenario
