// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The plots of the report: the columns of a time series grouped by quantity, thinned out to a screen's resolution.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tb/report/results.h"

namespace weir::report {

// A time series thinned out without changing its look: each stretch of time gives at most two rows, which hold each
// column's lowest and highest value of that stretch in the order in which they came. So no peak is lost, and a value
// moves in time by less than one stretch. At most two more rows: the first and the last sample.
struct ThinnedSeries {
  std::vector<double> seconds;
  std::vector<std::vector<double>> columns;  // one per column of the series
};
ThinnedSeries thin_out(const TimeSeries& series, std::size_t max_rows);

struct PlotSeries {
  std::string name;    // "s1.p2.c0"
  std::string colour;  // CSS colour
  bool dashed = false;
  bool visible = true;         // on opening the page
  std::vector<double> values;  // in the plot's unit
};

struct Plot {
  struct Mark {
    double value;
    std::string label;
  };
  std::string id;       // "viq_depth_bytes"
  std::string title;    // "VIQ depth"
  std::string note;     // what the plot omits, or how to read it
  std::string y_label;  // "VIQ depth (KB)"
  std::string unit;     // "KB"; empty: a plain number
  bool step = false;
  bool integer = false;
  std::vector<std::string> states;  // names of the values 0, 1, ...; empty: numbers
  std::vector<Mark> marks;          // horizontal lines, in the plot's unit
  std::vector<PlotSeries> series;
};

struct PlotPage {
  std::string time_unit;  // "ms"
  double units_per_second = 1;
  std::vector<double> times;         // in time_unit
  std::vector<std::string> columns;  // names of all columns of the series
  ThinnedSeries thinned;             // their values at these times
  std::vector<Plot> plots;
};

// At most kMaxPlotRows points per series and kMaxPlotSeries series per plot: those with the largest changes. A series
// that stays 0 is not drawn but counted in the note.
inline constexpr std::size_t kMaxPlotRows = 2000;
inline constexpr std::size_t kMaxPlotSeries = 48;
inline constexpr std::size_t kFirstVisibleSeries = 12;
PlotPage make_plots(const Results& results, const TimeSeries& series);

// The JSON read by the page's script.
std::string plots_to_json(const PlotPage& page, const Results& results);

}  // namespace weir::report
