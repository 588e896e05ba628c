// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/key_spec.h"

#include <cstddef>

#include "tb/text/words.h"

namespace weir::scenario {

const KeySpec* find_key(std::string_view table, std::string_view name) {
  for (const KeySpec& key : key_specs()) {
    if (key.table == table && key.name == name) {
      return &key;
    }
  }
  return nullptr;
}

std::string nearest_key(std::string_view table, std::string_view name) {
  const std::string prefix = table.empty() ? "" : std::string(table) + ".";
  std::vector<std::string> here;
  std::string elsewhere;
  for (const KeySpec& key : key_specs()) {
    if (key.table == table) {
      here.emplace_back(key.name);
    } else if (key.name == name && elsewhere.empty()) {
      elsewhere = std::string(key.table) + "." + std::string(key.name);
    }
  }
  for (const TableSpec& spec : table_specs()) {
    if (spec.path.starts_with(prefix)) {
      const std::string_view rest = spec.path.substr(prefix.size());
      here.emplace_back(rest.substr(0, rest.find_first_of(".[")));
    }
  }
  if (table.empty()) {
    here.emplace_back("expect");
  }
  const std::string near = text::nearest_of(name, here);
  std::string result = near.empty() ? elsewhere : prefix + near;
  for (std::size_t mark = result.find("[]"); mark != std::string::npos; mark = result.find("[]")) {
    result.erase(mark, 2);
  }
  return result;
}

}  // namespace weir::scenario
