// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/study/drawing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "tb/report/html_text.h"

namespace weir::study {
namespace {

constexpr double kLeft = 62;   // of a panel: labels of y
constexpr double kAbove = 28;  // its title
constexpr double kBelow = 40;  // labels of x
constexpr double kRight = 18;
constexpr double kPanelWidth = kLeft + kPlotWidth + kRight;
constexpr double kPanelHeight = kAbove + kPlotHeight + kBelow;
constexpr double kHead = 26;    // title of the drawing
constexpr double kLegend = 18;  // a line of the legend
constexpr double kLetter = 6;   // width of a letter, about

// Of lines, by turns: on light and on dark ground.
constexpr std::array<std::pair<const char*, const char*>, kMostLines> kColours = {{{"#1f5f99", "#6fb1ee"},
                                                                                   {"#b03030", "#f08080"},
                                                                                   {"#2e7d32", "#7fce83"},
                                                                                   {"#b8720a", "#f0b050"},
                                                                                   {"#744499", "#c39be6"},
                                                                                   {"#00808a", "#4fd0da"},
                                                                                   {"#8a5a3c", "#d6a88c"},
                                                                                   {"#666666", "#b0b0b0"}}};

std::string style() {
  std::string light;
  std::string dark;
  for (std::size_t i = 0; i < kColours.size(); ++i) {
    light += fmt::format(".c{}{{stroke:{}}}", i, kColours[i].first);
    dark += fmt::format(".c{}{{stroke:{}}}", i, kColours[i].second);
  }
  return "<style>.back{fill:#fff}text{fill:#222}.on{stroke:#fff;stroke-width:3;paint-order:stroke}path{fill:none}.grid{"
         "stroke:#e6e6e6}.axis{stroke:#777}"
         ".level{stroke:#222;stroke-dasharray:4 3;stroke-width:.8}" +
         light +
         "\n@media "
         "(prefers-color-scheme:dark){.back{fill:#16191d}text{fill:#e4e4e4}.on{stroke:#16191d}.grid{stroke:#33383e}"
         ".axis{stroke:#9a9a9a}.level{stroke:#e4e4e4}" +
         dark + "}</style>\n";
}

std::string text_at(double x, double y, const char* more, const std::string& words) {
  return fmt::format("<text x=\"{:g}\" y=\"{:g}\"{}>{}</text>", x, y, more, report::html_escaped(words));
}

double tenth(double number) { return std::round(number * 10) / 10; }

// Where numbers of a panel are in the SVG, to a tenth.
class Places {
 public:
  Places(const DrawnPanel& panel, double left, double top) : panel_(panel), left_(left), top_(top) {}

  double x(double number) const {
    return tenth(left_ + (number - panel_.x_first) / (panel_.x_last - panel_.x_first) * kPlotWidth);
  }
  double y(double number) const {
    const double inside = std::clamp(number, panel_.y_first, panel_.y_last);
    return tenth(top_ + kPlotHeight - (inside - panel_.y_first) / (panel_.y_last - panel_.y_first) * kPlotHeight);
  }

