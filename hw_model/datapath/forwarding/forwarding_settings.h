// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The table of the forwarding tables' settings, each declared once, and the rules between settings.

#pragma once

#include "hw_model/datapath/forwarding/forwarding_config.h"
#include "hw_model/ledger/setting.h"

namespace weir::forwarding {

const ledger::SettingsOf<ForwardingConfig>& forwarding_settings();

void check(const ForwardingConfig& config, ledger::Complaints& complaints);

}  // namespace weir::forwarding
