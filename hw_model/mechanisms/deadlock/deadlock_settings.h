// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The settings of a switch's deadlock unit, each once.

#pragma once

#include "hw_model/ledger/setting.h"
#include "hw_model/mechanisms/deadlock/deadlock_config.h"

namespace weir::deadlock {

// `rounds` of a file that says "auto": who knows the network puts a number in its place.
inline constexpr auto kAutoRounds = static_cast<unsigned>(ledger::kWordInstead);

const ledger::SettingsOf<DeadlockConfig>& deadlock_settings();
const ledger::SettingsOf<WatchdogConfig>& watchdog_settings();
const ledger::SettingsOf<ItsyConfig>& itsy_settings();

}  // namespace weir::deadlock
