// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/deadlock/resolution_port_level.h"

namespace weir::deadlock {

using At = ledger::RegisterAccess;

void PortLevel::bind_registers(const ledger::Binder& binder) const {
  binder.bind("blocked", {.read = [this](const At& at) { return std::uint64_t{blocked_[at.indices[0]]}; }});
  binder.bind("loans_refused", {.read = [this](const At&) { return refused_; }});
}

void PortLevel::check_declared(const ledger::Block& block) {
  static constexpr auto kFields = ledger::state_fields<PortLevel>(
      ledger::holds(&PortLevel::loan_, "loop_loan"), ledger::model_only(&PortLevel::spared_, "constant: host_ports"),
      ledger::model_only(&PortLevel::part_, "loop_class, loop_egress and loop_ingress"),
      ledger::holds(&PortLevel::blocked_, "blocked"), ledger::holds(&PortLevel::refused_, "loans_refused"));
  ledger::require_declared(block, kFields);
}

}  // namespace weir::deadlock
