// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// All settings of a switch, table by table as a scenario file has them, and what must hold between them: the one set of
// rules for scenario files, the register bus and the constructor of a switch.

#pragma once

#include <string_view>
#include <vector>

#include "hw_model/asic/switch_config.h"
#include "hw_model/ledger/setting.h"
#include "hw_model/mechanisms/congestion/congestion.h"

namespace weir::asic {

struct SettingTable {
  std::string_view path;  // "switch.mmu"
  std::string_view meaning;
  std::string_view block;  // of the registers that hold its settings; empty: there are none
  ledger::SettingsOf<SwitchConfig> settings;
};

// In the order of the documents.
const std::vector<SettingTable>& setting_tables();

// What follows from other settings where nothing is said: a quantum of the largest frame, a partition a class under
// TTL-shifted PFC, the room of a combined crossbar. Resolving twice is resolving once.
SwitchConfig resolved(SwitchConfig config);

// Every range and every rule, of a resolved switch with its ports. Words are whole ("switch.mmu.viq_limit"); what a
// rule knows of a link is "port.rate".
void check(const SwitchConfig& config, ledger::Complaints& complaints);

// The part that is of the whole chip, and the part that is of flow control at each of its ports, which software may set
// port by port.
void check_tables(const SwitchConfig& config, ledger::Complaints& complaints);
void check_flow_control(const SwitchConfig& config, ledger::Complaints& complaints);

// What hosts have of it: the links and engines of their ports.
void check_ports(const SwitchConfig& config, ledger::Complaints& complaints);

// What the detectors of a port are built from; without its name and seed, which neither rules nor declarations need.
congestion::PortContext congestion_context(const SwitchConfig& config, const link::LinkConfig& port,
                                           bool to_host = false);

// The resolved settings. Throws std::invalid_argument, one line that names the setting, where check() complains.
SwitchConfig checked(const SwitchConfig& config);

// The same of hardware alone: what can be built and costed, though as it is set here it would not work. All but
// check_flow_control().
SwitchConfig buildable(const SwitchConfig& config);

}  // namespace weir::asic
