// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The settings of congestion detectors, each once, and the rules between them.

#pragma once

#include "hw_model/ledger/complaints.h"
#include "hw_model/ledger/setting.h"
#include "hw_model/mechanisms/congestion/congestion_config.h"

namespace weir::congestion {

const ledger::SettingsOf<CongestionConfig>& congestion_settings();
const ledger::SettingsOf<RedEcnConfig>& red_ecn_settings();

// `buffer`: of the whole switch.
void check(const CongestionConfig& config, Bytes buffer, ledger::Complaints& complaints);

}  // namespace weir::congestion
