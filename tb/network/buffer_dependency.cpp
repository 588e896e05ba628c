// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/network/buffer_dependency.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/hawick_circuits.hpp>
#include <boost/graph/strong_components.hpp>

#include "tb/network/hop_parity.h"

namespace weir::network {
namespace {

using DependencyGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

constexpr std::size_t kBits = 64;  // of a word

// One of the shortest cycles through `start`, shorter than `below`; empty if there is none.
std::vector<std::size_t> cycle_through(const std::vector<std::vector<std::size_t>>& after, std::size_t start,
                                       std::size_t below) {
  std::map<std::size_t, std::size_t> before;  // on the way from start
  std::vector<std::size_t> frontier{start};
  for (std::size_t length = 1; length < below && !frontier.empty(); ++length) {
    std::vector<std::size_t> next;
    for (const std::size_t from : frontier) {
      for (const std::size_t to : after[from]) {
        if (to == start) {
          std::vector<std::size_t> cycle{from};
          while (cycle.back() != start) {
            cycle.push_back(before.at(cycle.back()));
          }
          std::reverse(cycle.begin(), cycle.end());
          return cycle;
        }
        if (before.emplace(to, from).second) {
          next.push_back(to);
        }
      }
    }
    frontier = std::move(next);
  }
  return {};
}

struct EnoughCycles {};

// The visitor that hawick_circuits calls for each circuit.
struct Collector {
  std::vector<std::vector<std::size_t>>& found;
  std::size_t most;

