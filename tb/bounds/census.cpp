// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/census.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include "tb/bounds/dependencies.h"
#include "tb/scenario/network_draw.h"
#include "tb/scenario/routes.h"

namespace weir::bounds {
namespace {

using network::DeviceKind;
using network::Peer;
using network::Routes;
using network::Topology;

// Follows the paths from one switch with hosts to another.
struct Paths {
  const Topology& topology;
  const Routes& routes;
  std::vector<std::vector<Peer>> peers = network::peers_of(topology);

  // The number of switches that a packet from switch `from` to the host passes; 0: there is no path. All shortest paths
  // have the same number.
  std::size_t switches(std::size_t from, std::size_t host_number) const {
    std::size_t device = from;
    for (std::size_t count = 1; count <= topology.devices.size(); ++count) {
      const auto ports = routes.switches[device].towards(host_number);
      if (ports.empty()) {
        return 0;
      }
      device = peers[device][ports.front().index()].device;
      if (topology.devices[device].kind == DeviceKind::kHost) {
        return device == routes.hosts[host_number] ? count : 0;
      }
    }
    return 0;  // a circle
  }
};

}  // namespace

NetworkTraits traits_of(const scenario::Scenario& scenario) {
  const Topology& topology = scenario.topology;
  const Routes routes = scenario::routes_of(scenario);
  const Paths paths{topology, routes};
  NetworkTraits traits{.seed = scenario.topology_seed};
  traits.trunks = static_cast<std::size_t>(
      std::count_if(topology.cables.begin(), topology.cables.end(),
                    [&](const network::Cable& cable) { return topology.joins_switches(cable); }));
  std::vector<std::size_t> first_host(topology.devices.size(), network::kNoDevice);  // of each switch, its number
  for (std::size_t host = routes.hosts.size(); host-- > 0;) {
    first_host[paths.peers[routes.hosts[host]].front().device] = host;
  }
  for (std::size_t to = 0; to < topology.devices.size(); ++to) {
    for (std::size_t from = 0; first_host[to] != network::kNoDevice && from < topology.devices.size(); ++from) {
      if (first_host[from] != network::kNoDevice) {
        const std::size_t passed = paths.switches(from, first_host[to]);
        traits.cut_off += passed == 0 ? 1 : 0;
        traits.most_switches = std::max(traits.most_switches, passed);
      }
    }
  }
  traits.cyclic_buffers = all_pairs_dependencies(scenario, routes).cyclic_buffers();
  return traits;
}

CensusCounts counts_of(const std::vector<NetworkTraits>& networks) {
  CensusCounts counts;
  for (const NetworkTraits& network : networks) {
    counts.cyclic += network.cyclic_buffers > 0 ? 1 : 0;
    counts.cut_off += network.cut_off > 0 ? 1 : 0;
    counts.both += network.cyclic_buffers > 0 && network.cut_off > 0 ? 1 : 0;
    ++counts.of_most_switches[network.most_switches];
  }
  return counts;
}

std::vector<NetworkTraits> census(const std::string& path, const scenario::Overrides& overrides, std::uint64_t count,
                                  unsigned threads) {
  std::vector<NetworkTraits> all(count);
  std::atomic<std::uint64_t> next = 0;
  std::exception_ptr failure;
  std::mutex failing;
  const auto work = [&] {
    try {
      const scenario::NetworkDraw networks(path, overrides);
      for (std::uint64_t i = next++; i < count; i = next++) {
        all[i] = traits_of(networks.draw(networks.first_seed() + i));
      }
    } catch (...) {
      const std::lock_guard lock(failing);
      failure = failure ? failure : std::current_exception();
      next = count;
    }
  };
  std::vector<std::jthread> others;
  for (unsigned i = 1; i < threads; ++i) {
    others.emplace_back(work);
  }
  work();
  others.clear();
  if (failure) {
    std::rethrow_exception(failure);
  }
  return all;
}

}  // namespace weir::bounds
