// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Three questions about buffers: from how many buffers packets can come into one; which buffers branch within a cycle;
// and which buffers a switch's own frames fill.

#include <algorithm>
#include <map>
#include <utility>

#include "tb/network/buffer_dependency.h"

namespace weir::network {

bool BufferDependencies::filled_by_switch(std::size_t vertex) const {
  const Buffer buffer = buffer_of(vertex);
  const Peer& peer = peers_[buffer.device][buffer.ingress.index()];
  return filled_[vertex] && peer.device != kNoDevice && topology_.devices[peer.device].kind == DeviceKind::kSwitch;
}

std::size_t BufferDependencies::most_into_one() const {
  constexpr std::size_t kNobody = ~std::size_t{0};
  std::vector<std::vector<std::size_t>> before(filled_.size());
  for (std::size_t vertex = 0; vertex < filled_.size(); ++vertex) {
    for (const std::size_t next : filled_by_switch(vertex) ? after(vertex) : std::vector<std::size_t>{}) {
      before[next].push_back(vertex);
    }
  }
  std::size_t most = 0;
  std::vector<std::size_t> seen(filled_.size(), kNobody);
  for (std::size_t vertex = 0; vertex < filled_.size(); ++vertex) {
    if (!filled_by_switch(vertex)) {
      continue;
    }
    std::vector<std::size_t> found{vertex};
    seen[vertex] = vertex;
    for (std::size_t i = 0; i < found.size(); ++i) {
      for (const std::size_t earlier : before[found[i]]) {
        if (std::exchange(seen[earlier], vertex) != vertex) {
          found.push_back(earlier);
        }
      }
    }
    most = std::max(most, found.size());
  }
  return most;
}

std::vector<std::vector<Buffer>> BufferDependencies::branching() const {
  std::vector<std::size_t> vertices;
  std::vector<std::size_t> component;
  const std::vector<std::vector<std::size_t>> after = cyclic_part(vertices, component);
  std::map<std::size_t, std::size_t> set_of;  // by component; a set is where its first vertex is met
  std::vector<std::vector<Buffer>> sets;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (after[i].size() > 1) {
      const auto [set, is_new] = set_of.try_emplace(component[i], sets.size());
      if (is_new) {
        sets.emplace_back();
      }
      sets[set->second].push_back(buffer_of(vertices[i]));
    }
  }
  return sets;
}

void BufferDependencies::add_paths_from_switch(const Routes& routes, std::size_t device, std::size_t host_number,
                                               ClassId traffic_class) {
  ++search_;
  const std::size_t hop = rule_.hops_a_class == 2 && !odd_[device] ? 3 : 2;
  std::vector<std::size_t> frontier;
  for (const PortId egress : routes.switches[device].towards(host_number)) {
    const Peer& peer = peers_[device][egress.index()];
    if (topology_.devices[peer.device].kind == DeviceKind::kSwitch && hop <= last_hop_of(traffic_class)) {
      fill(peer, hop, traffic_class, frontier);
    }
  }
  walk(routes, std::move(frontier), hop + 1, host_number, traffic_class);
}

}  // namespace weir::network
