// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/sweep/chip.h"

#include "tb/bounds/judged.h"
#include "tb/cost/link_costs.h"
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

double cost_of(const std::string& scenario, const std::vector<std::string>& chip, const std::string& path) {
  Wanted wanted;
  wanted.key = "cost." + path;
  const auto rows = cost_rows({wanted}, scenario::load_file(scenario, {}), chip);
  return rows.size() == 1 ? rows.front().value.value_or(-1) : -1;
}

TEST(CostOfTheChip, IsOfALinkWhereAPlanHasOne) {
  const std::vector<std::string> chip = {"chip.links=800Gbps", "chip.cables=500", "chip.max-frame=9216B"};
  cost::LinkCostRequest request{
      .plain = {.lossless = 1, .max_frame = Bytes(9216)}, .rates = {BitRate(800'000'000'000)}, .cables = {500}};
  const cost::LinkCost link = cost::link_costs(request).links.front();
  const auto found = [&](const std::string& path) { return cost_of(kRing, chip, path); };
  EXPECT_EQ(found("credits.32.smallest.every_credits"), link.credits[0][1].every.credits);
  EXPECT_EQ(found("credits.1.against.smallest_credits"), link.credits[1][0].smallest);
  EXPECT_EQ(found("schemes.pfc_LLR_replays_first.each_bytes"), link.schemes[2].each[0].count());
  EXPECT_EQ(found("schemes.InfiniBand_s_credits_cbfc.flip_flop_bits"), link.schemes[3].flip_flops);
  EXPECT_EQ(found("llr.smallest.window_frames"), link.retry[0].window.frames);
  EXPECT_EQ(cost_of(kRing, {"chip.links=800Gbps"}, "cable_m"), 300);
}

TEST(CostOfTheChip, IsOfADeviceOfTheScenarioWhereAPlanNamesOne) {
  const std::string pool = std::string(WEIR_SOURCE_DIR) + "/scenarios/ttl/ttl_pool.toml";
  const std::string path = "headroom.ttl_pfc.queues";
  EXPECT_EQ(cost_of(pool, {"chip.device=se1"}, path), 6);  // of two hosts, and two classes from each of two above
  EXPECT_EQ(cost_of(pool, {"chip.device=sa1"}, path), 4);
  const Plan plan = plan_of("set = [\"chip.device=s2\"]\nrun = false\nresults = [\"cost.switch.ports\"]\n");
  const std::vector<Job> jobs = checked_jobs(
      plan, "weir",
      [](const std::string& file, const scenario::Overrides& sets) { return scenario::load_file(file, sets); });
  EXPECT_EQ(command_of(jobs.front()), "weir check " + kRing + " && weir cost " + kRing + " --device s2");
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
              HasSubstr("wanted cost.PATH or census.N.NAME, because sweep.run = false runs nothing; got \"drops\""));
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

TEST(CostOfTheChip, SettingsThatDoNotGoTogetherAreRefused) {
  const auto refused = [](const std::string& chip) {
    return refusal_of_jobs(plan_of("set = [" + chip + "]\nresults = [\"cost.switch.ports\"]\n"));
  };
  EXPECT_THAT(refused("\"chip.device=s4\""), HasSubstr("has no switch \"s4\""));
  EXPECT_THAT(refused("\"chip.device=s1\", \"chip.ports=8\""),
              HasSubstr("--set chip.ports=8: makes no sense beside chip.device"));
  EXPECT_THAT(refused("\"chip.partition-accounts=memory\""), HasSubstr("wanted chip.mechanisms=ttl_pfc"));
  EXPECT_THAT(refused("\"chip.cables=5\""), HasSubstr("--set chip.cables=5: needs chip.links"));
  for (const char* const other : {"rate=100Gbps", "delay=1us", "cable=5", "mechanisms=pfc"}) {
    EXPECT_THAT(refused("\"chip.links=100Gbps\", \"chip." + std::string(other) + "\""),
                HasSubstr("--set chip." + std::string(other) + ": makes no sense beside chip.links"));
  }
  EXPECT_THAT(refused("\"chip.links=100Gbps,400Gbps\""), HasSubstr("--set chip.links=100Gbps,400Gbps: wanted a rate"));
  EXPECT_THAT(refused("\"chip.links=2Tbps\""), HasSubstr("--links: wanted rates of 1Gbps to 1.6Tbps"));
  EXPECT_THAT(refused("\"chip.links=100Gbps\""), HasSubstr("no number \"cost.switch.ports\""));
}

TEST(CostOfTheChip, RefusesWhatTheReportHasNot) {
  EXPECT_THAT(refusal_of_jobs(plan_of("results = [\"cost.bits.flip_flops\"]\n")),
              HasSubstr("no number \"cost.bits.flip_flops\"; the nearest is \"cost.bits.flip_flop\""));
  EXPECT_THAT(refusal_of_jobs(plan_of("results = [\"max cost.*\"]\n")), HasSubstr("without min, max, mean or sum"));
}

}  // namespace weir::sweep::chip_test
