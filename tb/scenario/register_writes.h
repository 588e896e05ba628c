// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Register writes that a scenario asks for, held against the registers that its switches have: what reads scenario
// files knows no registers. Whether the settings that a write leads to are possible is known when it takes place.

#pragma once

#include "hw_model/ledger/address_map.h"
#include "tb/scenario/scenario.h"

namespace weir::scenario {

// Throws ScenarioError at the key, where there is no such register or element, software may not write it, or it is too
// narrow for the value.
void check_register_writes(const Scenario& scenario);

// The address of an element that check_register_writes() lets pass, and how many bytes it has.
struct RegisterPlace {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
};
RegisterPlace place_of(const WriteRegister& write, const ledger::AddressMap& map);

}  // namespace weir::scenario
