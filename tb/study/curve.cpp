// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/study/curve.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>

#include "tb/scenario/key_check.h"
#include "tb/study/statistics.h"

namespace weir::study {
namespace {

std::string joined(const std::string& one, const char* between, const std::string& other) {
  return one.empty() || other.empty() ? one + other : one + between + other;
}

// A round number where one is at most a hundredth further: a run of 40 ms may have its last sample before its end.
double round_end(double first, double last) { return std::max(last, ticks(first, last + (last - first) / 100).back()); }

// Level from the x before to each point; `first`: where x begins.
void make_stairs(Line& line, double first) {
  std::vector<std::pair<double, double>> made;
  for (const auto& [x, y] : line.points) {
    made.emplace_back(first, y);
    made.emplace_back(x, y);
    first = x;
  }
  line.points = std::move(made);
}

class Drawer {
 public:
  Drawer(const Runs& runs, const Curve& curve) : runs_(runs), study_(runs.study), curve_(curve) {}

  std::optional<Drawing> drawing() const {
    Drawing made{.title = curve_.title};
    for (const Curve::Panel& panel : curve_.panels) {
      std::size_t beside = 0;
      for (const Places& places : places_on(curve_.columns)) {
        if (jobs_at(runs_, rule_of(panel), places).empty()) {
          continue;
        }
        std::optional<DrawnPanel> drawn = panel_at(panel, places);
        if (!drawn) {
          return std::nullopt;
        }
        made.panels.push_back(std::move(*drawn));
        made.columns = std::max(made.columns, ++beside);
      }
    }
    if (!curve_.columns) {
      made.columns = std::min<std::size_t>(made.panels.size(), 2);
    }
    return made;
  }

 private:
  // A place for each value of the axis, or one that is on none.
  std::vector<Places> places_on(std::optional<std::size_t> axis) const {
    std::vector<Places> all;
    for (std::size_t i = 0; axis && i < study_.plan.axes[*axis].values.size(); ++i) {
      all.push_back({{Dimension{Dimension::Kind::kAxis, *axis}, i}});
    }
    return axis ? all : std::vector<Places>{{}};
  }

  std::string label_of(const Places& places) const {
    if (places.empty()) {
      return "";
    }
    const std::string& text = study_.plan.axes[places[0].first.index].values[places[0].second].text;
    const auto label = curve_.labels.find(text);
    return label == curve_.labels.end() ? text : label->second;
  }

  sweep::Rule rule_of(const Curve::Panel& panel) const {
    sweep::Rule rule = curve_.where.rule;
    rule.insert(rule.end(), panel.rule.begin(), panel.rule.end());
    return rule;
  }

  std::optional<DrawnPanel> panel_at(const Curve::Panel& panel, const Places& column) const {
    DrawnPanel made{.title = joined(label_of(column), ": ", panel.title), .y_label = panel.unit};
    for (const Places& on_axis : places_on(curve_.lines)) {
      Places places = column;
      places.insert(places.end(), on_axis.begin(), on_axis.end());
      for (const auto& [name, y] : panel.y) {
        std::optional<Line> line = line_at(panel, y, places, made);
        if (!line) {
          return std::nullopt;
        }
        if (!line->points.empty()) {
          line->name = joined(name, ", ", label_of(on_axis));
          made.lines.push_back(std::move(*line));
        }
      }
    }
    for (const Curve::Level& level : panel.levels) {
      sweep::Rule rule = rule_of(panel);
      rule.insert(rule.end(), level.rule.begin(), level.rule.end());
      if (!jobs_at(runs_, rule, column).empty()) {
        made.levels.push_back({level.name, level.at.value() / panel.scale});
      }
    }
    set_limits(panel, made);
    return made;
  }

