// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/judged.h"
#include "tb/scenario/loader.h"
#include "tb/scenario/scenario_error.h"
#include "tb/study/study.h"
#include "tb/sweep/combinations.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::study::study_plan_test {

const std::string kSweep = "[sweep]\nscenario = \"" + std::string(WEIR_SOURCE_DIR) +
                           "/scenarios/ring/pfc.toml\"\n[named]\nslow = [\"topology.rate=5Gbps\"]\n"
                           "both = [\"@slow\", \"topology.delay=2us\"]\n"
                           "[[axis]]\nkey = \"case\"\n[axis.cases]\na = []\nb = [\"@both\", \"scenario.quantum=off\"]\n"
                           "[windows]\nfirst = [\"0ms\", \"1ms\"]\nsecond = [\"1ms\", \"2ms\"]\n"
                           "[figures]\nrate = \"mean(flow.*.delivered_bps[window])\"\n";
const std::string kTable = "[page]\n[[page.table]]\nrows = \"case\"\ncolumns = \"window\"\ncells = \"{rate:Gbps.2}\"\n";

Study study_of(const std::string& more, const std::vector<std::string>& sets = {}) {
  return parse_study(kSweep + more, "s.toml", sets);
}

std::string refusal(const std::string& more, const std::vector<std::string>& sets = {}) {
  return error_of<scenario::ScenarioError>([&] {
    const Study study = study_of(more, sets);
    static_cast<void>(sweep::checked_jobs(study.plan, "weir", [](const auto& file, const auto& overrides) {
      return bounds::judged(scenario::load_file(file, overrides));
    }));
  });
}

TEST(StudyPlan, NamedSettingsStandInTheirPlace) {
  const Study study = study_of(kTable);
  EXPECT_THAT(study.plan.axes[0].values[1].sets,
              ElementsAre("topology.rate=5Gbps", "topology.delay=2us", "scenario.quantum=off"));
}

TEST(StudyPlan, RunsStoreWhatThePageAsksFor) {
  const Study study = study_of(kTable);
  ASSERT_EQ(study.plan.results.size(), 2U);
  EXPECT_EQ(study.plan.results[0].text, "flow.*.delivered_bps[mean 0ps to 1ms]");
  EXPECT_EQ(study.plan.results[1].text, "flow.*.delivered_bps[mean 1ms to 2ms]");
  EXPECT_EQ(refusal(kTable), "");
}

TEST(StudyPlan, SettingsOfTheUserGoBeforeTheAxes) {
  const Study study = study_of(kTable, {"switch.mmu.buffer=2MB"});
  const auto jobs = sweep::planned_jobs(study.plan);
  EXPECT_THAT(jobs[1].overrides.sets, ElementsAre("switch.mmu.buffer=2MB", "topology.rate=5Gbps", "topology.delay=2us",
                                                  "scenario.quantum=off"));
}

TEST(StudyPlan, RefusesASettingThatAnAxisSetsAgain) {
  EXPECT_THAT(refusal(kTable, {"topology.delay=1us"}), HasSubstr("does nothing, because the axis sets topology.delay"));
}

TEST(StudyPlan, RefusesNamesThatThereAreNot) {
  EXPECT_THAT(refusal("[page]\n[[page.table]]\nrows = \"kase\"\ncolumns = \"window\"\ncells = \"{rate}\"\n"),
              HasSubstr("key 'page.table.rows': there is no axis or list \"kase\"; the nearest is \"case\""));
  EXPECT_THAT(refusal("[page]\n[[page.table]]\nrows = \"case\"\ncolumns = \"window\"\ncells = \"{rat}\"\n"),
              HasSubstr("key 'page.table.cells.rat': unknown quantity"));
  EXPECT_THAT(refusal("[page]\n[[page.claim]]\nsays = \"x\"\nwhere = { case = \"c\" }\nholds = { rate = 1 }\n"),
              HasSubstr("the axis has no value \"c\""));
  EXPECT_THAT(refusal("[page]\n[[page.claim]]\nsays = \"x\"\nwhere = { window = \"frist\" }\nholds = { rate = 1 }\n"),
              HasSubstr("key 'page.claim.where.window': there is no window \"frist\"; the nearest is \"first\""));
  EXPECT_THAT(refusal("[page]\n[[page.claim]]\nsays = \"x\"\nholds = { \"max(flow.x1.delivered_bps[first])\" = 1 }\n"),
              HasSubstr("the scenario has no flow \"x1\""));
  EXPECT_THAT(
      refusal("[page]\n[[page.claim]]\nsays = \"x\"\nholds = { \"max(s9.p0.c0.viq_depth_bytes[first])\" = 1 }\n"),
      HasSubstr("the scenario has no device \"s9\""));
}

