// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Binds the registers of a switch to the state of its blocks.

#include "hw_model/asic/declare_switch.h"
#include "hw_model/asic/switch_asic.h"

namespace weir::asic {

std::unique_ptr<ledger::RegisterBank> SwitchAsic::make_register_bank() {
  auto bank = std::make_unique<ledger::RegisterBank>(ledger::AddressMap(declare_switch(config_)));
  return bank;
}

}  // namespace weir::asic
