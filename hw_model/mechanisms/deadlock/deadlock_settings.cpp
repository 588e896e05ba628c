// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/deadlock/deadlock_settings.h"

namespace weir::deadlock {

namespace {

// What has no word reads as none.
ledger::Setting<DeadlockConfig> unit() {
  ledger::Setting<DeadlockConfig> unit = ledger::setting(
      &DeadlockConfig::unit, "unit", kUnits,
      "What looks for deadlocks in every switch. watchdog: acts where a head packet has stood at a held queue of a "
      "lossless class for too long.");
  unit.get = [](const DeadlockConfig& config, std::size_t) -> ledger::SettingValue {
    return {static_cast<std::int64_t>(config.unit == Unit::kItsy ? Unit::kNone : config.unit)};
  };
  return unit;
}

}  // namespace

const ledger::SettingsOf<DeadlockConfig>& deadlock_settings() {
  static const ledger::SettingsOf<DeadlockConfig> kSettings = {unit()};
  return kSettings;
}

const ledger::SettingsOf<WatchdogConfig>& watchdog_settings() {
  static const ledger::SettingsOf<WatchdogConfig> kSettings = {
      ledger::setting(&WatchdogConfig::timeout, "timeout",
                      {WatchdogConfig::kTick, WatchdogConfig::kLongest, WatchdogConfig::kTick},
                      "For how long a head packet may stand.", {.name = "watchdog_timeout"}),
      ledger::setting(&WatchdogConfig::action, "action", kActions,
                      "What is done then. drop_head: it is dropped. lend_and_resume: every VIQ of its class whose peer "
                      "the switch has paused is lent `loan` of free buffer, and the peer told to go on; with `pfc` or "
                      "`ttl_pfc`, `switch.mmu.count_cells`, and without `switch.mmu.headroom_pool`."),
      ledger::setting(&WatchdogConfig::loan, "loan", {WatchdogConfig::kLeastLoan, WatchdogConfig::kMostLoan},
                      "By how much a VIQ may grow each time; for `lend_and_resume`.", {.name = "watchdog_loan"}),
  };
  return kSettings;
}

}  // namespace weir::deadlock
