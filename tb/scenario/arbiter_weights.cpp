// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/arbiter_weights.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "hw_model/datapath/crossbar/round_weights.h"
#include "tb/host/tcp_wire.h"
#include "tb/scenario/routes.h"

namespace weir::scenario {
namespace {

using Peers = std::vector<std::vector<network::Peer>>;
using Pair = std::tuple<std::size_t, PortId, PortId>;  // device, output, input

bool is_switch(const Scenario& scenario, std::size_t device) {
  return scenario.topology.devices[device].kind == network::DeviceKind::kSwitch;
}

// The pairs of ports that packets of the flow may take, each pair once.
std::set<Pair> pairs_of(const Scenario& scenario, const Peers& peers, const network::Routes& routes, const Flow& flow) {
  std::set<Pair> pairs;
  if (!flow.route.empty()) {
    const std::vector<network::Hop> hops = network::follow_route(scenario.topology, peers, flow.route);
    for (std::size_t i = 1; i < hops.size(); ++i) {
      pairs.emplace(hops[i].device, hops[i].egress, peers[hops[i - 1].device][hops[i - 1].egress.index()].port);
    }
    return pairs;
  }
  std::vector<network::Peer> reached{peers[flow.source].front()};
  std::set<std::pair<std::size_t, PortId>> seen;
  while (!reached.empty()) {
    const network::Peer at = reached.back();
    reached.pop_back();
    if (!is_switch(scenario, at.device) || !seen.emplace(at.device, at.port).second) {
      continue;
    }
    for (const PortId output : routes.switches[at.device].towards(routes.host_number[flow.destination])) {
      pairs.emplace(at.device, output, at.port);
      reached.push_back(peers[at.device][output.index()]);
    }
  }
  return pairs;
}

}  // namespace

std::vector<ArbiterWeight> arbiter_weights(const Scenario& scenario, const Peers& peers) {
  const network::Routes routes = routes_of(scenario);
  std::map<Pair, std::uint64_t> flows;
  std::map<std::pair<std::size_t, PortId>, std::uint64_t> most;  // of an output
  for (const Flow& flow : scenario.flows) {
    for (const Pair& pair : pairs_of(scenario, peers, routes, flow)) {
      std::uint64_t& count = flows[pair];
      count += flow.tcp != nullptr ? flow.tcp->connections : 1;
      std::uint64_t& highest = most[{std::get<0>(pair), std::get<1>(pair)}];
      highest = std::max(highest, count);
    }
  }
  std::vector<ArbiterWeight> weights;
  for (const auto& [pair, count] : flows) {
    const auto& [device, output, input] = pair;
    const std::uint64_t highest = most.at({device, output});
    constexpr std::uint64_t kMost = crossbar::RoundWeights::kMost;
    const std::uint64_t scaled = highest > kMost ? (count * kMost + highest - 1) / highest : count;
    weights.push_back(
        {.device = device, .input = input, .output = output, .weight = static_cast<std::uint32_t>(scaled)});
  }
  return weights;
}

}  // namespace weir::scenario
