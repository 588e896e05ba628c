// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The table of the deadlock unit's settings, each declared once.

#pragma once

#include <span>
#include <string_view>

#include "hw_model/ledger/setting.h"
#include "hw_model/mechanisms/deadlock/deadlock_config.h"

namespace weir::deadlock {

// The value of `rounds` for the word "auto" in a scenario file, until code that knows the network replaces it.
inline constexpr auto kAutoRounds = static_cast<unsigned>(ledger::kWordInstead);

// "none" and all units: kUnits and those from outside of weir (unit_card.h).
std::span<const Named<Unit>> units();
std::string_view name_of(Unit unit);

const ledger::SettingsOf<DeadlockConfig>& deadlock_settings();
const ledger::SettingsOf<WatchdogConfig>& watchdog_settings();
const ledger::SettingsOf<PfcwdConfig>& pfcwd_settings();
const ledger::SettingsOf<PfcwdHardware>& pfcwd_hardware_settings();
const ledger::SettingsOf<ItsyConfig>& itsy_settings();

}  // namespace weir::deadlock