  template <class Path>
  void cycle(const Path& path, const DependencyGraph& /*graph*/) {
    found.emplace_back(path.begin(), path.end());
    if (found.size() >= most) {
      throw EnoughCycles{};
    }
  }
};

}  // namespace

BufferDependencies::BufferDependencies(const Topology& topology, ClassRule rule, std::size_t last_hop,
                                       ClassMask services)
    : topology_(topology), rule_(rule), last_hop_(last_hop), services_(services), peers_(peers_of(topology)) {
  if (rule.hops_a_class == 2) {
    odd_ = hop_parity(topology).odd;
  }
  for (std::size_t device = 0; device < topology.devices.size(); ++device) {
    first_port_.push_back(device_of_port_.size());
    device_of_port_.insert(device_of_port_.end(), topology.devices[device].ports, device);
  }
  const std::size_t vertices = device_of_port_.size() * kClasses;
  row_.resize(vertices, 0);
  filled_.resize(vertices, false);
  seen_.resize(vertices, 0);
  expanded_.resize(topology.devices.size() * kClasses, 0);
}

Buffer BufferDependencies::buffer_of(std::size_t vertex) const {
  const std::size_t port = vertex / kClasses;
  const std::size_t device = device_of_port_[port];
  return {device, PortId(port - first_port_[device]), ClassId(vertex % kClasses)};
}

std::size_t BufferDependencies::vertex_of(std::size_t device, PortId ingress, ClassId traffic_class) const {
  return (first_port_[device] + ingress.index()) * kClasses + traffic_class.index();
}

std::size_t BufferDependencies::words_of(std::size_t device) const {
  return (peers_[device].size() + kBits - 1) / kBits;
}

BufferDependencies::Word* BufferDependencies::egress_ports(std::size_t vertex) {
  if (row_[vertex] == 0) {
    row_[vertex] = bits_.size() + 1;
    bits_.resize(bits_.size() + words_of(device_of(vertex)));
  }
  return &bits_[row_[vertex] - 1];
}

std::vector<std::size_t> BufferDependencies::after(std::size_t vertex) const {
  std::vector<std::size_t> found;
  if (row_[vertex] == 0) {
    return found;
  }
  const std::size_t device = device_of(vertex);
  const ClassId next = class_after(device, ClassId(vertex % kClasses));
  for (std::size_t word = 0; word < words_of(device); ++word) {
    for (Word left = bits_[row_[vertex] - 1 + word]; left != 0; left &= left - 1) {
      const Peer& peer = peers_[device][word * kBits + static_cast<std::size_t>(std::countr_zero(left))];
      found.push_back(vertex_of(peer.device, peer.port, next));
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

// The service of a class; a class is its own service if classes count no hops.
reference::Service BufferDependencies::service_of(ClassId traffic_class) const {
  return rule_.hops_a_class != 0 ? reference::service_of(services_, traffic_class)
                                 : reference::Service{traffic_class, traffic_class};
}

// The last hop that packets of this class may take.
std::size_t BufferDependencies::last_hop_of(ClassId traffic_class) const {
  const reference::Service service = service_of(traffic_class);
  const std::size_t hops = (service.classes() - rule_.at_first_switch) * rule_.hops_a_class;
  return service.is_plain() || last_hop_ == kForEver ? kForEver : std::min(last_hop_, hops);
}

ClassId BufferDependencies::class_after(std::size_t device, ClassId traffic_class) const {
  const std::size_t above = traffic_class.index() - service_of(traffic_class).first.index();
  if (rule_.hops_a_class == 2) {
    return class_at(2 * above - (odd_[device] ? 1 : 0) + 1, traffic_class);
  }
  return class_at(above + 2 - rule_.at_first_switch, traffic_class);
}

ClassId BufferDependencies::class_at(std::size_t hop, ClassId traffic_class) const {
  if (rule_.is_one_port) {
    return ClassId(0);
  }
  const reference::Service service = service_of(traffic_class);
  if (service.is_plain()) {
    return traffic_class;
  }
  const std::size_t above = rule_.at_first_switch + (hop - 1) / rule_.hops_a_class;
  return ClassId(std::min(service.first.index() + above, service.last.index()));
}

void BufferDependencies::add_route(const std::vector<std::size_t>& route, ClassId traffic_class) {
  std::size_t before = kNone;
  std::size_t number = 0;
  for (const Hop& hop : follow_route(topology_, peers_, route)) {
    const Peer& peer = peers_[hop.device][hop.egress.index()];
    if (topology_.devices[peer.device].kind != DeviceKind::kSwitch || number == last_hop_of(traffic_class)) {
      return;
    }
    if (before != kNone) {
      egress_ports(before)[hop.egress.index() / kBits] |= Word{1} << hop.egress.index() % kBits;
    }
    before = vertex_of(peer.device, peer.port, class_at(++number, traffic_class));
    filled_[before] = true;
  }
}

void BufferDependencies::add_paths(const Routes& routes, std::span<const std::size_t> sources, std::size_t host_number,
                                   ClassId traffic_class) {
  ++search_;
  std::vector<std::size_t> frontier;
  for (const std::size_t source : sources) {
    fill(peers_[source].front(), 1, traffic_class, frontier);
  }
  walk(routes, std::move(frontier), 2, host_number, traffic_class);
}

void BufferDependencies::fill(const Peer& peer, std::size_t hop, ClassId traffic_class,
                              std::vector<std::size_t>& reached) {
  const std::size_t vertex = vertex_of(peer.device, peer.port, class_at(hop, traffic_class));
  if (seen_[vertex] != search_) {
    seen_[vertex] = search_;
    filled_[vertex] = true;
    reached.push_back(vertex);
  }
}

void BufferDependencies::walk(const Routes& routes, std::vector<std::size_t> frontier, std::size_t hop,
                              std::size_t host_number, ClassId traffic_class) {
  const std::size_t last_hop = last_hop_of(traffic_class);
  for (std::vector<std::size_t> reached; !frontier.empty() && hop <= last_hop; ++hop) {
    reached.clear();
    for (const std::size_t vertex : frontier) {
      const std::size_t device = device_of(vertex);
      std::uint32_t& expanded = expanded_[device * kClasses + vertex % kClasses];
      const bool is_first = std::exchange(expanded, search_) != search_;
      Word* const egress_ports_of_it = egress_ports(vertex);
      for (const PortId egress : routes.switches[device].towards(host_number)) {
        const Peer& peer = peers_[device][egress.index()];
        if (topology_.devices[peer.device].kind != DeviceKind::kSwitch) {
          continue;
        }
        egress_ports_of_it[egress.index() / kBits] |= Word{1} << egress.index() % kBits;
        if (is_first) {
          fill(peer, hop, traffic_class, reached);
        }
      }
    }
    std::swap(frontier, reached);
  }
}

void BufferDependencies::add_all_pairs(const Routes& routes, ClassId traffic_class) {
  const auto share_paths = [&](std::size_t a, std::size_t b) {
    const std::size_t rack = peers_[routes.hosts[a]].front().device;
    const auto leads_to_hosts = [&](std::size_t host) {
      const auto ports = routes.switches[rack].towards(host);
      return std::all_of(ports.begin(), ports.end(), [&](PortId port) {
        return topology_.devices[peers_[rack][port.index()].device].kind == DeviceKind::kHost;
      });
    };
    bool agree = leads_to_hosts(a) && leads_to_hosts(b);
    for (std::size_t device = 0; agree && device < topology_.devices.size(); ++device) {
      const bool counts = device != rack && topology_.devices[device].kind == DeviceKind::kSwitch;
      agree = !counts || routes.switches[device].agree(a, b);
    }
    return agree;
  };
  std::map<std::size_t, std::vector<std::size_t>> destinations;  // by rack: hosts with paths of their own
  for (std::size_t host = 0; host < routes.hosts.size(); ++host) {
    std::vector<std::size_t>& others = destinations[peers_[routes.hosts[host]].front().device];
    if (std::none_of(others.begin(), others.end(), [&](std::size_t other) { return share_paths(other, host); })) {
      others.push_back(host);
      add_paths(routes, routes.hosts, host, traffic_class);
    }
  }
}

bool BufferDependencies::fills(const Buffer& buffer) const {
  return filled_[vertex_of(buffer.device, buffer.ingress, buffer.traffic_class)];
}

std::size_t BufferDependencies::buffers() const {
  return static_cast<std::size_t>(std::count(filled_.begin(), filled_.end(), true));
}

std::size_t BufferDependencies::dependencies() const {
  std::size_t count = 0;
  for (const Word word : bits_) {
    count += static_cast<std::size_t>(std::popcount(word));
  }
  return count;
}

std::size_t BufferDependencies::cyclic_buffers() const {
  std::vector<std::size_t> vertices;
  std::vector<std::size_t> component;
  cyclic_part(vertices, component);
  return vertices.size();
}

std::vector<std::vector<std::size_t>> BufferDependencies::cyclic_part(std::vector<std::size_t>& vertices,
                                                                      std::vector<std::size_t>& component) const {
  std::vector<std::size_t> filled;
  std::vector<std::size_t> place(filled_.size(), kNone);  // in `filled`
  for (std::size_t vertex = 0; vertex < filled_.size(); ++vertex) {
    if (filled_[vertex]) {
      place[vertex] = filled.size();
      filled.push_back(vertex);
    }
  }
  DependencyGraph graph(filled.size());
  for (std::size_t i = 0; i < filled.size(); ++i) {
    for (const std::size_t to : after(filled[i])) {
      boost::add_edge(i, place[to], graph);
    }
  }
  std::vector<std::size_t> component_of(filled.size());
  const std::size_t components = boost::strong_components(graph, component_of.data());
  std::vector<std::size_t> size(components, 0);
  for (const std::size_t number : component_of) {
    ++size[number];
  }
  std::vector<std::size_t> new_number(filled.size(), kNone);
  for (std::size_t i = 0; i < filled.size(); ++i) {
    if (size[component_of[i]] > 1 || boost::edge(i, i, graph).second) {
      new_number[i] = vertices.size();
      vertices.push_back(filled[i]);
      component.push_back(component_of[i]);
    }
  }
  std::vector<std::vector<std::size_t>> after_them(vertices.size());
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    for (const std::size_t to : after(vertices[i])) {
      if (component_of[place[to]] == component[i]) {
        after_them[i].push_back(new_number[place[to]]);
      }
    }
  }
  return after_them;
}

Cycle BufferDependencies::as_cycle(const std::vector<std::size_t>& path) const {
  Cycle cycle;
  const auto lowest = std::min_element(path.begin(), path.end());
  std::transform(lowest, path.end(), std::back_inserter(cycle), [&](std::size_t v) { return buffer_of(v); });
  std::transform(path.begin(), lowest, std::back_inserter(cycle), [&](std::size_t v) { return buffer_of(v); });
  return cycle;
}

std::vector<Cycle> BufferDependencies::shortest_cycles() const {
  std::vector<std::size_t> vertices;
  std::vector<std::size_t> component;
  const std::vector<std::vector<std::size_t>> after = cyclic_part(vertices, component);
  std::map<std::size_t, std::vector<std::size_t>> shortest;  // by component
  for (std::size_t start = 0; start < vertices.size(); ++start) {
    std::vector<std::size_t>& best = shortest[component[start]];
    std::vector<std::size_t> found = cycle_through(after, start, best.empty() ? kNone : best.size());
    if (!found.empty()) {
      best = std::move(found);
    }
  }
  std::vector<std::vector<std::size_t>> paths;
  for (auto& [number, path] : shortest) {
    paths.emplace_back();
    for (const std::size_t i : path) {
      paths.back().push_back(vertices[i]);
    }
  }
  std::sort(paths.begin(), paths.end());
  std::vector<Cycle> cycles;
  std::transform(paths.begin(), paths.end(), std::back_inserter(cycles), [&](const auto& p) { return as_cycle(p); });
  return cycles;
}

std::vector<Cycle> BufferDependencies::cycles(std::size_t most) const {
  std::vector<std::size_t> vertices;
  std::vector<std::size_t> component;
  const std::vector<std::vector<std::size_t>> after = cyclic_part(vertices, component);
  DependencyGraph graph(vertices.size());
  for (std::size_t from = 0; from < after.size(); ++from) {
    for (const std::size_t to : after[from]) {
      boost::add_edge(from, to, graph);
    }
  }
  std::vector<std::vector<std::size_t>> paths;
  if (most > 0) {
    try {
      boost::hawick_circuits(graph, Collector{paths, most});
    } catch (const EnoughCycles&) {
      // as many as were asked for
    }
  }
  std::vector<Cycle> cycles;
  for (std::vector<std::size_t>& path : paths) {
    for (std::size_t& vertex : path) {
      vertex = vertices[vertex];
    }
    cycles.push_back(as_cycle(path));
  }
  return cycles;
}

std::string switches_of(const Topology& topology, const Cycle& cycle) {
  std::string text;
  for (const Buffer& buffer : cycle) {
    text += topology.devices[buffer.device].name + ", ";
  }
  return text + topology.devices[cycle.front().device].name;
}

std::string name_of(const Topology& topology, const Buffer& buffer) {
  return topology.devices[buffer.device].name + ".p" + std::to_string(buffer.ingress.index()) + ".c" +
         std::to_string(buffer.traffic_class.index());
}

}  // namespace weir::network
