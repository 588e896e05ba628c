// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/sweep/plan.h"

#include "tb/bounds/judged.h"
#include "tb/scenario/loader.h"
#include "tb/scenario/scenario_error.h"
#include "tb/sweep/combinations.h"
#include "tb/tests/unit/switch_kit.h"
#include "tb/tests/unit/temporary_directory.h"

namespace weir::sweep::plan_test {

const std::string kRing = std::string(WEIR_SOURCE_DIR) + "/scenarios/ring/pfc.toml";
const std::string kSweep = "[sweep]\nscenario = \"" + kRing + "\"\n";

Plan plan_of(const std::string& more) { return parse_plan(kSweep + more, "p.toml"); }

std::vector<std::string> texts(const Axis& axis) {
  std::vector<std::string> all;
  for (const AxisValue& value : axis.values) {
    all.push_back(value.text);
  }
  return all;
}

std::vector<std::string> axis_of(const std::string& keys) {
  return texts(plan_of("[[axis]]\nkey = \"k\"\n" + keys).axes.at(0));
}

std::vector<std::string> runs_of(const std::string& more) {
  const Plan plan = plan_of(more);
  std::vector<std::string> all;
  for (const Combination& combination : combine(plan)) {
    all.push_back(describe(plan, combination));
  }
  return all;
}

std::string refusal(const std::string& text) {
  return error_of<scenario::ScenarioError>([&] { static_cast<void>(combine(parse_plan(text, "p.toml"))); });
}

std::string refusal_of(const std::string& more) { return refusal(kSweep + more); }

std::string refusal_of_jobs(const Plan& plan) {
  const auto check = [](const std::string& file, const scenario::Overrides& overrides) {
    return bounds::judged(scenario::load_file(file, overrides));
  };
  return error_of<scenario::ScenarioError>([&] { static_cast<void>(checked_jobs(plan, "weir", check)); });
}

TEST(Axis, ValuesStandAsListed) {
  EXPECT_THAT(axis_of("values = [\"pfc\", 3, 0.5, true, [1, 2]]"), ElementsAre("pfc", "3", "0.5", "true", "[1, 2]"));
}

TEST(Axis, TextThatLooksLikeAnotherValueIsQuotedForSet) {
  const Plan plan = plan_of("[[axis]]\nkey = \"k\"\nvalues = [\"10Gbps\", \"3\", \"a b\"]\n");
  EXPECT_EQ(plan.axes[0].values[0].setting, "10Gbps");
  EXPECT_EQ(plan.axes[0].values[1].setting, "\"3\"");
  EXPECT_EQ(plan.axes[0].values[2].setting, "\"a b\"");
}

TEST(Axis, LinearRanges) {
  EXPECT_THAT(axis_of("range = { from = 1, to = 7, step = 2 }"), ElementsAre("1", "3", "5", "7"));
  EXPECT_THAT(axis_of("range = { from = 0, to = 1.0, count = 5 }"), ElementsAre("0.0", "0.25", "0.5", "0.75", "1.0"));
  EXPECT_THAT(axis_of("range = { from = \"1us\", to = \"2us\", step = \"300ns\" }"),
              ElementsAre("1us", "1.3us", "1.6us", "1.9us"));
  EXPECT_THAT(axis_of("range = { from = 0.1, to = 0.7, step = 0.2 }"), ElementsAre("0.1", "0.3", "0.5", "0.7"));
  EXPECT_THAT(axis_of("range = { from = 1, to = 3, count = 9 }"), ElementsAre("1", "2", "3"));
}

TEST(Axis, LogarithmicRange) {
  EXPECT_THAT(axis_of("range = { from = \"1KB\", to = \"1MB\", count = 4, scale = \"log\" }"),
              ElementsAre("1KB", "10KB", "100KB", "1MB"));
}

TEST(Axis, PowersOfTwo) {
  EXPECT_THAT(axis_of("range = { from = \"64KiB\", to = \"300KiB\", scale = \"powers_of_two\" }"),
              ElementsAre("65.536KB", "131.072KB", "262.144KB"));
  EXPECT_THAT(axis_of("range = { from = 1, to = 8, scale = \"powers_of_two\" }"), ElementsAre("1", "2", "4", "8"));
}

TEST(Axis, Seeds) {
  const Plan plan = plan_of("[[axis]]\nseeds = { first = 7, count = 3 }\n");
  EXPECT_EQ(plan.axes[0].key, "scenario.seed");
  EXPECT_TRUE(plan.axes[0].seeds);
  EXPECT_THAT(texts(plan.axes[0]), ElementsAre("7", "8", "9"));
  EXPECT_THAT(texts(plan_of("[[axis]]\nseeds = 2\n").axes[0]), ElementsAre("1", "2"));
}

// A table of a census beside a plan in a folder of its own.
class ColumnOfATable : public testing::Test {
 protected:
  ColumnOfATable() {
    std::ofstream(folder_ / "nets.csv") << "# a census\nseed, cut_off, most, delay, kind\n81,0,9,1us,a\n103,1,7,2us,b\n"
                                           "258,0,7,3us,a\n400,0,5,4us,c\n";
  }

