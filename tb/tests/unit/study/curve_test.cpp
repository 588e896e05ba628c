// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/study/curve.h"

#include <regex>

#include "tb/scenario/scenario_error.h"
#include "tb/sweep/combinations.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::study::curve_test {

const std::string kPlan =
    "[sweep]\nscenario = \"ring.toml\"\n"
    "[[axis]]\nkey = \"scheme\"\nvalues = [\"pfc\", \"cbfc\"]\n[[axis]]\nkey = \"switch.mmu.buffer\"\nvalues = "
    "[\"1KB\", \"3KB\"]\n[[axis]]\nseeds = 2\n"
    "[windows]\nsteps = [\"0ms\", \"4ms\", \"1ms\"]\nothers = [\"0ms\", \"4ms\", \"2ms\"]\n"
    "[figures]\nrate = \"flow.f.bps[steps]\"\n";
const std::string kTime =
    "[page]\npapers = { \"P, figure 3\" = \"a < b\" }\nlabels = { pfc = \"PFC\" }\n"
    "[[page.curve]]\nfile = \"a.svg\"\nwhere = { \"switch.mmu.buffer\" = \"1KB\" }\ncolumns = \"scheme\"\n"
    "[[page.curve.panel]]\ntitle = \"rate\"\ny = \"rate\"\nunit = \"Gbps\"\n"
    "levels = { \"paper: 5 Gbps\" = { at = \"5Gbps\", where = { scheme = \"cbfc\" } } }\n";
const std::string kCells =
    "[page]\n[[page.curve]]\nfile = \"b.svg\"\ntitle = \"losses\"\nlines = \"scheme\"\nx = \"switch.mmu.buffer\"\n"
    "[[page.curve.panel]]\ntitle = \"lost\"\ny = { one = \"drops\", two = \"drops * 2\" }\n";

// A study of runs with made up results: rates of 1, 2, none and 4 Gbps, twice as much under CBFC, and for the second
// seed 1 Gbps more; as many drops as the number of the run.
class MadeUp {
 public:
  explicit MadeUp(const std::string& page)
      : study_(parse_study(kPlan + page, "s.toml", {})), jobs_(sweep::planned_jobs(study_.plan)) {
    for (const sweep::Job& job : jobs_) {
      const auto& values = job.combination.values;
      Rows rows{{"drops", static_cast<double>(job.combination.number)}};
      for (const int step : {0, 1, 3}) {
        rows["flow.f.bps[mean " +
             std::string(step == 0   ? "0ps"
                         : step == 1 ? "1ms"
                                     : "3ms") +
             " to " + std::to_string(step + 1) + "ms]"] =
            1e9 * ((step + 1) * (static_cast<double>(values[0]) + 1) + static_cast<double>(values[2]));
      }
      rows_.emplace_back(std::move(rows));
    }
  }

  Runs runs() const { return {study_, jobs_, rows_}; }
  Drawing drawing() const { return *drawing_of(runs(), study_.page.curves.front()); }
  std::vector<std::optional<Rows>>& rows() { return rows_; }

 private:
  Study study_;
  std::vector<sweep::Job> jobs_;
  std::vector<std::optional<Rows>> rows_;
};

std::string refusal(const std::string& page, const std::string& old = "", const std::string& by = "") {
  std::string text = page;
  if (!old.empty()) {
    const std::size_t at = text.find(old);
    EXPECT_NE(at, std::string::npos) << old;
    text.replace(at, old.size(), by);
  }
  return error_of<scenario::ScenarioError>([&] { static_cast<void>(MadeUp(text).drawing()); });
}

