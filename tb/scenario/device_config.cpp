// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/device_config.h"

#include "tb/scenario/shapers.h"

namespace weir::scenario {

asic::SwitchConfig config_of(const Scenario& scenario, std::size_t device,
                             const std::vector<std::vector<network::Peer>>& peers) {
  asic::SwitchConfig config = scenario.device_of(device);
  config.ports.clear();
  for (const network::Peer& peer : peers[device]) {
    config.ports.push_back(scenario.topology.cables[peer.cable].link);
  }
  config.egress.shapers = shapers_of(scenario, device);
  return config;
}

}  // namespace weir::scenario
