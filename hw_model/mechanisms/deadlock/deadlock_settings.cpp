// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/deadlock/deadlock_settings.h"

namespace weir::deadlock {

const ledger::SettingsOf<DeadlockConfig>& deadlock_settings() {
  static const ledger::SettingsOf<DeadlockConfig> kSettings = {ledger::setting(
      &DeadlockConfig::unit, "unit", units(),
      "Unit of every switch that looks for deadlocks. watchdog: acts when a head packet has stood too long at a held "
      "queue of a lossless class. pfcwd: polls counters as the PFC watchdog of commodity switches does, and acts on "
      "queues in a storm of PFC frames; with schemes that pause classes. itsy: switches send messages along the waits, "
      "and a message that comes home has gone "
      "round a deadlock; with `pfc`, and with a FIFO for each output or virtual output queues.")};
  return kSettings;
}

}  // namespace weir::deadlock
