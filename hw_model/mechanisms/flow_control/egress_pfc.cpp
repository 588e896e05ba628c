// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/egress_pfc.h"

#include <string>

#include "hw_model/base/require.h"
#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "hw_model/mechanisms/flow_control/register_access.h"

namespace weir::flow_control {
namespace {

bool spares_itself(const FlowControlConfig& config) { return config.egress_pfc.spared == Spared::kOwnPort; }

bool of_the_port(const PortContext& context) { return traits_of(context.config.scheme).is_of_the_port; }

}  // namespace

EgressPfc::EgressPfc(const PortContext& context)
    : PauseEngine(context, of_the_port(context) ? Stops::kPort : Stops::kClass) {
  veq_follower_ = this;
  moving_threshold_ = nullptr;  // no VIQ's limit moves XOFF
}

void EgressPfc::join(VeqFollower& first) {
  ports_ = static_cast<EgressPfc&>(first).ports_;
  ports_->engines.push_back(this);
}

// All ports of a switch are reset together: none asks any more. The queues are emptied after that.
void EgressPfc::reset(Time now) {
  PauseEngine::reset(now);
  ports_->asking = {};
}

void EgressPfc::veq_changed(ClassId c, Bytes depth, Time now) {
  if (!lossless(c))
    return;
  const Bytes before = compared(c);
  depths_.set(c, depth);
  const Bytes after = compared(c);
  const ClassId pause = pause_of(c);
  const bool filled = after >= before && threshold(pause).filled(after);
  const bool drained = after <= before && threshold(pause).drained(after);
  if (!filled && !drained)
    return;
  std::size_t& asking = ports_->asking[pause.index()];
  const bool asks = threshold(pause).asserted();
  asking = asks ? asking + 1 : asking - 1;
  tell_asking(pause, asks, now);
  for (EgressPfc* engine : ports_->engines)
    engine->listen(pause, now);
}

void EgressPfc::listen(ClassId pause, Time now) {
  const std::size_t own = spares_itself(config()) && threshold(pause).asserted() ? 1 : 0;
  assert_pause(pause, ports_->asking[pause.index()] > own, now);
}

bool EgressPfc::asked_by(PortId egress, ClassId c) const {
  const EgressPfc& other = *ports_->engines[egress.index()];
  return other.lossless(c) && other.threshold(pause_of(c)).asserted() && !(spares_itself(config()) && &other == this);
}

void EgressPfc::check(const PortContext& settings) const {
  PauseEngine::check(settings);
  require(settings.config.egress_pfc == config().egress_pfc,
          "spared: cannot change while the switch runs: a peer would stay paused for a queue that asks no more");
}

// All ports see what the comparators of this one say.
void EgressPfc::compare(const ViqDepth&, Time now) {
  for (std::size_t i = 0; i < kClasses; ++i)
    veq_changed(ClassId(i), depths_.of(ClassId(i)), now);
}

ledger::Block EgressPfc::declare(const PortContext& context) {
  static constexpr auto kFields = ledger::state_fields<EgressPfc>(
      ledger::model_only(&EgressPfc::ports_, "wires between the ports: veq_asserted of each"),
      ledger::model_only(&EgressPfc::depths_, "egress.veq_depth, and port_depth where it is declared"));
  const bool whole = of_the_port(context);
  const ledger::Origin origin(whole ? "egress_pause" : "egress_pfc", "FERA, section 5: PAUSE by the egress queue");
  ledger::Block block("flow_control");
  declare_pauses(block, context, origin, whole ? Stops::kPort : Stops::kClass);
  declare_common(block, context, origin);
  if (whole)
    PortDepth::declare(block, context.config.pfc, origin, "bytes of all lossless VEQs of the port");
  block.add(origin.state({.name = "veq_asserted",
                          .width = 1,
                          .dimensions = whole ? ledger::Dimensions{} : per_lossless_class(context),
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
  if (stops() == Stops::kPort) {
    registers.port_state("veq_asserted", [this](Time) { return threshold(kOfThePort).asserted() ? 1U : 0U; });
    depths_.bind(registers, config().pfc);
  } else {
    registers.state("veq_asserted", [this](ClassId c, Time) { return threshold(c).asserted() ? 1U : 0U; });
  }
  registers.setting(
      "spared", [](const PortContext& context) { return static_cast<std::uint64_t>(context.config.egress_pfc.spared); },
      [](PortContext& draft, std::uint64_t value) { draft.config.egress_pfc.spared = static_cast<Spared>(value); });
}

}  // namespace weir::flow_control
