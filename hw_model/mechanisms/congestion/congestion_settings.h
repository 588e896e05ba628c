// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The settings of congestion detectors, each once. The rules between them: check() of congestion.h.

#pragma once

#include <string_view>
#include <vector>

#include "hw_model/ledger/setting.h"
#include "hw_model/mechanisms/congestion/congestion_config.h"

namespace weir::congestion {

const ledger::SettingsOf<CongestionConfig>& congestion_settings();

// The tables of scenarios that detectors have for themselves, in the order of the documents.
struct DetectorTable {
  std::string_view path;  // "congestion.red_ecn"
  std::string_view meaning;
  ledger::SettingsOf<CongestionConfig> settings;
};
const std::vector<DetectorTable>& detector_tables();

}  // namespace weir::congestion
