// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/deadlock/resolution_count_min.h"

namespace weir::deadlock {

using At = ledger::RegisterAccess;

void CountMinDrop::bind_registers(const ledger::Binder& binder) const {
  instead_.bind_registers(binder);
  const auto of_port = [&](const char* name, auto read) {
    binder.bind(name, {.read = [this, read](const At& at) { return std::uint64_t{read(PortId(at.indices[0]))}; }});
  };
  of_port("resolution_dropped", [this](PortId p) { return dropped(p); });
  of_port("loss_overdraft", [this](PortId p) { return port(p).overdraft(); });
  of_port("flows_forgotten", [this](PortId p) { return port(p).top().forgotten(); });
  binder.bind("drop_round", {.read = [this](const At&) { return std::uint64_t{rounds_.round()}; }});
  binder.bind("drop_left", {.read = [this](const At&) { return std::uint64_t{rounds_.wants()}; }});
}

void CountMinDrop::check_declared(const ledger::Block& block) {
  static constexpr auto kFields = ledger::state_fields<CountMinDrop>(
      ledger::holds(&CountMinDrop::ports_, "sketch_cell", "heap_flow", "heap_size", "heap_links", "heap_dropped",
                    "heap_seen", "tolerated_loss", "loss_overdraft"),  // and heap_root, flows_forgotten
      ledger::holds(&CountMinDrop::dropped_, "resolution_dropped"),
      ledger::holds(&CountMinDrop::rounds_, "drop_round", "drop_left"),
      ledger::holds(&CountMinDrop::flow_idle_, "flow_idle"), ledger::holds(&CountMinDrop::looked_at_, "flow_idle_left"),
      ledger::part(&CountMinDrop::instead_));
  ledger::require_declared(block, kFields);
}

}  // namespace weir::deadlock
