// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The list of detectors.

#include <algorithm>
#include <array>

#include "hw_model/mechanisms/congestion/detector_card.h"

namespace weir::congestion {

const DetectorCard& red_ecn_card();
const DetectorCard& ib_fecn_card();
const DetectorCard& tcd_card();
const DetectorCard& tcd_infiniband_card();
const DetectorCard& fera_card();
const DetectorCard& bcn_card();

std::span<const ListedDetector> detector_cards() {
  static const std::array kCards{
      ListedDetector{DetectorKind::kRedEcn, red_ecn_card()},
      ListedDetector{DetectorKind::kIbFecn, ib_fecn_card()},
      ListedDetector{DetectorKind::kTcd, tcd_card()},
      ListedDetector{DetectorKind::kTcdInfiniband, tcd_infiniband_card()},
      ListedDetector{DetectorKind::kFera, fera_card()},
      ListedDetector{DetectorKind::kBcn, bcn_card()},
  };
  static_assert(kCards.size() == kDetectors.size(), "each detector has a card");
  return kCards;
}

const DetectorCard& card_of(DetectorKind kind) {
  return std::ranges::find(detector_cards(), kind, &ListedDetector::kind)->card;
}

}  // namespace weir::congestion
