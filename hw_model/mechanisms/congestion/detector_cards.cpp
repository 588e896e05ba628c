// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The list of detectors.

#include <array>

#include "hw_model/mechanisms/congestion/detector_card.h"

namespace weir::congestion {

const DetectorCard& red_ecn_card();
const DetectorCard& ib_fecn_card();
const DetectorCard& tcd_card();
const DetectorCard& tcd_infiniband_card();
const DetectorCard& fera_card();
const DetectorCard& bcn_card();

std::span<const DetectorCard* const> detector_cards() {
  static const std::array kCards{&red_ecn_card(),        &ib_fecn_card(), &tcd_card(),
                                 &tcd_infiniband_card(), &fera_card(),    &bcn_card()};
  static_assert(kCards.size() == kDetectors.size(), "each detector has a card");
  return kCards;
}

}  // namespace weir::congestion
