// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The forwarding tables of all switches as a scenario fills them: shortest paths or what is listed, destinations of
// captures, explicit routes of flows. Built into a network, and tried by the loader, which so refuses a file whose
// tables have no place.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hw_model/datapath/forwarding/forwarding.h"
#include "hw_model/ledger/complaints.h"
#include "tb/network/routing.h"
#include "tb/scenario/scenario.h"

namespace weir::scenario {

// The transport ports by which the packets of the flow with this index are known, source port in the upper half.
std::uint32_t ports_of_flow(const Flow& flow, std::size_t index);

// The engine of the switch with this index in Topology::devices.
using EngineOf = std::function<forwarding::Forwarding&(std::size_t device)>;

// What a table of the switch has no place for, see ledger::Complaints.
using NoPlace = std::function<void(std::size_t device, const ledger::Complaints::Words&, const std::string& what)>;

// Complains where a table is full. `peers`: of the scenario's topology.
void fill_tables(const Scenario& scenario, const std::vector<std::vector<network::Peer>>& peers,
                 const EngineOf& engine_of, const NoPlace& complain);

// Whether hosts send or are sent frames that switches bridge, whatever their tables are filled with else: congestion
// notifications, and rate tags.
bool bridges_messages(const Scenario& scenario);

// What the ECMP hash and the tables of a switch are seeded with.
std::uint64_t seed_of(const Scenario& scenario, std::size_t device);

}  // namespace weir::scenario
