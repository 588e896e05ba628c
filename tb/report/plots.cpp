// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/plots.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "tb/report/flow_order.h"
#include "tb/report/html_text.h"
#include "tb/report/human.h"
#include "tb/report/quantities.h"
#include "tb/report/rounded_json.h"

namespace weir::report {

namespace {

// Legible on a light and on a dark page, and apart for most people who do not see all colours.
constexpr std::array<const char*, 10> kColours = {"#3b82d0", "#e8833a", "#2ca58d", "#d1495b", "#8e6bbf",
                                                  "#b5852a", "#4aa8d8", "#6b8e23", "#d16ba5", "#7a7f87"};

constexpr std::string_view kFlowPrefix = "flow.";

// "flow.f1.delivered_bps": object "f1", quantity "delivered_bps".
std::pair<std::string, std::string> split_name(const std::string& name) {
  const std::size_t point = name.rfind('.');
  if (point == std::string::npos) {
    return {name, name};
  }
  std::string object = name.substr(0, point);
  if (object.starts_with(kFlowPrefix)) {
    object.erase(0, kFlowPrefix.size());
  }
  return {std::move(object), name.substr(point + 1)};
}

std::string html_id(std::string quantity) {
  std::ranges::replace_if(
      quantity, [](unsigned char c) { return !std::isalnum(c); }, '_');
  return quantity;
}

struct Group {
  std::string quantity;
  std::string unit;
  std::vector<std::size_t> columns;
};

std::vector<Group> group_columns(const TimeSeries& series) {
  std::vector<Group> groups;
  for (std::size_t column = 0; column < series.columns.size(); ++column) {
    const std::string quantity = split_name(series.columns[column].name).second;
    auto group = std::ranges::find(groups, quantity, &Group::quantity);
    if (group == groups.end()) {
      group = groups.insert(groups.end(), {quantity, series.columns[column].unit, {}});
    }
    group->columns.push_back(column);
  }
  std::ranges::stable_sort(groups, {}, [](const Group& group) { return quantity_rank(group.quantity); });
  for (Group& group : groups) {
    std::ranges::stable_sort(group.columns, [&](std::size_t a, std::size_t b) {
      return natural_less(series.columns[a].name, series.columns[b].name);
    });
  }
  return groups;
}

// An object has one colour on the whole page.
class Palette {
 public:
  std::pair<std::string, bool> of(const std::string& object, bool flow) {
    std::map<std::string, std::size_t>& indices = flow ? flows_ : queues_;
    const std::size_t index = indices.try_emplace(object, indices.size()).first->second;
    return {kColours[index % kColours.size()], index / kColours.size() % 2 == 1};
  }

