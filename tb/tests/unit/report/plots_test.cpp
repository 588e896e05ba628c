// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/plots.h"

#include <nlohmann/json.hpp>

#include "tb/tests/regress/report/sample_run.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::report::plots_test {

TimeSeries wave(std::size_t rows) {
  TimeSeries series;
  series.columns = {{"s1.p0.c0.viq_depth_bytes", "bytes", {}}, {"s1.p1.c0.viq_depth_bytes", "bytes", {}}};
  for (std::size_t row = 0; row < rows; ++row) {
    series.times.push_back(Time(static_cast<std::int64_t>(row) * 1'000'000));
    series.columns[0].values.push_back(std::sin(static_cast<double>(row) * 0.7) * 1e5 + 2e5);
    series.columns[1].values.push_back(row == rows / 3 ? 9e5 : 1);
  }
  return series;
}

TEST(ThinOut, LeavesAShortSeriesAsItIs) {
  const TimeSeries series = wave(100);
  const ThinnedSeries thinned = thin_out(series, 100);
  EXPECT_EQ(thinned.columns[0], series.columns[0].values);
  EXPECT_EQ(thinned.seconds.size(), 100);
}

TEST(ThinOut, KeepsLowestHighestFirstAndLast) {
  for (const std::size_t rows : {101UL, 1000UL, 12'345UL}) {
    for (const std::size_t limit : {4UL, 7UL, 100UL}) {
      const TimeSeries series = wave(rows);
      const ThinnedSeries thinned = thin_out(series, limit);
      EXPECT_LE(thinned.seconds.size(), limit);
      EXPECT_TRUE(std::ranges::is_sorted(thinned.seconds));
      EXPECT_EQ(thinned.seconds.front(), seconds(series.times.front()));
      EXPECT_EQ(thinned.seconds.back(), seconds(series.times.back()));
      for (std::size_t column = 0; column < 2; ++column) {
        const std::vector<double>& all = series.columns[column].values;
        const std::vector<double>& kept = thinned.columns[column];
        ASSERT_EQ(kept.size(), thinned.seconds.size());
        EXPECT_EQ(std::ranges::max(kept), std::ranges::max(all));
        EXPECT_EQ(std::ranges::min(kept), std::ranges::min(all));
        EXPECT_EQ(kept.front(), all.front());
        EXPECT_EQ(kept.back(), all.back());
      }
    }
  }
}

TEST(ThinOut, TakesAnEmptySeries) { EXPECT_TRUE(thin_out(TimeSeries{}, 10).seconds.empty()); }

TEST(Plots, AreOneAQuantityInTheOrderOfThePage) {
  const SampleRun run = sample_ring(false);
  const PlotPage page = make_plots(run.results, run.series);
  std::vector<std::string> ids;
  for (const Plot& plot : page.plots) {
    ids.push_back(plot.id);
  }
  EXPECT_THAT(ids,
              ElementsAre("viq_depth_bytes", "veq_depth_bytes", "delivered_bps", "receiver_stage", "assigned_rate_bps"))
      << "nothing was paused: no such plot";
  EXPECT_EQ(page.time_unit, "ms");
  EXPECT_NEAR(page.times.back(), 100, 1e-9);
  EXPECT_EQ(page.plots[0].y_label, "VIQ depth (KB)");
  EXPECT_THAT(page.plots[0].note, HasSubstr("3 more are always 0"));
  EXPECT_EQ(page.plots[2].y_label, "Delivered rate (Gbps)");
  EXPECT_EQ(page.plots[2].series[0].name, "f1");
  EXPECT_TRUE(page.plots[3].step);
  EXPECT_TRUE(page.plots[3].integer);
}

TEST(Plots, KeepAPeakThatOneSampleHas) {
  const TimeSeries series = wave(50'000);
  const PlotPage page = make_plots(Results{}, series);
  ASSERT_EQ(page.plots.size(), 1);
  EXPECT_LE(page.times.size(), kMaxPlotRows);
  EXPECT_EQ(std::ranges::max(page.plots[0].series[1].values), 900) << "KB";
}

TEST(Plots, GiveAnObjectOneColour) {
  const SampleRun run = sample_ring(true);
  const PlotPage page = make_plots(run.results, run.series);
  const auto colour = [&](std::size_t plot, const std::string& name) {
    return std::ranges::find(page.plots[plot].series, name, &PlotSeries::name)->colour;
  };
  EXPECT_EQ(colour(0, "s2.p1.c0"), colour(1, "s2.p1.c0"));
  EXPECT_NE(colour(0, "s2.p1.c0"), colour(0, "s1.p0.c0"));
}

TEST(Plots, ShowOfManySeriesThoseThatMove) {
  TimeSeries series;
  series.times = {Time(1), Time(2)};
  for (int column = 1; column <= 100; ++column) {
    series.columns.push_back({"s" + std::to_string(column) + ".x_bytes", "bytes", {0.0, 1.0 * column}});
  }
  const Plot plot = make_plots(Results{}, series).plots.at(0);
  EXPECT_EQ(plot.title, "x bytes");
  ASSERT_EQ(plot.series.size(), kMaxPlotSeries);
  EXPECT_EQ(plot.series.back().name, "s100");
  EXPECT_EQ(plot.series.front().name, "s53");
  EXPECT_EQ(std::ranges::count(plot.series, true, &PlotSeries::visible), kFirstVisibleSeries);
  EXPECT_TRUE(plot.series.back().visible);
}

TEST(Plots, NameStatesAndOrderSeriesAsPeopleCount) {
  TimeSeries series;
  series.times = {Time(1), Time(2)};
  for (const char* device : {"s10", "s2", "s1"}) {
    series.columns.push_back({std::string(device) + ".p0.c0.receiver_pause", "", {0, 1}});
  }
  const PlotPage page = make_plots(Results{}, series);
  EXPECT_THAT(page.plots.at(0).states, ElementsAre("open", "paused"));
  std::vector<std::string> names;
  for (const PlotSeries& drawn : page.plots[0].series) {
    names.push_back(drawn.name);
  }
  EXPECT_THAT(names, ElementsAre("s1.p0.c0", "s2.p0.c0", "s10.p0.c0"));
}

TEST(Plots, OfEgressQueuesShowWhereADetectorWantsThem) {
  SampleRun run = sample_ring(false);
  run.series.columns[0].name = "s1.p0.c0.veq_depth_bytes";
  const auto marks = [&run] {
    const std::vector<Plot> plots = make_plots(run.results, run.series).plots;
    return std::ranges::find(plots, "veq_depth_bytes", &Plot::id)->marks;
  };
  EXPECT_TRUE(marks().empty());
  run.results.queues[0].veq_target_bytes = 24'000;
  ASSERT_EQ(marks().size(), 1U);
  EXPECT_THAT(marks()[0].label, HasSubstr("target 24"));
}

TEST(Plots, AreValidJsonWhateverTheNames) {
  SampleRun run = sample_ring(true);
  run.results.events = {{"slow", "at 2.5ms", "s1 and s2 send to each other at 1Gbps", 2.5e-3},
                        {"never", "once f1 falls below 1Gbps over 1ms", "f2 starts", std::nullopt}};
  run.series.columns[0].name = "</script><script>alert(1)</script>.viq_depth_bytes";
  const std::string text = plots_to_json(make_plots(run.results, run.series), run.results);
  EXPECT_THAT(text, Not(HasSubstr("<")));
  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json["plots"][0]["series"][0]["name"], "</script><script>alert(1)</script>");
  EXPECT_EQ(json["plots"][0]["series"][0]["y"].size(), json["x"].size());
  EXPECT_NEAR(json["deadlock_x"].get<double>(), 4.3125, 1e-9);
  ASSERT_EQ(json["events"].size(), 1U) << "one of the two has not taken place";
  EXPECT_NEAR(json["events"][0]["x"].get<double>(), 2.5, 1e-9);
  EXPECT_EQ(json["events"][0]["label"], "slow");
  EXPECT_EQ(json["plots"][0]["marks"][0]["y"], 800);
}

}  // namespace weir::report::plots_test
