// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the chip knows of a detector before one is built: its tables of settings, and its rules. A detector says this in
// the file of its settings; the list is detector_cards.cpp. (The detector itself: make_congestion.cpp.)

#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hw_model/ledger/complaints.h"
#include "hw_model/mechanisms/congestion/congestion.h"
#include "hw_model/mechanisms/congestion/congestion_settings.h"

namespace weir::congestion {

struct DetectorCard {
  DetectorKind kind;
  // Its tables of scenarios; null: it has that of another.
  std::vector<DetectorTable> (*tables)() = nullptr;
  // What must hold between its settings, beyond their ranges. Words are whole: "congestion.red_ecn.k_min".
  void (*check)(const PortContext& context, ledger::Complaints& complaints);
};

// All; their tables are in this order in documents.
std::span<const DetectorCard* const> detector_cards();

// That a setting, `word`, is within the buffer.
void check_within_buffer(const PortContext& context, Bytes is, const std::string& word, ledger::Complaints& complaints);

// A number of bytes, or what follows from the scheme (thresholds.h).
static_assert(kBytesByScheme.count() == ledger::kWordInstead);
template <class Config>
ledger::Setting<Config> by_scheme(ledger::Setting<Config> setting) {
  return ledger::or_word(std::move(setting), "by_scheme");
}

}  // namespace weir::congestion