 private:
  const DrawnPanel& panel_;
  double left_;
  double top_;
};

using Point = std::pair<double, double>;

// The path through the points, without those in the middle of a level stretch. Of more than two points within one
// column of pixels the lowest and the highest stand, in their order.
std::string path_of(const std::vector<Point>& points) {
  std::vector<Point> kept;
  for (auto first = points.begin(); first != points.end();) {
    const auto end = std::find_if(first, points.end(),
                                  [&](const Point& one) { return std::floor(one.first) > std::floor(first->first); });
    const auto [low, high] =
        std::minmax_element(first, end, [](const Point& a, const Point& b) { return a.second < b.second; });
    for (auto one = first; one != end; ++one) {
      if (end - first > 2 && one != low && one != high) {
        continue;
      }
      if (kept.size() > 1 && kept.back().second == one->second && kept[kept.size() - 2].second == one->second) {
        kept.pop_back();
      }
      kept.push_back(*one);
    }
    first = end;
  }
  std::string path;
  for (const Point& one : kept) {
    path += fmt::format("{}{:g} {:g}", path.empty() ? "M" : "L", one.first, one.second);
  }
  return path;
}

std::string path_of(const Line& line, const Places& places) {
  std::string path;
  std::vector<Point> stretch;
  for (const auto& [x, y] : line.points) {
    if (std::isnan(y)) {
      path += path_of(std::exchange(stretch, {}));
    } else {
      stretch.emplace_back(places.x(x), places.y(y));
    }
  }
  return path + path_of(stretch);
}

std::string axes_of(const DrawnPanel& panel, const Places& at, double left, double top) {
  const double right = left + kPlotWidth;
  const double bottom = top + kPlotHeight;
  std::string svg;
  for (const double x : ticks(panel.x_first, panel.x_last)) {
    svg += fmt::format("<path class=\"grid\" d=\"M{:g} {:g}V{:g}\"/>", at.x(x), top, bottom);
    svg += text_at(at.x(x), bottom + 14, " text-anchor=\"middle\"", fmt::format("{:g}", x));
  }
  for (const double y : ticks(panel.y_first, panel.y_last)) {
    svg += fmt::format("<path class=\"grid\" d=\"M{:g} {:g}H{:g}\"/>", left, at.y(y), right);
    svg += text_at(left - 6, at.y(y) + 4, " text-anchor=\"end\"", fmt::format("{:g}", y));
  }
  return svg + fmt::format("<path class=\"axis\" d=\"M{:g} {:g}V{:g}H{:g}\"/>\n", left, top, bottom, right);
}

std::string svg_of_panel(const DrawnPanel& panel, const std::vector<std::string>& names, double x, double y) {
  const double left = x + kLeft;
  const double top = y + kAbove;
  const Places at(panel, left, top);
  std::string svg = text_at(left, top - 10, " font-weight=\"bold\"", panel.title) + axes_of(panel, at, left, top);
  svg += text_at(left + kPlotWidth, top + kPlotHeight + 28, " text-anchor=\"end\"", panel.x_label);
  svg += fmt::format("<text transform=\"translate({:g} {:g}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n", x + 14,
                     top + kPlotHeight / 2, report::html_escaped(panel.y_label));
  for (const Line& line : panel.lines) {
    svg += fmt::format("<path class=\"c{}\" d=\"{}\"/>\n", std::ranges::find(names, line.name) - names.begin(),
                       path_of(line, at));
  }
  for (const DrawnLevel& level : panel.levels) {
    svg += fmt::format("<path class=\"level\" d=\"M{:g} {:g}H{:g}\"/>", left, at.y(level.y), left + kPlotWidth);
    svg += text_at(left + kPlotWidth - 4, at.y(level.y) - 3, " class=\"on\" text-anchor=\"end\"", level.name) + "\n";
  }
  return svg;
}

// The legend below `top`, and its height.
std::pair<std::string, double> legend_of(const std::vector<std::string>& names, double top, double width) {
  std::string svg;
  double x = kLeft;
  double y = top + kLegend / 2;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const double wide = 44 + kLetter * static_cast<double>(names[i].size());
    if (x > kLeft && x + wide > width) {
      x = kLeft;
      y += kLegend;
    }
    if (!names[i].empty()) {
      svg += fmt::format("<path class=\"c{}\" stroke-width=\"2\" d=\"M{:g} {:g}h18\"/>", i, x, y);
      svg += text_at(x + 22, y + 4, "", names[i]) + "\n";
      x += wide;
    }
  }
  return {svg, svg.empty() ? 0 : y - top + kLegend};
}

}  // namespace

std::pair<double, const char*> unit_of_time(double end) {
  return end >= 1 ? std::pair(1.0, "s") : end >= 1e-3 ? std::pair(1e-3, "ms") : std::pair(1e-6, "us");
}

std::vector<double> ticks(double low, double high) {
  constexpr double kSteps = 5;
  constexpr double kNear = 1e-9;  // of a step
  const double rough = (high - low) / kSteps;
  const double unit = std::pow(10, std::floor(std::log10(rough)));
  double step = 10 * unit;
  for (const double times : {5.0, 2.0, 1.0}) {
    step = times * unit >= rough * (1 - kNear) ? times * unit : step;
  }
  std::vector<double> all;
  for (double n = std::ceil(low / step - kNear); n * step <= high + kNear * step; ++n) {
    all.push_back(n * step + 0.0);  // no -0
  }
  return all;
}

std::string svg_of(const Drawing& drawing) {
  std::vector<std::string> names;
  for (const DrawnPanel& panel : drawing.panels) {
    for (const Line& line : panel.lines) {
      if (std::ranges::find(names, line.name) == names.end()) {
        names.push_back(line.name);
      }
    }
  }
  std::string panels;
  for (std::size_t i = 0; i < drawing.panels.size(); ++i) {
    panels += svg_of_panel(drawing.panels[i], names, kPanelWidth * static_cast<double>(i % drawing.columns),
                           kHead + kPanelHeight * static_cast<double>(i / drawing.columns));
  }
  const double width = kPanelWidth * static_cast<double>(drawing.columns);
  const std::size_t rows = (drawing.panels.size() + drawing.columns - 1) / drawing.columns;
  const double below = kHead + kPanelHeight * static_cast<double>(rows);
  const auto [legend, legend_height] = legend_of(names, below, width);
  const std::string title = report::html_escaped(drawing.title);
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:g} {1:g}\" font-family=\"sans-serif\" "
             "font-size=\"11\">\n<title>{2}</title>\n",
             width, below + legend_height + 6, title) +
         style() +
         fmt::format(
             "<rect class=\"back\" width=\"{:g}\" height=\"{:g}\"/>\n<text x=\"{:g}\" y=\"18\" "
             "font-size=\"13\" font-weight=\"bold\">{}</text>\n",
             width, below + legend_height + 6, kLeft, title) +
         panels + legend + "</svg>\n";
}

}  // namespace weir::study
