// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/network_boxes.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "tb/report/human.h"

namespace weir::report {

namespace {

using Devices = std::vector<std::size_t>;

constexpr std::size_t kNoBox = std::numeric_limits<std::size_t>::max();
constexpr std::size_t kMaxTopApart = 16;  // more switches at the top fold, too

// The network as a graph of places in NetworkDrawing::devices.
struct Graph {
  const NetworkDrawing& network;
  std::vector<std::pair<std::size_t, std::size_t>> ends = {};  // of each cable: devices, kNoBox where there is none
  std::vector<Devices> neighbours = {};
  std::vector<unsigned> tiers = {};
  unsigned top = 0;  // the highest tier

  explicit Graph(const NetworkDrawing& drawn) : network(drawn), neighbours(drawn.devices.size()) {
    std::unordered_map<std::string_view, std::size_t> places;
    for (const NetworkDrawing::Device& device : network.devices) {
      places.emplace(device.name, places.size());
    }
    const auto place_of = [&](const std::string& name) {
      const auto found = places.find(name);
      return found == places.end() ? kNoBox : found->second;
    };
    for (const NetworkDrawing::Cable& cable : network.cables) {
      const auto& [a, b] = ends.emplace_back(place_of(cable.a), place_of(cable.b));
      if (a != kNoBox && b != kNoBox) {
        neighbours[a].push_back(b);
        neighbours[b].push_back(a);
      }
    }
    find_tiers();
  }

  Devices neighbour_set(std::size_t device) const {
    Devices set = neighbours[device];
    std::ranges::sort(set);
    set.erase(std::ranges::unique(set).begin(), set.end());
    return set;
  }

