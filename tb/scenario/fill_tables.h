// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Fills the forwarding tables of all switches from a scenario: shortest paths or listed routes, destinations of
// captures, explicit routes of flows. The builder fills the network's tables; the loader fills trial tables, and so
// refuses a file whose tables overflow.

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

// The transport ports in packets of the flow with this index, source port in the upper half.
std::uint32_t ports_of_flow(const Flow& flow, std::size_t index);

// The engine of the switch with this index in Topology::devices; null: its tables are not filled.
using EngineOf = std::function<forwarding::Forwarding*(std::size_t device)>;

// Called for an entry that a switch's table has no room for; see ledger::Complaints.
using NoPlace = std::function<void(std::size_t device, const ledger::Complaints::Words&, const std::string& what)>;

// Complains about full tables. `peers`: of the scenario's topology.
void fill_tables(const Scenario& scenario, const std::vector<std::vector<network::Peer>>& peers,
                 const EngineOf& engine_of, const NoPlace& complain);

// Whether hosts send or receive frames that switches always bridge: congestion notifications and rate tags.
bool bridges_messages(const Scenario& scenario);

// The seed of a switch's ECMP hash and tables.
std::uint64_t seed_of(const Scenario& scenario, std::size_t device);

}  // namespace weir::scenario
