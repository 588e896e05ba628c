// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/deadlock/deadlock.h"
#include "hw_model/mechanisms/deadlock/itsy.h"
#include "hw_model/mechanisms/deadlock/watchdog.h"

namespace weir::deadlock {

std::unique_ptr<DeadlockUnit> make_deadlock_unit(const SwitchContext& context, SwitchActions& actions) {
  if (context.config.unit == Unit::kWatchdog)
    return std::make_unique<Watchdog>(context, actions);
  return nullptr;
}

ledger::Block declare_deadlock(const SwitchContext& context) {
  if (context.config.unit == Unit::kWatchdog)
    return Watchdog::declare(context);
  ledger::Block block("deadlock");
  if (context.config.unit == Unit::kItsy)
    declare_itsy(block, context);
  return block;
}

}  // namespace weir::deadlock