 private:
  std::map<std::string, std::size_t> flows_;
  std::map<std::string, std::size_t> queues_;
};

double highest_of(const std::vector<double>& values) {
  return std::transform_reduce(
      values.begin(), values.end(), 0.0, [](double a, double b) { return std::max(a, b); },
      [](double value) { return std::abs(value); });
}

double swing_of(const std::vector<double>& values) {
  const auto [low, high] = std::ranges::minmax_element(values);
  return values.empty() ? 0 : *high - *low;
}

// Depths that queues are compared with, where they are few. `level_of`: of a queue, 0: none.
template <typename LevelOf>
void add_marks(Plot& plot, const Results& results, double factor, const std::string& what, LevelOf level_of) {
  std::set<std::int64_t> levels;
  for (const QueueResult& queue : results.queues) {
    if (const std::int64_t level = level_of(queue); level > 0) {
      levels.insert(level);
    }
  }
  constexpr std::size_t kMaxMarks = 4;
  if (levels.size() > kMaxMarks) {
    return;
  }
  for (const std::int64_t level : levels) {
    const auto bytes = static_cast<double>(level);
    plot.marks.push_back({bytes / factor, what + human_bytes(bytes)});
  }
}

// The columns of a group without those of flows that the report does not show.
std::vector<std::size_t> shown_columns(const Group& group, const TimeSeries& series, const Results& results,
                                       std::string& note) {
  if (results.flows.size() <= kMaxShownFlows || !series.columns[group.columns.front()].name.starts_with(kFlowPrefix)) {
    return group.columns;
  }
  std::set<std::string> names;
  for (const FlowResult* flow : shown_flows(results.flows)) {
    names.insert(flow->name);
  }
  std::vector<std::size_t> shown;
  std::ranges::copy_if(group.columns, std::back_inserter(shown), [&](std::size_t column) {
    return names.contains(split_name(series.columns[column].name).first);
  });
  note +=
      fmt::format("; {} of {} flows are shown, those with the lowest mean rate", names.size(), results.flows.size());
  return shown;
}

// Columns to draw of these, in their order, and the note on those left out.
std::vector<std::size_t> chosen_columns(const std::vector<std::size_t>& columns, const ThinnedSeries& thinned,
                                        std::string& note) {
  std::vector<std::size_t> chosen;
  for (const std::size_t column : columns) {
    if (highest_of(thinned.columns[column]) > 0) {
      chosen.push_back(column);
    }
  }
  const std::size_t zero = columns.size() - chosen.size();
  if (zero > 0) {
    note += fmt::format("; {} more {} always 0", zero, zero == 1 ? "is" : "are");
  }
  if (chosen.size() > kMaxPlotSeries) {
    note += fmt::format("; of {} the {} that move most", chosen.size(), kMaxPlotSeries);
    std::ranges::stable_sort(chosen, std::ranges::greater{},
                             [&](std::size_t column) { return swing_of(thinned.columns[column]); });
    chosen.resize(kMaxPlotSeries);
    std::ranges::sort(chosen, {}, [&](std::size_t column) { return std::ranges::find(columns, column); });
  }
  return chosen;
}

void hide_all_but_busiest(Plot& plot) {
  if (plot.series.size() <= kFirstVisibleSeries) {
    return;
  }
  std::vector<std::size_t> order(plot.series.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::ranges::greater{},
                           [&](std::size_t index) { return swing_of(plot.series[index].values); });
  for (std::size_t index = kFirstVisibleSeries; index < order.size(); ++index) {
    plot.series[order[index]].visible = false;
  }
  plot.note += fmt::format("; the {} that move most are switched on", kFirstVisibleSeries);
}

Plot make_plot(const Group& group, const TimeSeries& series, const ThinnedSeries& thinned, const Results& results,
               Palette& palette) {
  const Quantity quantity = quantity_of(group.quantity);
  Plot plot;
  plot.id = html_id(group.quantity);
  plot.title = quantity.title;
  plot.note = quantity.note;
  plot.step = quantity.step;
  plot.integer = quantity.integer;
  plot.states = quantity.states;
  const std::vector<std::size_t> columns =
      chosen_columns(shown_columns(group, series, results, plot.note), thinned, plot.note);
  double highest = 0;
  for (const std::size_t column : columns) {
    highest = std::max(highest, highest_of(thinned.columns[column]));
  }
  const UnitScale scale = scale_for(group.unit, highest);
  plot.unit = scale.unit;
  plot.y_label = plot.unit.empty() ? plot.title : fmt::format("{} ({})", plot.title, plot.unit);
  if (group.quantity == "viq_depth_bytes") {
    add_marks(plot, results, scale.factor, "acts from ", [](const QueueResult& queue) { return queue.xoff_bytes; });
  }
  if (group.quantity == "veq_depth_bytes") {
    add_marks(plot, results, scale.factor, "target ",
              [](const QueueResult& queue) { return queue.veq_target_bytes.value_or(0); });
  }
  for (const std::size_t column : columns) {
    const std::string object = split_name(series.columns[column].name).first;
    const auto [colour, dashed] = palette.of(object, series.columns[column].name.starts_with(kFlowPrefix));
    PlotSeries& drawn = plot.series.emplace_back(PlotSeries{object, colour, dashed, true, thinned.columns[column]});
    for (double& value : drawn.values) {
      value /= scale.factor;
    }
  }
  hide_all_but_busiest(plot);
  return plot;
}

}  // namespace

ThinnedSeries thin_out(const TimeSeries& series, std::size_t max_rows) {
  ThinnedSeries thinned;
  const std::size_t rows = series.times.size();
  thinned.columns.resize(series.columns.size());
  if (rows <= max_rows) {
    for (const Time time : series.times) {
      thinned.seconds.push_back(seconds(time));
    }
    for (std::size_t column = 0; column < series.columns.size(); ++column) {
      thinned.columns[column] = series.columns[column].values;
    }
    return thinned;
  }
  const std::size_t stretches = std::max<std::size_t>(max_rows / 2, 2) - 1;
  const auto keep_row = [&](std::size_t row) {
    thinned.seconds.push_back(seconds(series.times[row]));
    for (std::size_t column = 0; column < series.columns.size(); ++column) {
      thinned.columns[column].push_back(series.columns[column].values[row]);
    }
  };
  keep_row(0);
  for (std::size_t stretch = 0; stretch < stretches; ++stretch) {
    const std::size_t begin = 1 + stretch * (rows - 2) / stretches;
    const std::size_t end = 1 + (stretch + 1) * (rows - 2) / stretches;
    if (end - begin < 2) {
      if (end > begin) {
        keep_row(begin);
      }
      continue;
    }
    thinned.seconds.push_back(seconds(series.times[begin]));
    thinned.seconds.push_back(seconds(series.times[end - 1]));
    for (std::size_t column = 0; column < series.columns.size(); ++column) {
      const auto first = series.columns[column].values.begin();
      const auto [low, high] =
          std::minmax_element(first + static_cast<std::ptrdiff_t>(begin), first + static_cast<std::ptrdiff_t>(end));
      thinned.columns[column].push_back(low < high ? *low : *high);
      thinned.columns[column].push_back(low < high ? *high : *low);
    }
  }
  keep_row(rows - 1);
  return thinned;
}

PlotPage make_plots(const Results& results, const TimeSeries& series) {
  PlotPage page;
  page.thinned = thin_out(series, kMaxPlotRows);
  const ThinnedSeries& thinned = page.thinned;
  for (const TimeSeries::Column& column : series.columns) {
    page.columns.push_back(column.name);
  }
  const UnitScale time_scale = scale_for("seconds", thinned.seconds.empty() ? 1 : thinned.seconds.back());
  page.time_unit = time_scale.unit;
  page.units_per_second = 1 / time_scale.factor;
  for (const double at : thinned.seconds) {
    page.times.push_back(at / time_scale.factor);
  }
  Palette palette;
  for (const Group& group : group_columns(series)) {
    Plot plot = make_plot(group, series, thinned, results, palette);
    if (!plot.series.empty() && page.times.size() > 1) {
      page.plots.push_back(std::move(plot));
    }
  }
  return page;
}

std::string plots_to_json(const PlotPage& page, const Results& results) {
  constexpr int kValueDigits = 7;
  Json json;
  json["x_unit"] = page.time_unit;
  json["deadlock_x"] = nullptr;
  if (results.deadlock) {
    json["deadlock_x"] = rounded(results.deadlock->formed_at_seconds * page.units_per_second, kTimeDigits);
  }
  json["events"] = Json::array();
  for (const EventResult& event : results.events) {
    if (event.at_seconds) {
      json["events"].push_back(
          {{"x", rounded(*event.at_seconds * page.units_per_second, kTimeDigits)}, {"label", event.name}});
    }
  }
  json["x"] = rounded(page.times, kTimeDigits);
  json["plots"] = Json::array();
  for (const Plot& plot : page.plots) {
    Json marks = Json::array();
    for (const Plot::Mark& mark : plot.marks) {
      marks.push_back({{"y", rounded(mark.value, kValueDigits)}, {"label", mark.label}});
    }
    Json drawn = Json::array();
    for (const PlotSeries& series : plot.series) {
      drawn.push_back({{"name", series.name},
                       {"colour", series.colour},
                       {"dashed", series.dashed},
                       {"visible", series.visible},
                       {"y", rounded(series.values, kValueDigits)}});
    }
    json["plots"].push_back({{"id", plot.id},
                             {"y_label", plot.y_label},
                             {"unit_suffix", plot.unit.empty() ? "" : " " + plot.unit},
                             {"step", plot.step},
                             {"integer", plot.integer},
                             {"states", plot.states},
                             {"marks", std::move(marks)},
                             {"series", std::move(drawn)}});
  }
  return json_in_script(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace weir::report