 private:
  // 0 for hosts, for a switch its distance from the nearest host; switches without a way to a host stand on tier 1.
  void find_tiers() {
    constexpr unsigned kUnknown = ~0U;
    tiers.assign(neighbours.size(), kUnknown);
    std::deque<std::size_t> open;
    for (std::size_t device = 0; device < tiers.size(); ++device) {
      if (network.devices[device].host) {
        tiers[device] = 0;
        open.push_back(device);
      }
    }
    while (!open.empty()) {
      const std::size_t device = open.front();
      open.pop_front();
      for (const std::size_t neighbour : neighbours[device]) {
        if (tiers[neighbour] == kUnknown) {
          tiers[neighbour] = tiers[device] + 1;
          open.push_back(neighbour);
        }
      }
    }
    std::ranges::replace(tiers, kUnknown, 1U);
    for (const unsigned tier : tiers) {
      top = std::max(top, tier);
    }
  }
};

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

// A box of these devices; `name` empty: their first and last name.
Box box_of(const Graph& graph, Devices devices, std::string name = {}) {
  Box box;
  box.name = std::move(name);
  box.devices = std::move(devices);
  std::size_t hosts = 0;
  std::vector<std::string> names;
  for (const std::size_t device : box.devices) {
    hosts += graph.network.devices[device].host ? 1 : 0;
    names.push_back(graph.network.devices[device].name);
    box.tier = std::max(box.tier, graph.tiers[device]);
  }
  const std::size_t switches = names.size() - hosts;
  box.host = switches == 0;
  if (names.size() == 1) {
    box.name = names.front();
    return box;
  }
  if (box.name.empty()) {
    std::ranges::sort(names, natural_less);
    box.name = names.front() + " … " + names.back();
  }
  if (switches > 0) {
    box.count.push_back(counted(switches, "switch", "switches"));
  }
  if (hosts > 0) {
    box.count.push_back(counted(hosts, "host", "hosts"));
  }
  return box;
}

// These boxes and the cables between them. Cables are drawn one by one, or as one between two boxes where boxes stand
// for several devices.
Boxes join(const Graph& graph, std::vector<Box> boxes) {
  Boxes joined{std::move(boxes), {}};
  std::vector<std::size_t> box_at(graph.neighbours.size(), kNoBox);
  bool folded = false;
  for (std::size_t box = 0; box < joined.boxes.size(); ++box) {
    folded = folded || joined.boxes[box].devices.size() > 1;
    for (const std::size_t device : joined.boxes[box].devices) {
      box_at[device] = box;
    }
  }
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> known;
  for (std::size_t i = 0; i < graph.ends.size(); ++i) {
    const NetworkDrawing::Cable& cable = graph.network.cables[i];
    const auto [from, to] = graph.ends[i];
    if (from == kNoBox || to == kNoBox) {
      continue;
    }
    const std::size_t a = box_at[from];
    const std::size_t b = box_at[to];
    if (a == b || a == kNoBox || b == kNoBox) {
      continue;
    }
    const bool turned = folded && a > b;
    const auto [at, fresh] = known.try_emplace(turned ? std::pair(b, a) : std::pair(a, b), joined.cables.size());
    if (fresh || !folded) {
      joined.cables.push_back({turned ? b : a, turned ? a : b, {&cable}, {turned}});
    } else {
      joined.cables[at->second].cables.push_back(&cable);
      joined.cables[at->second].turned.push_back(turned);
    }
  }
  return joined;
}

// One box for all of these devices that have the same neighbours.
void fold_alike(const Graph& graph, const Devices& devices, std::vector<Box>& boxes) {
  std::map<Devices, std::size_t> known;
  std::vector<Devices> alike;
  for (const std::size_t device : devices) {
    const auto [at, fresh] = known.try_emplace(graph.neighbour_set(device), alike.size());
    if (fresh) {
      alike.emplace_back();
    }
    alike[at->second].push_back(device);
  }
  for (Devices& each : alike) {
    boxes.push_back(box_of(graph, std::move(each)));
  }
}

void add_apart(const Graph& graph, const Devices& devices, std::vector<Box>& boxes) {
  for (const std::size_t device : devices) {
    boxes.push_back(box_of(graph, {device}));
  }
}

// Hosts and switches of these devices.
std::pair<Devices, Devices> sorted_out(const Graph& graph, const Devices& devices) {
  std::pair<Devices, Devices> sorted;
  for (const std::size_t device : devices) {
    (graph.network.devices[device].host ? sorted.first : sorted.second).push_back(device);
  }
  return sorted;
}

Devices all_of(const Graph& graph) {
  Devices devices(graph.neighbours.size());
  for (std::size_t device = 0; device < devices.size(); ++device) {
    devices[device] = device;
  }
  return devices;
}

// The parts into which the network falls without the devices of the highest tier.
std::vector<Devices> parts_below_top(const Graph& graph) {
  std::vector<Devices> parts;
  std::vector<bool> seen(graph.neighbours.size());
  for (std::size_t first = 0; first < seen.size(); ++first) {
    if (seen[first] || graph.tiers[first] == graph.top) {
      continue;
    }
    Devices& part = parts.emplace_back(Devices{first});
    seen[first] = true;
    for (std::size_t next = 0; next < part.size(); ++next) {
      for (const std::size_t neighbour : graph.neighbours[part[next]]) {
        if (!seen[neighbour] && graph.tiers[neighbour] != graph.top) {
          seen[neighbour] = true;
          part.push_back(neighbour);
        }
      }
    }
    std::ranges::sort(part);
  }
  return parts;
}

}  // namespace

Boxes apart(const NetworkDrawing& network) {
  const Graph graph(network);
  std::vector<Box> boxes;
  add_apart(graph, all_of(graph), boxes);
  return join(graph, std::move(boxes));
}

Boxes hosts_folded(const NetworkDrawing& network) {
  const Graph graph(network);
  const auto [hosts, switches] = sorted_out(graph, all_of(graph));
  std::vector<Box> boxes;
  fold_alike(graph, hosts, boxes);
  add_apart(graph, switches, boxes);
  return join(graph, std::move(boxes));
}

Boxes pods_folded(const NetworkDrawing& network) {
  const Graph graph(network);
  if (graph.top < 2) {
    return {};
  }
  const std::vector<Devices> parts = parts_below_top(graph);
  std::vector<Box> boxes;
  for (const Devices& part : parts) {
    if (2 * part.size() > network.devices.size()) {
      return {};
    }
    const auto [hosts, switches] = sorted_out(graph, part);
    const bool pod = switches.size() > 1;
    Box& box = boxes.emplace_back(box_of(graph, part,
                                         pod                ? fmt::format("pod {}", boxes.size() + 1)
                                         : switches.empty() ? ""
                                                            : network.devices[switches[0]].name));
    box.opens = pod;
  }
  Devices top;
  for (std::size_t device = 0; device < network.devices.size(); ++device) {
    if (graph.tiers[device] == graph.top) {
      top.push_back(device);
    }
  }
  top.size() > kMaxTopApart ? fold_alike(graph, top, boxes) : add_apart(graph, top, boxes);
  return join(graph, std::move(boxes));
}

namespace {

Boxes open(const Graph& graph, const Boxes& folded, std::size_t pod) {
  const auto [hosts, switches] = sorted_out(graph, folded.boxes.at(pod).devices);
  std::vector<Box> boxes;
  fold_alike(graph, hosts, boxes);
  add_apart(graph, switches, boxes);
  for (const BoxCable& cable : folded.cables) {
    if (cable.a == pod || cable.b == pod) {
      boxes.push_back(folded.boxes[cable.a == pod ? cable.b : cable.a]);
    }
  }
  return join(graph, std::move(boxes));
}

}  // namespace

std::vector<Boxes> opened(const NetworkDrawing& network, const Boxes& folded) {
  const Graph graph(network);
  std::vector<Boxes> pods;
  for (std::size_t box = 0; box < folded.boxes.size(); ++box) {
    if (folded.boxes[box].opens) {
      pods.push_back(open(graph, folded, box));
    }
  }
  return pods;
}

}  // namespace weir::report
