// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Curves as SVG: panels with axes, lines in colour, dashed levels, and a legend; light or dark as the viewer prefers.
// The same numbers give the same bytes.

#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace weir::study {

inline constexpr std::size_t kMostLines = 8;  // names of lines that have colours of their own

struct Line {
  std::string name = {};                               // in the legend; empty: not there
  std::vector<std::pair<double, double>> points = {};  // x ascending; y of NaN leaves a gap
};

// A number drawn across a panel, dashed.
struct DrawnLevel {
  std::string name;
  double y = 0;
};

struct DrawnPanel {
  std::string title = {};
  std::string x_label = {};  // with its unit
  std::string y_label = {};
  double x_first = 0;
  double x_last = 1;  // more than x_first
  double y_first = 0;
  double y_last = 1;  // more than y_first; what is above or below is drawn at the edge
  std::vector<Line> lines = {};
  std::vector<DrawnLevel> levels = {};
};

struct Drawing {
  std::string title = {};
  std::size_t columns = 1;  // panels beside each other
  std::vector<DrawnPanel> panels = {};
};

// Numbers 1, 2 or 5 times a power of ten apart, from the first that is not below `low` to the last that is not above
// `high`, at most six. `low` is less than `high`.
std::vector<double> ticks(double low, double high);

// Of time along x: the largest unit, in s and by name, in which the end is at least 1.
std::pair<double, const char*> unit_of_time(double end);

std::string svg_of(const Drawing& drawing);

// The plotted part of a panel, in the SVG's units.
inline constexpr double kPlotWidth = 380;
inline constexpr double kPlotHeight = 130;

}  // namespace weir::study
