// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/egress_ways.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "tb/bounds/filled_viqs.h"
#include "tb/scenario/routes.h"

namespace weir::bounds {
using scenario::Flow;
using scenario::Scenario;

namespace {

// Whether the destination sends answers.
bool is_answered(const Flow& flow) {
  return flow.acknowledged || flow.tcp != nullptr || (flow.control != nullptr && flow.control->resends);
}

}  // namespace

EgressWays::EgressWays(const Scenario& scenario)
    : peers_(network::peers_of(scenario.topology)), ports_(peers_.size()), ways_(peers_.size()) {
  for (std::size_t d = 0; d < peers_.size(); ++d) {
    ports_[d] = peers_[d].size();
    if (scenario.topology.devices[d].kind == network::DeviceKind::kSwitch) {
      ways_[d].assign(ports_[d] * ports_[d], routes_are_known(scenario) ? 0 : kAllClasses);
    }
  }
  if (!routes_are_known(scenario)) {
    for (std::size_t d = 0; d < ways_.size(); ++d) {
      for (std::size_t port = 0; port < ports_[d] && !ways_[d].empty(); ++port) {
        ways_[d][port * ports_[d] + port] = 0;
      }
    }
    return;
  }
  const network::Routes routes = routes_of(scenario);
  std::map<std::pair<std::size_t, ClassMask>, std::vector<std::size_t>> sources;  // by destination
  for_each_kind_of_flow(scenario, [&](const Flow& flow) {
    const ClassMask classes = mask_of(flow.traffic_class);
    if (flow.route.empty()) {
      sources[{flow.destination, classes}].push_back(flow.source);
    } else {
      std::size_t ingress = 0;
      for (const network::Hop& hop : network::follow_route(scenario.topology, peers_, flow.route)) {
        if (!ways_[hop.device].empty()) {
          ways_[hop.device][ingress * ports_[hop.device] + hop.egress.index()] |= classes;
        }
        ingress = peers_[hop.device][hop.egress.index()].port.index();
      }
    }
    if (is_answered(flow)) {
      sources[{flow.source, classes}].push_back(flow.destination);
    }
  });
  for (const auto& [to, from] : sources) {
    add_paths(routes, from, to.first, to.second);
  }
}

void EgressWays::add_paths(const network::Routes& routes, const std::vector<std::size_t>& sources,
                           std::size_t destination, ClassMask classes) {
  std::set<std::pair<std::size_t, std::size_t>> seen;  // switch and ingress port
  std::vector<std::pair<std::size_t, std::size_t>> left;
  const auto go = [&](const network::Peer& peer) {
    if (!ways_[peer.device].empty() && seen.emplace(peer.device, peer.port.index()).second) {
      left.emplace_back(peer.device, peer.port.index());
    }
  };
  for (const std::size_t source : sources) {
    go(peers_[source].front());
  }
  while (!left.empty()) {
    const auto [device, ingress] = left.back();
    left.pop_back();
    for (const PortId egress : routes.switches[device].towards(routes.host_number[destination])) {
      ways_[device][ingress * ports_[device] + egress.index()] |= classes;
      go(peers_[device][egress.index()]);
    }
  }
}

}  // namespace weir::bounds
