// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/base/class_mask.h"
#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/deadlock/resolution_flow_level.h"

namespace weir::deadlock {

using At = ledger::RegisterAccess;

void FlowLevel::bind_registers(const ledger::Binder& binder) const {
  hosts_.bind_registers(binder);
  const auto upstream = [&](const char* name, auto read) {
    binder.bind(name, {.read = [this, read](const At& at) {
                  return read(upstream_.at(PortId(at.indices[0]), nth_class(lossless_, at.indices[1])))
                             ? std::uint64_t{1}
                             : std::uint64_t{0};
                }});
  };
  upstream("groups_told", [](const Upstream& one) { return one.told; });
  upstream("groups_due", [](const Upstream& one) { return one.due; });
  binder.bind("groups_opened", {.read = [this](const At&) { return opened_; }});
}

void FlowLevel::check_declared(const ledger::Block& block) {
  static constexpr auto kUpstream = ledger::state_fields<Upstream>(ledger::holds(&Upstream::told, "groups_told"),
                                                                   ledger::holds(&Upstream::due, "groups_due"));
  static constexpr auto kBlock = ledger::state_fields<Block>(ledger::holds(&Block::groups, "blocked_group"),
                                                             ledger::holds(&Block::lives, "group_block_life"));
  static constexpr auto kFields = ledger::state_fields<FlowLevel>(
      ledger::holds(&FlowLevel::loan_, "loop_loan"),
      ledger::model_only(&FlowLevel::counted_, "constant: what VIQs count in"),
      ledger::model_only(&FlowLevel::lossless_, "constant: numbers of classes"), ledger::part(&FlowLevel::hosts_),
      ledger::model_only(&FlowLevel::peers_, "host_ports"),
      ledger::model_only(&FlowLevel::part_, "loop_class, loop_egress and loop_ingress of the resolver"),
      ledger::model_only(&FlowLevel::causality_, "wires: traffic_count; and stuck_group"),
      ledger::part(&FlowLevel::upstream_), ledger::part(&FlowLevel::blocks_),
      ledger::holds(&FlowLevel::opened_, "groups_opened"));
  ledger::require_declared(block, kUpstream);
  ledger::require_declared(block, kBlock);
  ledger::require_declared(block, kFields);
}

}  // namespace weir::deadlock
