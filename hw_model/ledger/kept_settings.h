// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The settings of a mechanism that comes from outside of weir. The mechanism describes a struct of its own, as others
// do; a config keeps the values of the struct.
//
//   struct MineConfig {
//     Bytes level = 30_KB;
//   };
//   const SettingsOf<MineConfig>& mine_settings();
//
//   the settings of the config:  within(&CongestionConfig::others, "congestion.mine", mine_settings)
//   the struct of a config:      read(config.others, "congestion.mine", mine_settings())

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "hw_model/ledger/kept.h"
#include "hw_model/ledger/setting.h"

namespace weir::ledger {

namespace detail {

inline std::string whole_word(std::string_view table, const SettingText& setting) {
  return std::string(table) + "." + std::string(setting.word);
}

template <class Part>
Kept::Value kept_value(const Setting<Part>& one, const Part& part) {
  Kept::Value kept{.by_class = one.by_class(part)};
  for (std::size_t i = 0; i < (kept.by_class ? kClasses : one.elements); ++i)
    kept.values.push_back(kept.by_class ? one.get_of_class(part, i) : one.get(part, i));
  return kept;
}

}  // namespace detail

// The struct with the values that a config keeps below `table`, a table of scenarios.
template <class Part>
Part read(const Kept& kept, std::string_view table, const SettingsOf<Part>& settings) {
  Part part;
  for (const Setting<Part>& one : settings) {
    const auto found = kept.values.find(detail::whole_word(table, one));
    if (found == kept.values.end())
      continue;
    const Kept::Value& value = found->second;
    for (std::size_t i = 0; i < value.values.size(); ++i)
      value.by_class ? one.set_of_class(part, i, value.values[i]) : one.set(part, i, value.values[i]);
  }
  return part;
}

template <class Part>
void write(Kept& kept, std::string_view table, const SettingsOf<Part>& settings, const Part& part) {
  const Part defaults;
  for (const Setting<Part>& one : settings) {
    const Kept::Value value = detail::kept_value(one, part);
    if (value == detail::kept_value(one, defaults))
      kept.values.erase(detail::whole_word(table, one));
    else
      kept.values[detail::whole_word(table, one)] = value;
  }
}

// The settings of that struct, as settings of the whole config. `table` and `settings` live as long as the process.
template <class Whole, class Part>
SettingsOf<Whole> within(Kept Whole::*kept, std::string_view table, const SettingsOf<Part>& (*settings)()) {
  SettingsOf<Whole> result;
  for (const Setting<Part>& one : settings()) {
    result.push_back(detail::of_whole<Whole>(
        one, [=](const Whole& whole) { return read(whole.*kept, table, settings()); },
        [=](Whole& whole, const auto& edit) {
          Part part = read(whole.*kept, table, settings());
          edit(part);
          write(whole.*kept, table, settings(), part);
        }));
  }
  return result;
}

}  // namespace weir::ledger
