// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The card of a congestion detector: all that the chip knows of the detector. Each detector has a card in the file of
// its settings; detector_cards.cpp lists the cards. Other code asks a card and compares no enumerators.

#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hw_model/base/open_list.h"
#include "hw_model/ledger/complaints.h"
#include "hw_model/mechanisms/congestion/congestion.h"
#include "hw_model/mechanisms/congestion/congestion_settings.h"

namespace weir::congestion {

struct DetectorCard {
  DetectorTraits traits{};
  // The tables of a scenario; null: the detector shares those of another detector.
  std::vector<DetectorTable> (*tables)() = nullptr;
  // The rules between settings, beyond their ranges. Words are whole: "congestion.red_ecn.k_min".
  void (*check)(const PortContext& context, ledger::Complaints& complaints);
  // The depth that the detector keeps a queue of the class at; null, or nothing: none.
  std::optional<Bytes> (*target)(const CongestionConfig& config, ClassId c) = nullptr;
  // Whether the detector sends frames to the sources of packets; null: never.
  bool (*notifies)(const CongestionConfig& config) = nullptr;
  // The detector of a port, its registers there, and those that all ports share; null: they share none.
  std::unique_ptr<Detector> (*make)(const PortContext& context);
  void (*declare)(ledger::Block& block, const PortContext& context);
  void (*declare_shared)(ledger::Block& block, const PortContext& context) = nullptr;
};

template <class Made>
std::unique_ptr<Detector> make_detector(const PortContext& context) {
  return std::make_unique<Made>(context);
}

// All cards, in the order in which documents have their tables.
using DetectorList = OpenList<DetectorKind, DetectorCard>;
std::span<const DetectorList::Listed> detector_cards();
// Throws std::invalid_argument for a value that is no detector.
const DetectorCard& card_of(DetectorKind kind);

// Adds a detector from outside of weir, whose settings CongestionConfig::others keeps (ledger/kept_settings.h).
// Arguments, result and errors: OpenList::add().
DetectorKind add_detector(std::string_view word, std::string_view text, const DetectorCard& card);

// That a setting, `word`, is within the buffer.
void check_within_buffer(const PortContext& context, Bytes is, const std::string& word, ledger::Complaints& complaints);

// A number of bytes, or what follows from the scheme (thresholds.h).
static_assert(kBytesByScheme.count() == ledger::kWordInstead);
template <class Config>
ledger::Setting<Config> by_scheme(ledger::Setting<Config> setting) {
  return ledger::or_word(std::move(setting), "by_scheme");
}

}  // namespace weir::congestion
