// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Words, ranges and rules of the settings of link-level retry.

#pragma once

#include "hw_model/ledger/complaints.h"
#include "hw_model/ledger/setting.h"
#include "hw_model/mechanisms/llr/llr_config.h"

namespace weir::llr {

// The registers first, in the order of SAI's attributes, then the rules.
const ledger::SettingsOf<LlrConfig>& llr_settings();

// The settings of a device's ports: whether LLR is wanted, its profile, then all of llr_settings() but the two modes,
// which the ports set themselves.
const ledger::SettingsOf<LlrPortConfig>& llr_port_settings();

// Complains of each setting out of its range and of settings that do not go together.
void check(const LlrConfig& config, ledger::Complaints& complaints);

}  // namespace weir::llr
