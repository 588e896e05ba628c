// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/network_layout.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>

namespace weir::report {

namespace {

using Index = std::size_t;
using Neighbours = std::vector<std::vector<Index>>;

constexpr double kMargin = 44;
constexpr double kHostSpacing = 58;  // pixels between hosts that stand side by side
constexpr double kSwitchSpacing = 92;
constexpr double kLayerHeight = 105;
constexpr double kHostDistance = 92;  // from a switch outwards
constexpr Index kMaxInRow = 12;
constexpr double kGap = 16;        // between boxes
constexpr double kMaxRadius = 21;  // what the margin has room for

class Layout {
 public:
  explicit Layout(const Boxes& boxes) : boxes_(boxes.boxes), neighbours_(boxes_.size()) {
    layout_.centres.resize(boxes_.size());
    for (const BoxCable& cable : boxes.cables) {
      neighbours_[cable.a].push_back(cable.b);
      neighbours_[cable.b].push_back(cable.a);
    }
  }

  NetworkLayout place() {
    if (boxes_.empty()) {
      return {};
    }
    const auto switches = std::ranges::count(boxes_, false, &Box::host);
    const bool flat = std::ranges::all_of(boxes_, [](const Box& box) { return box.tier <= 1; });
    const bool single = std::ranges::all_of(boxes_, [](const Box& box) { return box.count.empty(); });
    // A row of many switches would be too long to see, whatever folds.
    const bool long_row = static_cast<Index>(switches) > kMaxInRow;
    if (flat && switches > 0 && (single || long_row)) {
      place_on_circle();
    } else {
      place_in_layers();
    }
    fit();
    return std::move(layout_);
  }

 private:
  // Switches in the order of a walk along the cables between them, so that a ring is not drawn crossed.
  std::vector<Index> walk_over_switches() const {
    std::vector<Index> order;
    std::vector<bool> seen(boxes_.size(), false);
    const std::function<void(Index)> visit = [&](Index device) {
      if (seen[device] || boxes_[device].host) {
        return;
      }
      seen[device] = true;
      order.push_back(device);
      for (const Index neighbour : neighbours_[device]) {
        visit(neighbour);
      }
    };
    for (Index device = 0; device < boxes_.size(); ++device) {
      visit(device);
    }
    return order;
  }

  std::vector<Index> hosts_of(Index device) const {
    std::vector<Index> hosts;
    for (const Index neighbour : neighbours_[device]) {
      if (boxes_[neighbour].host && neighbours_[neighbour].front() == device) {
        hosts.push_back(neighbour);
      }
    }
    return hosts;
  }

  void put(Index device, double radius, double angle) {
    layout_.centres[device] = {radius * std::cos(angle), radius * std::sin(angle)};
  }

  void place_on_circle() {
    const std::vector<Index> order = walk_over_switches();
    const auto count = static_cast<double>(order.size());
    const double sector = 2 * std::numbers::pi / count;
    std::size_t most_hosts = 1;
    for (const Index device : order) {
      most_hosts = std::max(most_hosts, hosts_of(device).size());
    }
    const double inner = order.size() == 1 ? 0 : std::max(105.0, count * kSwitchSpacing * 1.4 / (2 * std::numbers::pi));
    const double outer =
        std::max(inner + kHostDistance, static_cast<double>(most_hosts) * kHostSpacing / (sector * 0.8));
    // Two switches stand side by side, more begin at the top.
    const double first = order.size() == 2 ? std::numbers::pi : -std::numbers::pi / 2;
    for (Index place = 0; place < order.size(); ++place) {
      const double angle = first + static_cast<double>(place) * sector;
      put(order[place], inner, angle);
      const std::vector<Index> hosts = hosts_of(order[place]);
      const auto fan = static_cast<double>(hosts.size());
      // Hosts of one switch fill its circle; otherwise they stay together, four fifths of the sector at most.
      const double step = order.size() == 1 ? sector / fan : std::min(sector * 0.8 / fan, 1.15 * kHostSpacing / outer);
      for (Index host = 0; host < hosts.size(); ++host) {
        put(hosts[host], outer, angle + (static_cast<double>(host) - (fan - 1) / 2) * step);
      }
    }
  }

  void place_in_layers() {
    std::map<unsigned, std::vector<Index>> layers;
    for (Index box = 0; box < boxes_.size(); ++box) {
      layers[boxes_[box].tier].push_back(box);
    }
    double width = 0;
    for (const auto& [tier, boxes] : layers) {
      double slot = tier == 0 ? kHostSpacing : kSwitchSpacing;
      for (const Index box : boxes) {
        slot = std::max(slot, extent(boxes_[box]).x + kGap);
      }
      width = std::max(width, static_cast<double>(boxes.size()) * slot);
    }
    // A wide network that is also high is easier to follow.
    const double layer_height = std::max(kLayerHeight, 0.09 * width);
    double y = 0;
    for (auto& [tier, boxes] : layers) {
      std::ranges::stable_sort(boxes, {}, [this, below = tier](Index box) { return mean_x_below(box, below); });
      const auto count = static_cast<double>(boxes.size());
      for (Index place = 0; place < boxes.size(); ++place) {
        layout_.centres[boxes[place]] = {width * (static_cast<double>(place) + 0.5) / count, y};
      }
      y -= layer_height;
    }
  }

  double mean_x_below(Index box, unsigned tier) const {
    double sum = 0;
    unsigned count = 0;
    for (const Index neighbour : neighbours_[box]) {
      if (boxes_[neighbour].tier < tier) {
        sum += layout_.centres[neighbour].x;
        ++count;
      }
    }
    return count > 0 ? sum / count : static_cast<double>(box);
  }

  void fit() {
    Point low = layout_.centres.front();
    Point high = low;
    for (Index box = 0; box < boxes_.size(); ++box) {
      const Point half{std::max(0.0, extent(boxes_[box]).x / 2 - kMaxRadius), 0};
      const Point at = layout_.centres[box];
      low = {std::min(low.x, at.x - half.x), std::min(low.y, at.y)};
      high = {std::max(high.x, at.x + half.x), std::max(high.y, at.y)};
    }
    for (Point& at : layout_.centres) {
      at = {std::round(at.x - low.x + kMargin), std::round(at.y - low.y + kMargin)};
    }
    layout_.width = std::round(high.x - low.x + 2 * kMargin);
    layout_.height = std::round(high.y - low.y + 2 * kMargin);
  }

  const std::vector<Box>& boxes_;
  NetworkLayout layout_;
  Neighbours neighbours_;
};

}  // namespace

Point extent(const Box& box) {
  if (box.count.empty()) {
    return box.host ? Point{32, 32} : Point{42, 42};
  }
  constexpr double kLetter = 8.2;       // of the name
  constexpr double kSmallLetter = 5.8;  // of what is counted
  const auto letters = [](const std::string& text) {
    return static_cast<double>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
  };
  double width = kLetter * letters(box.name);
  for (const std::string& line : box.count) {
    width = std::max(width, kSmallLetter * letters(line));
  }
  return {std::round(width) + 16, 16 + kLineHeight * (1 + static_cast<double>(box.count.size()))};
}

NetworkLayout lay_out(const Boxes& boxes) { return Layout(boxes).place(); }

}  // namespace weir::report
