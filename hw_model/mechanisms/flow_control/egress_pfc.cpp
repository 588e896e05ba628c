// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/egress_pfc.h"

#include <string>
#include <utility>

#include "hw_model/base/require.h"
#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/flow_control/register_access.h"

namespace weir::flow_control {
namespace {

bool spares_itself(const FlowControlConfig& config) { return config.egress_pfc.spared == Spared::kOwnPort; }

}  // namespace

EgressPfc::EgressPfc(const PortContext& context) : PauseEngine(context) {
  follows_veqs_ = true;
  moving_threshold_ = nullptr;  // no VIQ's limit moves XOFF
}

void EgressPfc::join(FlowControl& first) {
  ports_ = static_cast<EgressPfc&>(first).ports_;
  ports_->engines.push_back(this);
}

// All ports of a switch are reset together: none asks any more. The queues are emptied after that.
void EgressPfc::reset(Time now) {
  PauseEngine::reset(now);
  ports_->asking = {};
}

void EgressPfc::veq_changed(ClassId c, Bytes depth, Time now) {
  const Bytes before = std::exchange(depths_[c.index()], depth);
  if (!lossless(c))
    return;
  const bool filled = depth >= before && threshold(c).filled(depth);
  const bool drained = depth <= before && threshold(c).drained(depth);
  if (!filled && !drained)
    return;
  std::size_t& asking = ports_->asking[c.index()];
  asking = threshold(c).asserted() ? asking + 1 : asking - 1;
  for (EgressPfc* engine : ports_->engines)
    engine->listen(c, now);
}

void EgressPfc::listen(ClassId c, Time now) {
  const std::size_t own = spares_itself(config()) && threshold(c).asserted() ? 1 : 0;
  assert_pause(c, ports_->asking[c.index()] > own, now);
}

bool EgressPfc::asked_by(PortId egress, ClassId c) const {
  const EgressPfc& other = *ports_->engines[egress.index()];
  return other.threshold(c).asserted() && !(spares_itself(config()) && &other == this);
}

void EgressPfc::check(const PortContext& settings) const {
  PauseEngine::check(settings);
  require(settings.config.egress_pfc == config().egress_pfc,
          "spared: cannot change while the switch runs: a peer would stay paused for a queue that asks no more");
}

// All ports see what the comparators of this one say.
void EgressPfc::compare(const ViqDepth&, Time now) {
  for (std::size_t i = 0; i < kClasses; ++i)
    veq_changed(ClassId(i), depths_[i], now);
}

ledger::Block EgressPfc::declare(const PortContext& context) {
  static constexpr auto kFields = ledger::state_fields<EgressPfc>(
      ledger::model_only(&EgressPfc::ports_, "wires between the ports: veq_asserted of each"),
      ledger::model_only(&EgressPfc::depths_, "egress.veq_depth"));
  const ledger::Origin origin("egress_pfc", "FERA, section 5: PAUSE by the egress queue");
  ledger::Block block = declare_class_pauses(context, origin);
  block.add(origin.state({.name = "veq_asserted",
                          .width = 1,
                          .dimensions = per_lossless_class(context),
                          .width_follows = "the comparator's flip-flop",
                          .description = "this port's VEQ asks the others to pause: at XOFF, until at XON"}));
  block.add(origin.setting({.name = "spared",
                            .reset = static_cast<std::uint64_t>(context.config.egress_pfc.spared),
                            .description = "0: a deep VEQ does not pause the peer at its own port; 1: it pauses all"}));
  ledger::require_declared(block, kFields);
  return block;
}

void EgressPfc::bind_registers(const ledger::Binder& binder, const Surroundings& around) {
  PauseEngine::bind_registers(binder, around);
  const EngineRegisters registers = registers_of(binder, around);
  registers.state("veq_asserted", [this](ClassId c, Time) { return threshold(c).asserted() ? 1U : 0U; });
  registers.setting(
      "spared", [](const PortContext& context) { return static_cast<std::uint64_t>(context.config.egress_pfc.spared); },
      [](PortContext& draft, std::uint64_t value) { draft.config.egress_pfc.spared = static_cast<Spared>(value); });
}

}  // namespace weir::flow_control
