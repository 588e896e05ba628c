// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Binds the registers of a switch to the state of its blocks.

#include <string>

#include "hw_model/asic/declare_switch.h"
#include "hw_model/asic/switch_asic.h"
#include "hw_model/datapath/forwarding/route_window.h"

namespace weir::asic {

std::unique_ptr<ledger::RegisterBank> SwitchAsic::make_register_bank() {
  auto bank = std::make_unique<ledger::RegisterBank>(ledger::AddressMap(declare_switch(config_)));
  bank->on_change([this] {
    if (drop_listener_ != nullptr)
      drop_listener_->settings_change();
  });
  forwarding_.bind_registers(bank->binder("forwarding"), config_.classes);
  if (config_.forwarding.host_entries > 0)
    forwarding::bind_route_window(forwarding_, ports_.size(), bank->binder("forwarding"));
  bind_drops(*bank);
  mmu_.bind_registers(bank->binder("mmu"));
  crossbar_->bind_registers(bank->binder("crossbar"));
  egress_.bind_registers(bank->binder("egress"), config_.max_frame);
  if (deadlock_unit_)
    deadlock_unit_->bind_registers(bank->binder("deadlock"));
  for (std::size_t p = 0; p < engines_.size(); ++p) {
    const flow_control::ViqDepth depth = [this, p](ClassId c) { return mmu_.viq_depth(PortId(p), c); };
    engines_[p]->bind_registers(bank->binder("flow_control", {p}), depth);
    engines_[p]->bind_address(bank->binder("port", {p}), depth);
    ports_[p]->bind_registers(bank->binder("port", {p}));
    const egress::DetectorRow* detectors = egress_.detectors(PortId(p));
    for (std::size_t i = 0; detectors != nullptr && i < detectors->size(); ++i)
      (*detectors)[i].bind_registers(bank->binder("congestion", {p}));
  }
  return bank;
}

// Frames that neither the MMU nor a queue has seen, by reason.
void SwitchAsic::bind_drops(ledger::RegisterBank& bank) const {
  const auto bind = [&](const char* block, const std::string& name, auto read) {
    bank.binder(block).bind(name, {.read = [this, read](const ledger::RegisterAccess& at) {
                              return read(drops_.at(PortId(at.indices[0]), ClassId(at.indices[1])));
                            }});
  };
  for (std::size_t i = 0; i < frame::kDecodeErrors; ++i) {
    const auto error = static_cast<frame::DecodeError>(i);
    bind("parser", "dropped_" + std::string(frame::name(error)),
         [error](const DropCounters& drops) { return drops.of(error); });
  }
  bind("forwarding", "dropped_no_route", [](const DropCounters& drops) { return drops.no_route; });
  bind("forwarding", "dropped_not_ip", [](const DropCounters& drops) { return drops.not_ip; });
}

}  // namespace weir::asic