  Plan plan(const std::string& rest) const {
    return parse_plan(kSweep + "[[axis]]\nkey = \"topology.seed\"\ncolumn = { file = \"nets.csv\", " + rest + " }\n",
                      (folder_ / "p.toml").string());
  }
  std::vector<std::string> values(const std::string& rest) const { return texts(plan(rest).axes.at(0)); }
  std::string refused(const std::string& rest) const {
    return error_of<scenario::ScenarioError>([&] { static_cast<void>(plan(rest)); });
  }

  TemporaryDirectory temporary_;
  std::filesystem::path folder_ = temporary_.path();
};

TEST_F(ColumnOfATable, IsAnAxis) {
  EXPECT_THAT(values("name = \"seed\""), ElementsAre("81", "103", "258", "400"));
  EXPECT_THAT(values("name = \"delay\", first = 2"), ElementsAre("1us", "2us"));
  EXPECT_EQ(plan("name = \"seed\"").axes[0].values[1].number, 103.0);
  EXPECT_EQ(plan("name = \"delay\"").axes[0].values[1].unit, "s");
}

TEST_F(ColumnOfATable, IsThinnedByWhere) {
  EXPECT_THAT(values("name = \"seed\", where = { cut_off = 0 }"), ElementsAre("81", "258", "400"));
  EXPECT_THAT(values("name = \"seed\", where = { cut_off = 0, most = { max = 7 } }, first = 1"), ElementsAre("258"));
  EXPECT_THAT(values("name = \"seed\", where = { kind = [\"b\", \"c\"] }"), ElementsAre("103", "400"));
  EXPECT_THAT(values("name = \"seed\", where = { delay = { min = \"2us\", max = \"3us\" } }"),
              ElementsAre("103", "258"));
  EXPECT_THAT(values("name = \"seed\", where = { seed = { min = 200 } }"), ElementsAre("258", "400"));
}

TEST_F(ColumnOfATable, IsOneOfSeeds) {
  const Plan seeds = parse_plan(
      kSweep + "[[axis]]\nkey = \"topology.seed\"\nseeds = { file = \"nets.csv\", name = \"seed\", first = 2 }\n",
      (folder_ / "p.toml").string());
  EXPECT_TRUE(seeds.axes.at(0).seeds);
  EXPECT_FALSE(plan("name = \"seed\"").axes.at(0).seeds);
  EXPECT_EQ(seeds.axes[0].key, "topology.seed");
  EXPECT_THAT(texts(seeds.axes[0]), ElementsAre("81", "103"));
}

TEST_F(ColumnOfATable, IsRefusedWhereItIsWrong) {
  EXPECT_THAT(refused("name = \"sed\""), HasSubstr("p.toml:5:19: key 'axis.column.file'"));
  EXPECT_THAT(refused("name = \"sed\""), HasSubstr("names no column that is wanted; wanted \"sed\""));
  EXPECT_THAT(refused("name = \"seed\", where = { most = 8 }"), HasSubstr("key 'axis.column.where': no row of "));
  EXPECT_THAT(refused("name = \"seed\", where = { most = { max = \"8us\" } }"), HasSubstr("no row of "));
  EXPECT_THAT(refused("name = \"seed\", first = 0"), HasSubstr("key 'axis.column.first': wanted an integer from 1"));
  EXPECT_THAT(refused("name = \"seed\", last = 1"), HasSubstr("key 'axis.column.last': unknown key"));
  EXPECT_THAT(refused("where = { most = 9 }"), HasSubstr("key 'axis.column.name': is missing"));
  EXPECT_THAT(refused("name = \"seed\", where = 9"), HasSubstr("key 'axis.column.where': wanted a table"));
  std::filesystem::remove(folder_ / "nets.csv");
  EXPECT_THAT(refused("name = \"seed\""), HasSubstr("nets.csv"));
}

// With the tables that they name.
TEST(Plans, OfTheProjectLoad) {
  std::size_t plans = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(std::string(WEIR_SOURCE_DIR) + "/sweeps")) {
    if (entry.path().extension() == ".toml") {
      const Plan plan = load_plan(entry.path().string());
      EXPECT_GE(combine(plan).size(), 1U) << entry.path();
      for (const std::string& scenario : plan.scenarios) {
        EXPECT_TRUE(std::filesystem::exists(scenario)) << scenario;
      }
      ++plans;
    }
  }
  EXPECT_GE(plans, 9U);
}

