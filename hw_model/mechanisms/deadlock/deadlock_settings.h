// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The settings of a switch's deadlock unit, each once.

#pragma once

#include "hw_model/ledger/setting.h"
#include "hw_model/mechanisms/deadlock/deadlock_config.h"

namespace weir::deadlock {

const ledger::SettingsOf<DeadlockConfig>& deadlock_settings();
const ledger::SettingsOf<WatchdogConfig>& watchdog_settings();
const ledger::SettingsOf<ItsyConfig>& itsy_settings();

}  // namespace weir::deadlock
