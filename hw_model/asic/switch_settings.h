// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// All settings of a switch, table by table as a scenario file has them, and the rules between them: one set of rules
// for scenario files, the register bus and the constructor of a switch.

#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/asic/switch_config.h"
#include "hw_model/datapath/egress/discipline_card.h"
#include "hw_model/datapath/mmu/admission_policy.h"
#include "hw_model/ledger/setting.h"
#include "hw_model/mechanisms/congestion/congestion.h"
#include "hw_model/reference/mapper_card.h"

namespace weir::asic {

struct SettingTable {
  std::string_view path;  // "switch.mmu"
  std::string_view meaning;
  std::string_view block;  // of the registers that hold its settings; empty: there are none
  ledger::SettingsOf<SwitchConfig> settings;
};

// In the order of the documents.
const std::vector<SettingTable>& setting_tables();

// Whether a setting has been set by a user: its table and word, "switch.crossbar" and "speedup".
using IsSaid = std::function<bool(std::string_view table, std::string_view word)>;

// Replaces defaults that other settings make unfit, unless a user has set them: a combined crossbar has a speedup of 2;
// a headroom pool counts cells; a scheme that follows the TTL serves classes in turn, and each hop's class is lossless
// (hosts send in class 0, and at the last switch of the longest legal path a packet is in class ttl0 - 1); credits
// offer all that a VIQ may take. Without flow control no class is lossless, whatever is set. resolved() does not do
// this.
SwitchConfig with_defaults(SwitchConfig config, const IsSaid& is_said);

// What follows from other settings where nothing is said: a quantum of the largest frame, a partition a class under
// TTL-shifted PFC, the room of a combined crossbar. Resolving twice is resolving once.
SwitchConfig resolved(SwitchConfig config);

// Complains of every range and every rule, of a resolved switch with its ports. Words are whole
// ("switch.mmu.viq_limit"); a rule about a link names "port.rate".
void check(const SwitchConfig& config, ledger::Complaints& complaints);

// The two parts of check(): rules of the whole chip, and rules of flow control at each port, which software may set
// port by port.
void check_tables(const SwitchConfig& config, ledger::Complaints& complaints);
void check_flow_control(const SwitchConfig& config, ledger::Complaints& complaints);

// Of check_flow_control(), the rules about which mechanisms of a switch go together: scheme, detectors, deadlock unit
// and class mapper. Ranges and check_tables() must hold.
void check_combination(const SwitchConfig& config, ledger::Complaints& complaints);

// The rules that hosts keep, too: those of the links and engines of their ports.
void check_ports(const SwitchConfig& config, ledger::Complaints& complaints);

// What the detectors of a port are built from, without name and seed: rules and declarations need neither.
congestion::PortContext congestion_context(const SwitchConfig& config, const link::LinkConfig& port,
                                           bool to_host = false);

// What the admission policy of the switch is built from; name and seed are of random numbers alone.
mmu::PolicyContext policy_context(const SwitchConfig& config, const std::string& device = "", std::uint64_t seed = 0);

// What the discipline of a port is built from, if it comes from outside of weir; name and seed are of random numbers
// alone.
egress::DisciplineContext discipline_context(const SwitchConfig& config, const link::LinkConfig& port,
                                             const std::string& name = "", std::uint64_t seed = 0);

// What a class mapper from outside of weir is built from; name and seed are of random numbers alone.
reference::MapperContext mapper_context(const SwitchConfig& config, const std::string& device = "",
                                        std::uint64_t seed = 0);
// The class mapper of a device, as far as header fields alone decide.
reference::ClassMapper class_mapper_of(const SwitchConfig& config);
// Whether a mapper from outside of weir judges each packet at each switch.
bool maps_by_packets(const SwitchConfig& config);
// Whether the class of a packet may differ from device to device.
bool changes_classes(const SwitchConfig& config);

// resolved(), then check(). Throws std::invalid_argument, one line that names the setting, where check() complains.
SwitchConfig checked(const SwitchConfig& config);

// As checked(), but without check_flow_control(): hardware that can be built and costed, though it would not work with
// these settings.
SwitchConfig buildable(const SwitchConfig& config);

}  // namespace weir::asic
