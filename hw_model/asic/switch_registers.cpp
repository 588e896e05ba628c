// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Binds the registers of a switch to the state of its blocks.

#include "hw_model/asic/declare_switch.h"
#include "hw_model/asic/switch_asic.h"

namespace weir::asic {

std::unique_ptr<ledger::RegisterBank> SwitchAsic::make_register_bank() {
  auto bank = std::make_unique<ledger::RegisterBank>(ledger::AddressMap(declare_switch(config_)));
  // Bounds that were worked out for the settings of the build say nothing of others.
  bank->on_change([this] { config_.mmu.required_headroom.reset(); });
  mmu_.bind_registers(bank->binder("mmu"));
  crossbar_->bind_registers(bank->binder("crossbar"));
  egress_.bind_registers(bank->binder("egress"));
  for (std::size_t p = 0; p < engines_.size(); ++p) {
    engines_[p]->bind_registers(bank->binder("flow_control", {p}),
                                [this, p](ClassId c) { return mmu_.viq_depth(PortId(p), c); });
  }
  return bank;
}

}  // namespace weir::asic