// The numbers of a path of a panel, from where they stand in the SVG.
std::vector<std::pair<double, double>> numbers_of(const std::string& path, const DrawnPanel& panel, double left,
                                                  double top) {
  std::vector<std::pair<double, double>> all;
  const std::regex point("[ML]([0-9.]+) ([0-9.]+)");
  for (auto one = std::sregex_iterator(path.begin(), path.end(), point); one != std::sregex_iterator(); ++one) {
    all.emplace_back(panel.x_first + (std::stod((*one)[1]) - left) / kPlotWidth * (panel.x_last - panel.x_first),
                     panel.y_last - (std::stod((*one)[2]) - top) / kPlotHeight * (panel.y_last - panel.y_first));
  }
  return all;
}

std::vector<std::string> paths_of(const std::string& svg, const std::string& name) {
  std::vector<std::string> all;
  const std::regex path("<path class=\"" + name + "\" d=\"([^\"]*)\"");
  for (auto one = std::sregex_iterator(svg.begin(), svg.end(), path); one != std::sregex_iterator(); ++one) {
    all.push_back((*one)[1]);
  }
  return all;
}

TEST(Curve, OverTimeAreTheMeansOfTheSeeds) {
  const Drawing drawing = MadeUp(kTime).drawing();
  EXPECT_EQ(drawing.title, "P, figure 3: a < b");
  ASSERT_EQ(drawing.panels.size(), 2U);
  EXPECT_EQ(drawing.columns, 2U);
  EXPECT_EQ(drawing.panels[0].title, "PFC: rate");
  EXPECT_EQ(drawing.panels[1].title, "cbfc: rate");
  EXPECT_EQ(drawing.panels[0].x_label, "time (ms)");
  const auto& points = drawing.panels[0].lines[0].points;
  ASSERT_EQ(points.size(), 4U);
  EXPECT_EQ(points[0], std::pair(1.0, 1.5));
  EXPECT_EQ(points[1], std::pair(2.0, 2.5));
  EXPECT_TRUE(std::isnan(points[2].second));
  EXPECT_EQ(points[3], std::pair(4.0, 4.5));
  EXPECT_TRUE(drawing.panels[0].levels.empty());
  ASSERT_EQ(drawing.panels[1].levels.size(), 1U);
  EXPECT_EQ(drawing.panels[1].levels[0].y, 5);
}

TEST(Curve, ThePathsOfTheSvgAreAtTheNumbers) {
  const MadeUp made(kTime);
  const Drawing drawing = made.drawing();
  const std::string svg = svg_of(drawing);
  EXPECT_THAT(svg, HasSubstr("<title>P, figure 3: a &lt; b</title>"));
  EXPECT_THAT(svg, HasSubstr(">paper: 5 Gbps</text>"));
  EXPECT_EQ(svg, svg_of(made.drawing()));
  const std::vector<std::string> paths = paths_of(svg, "c0");
  ASSERT_EQ(paths.size(), 2U);
  EXPECT_EQ(std::count(paths[0].begin(), paths[0].end(), 'M'), 2) << paths[0];  // a gap
  for (std::size_t panel = 0; panel < 2; ++panel) {
    // Corners of the two plots; a tenth of a unit is 0.1 ms of 380 units, and at most 0.01 Gbps of 130.
    const auto numbers = numbers_of(paths[panel], drawing.panels[panel], 62 + 460 * static_cast<double>(panel), 54);
    const double times = static_cast<double>(panel) + 1;
    ASSERT_EQ(numbers.size(), 3U);
    std::size_t i = 0;
    for (const double at : {1.0, 2.0, 4.0}) {
      EXPECT_NEAR(numbers[i].first, at, 0.002);
      EXPECT_NEAR(numbers[i].second, at * times + 0.5, 0.01);
      ++i;
    }
  }
}