  // Sets the axis of x. Without points: no run is of the line.
  std::optional<Line> line_at(const Curve::Panel& panel, const Expression& y, const Places& places,
                              DrawnPanel& drawn) const {
    Line line;
    const std::optional<std::size_t> steps = window_with_steps(y);
    if (steps) {
      const Window& window = study_.names.windows[*steps];
      const auto [unit, name] = unit_of_time(seconds(window.to));
      drawn.x_first = seconds(window.from) / unit;
      drawn.x_last = round_end(drawn.x_first, seconds(window.to) / unit);
      drawn.x_label = "time (" + std::string(name) + ")";
      const std::vector<std::size_t> jobs = jobs_at(runs_, rule_of(panel), places);
      for (std::size_t step = 0; !jobs.empty() && step < window.parts(); ++step) {
        const std::optional<double> number = number_of(panel, y, jobs, step);
        if (!number) {
          return std::nullopt;
        }
        line.points.emplace_back(seconds(window.part(step).to) / unit, *number);
      }
      if (curve_.stairs) {
        make_stairs(line, drawn.x_first);
      }
      return line;
    }
    for (const Places& on_x : places_on(curve_.x)) {
      Places all = places;
      all.insert(all.end(), on_x.begin(), on_x.end());
      const std::vector<std::size_t> jobs = jobs_at(runs_, rule_of(panel), all);
      if (jobs.empty()) {
        continue;
      }
      const std::optional<double> number = number_of(panel, y, jobs, 0);
      if (!number) {
        return std::nullopt;
      }
      line.points.emplace_back(curve_.x_values[on_x[0].second], *number);
    }
    std::ranges::sort(line.points, {}, &std::pair<double, double>::first);
    if (curve_.stairs) {
      make_stairs(line, 0);
    }
    drawn.x_label = curve_.x_label;
    return line;
  }

  // In the panel's unit: the mean of the seeds that have a number; NaN: none has. nullopt: not drawn.
  std::optional<double> number_of(const Curve::Panel& panel, const Expression& y, const std::vector<std::size_t>& jobs,
                                  std::size_t step) const {
    require_one_cell(runs_, jobs, panel.place, "page.curve.panel");
    const std::vector<std::size_t>& windows = curve_.where.windows;
    const std::optional<Scene> scene =
        scene_of(runs_, jobs, windows.size() == 1 ? std::optional(windows.front()) : std::nullopt);
    try {
      if (!scene) {
        return std::nullopt;
      }
      std::vector<double> numbers = evaluate(y, *scene, step);
      std::erase_if(numbers, [](double number) { return std::isnan(number); });
      return mean(numbers) / panel.scale;
    } catch (const NotDrawn&) {
      return std::nullopt;
    }
  }

  // The axes hold all points; y begins at `bottom`, by default 0, unless numbers are less, and ends at `top` where that
  // is given.
  void set_limits(const Curve::Panel& panel, DrawnPanel& drawn) const {
    const double bottom = panel.bottom ? panel.bottom->value() / panel.scale : 0;
    double low = bottom;
    double high = std::numeric_limits<double>::lowest();
    double first = std::numeric_limits<double>::max();
    double last = std::numeric_limits<double>::lowest();
    const auto take = [&](double y) {
      low = std::isnan(y) ? low : std::min(low, y);
      high = std::isnan(y) ? high : std::max(high, y);
    };
    for (const Line& line : drawn.lines) {
      for (const auto& [x, y] : line.points) {
        take(y);
        first = std::min(first, x);
        last = std::max(last, x);
      }
    }
    if (high == std::numeric_limits<double>::lowest()) {
      scenario::fail(study_.plan.document, panel.place, "page.curve.panel", "no run has a number for the panel");
    }
    for (const DrawnLevel& level : drawn.levels) {
      take(level.y);
    }
    high = high > low ? high : low + 1;
    if (curve_.x) {
      drawn.x_first = first;
      drawn.x_last = last > first ? last : first + 1;
    }
    const std::vector<double> marks = ticks(low, high);
    const double step = marks.size() > 1 ? marks[1] - marks[0] : high - low;
    drawn.y_first = low < bottom ? std::floor(low / step) * step : bottom;
    drawn.y_last = panel.top ? panel.top->value() / panel.scale : std::ceil(high / step) * step;
  }

  const Runs& runs_;
  const Study& study_;
  const Curve& curve_;
};

}  // namespace

std::optional<Drawing> drawing_of(const Runs& runs, const Curve& curve) { return Drawer(runs, curve).drawing(); }

std::vector<CurveFile> curve_files(const Runs& runs) {
  std::vector<CurveFile> all;
  for (const Curve& curve : runs.study.page.curves) {
    if (const std::optional<Drawing> drawing = drawing_of(runs, curve)) {
      all.push_back({curve.file, svg_of(*drawing)});
    }
  }
  return all;
}

std::vector<std::string> stale_curves(const std::vector<CurveFile>& curves) {
  std::vector<std::string> lines;
  for (const CurveFile& curve : curves) {
    std::ifstream file(curve.file, std::ios::binary);
    const std::string has{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!file || has != curve.svg) {
      lines.push_back(curve.file + ": is not the drawing of these runs; --write draws it");
    }
  }
  return lines;
}

}  // namespace weir::study