TEST(StudyPlan, RefusesWindowsWithoutASample) {
  EXPECT_THAT(refusal("[page]\n[[page.claim]]\nsays = \"x\"\nholds = { \"max(flow.*.delivered_bps[first])\" = 1 }\n"
                      "[sweeps]\n"),
              HasSubstr("unknown key; the nearest known key is 'sweep'"));
  const std::string late =
      "[windows]\nlate = [\"900s\", \"901s\"]\n[page]\n[[page.claim]]\nsays = \"x\"\n"
      "holds = { \"max(flow.*.delivered_bps[late])\" = 1 }\n";
  const std::string sweep = kSweep.substr(0, kSweep.find("[named]"));
  EXPECT_THAT(error_of<scenario::ScenarioError>([&] {
                const Study study = parse_study(sweep + late, "s.toml", {});
                static_cast<void>(sweep::checked_jobs(study.plan, "weir", [](const auto& file, const auto& overrides) {
                  return bounds::judged(scenario::load_file(file, overrides));
                }));
              }),
              HasSubstr("wanted a window with a sample"));
}

TEST(StudyPlan, RefusesWhatIsNotWhole) {
  EXPECT_THAT(refusal(""), HasSubstr("key 'page': is missing"));
  EXPECT_THAT(refusal("[page]\n"), HasSubstr("wanted at least one [[page.table]], [[page.curve]] or [[page.claim]]"));
  EXPECT_THAT(refusal("[page]\n[[page.table]]\nrows = \"case\"\ncolumns = \"window\"\n"), HasSubstr("is missing"));
  EXPECT_THAT(refusal("[page]\n[[page.table]]\nrows = \"case\"\ncolumns = \"figure\"\ncells = \"x\"\n"),
              HasSubstr("wanted a table of texts where rows or columns have \"figure\" once"));
  EXPECT_THAT(refusal("[page]\n[[page.table]]\nrows = \"case\"\ncolumns = \"window\"\ncells = \"{rate\"\n"),
              HasSubstr("wanted '}' behind each '{'"));
  EXPECT_THAT(refusal("[page]\n[[page.table]]\nrows = \"case\"\ncolumns = \"window\"\ncells = \"{rate:Gpbs.2}\"\n"),
              HasSubstr("wanted a unit"));
  EXPECT_THAT(refusal("[page]\n[[page.table]]\nrows = \"case\"\ncolumns = \"figure\"\ncells = { r = \"{rate}\" }\n"),
              HasSubstr("wanted \"window\" in rows or columns, or one window in where"));
  EXPECT_THAT(refusal("[page]\n[[page.table]]\nrows = \"case\"\ncolumns = \"window\"\ncorner = [\"a\", \"b\"]\n"
                      "cells = \"{rate}\"\n"),
              HasSubstr("wanted a heading for each of rows, or one; got 2"));
  EXPECT_THAT(refusal("[page]\n[[page.table]]\nrows = \"case\"\ncolumns = \"window\"\n"
                      "cells = \"{flow.*.delivered_bps[window]}\"\n"),
              HasSubstr("wanted one number: min, max, mean or sum of a list"));
  EXPECT_THAT(refusal("[page]\n[[page.claim]]\nsays = \"x\"\nholds = { rate = {} }\n"),
              HasSubstr("wanted min, max, above, below or some of them"));
  EXPECT_THAT(refusal("[page]\n[[page.claim]]\nsays = \"x\"\nholds = { rate = \"fast\" }\n"),
              HasSubstr("wanted a number, or { min, max, above, below }"));
  EXPECT_THAT(refusal("[page]\n[[page.claim]]\nsays = \"x\"\nholds = { no_such_result = 1 }\n"),
              HasSubstr("key 'page.claim.holds.no_such_result'"));
}

