// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/sweep/census_rows.h"

#include "tb/bounds/census.h"
#include "tb/scenario/loader.h"
#include "tb/scenario/scenario_error.h"
#include "tb/sweep/plan.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::sweep::census_rows_test {

const std::string kNetworks = std::string(WEIR_SOURCE_DIR) + "/scenarios/gfc_networks/pfc.toml";

Plan plan_of(const std::string& results) {
  return parse_plan("[sweep]\nscenario = \"" + kNetworks +
                        "\"\nset = [\"switch.forwarding.paths=all\"]\nrun = false\nresults = [" + results + "]\n",
                    "p.toml");
}

std::vector<Job> jobs_of(const std::string& results) {
  return checked_jobs(plan_of(results), "weir", [](const std::string& file, const scenario::Overrides& overrides) {
    return scenario::load_file(file, overrides);
  });
}

TEST(CensusRows, AreWhatTheCensusCounts) {
  const std::string results = "\"census.40.cyclic\", \"census.10.cut_off\", \"census.40.by_most_switches.*\"";
  const Job job = jobs_of(results).front();
  std::map<std::string, double> found;
  for (const ResultRow& row : census_rows(plan_of(results).results, job)) {
    found[row.quantity] = row.value.value();
  }
  const auto counts = [&](std::uint64_t networks) {
    return bounds::counts_of(bounds::census(kNetworks, job.overrides, networks, 2));
  };
  EXPECT_GT(found.at("census.40.cyclic"), 0);
  EXPECT_EQ(found.at("census.40.cyclic"), counts(40).cyclic);
  EXPECT_EQ(found.at("census.10.cut_off"), counts(10).cut_off);
  double all = 0;
  for (const auto& [switches, networks] : counts(40).of_most_switches) {
    EXPECT_EQ(found.at("census.40.by_most_switches." + std::to_string(switches)), networks);
    all += static_cast<double>(networks);
  }
  EXPECT_EQ(all, 40);
  EXPECT_THAT(found, SizeIs(2 + counts(40).of_most_switches.size()));
  EXPECT_THAT(census_rows({}, job), IsEmpty());
}

TEST(CensusRows, AreRefusedWhereNoCensusHasThem) {
  const auto refused = [](const std::string& result) {
    return error_of<scenario::ScenarioError>([&] { static_cast<void>(jobs_of("\"" + result + "\"")); });
  };
  EXPECT_EQ(refused("census.1.cyclic_and_cut_off"), "");
  EXPECT_EQ(refused("census.1000000.by_most_switches.9"), "");
  for (const char* wrong : {"census.0.cyclic", "census.1000001.cyclic", "census.1e3.cyclic", "census.cyclic",
                            "census.10.cycles", "mean census.10.cyclic"}) {
    EXPECT_THAT(refused(wrong), HasSubstr("key 'sweep.results': wanted census.N.NAME")) << wrong;
  }
}

}  // namespace weir::sweep::census_rows_test
