// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Settings of a switch as tests draw them: by path, with the values at which they are accepted and refused, and with
// what else must be set for a file to take them.

#pragma once

#include "hw_model/asic/switch_settings.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir {

inline constexpr std::int64_t kNoWord = 99;

// A setting of the tables.
struct Key {
  const asic::SettingTable* table = nullptr;
  const ledger::Setting<asic::SwitchConfig>* setting = nullptr;

  std::string path() const { return std::string(table->path) + "." + std::string(setting->word); }
};

// What is set, by path; and the rate of all links.
struct Draw {
  std::map<std::string, ledger::SettingValue> values;
  BitRate rate{10'000'000'000};
};

inline const std::map<std::string, Key>& keys() {
  static const std::map<std::string, Key> kKeys = [] {
    std::map<std::string, Key> all;
    for (const asic::SettingTable& table : asic::setting_tables()) {
      for (const auto& setting : table.settings) {
        if (setting.elements == 1)
          all.emplace(Key{&table, &setting}.path(), Key{&table, &setting});
      }
    }
    return all;
  }();
  return kKeys;
}

inline std::int64_t word_of(const std::string& path, const std::string& word) {
  for (const ledger::SettingWord& known : keys().at(path).setting->words) {
    if (known.word == word)
      return known.value;
  }
  throw std::logic_error(path + " has no word " + word);
}

// At, just below and just above the limits, the default, and something between.
inline std::vector<ledger::SettingValue> interesting(const ledger::Setting<asic::SwitchConfig>& setting) {
  std::vector<ledger::SettingValue> values{setting.get(asic::SwitchConfig{}, 0)};
  if (setting.kind == ledger::SettingKind::kWord) {
    for (const ledger::SettingWord& known : setting.words)
      values.push_back({known.value});
    values.push_back({kNoWord});
  } else if (setting.kind == ledger::SettingKind::kBoolean) {
    values = {{0}, {1}};
  } else if (setting.is_double()) {
    for (const double real : {setting.lowest.real, setting.highest.real})
      values.insert(values.end(), {{0, real}, {0, real - 0.25}, {0, real + 0.25}});
  } else {
    const std::int64_t low = setting.lowest.count;
    const std::int64_t high = setting.highest.count;
    for (const std::int64_t at :
         {low, high, low + (high - low) / 1000 / setting.step * setting.step, low + 64, low + 2000})
      values.insert(values.end(), {{at}, {at - 1}, {at + 1}});
  }
  return values;
}

// A base that uses the drawn settings, so that a file does not refuse them as unused.
inline Draw with_base(const std::string& scheme, const std::map<std::string, ledger::SettingValue>& drawn,
                      BitRate rate) {
  Draw draw{drawn, rate};
  const auto unless_drawn = [&](const std::string& path, std::int64_t value) {
    draw.values.try_emplace(path, ledger::SettingValue{value});
  };
  unless_drawn("flow_control.scheme", word_of("flow_control.scheme", scheme));
  const bool ttl = draw.values.at("flow_control.scheme").count == word_of("flow_control.scheme", "ttl_pfc");
  const auto of_hops = [&](const char* key) { return drawn.contains(std::string("switch.class_mapper.") + key); };
  if (of_hops("label_trust"))
    unless_drawn("switch.class_mapper.source", word_of("switch.class_mapper.source", "label"));
  if (ttl || of_hops("ttl0") || of_hops("services") || of_hops("service_by"))
    unless_drawn("switch.class_mapper.source", word_of("switch.class_mapper.source", "ttl"));
  if (draw.values.at("flow_control.scheme").count == word_of("flow_control.scheme", "gfc_gradient"))
    unless_drawn("switch.crossbar.strategy", word_of("switch.crossbar.strategy", "input_queued"));
  unless_drawn("flow_control.lossless", ttl ? 0xff : 0x01);
  if (drawn.contains("switch.egress.quantum") || drawn.contains("switch.egress.strict")) {
    unless_drawn("switch.egress.discipline", word_of("switch.egress.discipline", "strict_over_dwrr"));
    unless_drawn("switch.egress.strict", 0x80);
  }
  if (drawn.contains("switch.mmu.headroom_pool")) {
    unless_drawn("switch.mmu.count_cells", 1);
    unless_drawn("switch.mmu.headroom", 20'000);
  }
  if (drawn.contains("switch.crossbar.strategy"))
    draw.values.try_emplace("switch.crossbar.speedup", ledger::SettingValue{0, 2.0});
  return draw;
}

}  // namespace weir