TEST(StudyPlan, RefusesAnotherCellThatIsNone) {
  const auto cell = [](const std::string& text) {
    return refusal("[page]\n[[page.table]]\nrows = \"case\"\ncolumns = \"window\"\ncells = \"{" + text + "}\"\n");
  };
  EXPECT_THAT(cell("at(rate)"), HasSubstr("wanted ',' and an axis of the other cell in at()"));
  EXPECT_THAT(cell("at(rate, case=pfc)"), HasSubstr("wanted an axis with a value, as in scheme='pfc'"));
  EXPECT_THAT(cell("at(rate, cases='x')"), HasSubstr("there is no axis \"cases\"; the nearest is \"case\""));
  EXPECT_THAT(cell("at(rate, case='x')"), HasSubstr("there is no value \"x\""));
  EXPECT_THAT(cell("at(rate, window='x')"), HasSubstr("there is no window \"x\""));
  EXPECT_THAT(cell("at(flow.*.steady_rate, window='x')"), HasSubstr("wanted one number in at()"));
}

TEST(StudyPlan, RefusesStepsAndListsThatMeanNothing) {
  const std::string table = "[page]\n[[page.table]]\nrows = \"case\"\ncolumns = \"window\"\ncells = ";
  EXPECT_THAT(refusal(table + "\"{flow.$name.steady_rate}\"\n"), HasSubstr("no list \"name\" is in rows or columns"));
  EXPECT_THAT(refusal("[page]\nlists = { a1 = { x = \"y\" } }\n"), HasSubstr("wanted a name of small letters"));
  EXPECT_THAT(refusal(table + "\"{rate}\"\nrepeat = 1\n"), HasSubstr("wanted true or false"));
  const auto of_windows = [](const std::string& windows, const std::string& cells) {
    try {
      static_cast<void>(parse_study("[sweep]\nscenario = \"a.toml\"\n[windows]\n" + windows +
                                        "[page]\n[[page.claim]]\nsays = \"x\"\nholds = { \"" + cells + "\" = 1 }\n",
                                    "s.toml", {}));
    } catch (const scenario::ScenarioError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(of_windows("each = [\"0ms\", \"2ms\", \"1ms\"]\n", "since(a.b.c.d[each] > 1)"), "");
  EXPECT_THAT(of_windows("each = [\"0ms\", \"2ms\", \"1ms\"]\n", "a.b.c.d[each]"),
              HasSubstr("wanted since() or until()"));
  EXPECT_THAT(of_windows("each = [\"0ms\", \"2ms\", \"3ms\"]\n", "drops"), HasSubstr("wanted a window of whole steps"));
  EXPECT_THAT(of_windows("each = [\"0ms\"]\n", "drops"), HasSubstr("wanted two times"));
}

TEST(StudyPlan, RefusesNamesWithoutSettings) {
  const auto refused = [](const std::string& named) {
    return error_of<scenario::ScenarioError>(
        [&] { static_cast<void>(sweep::parse_plan("[sweep]\nscenario = \"a.toml\"\n" + named, "p.toml")); });
  };
  EXPECT_THAT(refused("[named]\na = \"b=1\"\n"), HasSubstr("key 'named.a': wanted a list of KEY=VALUE"));
  EXPECT_THAT(refused("[named]\na = [\"@b\"]\nb = [\"c=1\"]\n"), HasSubstr("[named] has no \"b\""));
  EXPECT_THAT(refused("named = 1\n"), StartsWith("p.toml:"));
}

}  // namespace weir::study::study_plan_test
