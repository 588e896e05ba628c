// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/deadlock/deadlock_settings.h"
#include "hw_model/mechanisms/deadlock/unit_card.h"
#include "hw_model/mechanisms/deadlock/watchdog.h"

namespace weir::deadlock {

const ledger::SettingsOf<WatchdogConfig>& watchdog_settings() {
  static const ledger::SettingsOf<WatchdogConfig> kSettings = {
      ledger::setting(&WatchdogConfig::timeout, "timeout",
                      {WatchdogConfig::kTick, WatchdogConfig::kLongest, WatchdogConfig::kTick},
                      "Time that a head packet may stand before the watchdog acts.", {.name = "watchdog_timeout"}),
      ledger::setting(&WatchdogConfig::action, "action", kActions,
                      "What the watchdog does. drop_head: drops the head packet. lend_and_resume: lends every VIQ of "
                      "the class whose peer the switch has paused `loan` of free buffer, and tells the peer to go on; "
                      "with `pfc` or `ttl_pfc`, `switch.mmu.count_cells`, and without `switch.mmu.headroom_pool`."),
      ledger::setting(&WatchdogConfig::loan, "loan", {WatchdogConfig::kLeastLoan, WatchdogConfig::kMostLoan},
                      "lend_and_resume: bytes by which a VIQ may grow with each loan.", {.name = "watchdog_loan"}),
  };
  return kSettings;
}

namespace {

std::vector<UnitTable> watchdog_tables() {
  return {{"deadlock.watchdog", "A watchdog, as commodity switches have one for PFC.",
           ledger::within(&DeadlockConfig::watchdog, watchdog_settings())}};
}

bool watchdog_lends(const DeadlockConfig& config) { return config.watchdog.action == Action::kLendAndResume; }

}  // namespace

const UnitCard& watchdog_card() {
  static constexpr UnitCard kCard{
      .text = "deadlock watchdog: drops a head that stands too long, or lends room",
      .tables = watchdog_tables,
      .lender = {.lends = watchdog_lends, .setting = "deadlock.watchdog.action", .who = "lend_and_resume"},
      .patience = [](const DeadlockConfig& config) { return config.watchdog.timeout; },
      .make = make_unit<Watchdog>,
      .declare = Watchdog::declare};
  return kCard;
}

}  // namespace weir::deadlock
