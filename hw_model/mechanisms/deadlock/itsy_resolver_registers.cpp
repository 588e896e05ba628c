// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of itsy_resolutions.cpp, and which state each of them is.

#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/deadlock/itsy_resolver.h"

namespace weir::deadlock {
namespace {

using At = ledger::RegisterAccess;

}  // namespace

void ItsyResolver::bind_registers(const ledger::Binder& binder) const {
  const auto bind = [&](const char* name, auto read) {
    binder.bind(name, {.read = [this, read](const At& at) { return std::uint64_t{read(at)}; }});
  };
  if (protocol_ == Protocol::kRepaired)
    bind("collect_due",
         [this](const At& at) { return classes_[at.indices[1]].collection.due(PortId(at.indices[0])) ? 1U : 0U; });
  bind("resolving", [this](const At&) { return part_ ? 1U : 0U; });
  bind("loop_egress", [this](const At&) { return part_ ? part_->egress.index() : 0U; });
  bind("loop_ingress", [this](const At&) { return part_ ? part_->ingress.index() : 0U; });
  bind("collections_home", [this](const At&) { return counters_.home; });
  bind("loop_acts", [this](const At&) { return counters_.acted; });
  bind("loop_busy", [this](const At&) { return counters_.busy; });
  resolution_->bind_registers(binder);
}

void ItsyResolver::check_declared(const ledger::Block& block, Protocol protocol) {
  static constexpr auto kCounters = ledger::state_fields<Counters>(ledger::holds(&Counters::home, "collections_home"),
                                                                   ledger::holds(&Counters::acted, "loop_acts"),
                                                                   ledger::holds(&Counters::busy, "loop_busy"));
  static constexpr auto kRepaired = ledger::state_fields<Lossless>(
      ledger::model_only(&Lossless::lists, "of the published protocol"),
      ledger::holds(&Lossless::collection, "collect_claim", "collect_claim_egress", "collect_claim_life",
                    "collect_passed", "collect_due", "collect_entry", "collect_port"),
      ledger::model_only(&Lossless::c, "constant: which class it is"));
  static constexpr auto kPublished =
      ledger::state_fields<Lossless>(ledger::model_only(&Lossless::collection, "of the repaired protocol"),
                                     ledger::holds(&Lossless::lists, "collect_count", "collect_port"),
                                     ledger::model_only(&Lossless::c, "constant: which class it is"));
  static constexpr auto kPart = ledger::state_fields<LoopPart>(
      ledger::holds(&LoopPart::c, "loop_class"), ledger::holds(&LoopPart::egress, "loop_egress"),
      ledger::holds(&LoopPart::ingress, "loop_ingress"),
      ledger::model_only(&LoopPart::first, "a wire: whose message is home"));
  static constexpr auto kFields = ledger::state_fields<ItsyResolver>(
      ledger::model_only(&ItsyResolver::protocol_, "constant: how it is built"),
      ledger::model_only(&ItsyResolver::switch_id_, "switch_id"), ledger::part(&ItsyResolver::classes_),
      ledger::model_only(&ItsyResolver::place_, "constant: numbers of classes"),
      ledger::holds(&ItsyResolver::resuming_, "resuming_due", "resuming_entry", "resuming_port"),
      ledger::part(&ItsyResolver::resolution_), ledger::holds(&ItsyResolver::part_, "resolving"),
      ledger::holds(&ItsyResolver::lives_, "loop_life"), ledger::part(&ItsyResolver::counters_));
  ledger::require_declared(block, kCounters);
  if (protocol == Protocol::kRepaired)
    ledger::require_declared(block, kRepaired);
  else
    ledger::require_declared(block, kPublished);
  ledger::require_declared(block, kPart);
  ledger::require_declared(block, kFields);
}

}  // namespace weir::deadlock
