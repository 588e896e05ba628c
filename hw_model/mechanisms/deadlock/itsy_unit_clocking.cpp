// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The causality units in RTL beside the protocols of an ITSY unit.

#include <memory>
#include <utility>

#include "hw_model/mechanisms/deadlock/causality_widths.h"
#include "hw_model/mechanisms/deadlock/itsy_unit.h"

namespace weir::deadlock {

void ItsyUnit::make_blocks(const SwitchContext& context) {
  const reference::ItsyCausalityConfig asked =
      causality_widths(config_, context.ports, context.buffer, context.counted);
  for (Lossless& one : classes_) {
    auto block = context.factories->of<reference::ItsyCausalityBlock>()(
        asked, context.name + ".c" + std::to_string(one.c.index()));
    if (block == nullptr)
      continue;
    one.protocol.take_block(
        std::make_unique<ClockedCausality>(std::move(block), ClockedCausality::Settings{.switch_id = config_.switch_id,
                                                                                        .ttl = config_.ttl,
                                                                                        .sums = config_.sums,
                                                                                        .counted = counted_,
                                                                                        .ports = context.ports}));
    has_blocks_ = true;
  }
}

// Before an event. XON is known when the switch runs, and is the same at all ports.
void ItsyUnit::tell_blocks(Time now) {
  if (!has_blocks_)
    return;
  for (Lossless& one : classes_) {
    one.protocol.at(now);
    if (!std::exchange(one.knows_xon, true))
      one.protocol.set_xon(xon(PortId(0), one.c));
  }
}

}  // namespace weir::deadlock
