// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The settings of one device of the network: the scenario's, with the links and shapers of the device's ports.

#pragma once

#include <cstddef>
#include <vector>

#include "hw_model/asic/switch_config.h"
#include "tb/network/routing.h"
#include "tb/scenario/scenario.h"

namespace weir::scenario {

// `peers`: of the scenario's topology.
asic::SwitchConfig config_of(const Scenario& scenario, std::size_t device,
                             const std::vector<std::vector<network::Peer>>& peers);

}  // namespace weir::scenario