TEST(Curve, OverAnAxisWithSeveralLines) {
  const Drawing drawing = MadeUp(kCells).drawing();
  ASSERT_EQ(drawing.panels.size(), 1U);
  EXPECT_EQ(drawing.panels[0].x_label, "switch.mmu.buffer (B)");
  ASSERT_EQ(drawing.panels[0].lines.size(), 4U);
  EXPECT_EQ(drawing.panels[0].lines[0].name, "one, pfc");
  EXPECT_EQ(drawing.panels[0].lines[3].name, "two, cbfc");
  EXPECT_THAT(drawing.panels[0].lines[0].points, ElementsAre(std::pair(1000.0, 1.5), std::pair(3000.0, 3.5)));
  EXPECT_THAT(drawing.panels[0].lines[3].points, ElementsAre(std::pair(1000.0, 11.0), std::pair(3000.0, 15.0)));
  EXPECT_EQ(drawing.panels[0].y_last, 15);
}

TEST(Curve, StairsAreLevelUpToEachPoint) {
  const std::string lines = "lines = \"scheme\"\n";
  std::string text = kCells;
  text.insert(text.find(lines), "stairs = true\nlabels = { \"switch.mmu.buffer\" = \"buffer\" }\n");
  const Drawing over_axis = MadeUp(text).drawing();
  EXPECT_EQ(over_axis.panels[0].x_label, "buffer (B)");
  EXPECT_EQ(over_axis.panels[0].x_first, 0);
  EXPECT_THAT(over_axis.panels[0].lines[0].points,
              ElementsAre(std::pair(0.0, 1.5), std::pair(1000.0, 1.5), std::pair(1000.0, 3.5), std::pair(3000.0, 3.5)));
  text = kTime;
  text.insert(text.find("columns = "), "stairs = true\n");
  const auto over_time = MadeUp(text).drawing().panels[0].lines[0].points;
  ASSERT_EQ(over_time.size(), 8U);
  EXPECT_EQ(over_time[2], std::pair(1.0, 2.5));
  EXPECT_EQ(over_time[3], std::pair(2.0, 2.5));
  EXPECT_THAT(refusal(text, "stairs = true", "stairs = 1"),
              HasSubstr("key 'page.curve.stairs': wanted true or false; got"));
}

TEST(Curve, BeginsAtTheBottomOrBelow) {
  const std::string y = "y = { one";
  const auto first = [&](const std::string& bottom) {
    std::string text = kCells;
    text.insert(text.find(y), "bottom = " + bottom + "\n");
    return MadeUp(text).drawing().panels[0].y_first;
  };
  EXPECT_EQ(first("0.5"), 0.5);
  EXPECT_EQ(first("2"), 0);
  EXPECT_THAT(refusal(kCells, y, "top = 4\nbottom = 4\n" + y),
              HasSubstr("key 'page.curve.panel.bottom': wanted less than top; got 4"));
}

TEST(Curve, TimesAlongAnAxisHaveTheirUnit) {
  const std::string axis = "key = \"switch.mmu.buffer\"\nvalues = [\"1KB\", \"3KB\"]";
  std::string plan = kPlan;
  plan.replace(plan.find(axis), axis.size(), "key = \"scenario.until\"\nvalues = [\"1ms\", \"3ms\"]");
  const std::string page =
      "[page]\n[[page.curve]]\nfile = \"b.svg\"\ntitle = \"losses\"\nx = \"scenario.until\"\n"
      "[[page.curve.panel]]\ntitle = \"lost\"\ny = \"drops\"\n";
  const Study study = parse_study(plan + page, "s.toml", {});
  EXPECT_EQ(study.page.curves[0].x_label, "scenario.until (ms)");
  EXPECT_THAT(study.page.curves[0].x_values, ElementsAre(1, 3));
}

TEST(Curve, IsNotDrawnWhereARunIsNot) {
  MadeUp made(kTime);
  made.rows()[0].reset();
  EXPECT_TRUE(curve_files(made.runs()).empty());
  EXPECT_EQ(curve_files(MadeUp(kTime).runs()).size(), 1U);
}

