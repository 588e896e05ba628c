// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/ledger/kept_settings.h"

#include <array>

#include <gtest/gtest.h>

#include "hw_model/base/named.h"

namespace weir::ledger {
namespace {

using namespace weir::literals;  // NOLINT(google-build-using-namespace)

enum class KeptForm : std::uint8_t { kRound, kFlat };
constexpr std::array kForms{Named<KeptForm>{KeptForm::kRound, "round"}, Named<KeptForm>{KeptForm::kFlat, "flat"}};

struct KeptMine {
  Bytes level = 30_KB;
  Time wait = 5_us;
  double share = 0.25;
  bool strict = false;
  KeptForm form = KeptForm::kFlat;
  std::array<std::uint8_t, 3> weights{1, 2, 3};
  ByClass<Bytes> each = 7_KB;
};

const SettingsOf<KeptMine>& mine_settings() {
  using Config = KeptMine;
  static const SettingsOf<Config> kSettings = {
      setting(&Config::level, "level", {0_B, 100_KB}, "Level.",
              {.width = [](const Config& config) { return static_cast<unsigned>(config.level.count()); }}),
      setting(&Config::wait, "wait", {0_ps, 1_ms}, "Wait."),
      setting(&Config::share, "share", {0, 1}, "Share."),
      setting(&Config::strict, "strict", "Strict."),
      setting(&Config::form, "form", kForms, "Form."),
      list(&Config::weights, "weights", {0, 9}, "Weights.", {.each = "queue"}),
      setting(&Config::each, "each", {0_B, 100_KB}, "Each."),
      only_for(setting(&Config::wait, "other", {0_ps, 1_ms}, "Acts if strict."), "strict = true",
               [](const Config& config) { return config.strict; }),
  };
  return kSettings;
}

struct KeptWhole {
  Kept others;
};

SettingsOf<KeptWhole> of_whole() { return within(&KeptWhole::others, "room.mine", mine_settings); }
KeptMine mine(const KeptWhole& whole) { return read(whole.others, "room.mine", mine_settings()); }

TEST(KeptSettings, AreTheInitializersUntilTheyAreSet) {
  const KeptWhole whole;
  EXPECT_EQ(mine(whole).level, 30_KB);
  EXPECT_EQ(mine(whole).weights[2], 3);
  for (const Setting<KeptWhole>& one : of_whole())
    EXPECT_EQ(one.get(whole, 0), find(mine_settings(), one.word).get(KeptMine(), 0)) << one.word;
}

TEST(KeptSettings, OfEachKindAreSetAndRead) {
  KeptWhole whole;
  const SettingsOf<KeptWhole> settings = of_whole();
  find(settings, "level").set(whole, 0, {40'000});
  find(settings, "share").set(whole, 0, {0, 0.75});
  find(settings, "strict").set(whole, 0, {1});
  find(settings, "form").set(whole, 0, {0});
  find(settings, "weights").set(whole, 1, {9});
  const KeptMine now = mine(whole);
  EXPECT_EQ(now.level, 40_KB);
  EXPECT_EQ(now.wait, 5_us);
  EXPECT_EQ(now.share, 0.75);
  EXPECT_TRUE(now.strict);
  EXPECT_EQ(now.form, KeptForm::kRound);
  EXPECT_EQ(now.weights, (std::array<std::uint8_t, 3>{1, 9, 3}));
  EXPECT_EQ(find(settings, "weights").get(whole, 1), SettingValue{9});
  EXPECT_EQ(find(settings, "level").held.width(whole), 40'000U);
  EXPECT_TRUE(find(settings, "other").acts(whole));
  EXPECT_FALSE(find(settings, "other").acts(KeptWhole()));
}

TEST(KeptSettings, OfAClassAreKeptByClass) {
  KeptWhole whole;
  const Setting<KeptWhole> each = find(of_whole(), "each");
  EXPECT_FALSE(each.by_class(whole));
  each.set_of_class(whole, 3, {9'000});
  EXPECT_TRUE(each.by_class(whole));
  EXPECT_EQ(mine(whole).each[ClassId(3)], 9_KB);
  EXPECT_EQ(mine(whole).each[ClassId(2)], 7_KB);
  EXPECT_EQ(each.get_of_class(whole, 3), SettingValue{9'000});
  each.set(whole, 0, {8'000});
  EXPECT_FALSE(each.by_class(whole));
  EXPECT_EQ(mine(whole).each[ClassId(3)], 8_KB);
}

TEST(KeptSettings, CompareByTheirValues) {
  KeptWhole set;
  KeptWhole untouched;
  const Setting<KeptWhole> level = find(of_whole(), "level");
  level.set(set, 0, {40'000});
  EXPECT_FALSE(set.others == untouched.others);
  level.set(set, 0, {30'000});
  EXPECT_TRUE(set.others == untouched.others);
}

TEST(KeptSettings, OfTwoTablesDoNotMeet) {
  KeptWhole whole;
  find(of_whole(), "level").set(whole, 0, {40'000});
  EXPECT_EQ(read(whole.others, "room.yours", mine_settings()).level, 30_KB);
}

}  // namespace
}  // namespace weir::ledger
