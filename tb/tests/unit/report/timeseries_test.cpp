// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/timeseries.h"

#include "tb/report/run_directory.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::report::timeseries_test {

TimeSeries example() {
  TimeSeries series;
  series.times = {Time(0), Time(1), Time(20'000'000), Time(3'000'000'000'000)};
  series.columns = {{"s1.p2.c0.viq_depth_bytes", "bytes", {0, 1500, 745'500, 1e9}},
                    {"flow.f1.delivered_bps", "bps", {0, 4'999'680'000.5, 5e9, 1.0 / 3}},
                    {"s1.p2.c0.stage", "", {0, 1, 2, 12}},
                    {"s1.temperature", "K", {1e300, 1e-300, -2.5, 0}},
                    {"odd_bytes", "", {1, 2, 3, 4}}};
  return series;
}

TEST(TimeSeriesFile, IsReadableText) {
  EXPECT_EQ(
      timeseries_to_csv(example()),
      "time_seconds,s1.p2.c0.viq_depth_bytes,flow.f1.delivered_bps,s1.p2.c0.stage,s1.temperature [K],odd_bytes []\n"
      "0,0,0,0,1e+300,1\n"
      "0.000000000001,1500,4999680000.5,1,1e-300,2\n"
      "0.00002,745500,5000000000,2,-2.5,3\n"
      "3,1000000000,0.3333333333333333,12,0,4\n");
}

TEST(TimeSeriesFile, IsReadBackExactly) {
  const TimeSeries written = example();
  const TimeSeries read = timeseries_from_csv(timeseries_to_csv(written), "t.csv");
  EXPECT_EQ(read.times, written.times);
  ASSERT_EQ(read.columns.size(), written.columns.size());
  for (std::size_t column = 0; column < read.columns.size(); ++column) {
    EXPECT_EQ(read.columns[column].name, written.columns[column].name);
    EXPECT_EQ(read.columns[column].unit, written.columns[column].unit);
    EXPECT_EQ(read.columns[column].values, written.columns[column].values);
  }
}

TEST(TimeSeriesFile, RefusesWhatItCouldNotReadBack) {
  TimeSeries short_column = example();
  short_column.columns[1].values.pop_back();
  EXPECT_THROW(timeseries_to_csv(short_column), std::invalid_argument);
  for (const char* name : {"a,b", "a\"b", "a\nb", "a [b", ""}) {
    TimeSeries bad_name = example();
    bad_name.columns[0].name = name;
    EXPECT_THROW(timeseries_to_csv(bad_name), std::invalid_argument) << name;
  }
  TimeSeries no_number = example();
  no_number.columns[0].values[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(timeseries_to_csv(no_number), std::invalid_argument);
}

TEST(TimeSeriesFile, SaysWhereItIsBroken) {
  const auto message = [](const std::string& text) {
    try {
      timeseries_from_csv(text, "t.csv");
    } catch (const BadRunFile& error) {
      return std::string(error.what());
    }
    return std::string("read");
  };
  EXPECT_EQ(message(""), "t.csv:1: wanted: 'time_seconds' as the first column");
  EXPECT_EQ(message("time,a\n"), "t.csv:1: wanted: 'time_seconds' as the first column");
  EXPECT_EQ(message("time_seconds,a\n0.1,x\n"), "t.csv:2: no number in column 'a'");
  EXPECT_EQ(message("time_seconds,a\n0.1,1\n0.2\n"), "t.csv:3: no number in column 'a'");
  EXPECT_EQ(message("time_seconds,a\n0.1,inf\n"), "t.csv:2: no number in column 'a'");
  EXPECT_EQ(message("time_seconds,a\n0.1,1,2\n"), "t.csv:2: more cells than the header has");
  for (const char* time : {"x", "", "-1", "0.1234567890123", "1.-5", "99999999999999999999", "1e-3"}) {
    EXPECT_EQ(message("time_seconds,a\n" + std::string(time) + ",1\n"),
              "t.csv:2: the first column is not a time in seconds")
        << time;
  }
}

TEST(ExactSeconds, KeepsEveryPicosecond) {
  EXPECT_EQ(exact_seconds(Time(0)), "0");
  EXPECT_EQ(exact_seconds(Time(1)), "0.000000000001");
  EXPECT_EQ(exact_seconds(Time(1'250'000'000)), "0.00125");
  EXPECT_EQ(exact_seconds(Time(12'000'000'000'000)), "12");
}

}  // namespace weir::report::timeseries_test
