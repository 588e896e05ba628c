// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/sweep/chip.h"

#include "tb/bounds/judged.h"
#include "tb/scenario/loader.h"
#include "tb/scenario/scenario_error.h"
#include "tb/sweep/combinations.h"
#include "tb/sweep/plan.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::sweep::chip_test {

const std::string kRing = std::string(WEIR_SOURCE_DIR) + "/scenarios/ring/pfc.toml";

Plan plan_of(const std::string& more) { return parse_plan("[sweep]\nscenario = \"" + kRing + "\"\n" + more, "p.toml"); }

std::string refusal_of(const std::string& more) {
  return error_of<scenario::ScenarioError>([&] { static_cast<void>(plan_of(more)); });
}

std::string refusal_of_jobs(const Plan& plan) {
  const auto check = [](const std::string& file, const scenario::Overrides& overrides) {
    return bounds::judged(scenario::load_file(file, overrides));
  };
  return error_of<scenario::ScenarioError>([&] { static_cast<void>(checked_jobs(plan, "weir", check)); });
}

TEST(CostOfTheChip, IsStoredByItsPathInTheReport) {
  const Plan plan =
      plan_of("results = [\"cost.mechanisms.pfc.bits.*\", \"cost.switch.ports\", \"cost.headroom.*.fits\"]\n");
  const auto rows = cost_rows(plan.results, scenario::load_file(kRing, {}));
  std::map<std::string, double> found;
  for (const ResultRow& row : rows) {
    found[row.quantity] = row.value.value();
  }
  EXPECT_EQ(found.size(), 5U);
  EXPECT_EQ(found["cost.switch.ports"], 3);
  EXPECT_GT(found["cost.mechanisms.pfc.bits.flip_flop"], 0);
  EXPECT_EQ(found["cost.headroom.pfc.fits"], 1);
  EXPECT_EQ(refusal_of_jobs(plan), "");
  EXPECT_THAT(cost_rows({}, scenario::load_file(kRing, {})), IsEmpty());
}

TEST(CostOfTheChip, IsOfChipSettingsWhereAPlanHasThem) {
  const std::string ports = "[[axis]]\nkey = \"chip.ports\"\nvalues = [16, 48]\n";
  const Plan plan = plan_of(
      "set = [\"chip.rate=400Gbps\", \"chip.mechanisms=cbfc\", \"chip.ports=2\"]\n"
      "results = [\"cost.switch.ports\", \"cost.headroom.cbfc.each_bytes\"]\n" +
      ports);
  const auto check = [](const std::string& file, const scenario::Overrides& overrides) {
    return scenario::load_file(file, overrides);
  };
  const std::vector<Job> jobs = checked_jobs(plan, "weir 1", check);
  ASSERT_THAT(jobs, SizeIs(2));
  EXPECT_THAT(jobs[1].chip, ElementsAre("chip.rate=400Gbps", "chip.mechanisms=cbfc", "chip.ports=48"));
  EXPECT_THAT(jobs[1].overrides.sets, IsEmpty());
  EXPECT_NE(jobs[0].id, jobs[1].id);
  EXPECT_EQ(command_of(jobs[1]), "weir run " + kRing + " && weir cost --rate 400Gbps --mechanisms cbfc --ports 48");
  const auto rows = cost_rows(plan.results, scenario::load_file(kRing, {}), jobs[1].chip);
  ASSERT_THAT(rows, SizeIs(2));
  EXPECT_EQ(rows[1].quantity, "cost.switch.ports");
  EXPECT_EQ(rows[1].value.value(), 48);
}

TEST(CostOfTheChip, NeedsNoRun) {
  const auto jobs_of = [](const std::string& more) {
    return checked_jobs(plan_of(more), "weir 1", [](const std::string& file, const scenario::Overrides& overrides) {
      return scenario::load_file(file, overrides);
    });
  };
  const std::string cost = "results = [\"cost.switch.ports\"]\n";
  const std::vector<Job> checked = jobs_of("run = false\n" + cost);
  EXPECT_FALSE(checked[0].run);
  EXPECT_NE(checked[0].id, jobs_of(cost)[0].id);
  EXPECT_EQ(command_of(checked[0]), "weir check " + kRing);
  EXPECT_THAT(refusal_of_jobs(plan_of("run = false\nresults = [\"drops\"]\n")),
              HasSubstr("wanted cost.PATH, because sweep.run = false runs nothing; got \"drops\""));
  EXPECT_THAT(refusal_of("run = 1\n"), HasSubstr("key 'sweep.run': wanted true or false"));
}

TEST(CostOfTheChip, SettingsOfNoSwitchAreRefusedAtTheirPlace) {
  const auto refused = [](const std::string& key, const std::string& value) {
    return refusal_of_jobs(plan_of("[[axis]]\nkey = \"chip." + key + "\"\nvalues = [" + value + "]\n"));
  };
  EXPECT_THAT(refused("port", "16"), AllOf(HasSubstr("p.toml:5:"), HasSubstr("key 'axis.chip.port'"),
                                           HasSubstr("no option \"--port\""), HasSubstr("the nearest is \"ports\"")));
  EXPECT_THAT(refused("ports", "\"many\""), HasSubstr("--set chip.ports=many: wanted a whole number; got \"many\""));
  EXPECT_THAT(refused("ports", "100000"), HasSubstr("--ports: wanted"));
  EXPECT_THAT(refused("cable", "0"), HasSubstr("wanted 0.001 to 200000 metres; got 0"));
  EXPECT_THAT(refused("rate", "\"fast\""), HasSubstr("--set chip.rate=fast: wanted"));
  EXPECT_THAT(refused("comparator", "\"x\""), HasSubstr("wanted threshold or leading_zero; got \"x\""));
  EXPECT_THAT(refused("mechanisms", "\"pcf\""), HasSubstr("--set chip.mechanisms=pcf: "));
}

TEST(CostOfTheChip, RefusesWhatTheReportHasNot) {
  EXPECT_THAT(refusal_of_jobs(plan_of("results = [\"cost.bits.flip_flops\"]\n")),
              HasSubstr("no number \"cost.bits.flip_flops\"; the nearest is \"cost.bits.flip_flop\""));
  EXPECT_THAT(refusal_of_jobs(plan_of("results = [\"max cost.*\"]\n")), HasSubstr("without min, max, mean or sum"));
}

}  // namespace weir::sweep::chip_test
