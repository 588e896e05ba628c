// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/ranks/kept_together.h"

#include "tb/scenario/loader.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::ranks::kept_together_test {

using testing::ElementsAre;

// A ring of three switches with a host each.
scenario::Scenario ring(const std::string& more) {
  return scenario::load_text(
      "[scenario]\nduration = \"1ms\"\n[topology]\nkind = \"ring\"\nswitches = 3\nrate = \"100Gbps\"\n"
      "[traffic]\npattern = \"incast\"\ntarget = \"h1\"\n" +
          more,
      "test.toml");
}

// The groups of more than one device, by name.
std::set<std::set<std::string>> groups_of(const scenario::Scenario& scenario) {
  std::map<std::int32_t, std::set<std::string>> groups;
  const std::vector<std::int32_t> group_of = kept_together(scenario);
  for (std::size_t i = 0; i < group_of.size(); ++i) {
    groups[group_of[i]].insert(scenario.topology.devices[i].name);
  }
  std::set<std::set<std::string>> found;
  for (const auto& [number, names] : groups) {
    if (names.size() > 1) {
      found.insert(names);
    }
  }
  return found;
}

using Groups = std::set<std::set<std::string>>;

TEST(KeptTogether, IsNobodyWithoutSuchLinks) { EXPECT_EQ(groups_of(ring("")), Groups()); }

TEST(KeptTogether, AreTheEndsOfALinkWithFaults) {
  const std::string fault =
      "[[link_fault]]\nname = \"f\"\nbetween = [\"s1\", \"s2\"]\ndo = \"lose\"\nprobability = 0.5\n";
  EXPECT_EQ(groups_of(ring(fault)), (Groups{{"s1", "s2"}}));
}

TEST(KeptTogether, AreTheEndsOfALinkWithDamage) {
  const std::string damage =
      "[[link_damage]]\nname = \"d\"\nbetween = [\"s2\", \"h2\"]\ndo = \"bits\"\nbit_error_rate = 1e-9\n";
  EXPECT_EQ(groups_of(ring(damage)), (Groups{{"h2", "s2"}}));
}

TEST(KeptTogether, AreAllUnderCreditsOfUltraEthernet) {
  const scenario::Scenario all = ring("[flow_control]\nscheme = \"ue_cbfc\"\n");
  EXPECT_THAT(kept_together(all), testing::Each(0));
  EXPECT_EQ(uncut_cables(all).begin()->second, "credits of Ultra Ethernet");
}

TEST(KeptTogether, JoinsChains) {
  EXPECT_THAT(joined({0, 1, 1, 2, 3}, {0, 1, 2, 3, 2}), ElementsAre(0, 1, 1, 2, 1));
  EXPECT_THAT(joined({0, 1, 2}, {0, 1, 2}), ElementsAre(0, 1, 2));
}

}  // namespace weir::ranks::kept_together_test