TEST(Axis, FilesInNaturalOrder) {
  const TemporaryDirectory temporary;
  const std::filesystem::path& folder = temporary.path();
  std::filesystem::create_directories(folder / "nets");
  for (const char* name : {"net10.txt", "net2.txt", "other.csv"}) {
    std::ofstream(folder / "nets" / name) << "x\n";
  }
  const Plan plan = parse_plan(kSweep + "[[axis]]\nkey = \"topology.file\"\nfiles = \"nets/net*.txt\"\n",
                               (folder / "p.toml").string());
  EXPECT_THAT(texts(plan.axes[0]), ElementsAre("nets/net2.txt", "nets/net10.txt"));
  EXPECT_EQ(plan.axes[0].values[0].setting, (folder / "nets/net2.txt").string());
}

TEST(Axis, DrawsDependOnTheirSeedAndStayInRange) {
  const std::string draw = "draw = { distribution = \"uniform\", from = \"1us\", to = \"2us\", count = 20, seed = ";
  const auto a = axis_of(draw + "1 }");
  EXPECT_THAT(a, SizeIs(20));
  EXPECT_EQ(a, axis_of(draw + "1 }"));
  EXPECT_NE(a, axis_of(draw + "2 }"));
  for (const char* distribution : {"uniform", "log_uniform"}) {
    const Plan plan = plan_of(std::string("[[axis]]\nkey = \"k\"\ndraw = { distribution = \"") + distribution +
                              "\", from = \"1us\", to = \"1ms\", count = 1000 }\n");
    double below_geometric_mean = 0;
    for (const AxisValue& value : plan.axes[0].values) {
      EXPECT_GE(*value.number, 1e-6);
      EXPECT_LE(*value.number, 1e-3);
      below_geometric_mean += *value.number < 31.6e-6 ? 1 : 0;
    }
    // Half of them where they are drawn by their logarithm, 3 % otherwise; five standard deviations.
    EXPECT_NEAR(below_geometric_mean, std::string(distribution) == "uniform" ? 31 : 500, 80) << distribution;
  }
  const Plan exponential =
      plan_of("[[axis]]\nkey = \"k\"\ndraw = { distribution = \"exponential\", mean = \"1us\", count = 2000 }\n");
  double sum = 0;
  for (const AxisValue& value : exponential.axes[0].values) {
    sum += *value.number;
  }
  EXPECT_NEAR(sum / static_cast<double>(exponential.axes[0].values.size()), 1e-6, 0.12e-6);
}

