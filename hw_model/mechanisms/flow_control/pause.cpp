// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/pause.h"

#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/flow_control/register_access.h"

namespace weir::flow_control {
void Pause::packet_admitted(ClassId c, Bytes, Bytes depth, Time now) {
  if (!lossless(c))
    return;
  depth_.set(c, depth);
  if (shows_depths()) [[unlikely]]
    show_depth(kOfThePort, depth_.all(), true, now);
  if (threshold(kOfThePort).filled(depth_.all()))
    assert_pause(kOfThePort, true, now);
  if (shows_depths()) [[unlikely]]
    settle(now);
}

void Pause::packet_released(ClassId c, Bytes, Bytes depth, Time now) {
  if (!lossless(c))
    return;
  depth_.set(c, depth);
  if (shows_depths()) [[unlikely]]
    show_depth(kOfThePort, depth_.all(), false, now);
  if (threshold(kOfThePort).drained(depth_.all()))
    assert_pause(kOfThePort, false, now);
  if (shows_depths()) [[unlikely]]
    settle(now);
}

void Pause::compare(const ViqDepth&, Time now) {
  threshold(kOfThePort).filled(depth_.all());
  threshold(kOfThePort).drained(depth_.all());
  assert_pause(kOfThePort, threshold(kOfThePort).asserted(), now);
}

void Pause::bind_registers(const ledger::Binder& binder, const Surroundings& around) {
  PauseEngine::bind_registers(binder, around);
  depth_.bind(registers_of(binder, around), config().pfc);
}

ledger::Block Pause::declare(const PortContext& context) {
  static constexpr auto kFields = ledger::state_fields<Pause>(ledger::part(&Pause::depth_));
  const ledger::Origin origin("pause", "IEEE 802.3 annex 31B");
  ledger::Block block("flow_control");
  declare_pauses(block, context, origin, Stops::kPort);
  PortDepth::declare(block, context.config.pfc, origin,
                     "bytes of all lossless VIQs of the port, the sum of the MMU's depths");
  declare_common(block, context, origin);
  ledger::require_declared(block, kFields);
  return block;
}

}  // namespace weir::flow_control
