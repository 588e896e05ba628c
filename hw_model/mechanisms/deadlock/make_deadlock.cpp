// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <bit>

#include "hw_model/mechanisms/deadlock/deadlock.h"
#include "hw_model/mechanisms/deadlock/itsy.h"
#include "hw_model/mechanisms/deadlock/itsy_unit.h"
#include "hw_model/mechanisms/deadlock/pfcwd.h"
#include "hw_model/mechanisms/deadlock/watchdog.h"

namespace weir::deadlock {

std::unique_ptr<DeadlockUnit> make_deadlock_unit(const SwitchContext& context, SwitchActions& actions) {
  if (context.config.unit == Unit::kWatchdog)
    return std::make_unique<Watchdog>(context, actions);
  if (context.config.unit == Unit::kPfcwd)
    return std::make_unique<Pfcwd>(context, actions);
  if (context.config.unit == Unit::kItsy)
    return std::make_unique<ItsyUnit>(context, actions);
  return nullptr;
}

ledger::Dimensions per_queue(const SwitchContext& context) {
  return {{"port", context.ports}, {"class", static_cast<std::uint64_t>(std::popcount(context.lossless))}};
}

ledger::Block declare_deadlock(const SwitchContext& context) {
  if (context.config.unit == Unit::kWatchdog)
    return Watchdog::declare(context);
  if (context.config.unit == Unit::kPfcwd)
    return Pfcwd::declare(context);
  if (context.config.unit != Unit::kItsy)
    return ledger::Block("deadlock");
  ledger::Block block = ItsyUnit::declare(context);
  declare_resolution(block, context);
  return block;
}

}  // namespace weir::deadlock
