// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The settings of FERA, each once: table congestion.fera of scenario files.

#pragma once

#include "hw_model/ledger/setting.h"
#include "hw_model/mechanisms/congestion/congestion_config.h"

namespace weir::congestion {

ledger::SettingsOf<FeraConfig> fera_settings();

// The settings of table congestion.fera_edge.
ledger::SettingsOf<FeraEdgeConfig> fera_edge_settings();

}  // namespace weir::congestion
