// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/deadlock/deadlock.h"
#include "hw_model/mechanisms/deadlock/itsy.h"

namespace weir::deadlock {

ledger::Block declare_deadlock(const SwitchContext& context) {
  ledger::Block block("deadlock");
  if (context.config.unit == Unit::kItsy)
    declare_itsy(block, context);
  return block;
}

}  // namespace weir::deadlock
