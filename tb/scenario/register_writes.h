// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Register writes that a scenario asks for, held against the registers that its switches have: what reads scenario
// files knows no registers. Whether a switch takes the settings that a write leads to is known when it takes place; a
// switch of the same settings that has nothing to do says so before.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/ledger/address_map.h"
#include "tb/scenario/scenario.h"

namespace weir::scenario {

// Throws ScenarioError at the key, where there is no such register or element, software may not write it, or it is too
// narrow for the value.
void check_register_writes(const Scenario& scenario);

// What the switch would say of the first write that it would refuse, as refused_text(); nothing: it would refuse none,
// or one of its writes waits for a flow, so that their order is not known. Makes modules: where there is no network.
std::optional<std::string> refused_write(const Scenario& scenario);

// The address of an element that check_register_writes() lets pass, and how many bytes it has.
struct RegisterPlace {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
};
RegisterPlace place_of(const WriteRegister& write, const ledger::AddressMap& map);

// The value as the bus carries it.
std::vector<std::uint8_t> data_of(const WriteRegister& write, const RegisterPlace& place);

// What is said of a write that the switch refuses, with its reason.
std::string refused_text(const WriteRegister& write, const std::string& refusal);

}  // namespace weir::scenario
