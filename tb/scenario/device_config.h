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

// Whether a device wants link-level retry at its ports.
bool wants_llr(const Scenario& scenario, std::size_t device);

// The cable at this port.
const network::Cable& cable_at(const Scenario& scenario, const network::End& end);

// Whether a cable has link-level retry: both its ends want it.
bool carries_llr(const Scenario& scenario, const network::Cable& cable);

// Whether the cable at this port has link-level retry; and whether it repairs all that the wire damages, whatever
// comes: every class has numbers, none leaves before the initialisation, and the transmitter never gives up.
bool has_llr(const Scenario& scenario, const network::End& port);
bool repairs_all(const Scenario& scenario, const network::End& port);

// `peers`: of the scenario's topology.
asic::SwitchConfig config_of(const Scenario& scenario, std::size_t device,
                             const std::vector<std::vector<network::Peer>>& peers);

}  // namespace weir::scenario
