// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/network_layout.h"

#include <algorithm>
#include <cmath>
#include <deque>
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
constexpr Index kMaxOnCircle = 12;

class Layout {
 public:
  explicit Layout(const NetworkDrawing& network) : neighbours_(network.devices.size()) {
    std::map<std::string, Index> indices;
    for (const NetworkDrawing::Device& device : network.devices) {
      indices.emplace(device.name, indices.size());
      layout_.devices.push_back({.name = device.name, .host = device.host});
    }
    for (const NetworkDrawing::Cable& cable : network.cables) {
      const auto a = indices.find(cable.a);
      const auto b = indices.find(cable.b);
      if (a == indices.end() || b == indices.end()) {
        continue;
      }
      neighbours_[a->second].push_back(b->second);
      neighbours_[b->second].push_back(a->second);
    }
    for (Index device = 0; device < layout_.devices.size(); ++device) {
      (layout_.devices[device].host ? hosts_ : switches_).push_back(device);
    }
  }

  NetworkLayout place() {
    if (layout_.devices.empty()) {
      return {};
    }
    if (hosts_.size() > kMaxDrawnHosts) {
      hide_hosts();
    }
    const std::vector<unsigned> tiers = tiers_of_devices();
    const bool flat = std::ranges::all_of(tiers, [](unsigned tier) { return tier <= 1; });
    if (flat && switches_.size() <= kMaxOnCircle && !switches_.empty()) {
      place_on_circle();
    } else {
      place_in_layers(tiers);
    }
    fit();
    return std::move(layout_);
  }

 private:
  void hide_hosts() {
    for (const Index host : hosts_) {
      layout_.devices[host].drawn = false;
      for (const Index neighbour : neighbours_[host]) {
        ++layout_.devices[neighbour].hidden_hosts;
      }
    }
  }

  // 0 for hosts, for a switch its distance from the nearest host; switches without a way to a host stand on tier 1.
  std::vector<unsigned> tiers_of_devices() const {
    constexpr unsigned kUnknown = ~0U;
    std::vector<unsigned> tiers(layout_.devices.size(), kUnknown);
    std::deque<Index> open(hosts_.begin(), hosts_.end());
    for (const Index host : hosts_) {
      tiers[host] = 0;
    }
    while (!open.empty()) {
      const Index device = open.front();
      open.pop_front();
      for (const Index neighbour : neighbours_[device]) {
        if (tiers[neighbour] != kUnknown) {
          continue;
        }
        tiers[neighbour] = tiers[device] + 1;
        open.push_back(neighbour);
      }
    }
    std::ranges::replace(tiers, kUnknown, 1U);
    return tiers;
  }

  // Switches in the order of a walk along the cables between them, so that a ring is not drawn crossed.
  std::vector<Index> walk_over_switches() const {
    std::vector<Index> order;
    std::vector<bool> seen(layout_.devices.size(), false);
    const std::function<void(Index)> visit = [&](Index device) {
      if (seen[device] || layout_.devices[device].host) {
        return;
      }
      seen[device] = true;
      order.push_back(device);
      for (const Index neighbour : neighbours_[device]) {
        visit(neighbour);
      }
    };
    for (const Index device : switches_) {
      visit(device);
    }
    return order;
  }

  std::vector<Index> drawn_hosts_of(Index device) const {
    std::vector<Index> hosts;
    for (const Index neighbour : neighbours_[device]) {
      const PlacedDevice& host = layout_.devices[neighbour];
      if (host.host && host.drawn && neighbours_[neighbour].front() == device) {
        hosts.push_back(neighbour);
      }
    }
    return hosts;
  }

  void put(Index device, double radius, double angle) {
    layout_.devices[device].x = radius * std::cos(angle);
    layout_.devices[device].y = radius * std::sin(angle);
  }