TEST(Combinations, ProductTurnsTheLastAxisFastest) {
  EXPECT_THAT(runs_of("[[axis]]\nkey = \"a\"\nvalues = [1, 2]\n[[axis]]\nkey = \"b\"\nvalues = [\"x\", \"y\"]\n"),
              ElementsAre("a=1, b=x", "a=1, b=y", "a=2, b=x", "a=2, b=y"));
  EXPECT_THAT(runs_of(""), ElementsAre(""));
}

constexpr const char* kCases =
    "[[axis]]\nkey = \"form\"\n[axis.cases]\n\"one, two\" = [\"a=1\", \"b=2\"]\nplain = []\n[[axis]]\nseeds = 2\n";

TEST(Combinations, ACaseIsSettingsThatGoTogether) {
  EXPECT_THAT(runs_of(kCases), ElementsAre("form=one, two, scenario.seed=1", "form=one, two, scenario.seed=2",
                                           "form=plain, scenario.seed=1", "form=plain, scenario.seed=2"));
  const Plan plan = plan_of(kCases);
  const auto sets_of = [&](std::size_t value) { return assignments(plan.axes[0], plan.axes[0].values[value]); };
  EXPECT_THAT(sets_of(0), ElementsAre("a=1", "b=2"));
  EXPECT_THAT(sets_of(1), ElementsAre());
  EXPECT_THAT(refusal_of("[[axis]]\nkey = \"form\"\ncases = { one = \"a=1\" }\n"),
              EndsWith("key 'axis.cases.one': wanted a list of KEY=VALUE"));
  EXPECT_THAT(refusal_of("[[axis]]\nkey = \"form\"\ncases = { one = [\"a\"] }\n"),
              EndsWith("key 'axis.cases.one': wanted a list of KEY=VALUE"));
  EXPECT_THAT(refusal_of("[[axis]]\nkey = \"form\"\ncases = [1]\n"),
              EndsWith("key 'axis.cases': wanted a table of cases, each a list of KEY=VALUE; got a list"));
}

TEST(Combinations, AxesOfOneZipGoTogether) {
  EXPECT_THAT(runs_of("[[axis]]\nkey = \"a\"\nzip = \"z\"\nvalues = [1, 2]\n[[axis]]\nkey = \"s\"\nvalues = [0, 9]\n"
                      "[[axis]]\nkey = \"b\"\nzip = \"z\"\nvalues = [\"x\", \"y\"]\n"),
              ElementsAre("a=1, s=0, b=x", "a=1, s=9, b=x", "a=2, s=0, b=y", "a=2, s=9, b=y"));
}

const char* const kTwoAxes =
    "[[axis]]\nkey = \"p.xoff\"\nvalues = [\"1KB\", \"2KB\", \"3KB\"]\n[[axis]]\nkey = \"p.xon\"\nvalues = [\"1KB\", "
    "\"2KB\"]\n";

TEST(Combinations, WhereForbids) {
  EXPECT_THAT(
      runs_of(std::string(kTwoAxes) + "[[where.forbid]]\np.xoff = [\"1KB\", \"3KB\"]\n\"p.xon\" = \"2KB\"\n"),
      ElementsAre("p.xoff=1KB, p.xon=1KB", "p.xoff=2KB, p.xon=1KB", "p.xoff=2KB, p.xon=2KB", "p.xoff=3KB, p.xon=1KB"));
}

TEST(Combinations, WhereAllowsOneOfItsRules) {
  EXPECT_THAT(runs_of(std::string(kTwoAxes) +
                      "[[where.allow]]\np.xon = { below = \"p.xoff\" }\n[[where.allow]]\np.xoff = { max = \"1KB\" }\n"
                      "[[where.forbid]]\np.xoff = { min = \"3KB\" }\np.xon = { above = \"p.xon\" }\n"),
              ElementsAre("p.xoff=1KB, p.xon=1KB", "p.xoff=1KB, p.xon=2KB", "p.xoff=2KB, p.xon=1KB",
                          "p.xoff=3KB, p.xon=1KB", "p.xoff=3KB, p.xon=2KB"));
}

