// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Words, ranges and rules of the settings of Ultra Ethernet's credits.

#pragma once

#include <cstdint>
#include <span>

#include "hw_model/ledger/complaints.h"
#include "hw_model/ledger/setting.h"
#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_config.h"

namespace weir::ue_cbfc {

// The registers first, then the rules.
const ledger::SettingsOf<UeCbfcConfig>& ue_cbfc_settings();

// Complains of each setting out of its range and of settings that do not go together.
void check(const UeCbfcConfig& config, ledger::Complaints& complaints);

// Credits that a limit or a pool may have at most: those that a CF_Update tells apart. By the signed differences of the
// public text all that the counters express, its range.
std::uint32_t most_credits(const UeCbfcConfig& config);

// Complains of a channel's limit beyond that.
void check_limit(const UeCbfcConfig& config, std::uint32_t limit, ledger::Complaints& complaints);

// Complains of a pool beyond that, and of more reserved credits than the pool has.
void check_pool(const UeCbfcConfig& config, std::span<const PoolShareConfig> shares, ledger::Complaints& complaints);

}  // namespace weir::ue_cbfc
