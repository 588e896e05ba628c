// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Checks of a scenario's register writes against the registers of its switches; the loader itself knows no registers.
// Whether a switch accepts the settings that result from a write shows when the write takes place; a trial switch with
// the same settings and no traffic shows it before the run.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/ledger/address_map.h"
#include "tb/scenario/scenario.h"

namespace weir::scenario {

// Throws ScenarioError at the key if there is no such register or element, if software may not write it, or if it is
// too narrow for the value.
void check_register_writes(const Scenario& scenario);

// The refused_text() of the first write that a switch would refuse; nullopt: none, or the order of writes is unknown
// because one waits for a flow. Makes modules: call it where there is no network.
std::optional<std::string> refused_write(const Scenario& scenario);

// The address and the length of an element that has passed check_register_writes().
struct RegisterPlace {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
};
RegisterPlace place_of(const WriteRegister& write, const ledger::AddressMap& map);

// The value in the bus's byte order.
std::vector<std::uint8_t> data_of(const WriteRegister& write, const RegisterPlace& place);

// The message about a write that the switch refuses for the reason `refusal`.
std::string refused_text(const WriteRegister& write, const std::string& refusal);

}  // namespace weir::scenario
