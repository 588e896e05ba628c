// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/device_config.h"

#include <algorithm>

#include "tb/scenario/shapers.h"

namespace weir::scenario {

namespace {

// Switches are numbered from 1 on, in their order; and where hosts are.
void place(const network::Topology& topology, std::size_t device, const std::vector<network::Peer>& peers,
           deadlock::ItsyConfig& itsy) {
  const auto is_switch = [](const network::DeviceSpec& spec) { return spec.kind == network::DeviceKind::kSwitch; };
  const auto self = topology.devices.begin() + static_cast<std::ptrdiff_t>(device);
  itsy.switch_id = static_cast<std::uint32_t>(std::count_if(topology.devices.begin(), self, is_switch)) + 1;
  for (const network::Peer& peer : peers)
    itsy.hosts.push_back(is_switch(topology.devices[peer.device]) ? 0 : 1);
}

}  // namespace

asic::SwitchConfig config_of(const Scenario& scenario, std::size_t device,
                             const std::vector<std::vector<network::Peer>>& peers) {
  asic::SwitchConfig config = scenario.device_of(device);
  config.ports.clear();
  for (const network::Peer& peer : peers[device]) {
    config.ports.push_back(scenario.topology.cables[peer.cable].link);
  }
  config.egress.shapers = shapers_of(scenario, device);
  place(scenario.topology, device, peers[device], config.deadlock.itsy);
  return config;
}

}  // namespace weir::scenario
