// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The list of detectors.

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
  static DetectorList all("congestion.detector", kDetectors,
                          {{DetectorKind::kRedEcn, red_ecn_card()},
                           {DetectorKind::kIbFecn, ib_fecn_card()},
                           {DetectorKind::kTcd, tcd_card()},
                           {DetectorKind::kTcdInfiniband, tcd_infiniband_card()},
                           {DetectorKind::kFera, fera_card()},
                           {DetectorKind::kBcn, bcn_card()}});
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
