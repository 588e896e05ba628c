// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/key_spec.h"

#include "tb/tests/unit/switch_kit.h"
#include "tb/text/quantity.h"

namespace weir::scenario::key_spec_test {

using text::parse_bytes;
using text::parse_rate;
using text::parse_time;

TEST(NearestKey, LooksInTheTableFirstAndThenForTheSameNameElsewhere) {
  EXPECT_EQ(nearest_key("switch.mmu", "bufer"), "switch.mmu.buffer");
  EXPECT_EQ(nearest_key("switch", "xoff"), "flow_control.pfc.xoff");
  EXPECT_EQ(nearest_key("", "flow_contol"), "flow_control");
  EXPECT_EQ(nearest_key("", "flows"), "flow");
  EXPECT_EQ(nearest_key("", "expects"), "expect");
  EXPECT_EQ(nearest_key("flow[]", "source"), "flow.src");
  EXPECT_EQ(nearest_key("flow[]", "colour_of_the_cable"), "");
}

TEST(KeyTable, HasTablesOfSingleSwitches) {
  EXPECT_EQ(common_path("switch.s1.mmu"), "switch.mmu");
  EXPECT_EQ(common_path("switch.s*.flow_control.pfc"), "flow_control.pfc");
  EXPECT_EQ(common_path("switch.s1.egress.shaper"), "switch.egress.shaper");
  EXPECT_EQ(common_path("switch.s1"), "switch");
  for (const char* path : {"switch", "switch.mmu", "switch.route", "flow_control.pfc", ""}) {
    EXPECT_EQ(common_path(path), path);
  }
  for (const KeySpec& key : key_specs()) {
    EXPECT_EQ(common_path(own_path("s1", key.table)), key.table);
    EXPECT_TRUE(!key.by_switch || key.alike.empty()) << key.table << "." << key.name;
    EXPECT_TRUE(!key.on_chip || key.by_switch || !key.alike.empty()) << key.table << "." << key.name;
  }
}

TEST(KeyTable, NamesEachKeyOnceInATableThatExists) {
  std::set<std::string_view> tables;
  for (const TableSpec& table : table_specs()) {
    EXPECT_TRUE(tables.insert(table.path).second) << table.path;
  }
  std::set<std::string> keys;
  for (const KeySpec& key : key_specs()) {
    EXPECT_TRUE(tables.contains(key.table)) << key.table;
    EXPECT_TRUE(keys.insert(std::string(key.table) + "." + std::string(key.name)).second) << key.table << key.name;
    EXPECT_FALSE(key.meaning.empty()) << key.name;
  }
}

TEST(KeyTable, HasDefaultsAndRangesOfTheirKind) {
  for (const KeySpec& key : key_specs()) {
    const std::string name = std::string(key.table) + "." + std::string(key.name);
    for (const std::string_view text : {key.initial, key.lowest, key.highest}) {
      if (text.empty() || std::ranges::find(key.words, text) != key.words.end()) {
        continue;
      }
      switch (key.kind) {
        case KeyKind::kTime:
          EXPECT_NO_THROW(parse_time(text)) << name;
          break;
        case KeyKind::kRate:
          EXPECT_NO_THROW(parse_rate(text)) << name;
          break;
        case KeyKind::kBytes:
          EXPECT_NO_THROW(parse_bytes(text)) << name;
          break;
        case KeyKind::kInteger:
          EXPECT_NO_THROW(std::stoll(std::string(text))) << name;
          break;
        case KeyKind::kReal:
          EXPECT_NO_THROW(std::stod(std::string(text))) << name;
          break;
        case KeyKind::kWord:
          EXPECT_THAT(key.words, testing::Contains(text)) << name;
          break;
        default:
          break;
      }
    }
    // A number may have a word beside it: "by_scheme".
    EXPECT_TRUE(key.kind != KeyKind::kWord || !key.words.empty()) << name;
    EXPECT_FALSE(key.required && !key.initial.empty()) << name;
  }
}

}  // namespace weir::scenario::key_spec_test