TEST(Curve, LevelStretchesAndColumnsOfPixelsAreThinned) {
  Line line{"", {}};
  for (int i = 0; i <= 38000; ++i) {
    line.points.emplace_back(i, i < 19000 ? 5 : i == 20007 ? 9 : i % 2);
  }
  const std::string path =
      paths_of(svg_of({.title = "t", .panels = {{.x_last = 38000, .y_last = 10, .lines = {line}}}}), "c0").at(0);
  EXPECT_TRUE(path.starts_with("M62 119L252 119L")) << path.substr(0, 40);
  EXPECT_THAT(path, HasSubstr("L262.1 67"));  // the one peak stays
  EXPECT_LT(std::count(path.begin(), path.end(), 'L'), 2 * 192);
}

TEST(Curve, TicksAreRound) {
  EXPECT_THAT(ticks(0, 12), ElementsAre(0, 5, 10));
  EXPECT_THAT(ticks(0, 1.2), ElementsAre(0, 0.5, 1));
  EXPECT_THAT(ticks(-30, 20), ElementsAre(-30, -20, -10, 0, 10, 20));
  EXPECT_FALSE(std::signbit(ticks(0, 40).front()));
}

TEST(Curve, RefusesWhatCannotBeDrawn) {
  EXPECT_EQ(refusal(kTime), "");
  EXPECT_THAT(refusal(kTime, "a.svg", "a.png"), HasSubstr("s.toml:20:8: key 'page.curve.file': wanted a file of its "
                                                          "own that ends in .svg; got \"a.png\""));
  EXPECT_THAT(refusal(kTime, "columns = \"scheme\"", "columns = \"shceme\""),
              HasSubstr("key 'page.curve.columns': there is no axis \"shceme\"; the nearest is \"scheme\""));
  EXPECT_THAT(refusal(kTime, "y = \"rate\"", "y = \"drops\""),
              HasSubstr("wanted what is of a window with steps, or an axis x for the curve; got \"drops\""));
  EXPECT_THAT(refusal(kTime, "y = \"rate\"", "y = \"rate + flow.f.bps[others]\""),
              HasSubstr("key 'page.curve.panel.y': wanted one window with steps"));
  EXPECT_THAT(refusal(kTime, "y = \"rate\"", "y = \"flow.*.bps[steps]\""), HasSubstr("wanted one number"));
  EXPECT_THAT(refusal(kTime, "\"5Gbps\"", "\"fast\""), HasSubstr("levels.paper: 5 Gbps': wanted a number, or"));
  EXPECT_THAT(refusal(kTime, "columns = \"scheme\"\n", ""), HasSubstr("wanted scheme in rows or columns"));
  EXPECT_THAT(refusal(kTime, "papers = { \"P, figure 3\" = \"a < b\" }\n", ""),
              HasSubstr("key 'page.curve.title': is missing"));
  EXPECT_THAT(refusal(kTime, "title = \"rate\"", "titel = \"rate\""),
              HasSubstr("key 'page.curve.panel.titel': unknown key; the nearest known key is 'title'"));
  EXPECT_THAT(refusal(kTime, "y = \"rate\"", "y = \"flow.g.bps[steps]\""), HasSubstr("no run has a number"));
  EXPECT_THAT(refusal(kCells, "x = \"switch.mmu.buffer\"", "x = \"scheme\""),
              HasSubstr("key 'page.curve.x': wanted an axis of numbers; it has \"pfc\""));
  EXPECT_THAT(refusal(kCells, "drops * 2", "rate"), HasSubstr("wanted one number for each value of x"));
  EXPECT_THAT(refusal(kCells + "[[page.curve]]\nfile = \"b.svg\"\n"), HasSubstr("wanted a file of its own"));
  std::string many;
  for (char name = 'a'; name < 'f'; ++name) {
    many += std::string(name == 'a' ? "" : ", ") + name + " = \"drops\"";
  }
  EXPECT_THAT(refusal(kCells, "one = \"drops\", two = \"drops * 2\"", many),
              HasSubstr("key 'page.curve.panel': wanted 1 to 8 lines in a panel; got 10"));
}

}  // namespace weir::study::curve_test