TEST(Plan, RefusesWithPlaceKeyAndWhatWasWanted) {
  EXPECT_EQ(refusal("x = 1\n"), "p.toml:1:1: key 'x': unknown key");
  EXPECT_EQ(refusal("[[axis]]\nseeds = 1\n"), "p.toml: key 'sweep': is missing; wanted a table [sweep]");
  EXPECT_EQ(refusal("[sweep]\n"), "p.toml:1:1: key 'sweep.scenario': wanted either scenario or scenarios");
  EXPECT_EQ(refusal("[sweep]\nscenario = \"no/*.toml\"\n"),
            "p.toml:2:12: key 'sweep.scenario': there is no file \"no/*.toml\"");
  EXPECT_EQ(refusal_of("untill = \"5ms\"\n"),
            "p.toml:3:1: key 'sweep.untill': unknown key; the nearest known key is 'until'");
  EXPECT_THAT(refusal_of("until = \"5\"\n"), HasSubstr("p.toml:3:9: key 'sweep.until': wanted a time such as"));
  EXPECT_EQ(refusal_of("keep = \"some\"\n"),
            "p.toml:3:8: key 'sweep.keep': wanted one of \"failures\", \"all\", \"none\"; got \"some\"");
  EXPECT_THAT(
      refusal_of("[[axis]]\nkey = \"k\"\n"),
      HasSubstr("p.toml:4:7: key 'axis.key': wanted one of values, range, seeds, files, column, draw and cases"));
  EXPECT_EQ(refusal_of("[[axis]]\nkey = \"k\"\nvalues = []\n"),
            "p.toml:5:10: key 'axis.values': wanted a list of at least one value; got a list");
  EXPECT_EQ(refusal_of("[[axis]]\nkey = \"k\"\nrange = { from = \"1us\", to = \"1KB\", count = 2 }\n"),
            "p.toml:5:30: key 'axis.range.to': wanted the dimension of from, 1us; got 1KB");
  EXPECT_EQ(refusal_of("[[axis]]\nkey = \"k\"\nrange = { from = 2, to = 1, count = 2 }\n"),
            "p.toml:5:26: key 'axis.range.to': wanted more than from, 2; got 1");
  EXPECT_EQ(refusal_of("[[axis]]\nkey = \"k\"\nrange = { from = 0, to = 1, count = 2, scale = \"log\" }\n"),
            "p.toml:5:18: key 'axis.range.from': wanted more than 0; got 0");
  EXPECT_EQ(refusal_of("[[axis]]\nkey = \"k\"\nrange = { from = 1e-200, to = 1e200, count = 2, scale = \"log\" }\n"),
            "p.toml:5:31: key 'axis.range.to': wanted at most 1e300 times from, 1e-200; got 1e+200");
  EXPECT_THAT(refusal_of("[[axis]]\nkey = \"k\"\nfiles = \"no/*\"\n"),
              HasSubstr("p.toml:5:9: key 'axis.files': there is no file \"no/*\""));
  EXPECT_THAT(refusal_of("[[axis]]\nkey = \"k\"\ndraw = { distribution = \"zipf\", count = 1 }\n"),
              HasSubstr("key 'axis.draw.distribution': wanted one of"));
  EXPECT_EQ(refusal_of("[[axis]]\nseeds = 1\n[[axis]]\nseeds = 2\n"),
            "p.toml:5:1: key 'axis.key': there is an axis \"scenario.seed\" already");
  EXPECT_EQ(
      refusal_of(
          "[[axis]]\nkey = \"a\"\nzip = \"z\"\nvalues = [1]\n[[axis]]\nkey = \"b\"\nzip = \"z\"\nvalues = [1, 2]\n"),
      "p.toml:7:1: key 'axis.zip': wanted 1 values, as many as a has; got 2");
}

