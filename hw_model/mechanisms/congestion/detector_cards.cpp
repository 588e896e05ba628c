// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The list of detectors.

#include <array>
#include <stdexcept>

#include "hw_model/mechanisms/congestion/detector_card.h"

namespace weir::congestion {

const DetectorCard& red_ecn_card();
const DetectorCard& ib_fecn_card();
const DetectorCard& tcd_card();
const DetectorCard& tcd_infiniband_card();
const DetectorCard& fera_card();
const DetectorCard& bcn_card();

namespace {

DetectorList& list() {
  static const std::array kCards{
      DetectorList::Listed{DetectorKind::kRedEcn, red_ecn_card()},
      DetectorList::Listed{DetectorKind::kIbFecn, ib_fecn_card()},
      DetectorList::Listed{DetectorKind::kTcd, tcd_card()},
      DetectorList::Listed{DetectorKind::kTcdInfiniband, tcd_infiniband_card()},
      DetectorList::Listed{DetectorKind::kFera, fera_card()},
      DetectorList::Listed{DetectorKind::kBcn, bcn_card()},
  };
  static_assert(kCards.size() == kDetectors.size(), "each detector has a card");
  static DetectorList all("congestion.detector", kDetectors, kCards);
  return all;
}

}  // namespace

std::span<const DetectorName> detectors() { return list().names(); }
std::string_view name_of(DetectorKind kind) { return name_in(detectors(), kind); }
std::span<const DetectorList::Listed> detector_cards() { return list().cards(); }

const DetectorCard& card_of(DetectorKind kind) {
  const DetectorCard* const card = list().find(kind);
  if (card == nullptr)
    throw std::invalid_argument("congestion: unknown detector");
  return *card;
}

DetectorKind add_detector(std::string_view word, std::string_view text, const DetectorCard& card) {
  return list().add(word, text, card);
}

}  // namespace weir::congestion
