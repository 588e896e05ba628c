// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a deadlock unit that declares by messages must know of the network in which its switch stands, and the rules for
// the switches of one network.

#pragma once

#include <cstddef>
#include <vector>

#include "hw_model/mechanisms/deadlock/deadlock_config.h"
#include "tb/network/routing.h"
#include "tb/scenario/document.h"
#include "tb/scenario/loader_parts.h"
#include "tb/scenario/scenario.h"

namespace weir::scenario {

// Sets the switch's place; `peers`: of the device's ports.
void place_unit(const Scenario& scenario, std::size_t device, const std::vector<network::Peer>& peers,
                deadlock::DeadlockConfig& config);

// Refuses a network in which some switches have such a unit and others do not.
void check_units_together(DeviceDocuments& documents, const Scenario& scenario);

// Refuses what place_unit() has made of the settings as they are written, if hardware cannot count it.
void check_placed(const Document& document, const deadlock::DeadlockConfig& written,
                  const deadlock::DeadlockConfig& placed);

}  // namespace weir::scenario