TEST(Plan, RefusesConditionsThatMeanNothing) {
  EXPECT_EQ(refusal_of(std::string(kTwoAxes) + "[[where.forbid]]\np.xof = \"1KB\"\n"),
            "p.toml:10:3: key 'where.forbid.p.xof': there is no axis \"p.xof\"; the nearest is \"p.xoff\"");
  EXPECT_EQ(refusal_of(std::string(kTwoAxes) + "[[where.forbid]]\np.xoff = \"4KB\"\n"),
            "p.toml:10:10: key 'where.forbid.p.xoff': the axis has no value \"4KB\"; the nearest is \"1KB\"");
  EXPECT_THAT(refusal_of(std::string(kTwoAxes) + "[[where.forbid]]\np.xoff = { max = \"1us\" }\n"),
              HasSubstr("wanted a value like those of the axis, \"1KB\""));
  EXPECT_EQ(refusal_of("[[axis]]\nkey = \"a\"\nvalues = [1]\n[[where.forbid]]\na = 1\n"),
            "p.toml:6:1: key 'where': no combination is left");
}

TEST(Plan, NamesTheCombinationThatTheLoaderRefuses) {
  const std::string message = refusal_of_jobs(
      plan_of("[[axis]]\nkey = \"flow_control.pfc.xoff\"\nvalues = [\"800KB\",\n  \"80us\"]\n[[axis]]\nseeds = 2\n"));
  EXPECT_THAT(message, HasSubstr("p.toml:6:3: key 'axis.flow_control.pfc.xoff': run 3 (flow_control.pfc.xoff=80us, "
                                 "scenario.seed=1) is refused: --set flow_control.pfc.xoff=80us: key "));
  EXPECT_THAT(refusal_of_jobs(plan_of("[[axis]]\nkey = \"flow_control.pfc.xof\"\nvalues = [\"800KB\"]\n")),
              HasSubstr("unknown key; the nearest known key is 'flow_control.pfc.xoff'"));
}

TEST(Plan, RefusesResultsThatNoRunHas) {
  EXPECT_THAT(refusal_of_jobs(plan_of("results = [\"drops\",\n  \"mean flow.f9.steady_rate\"]\n")),
              HasSubstr("p.toml:4:3: key 'sweep.results.flow.f9.steady_rate': there is no flow \"f9\""));
  EXPECT_THAT(refusal_of_jobs(plan_of("results = \"dropz\"\n")),
              HasSubstr("p.toml:3:11: key 'sweep.results.dropz': unknown quantity; the nearest known one is 'drops'"));
}

TEST(Plan, TakesResultsThatSomeRunHas) {
  const auto refusal = [](const std::string& measured) {
    return refusal_of_jobs(plan_of(
        "results = \"class.c0.latency_p99\"\n[[axis]]\nkey = \"measure.latency\"\nvalues = [" + measured + "]\n"));
  };
  EXPECT_EQ(refusal("false, true"), "");
  EXPECT_THAT(refusal("false"), HasSubstr("p.toml:3:11: key 'sweep.results.class.c0.latency_p99': nothing in this "
                                          "scenario produces this result: measure.latency is false"));
}

TEST(Jobs, EqualScenariosHaveOneIdAndAnotherProgramAnother) {
  const Plan plan = plan_of(
      "until = \"1ms\"\n[[axis]]\nkey = \"flow_control.pfc.xoff\"\nvalues = [\"800KB\", \"0.8MB\", \"900KB\"]\n");
  const auto check = [](const std::string& file, const scenario::Overrides& overrides) {
    return scenario::load_file(file, overrides);
  };
  const std::vector<Job> jobs = checked_jobs(plan, "weir 1", check);
  ASSERT_THAT(jobs, SizeIs(3));
  EXPECT_EQ(jobs[0].id, jobs[1].id);
  EXPECT_NE(jobs[0].id, jobs[2].id);
  EXPECT_NE(jobs[0].id, checked_jobs(plan, "weir 2", check)[0].id);
  EXPECT_EQ(command_of(jobs[0]), "weir run " + kRing + " --set flow_control.pfc.xoff=800KB --until 1ms");
}

}  // namespace weir::sweep::plan_test