  void place_on_circle() {
    const std::vector<Index> order = walk_over_switches();
    const auto count = static_cast<double>(order.size());
    const double sector = 2 * std::numbers::pi / count;
    std::size_t most_hosts = 1;
    for (const Index device : order) {
      most_hosts = std::max(most_hosts, drawn_hosts_of(device).size());
    }
    const double inner = order.size() == 1 ? 0 : std::max(105.0, count * kSwitchSpacing * 1.4 / (2 * std::numbers::pi));
    const double outer =
        std::max(inner + kHostDistance, static_cast<double>(most_hosts) * kHostSpacing / (sector * 0.8));
    // Two switches stand side by side, more begin at the top.
    const double first = order.size() == 2 ? std::numbers::pi : -std::numbers::pi / 2;
    for (Index place = 0; place < order.size(); ++place) {
      const double angle = first + static_cast<double>(place) * sector;
      put(order[place], inner, angle);
      const std::vector<Index> hosts = drawn_hosts_of(order[place]);
      const auto fan = static_cast<double>(hosts.size());
      // Hosts of one switch fill its circle; otherwise they stay together, four fifths of the sector at most.
      const double step = order.size() == 1 ? sector / fan : std::min(sector * 0.8 / fan, 1.15 * kHostSpacing / outer);
      for (Index host = 0; host < hosts.size(); ++host) {
        put(hosts[host], outer, angle + (static_cast<double>(host) - (fan - 1) / 2) * step);
      }
    }
  }

  void place_in_layers(const std::vector<unsigned>& tiers) {
    const unsigned top = *std::ranges::max_element(tiers);
    std::vector<std::vector<Index>> layers(top + 1);
    for (Index device = 0; device < tiers.size(); ++device) {
      if (layout_.devices[device].drawn) {
        layers[tiers[device]].push_back(device);
      }
    }
    double width = 0;
    for (unsigned tier = 0; tier <= top; ++tier) {
      width = std::max(width, static_cast<double>(layers[tier].size()) * (tier == 0 ? kHostSpacing : kSwitchSpacing));
    }
    // A wide network that is also high is easier to follow.
    const double layer_height = std::max(kLayerHeight, 0.09 * width);
    for (unsigned tier = 0; tier <= top; ++tier) {
      if (tier > 0) {
        std::ranges::stable_sort(layers[tier], {}, [&](Index d) { return mean_x_below(d, tier, tiers); });
      }
      const auto count = static_cast<double>(layers[tier].size());
      for (Index place = 0; place < layers[tier].size(); ++place) {
        PlacedDevice& device = layout_.devices[layers[tier][place]];
        device.x = width * (static_cast<double>(place) + 0.5) / count;
        device.y = (top - tier) * layer_height;
      }
    }
  }

  double mean_x_below(Index device, unsigned tier, const std::vector<unsigned>& tiers) const {
    double sum = 0;
    unsigned count = 0;
    for (const Index neighbour : neighbours_[device]) {
      if (tiers[neighbour] >= tier || !layout_.devices[neighbour].drawn) {
        continue;
      }
      sum += layout_.devices[neighbour].x;
      ++count;
    }
    return count > 0 ? sum / count : static_cast<double>(device);
  }

  void fit() {
    double left = 0, right = 0, top = 0, bottom = 0;
    bool first = true;
    for (const PlacedDevice& device : layout_.devices) {
      if (!device.drawn) {
        continue;
      }
      left = first ? device.x : std::min(left, device.x);
      right = first ? device.x : std::max(right, device.x);
      top = first ? device.y : std::min(top, device.y);
      bottom = first ? device.y : std::max(bottom, device.y);
      first = false;
    }
    for (PlacedDevice& device : layout_.devices) {
      device.x = std::round(device.x - left + kMargin);
      device.y = std::round(device.y - top + kMargin);
    }
    layout_.width = std::round(right - left + 2 * kMargin);
    layout_.height = std::round(bottom - top + 2 * kMargin);
  }

  NetworkLayout layout_;
  Neighbours neighbours_;
  std::vector<Index> hosts_;
  std::vector<Index> switches_;
};

}  // namespace

NetworkLayout lay_out(const NetworkDrawing& network) { return Layout(network).place(); }

}  // namespace weir::report
