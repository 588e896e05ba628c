// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The list of the bench's cards of detectors.

#include <stdexcept>

#include "tb/bounds/detector_card.h"

namespace weir::bounds {

// Each family of detectors has a file, NAME_card.cpp.
const DetectorCard& red_ecn_card();
const DetectorCard& ib_fecn_card();
const DetectorCard& tcd_card();
const DetectorCard& tcd_infiniband_card();
const DetectorCard& fera_card();
const DetectorCard& bcn_card();

const DetectorCard& detector_card(congestion::DetectorKind kind) {
  using congestion::DetectorKind;
  switch (kind) {
    case DetectorKind::kRedEcn:
      return red_ecn_card();
    case DetectorKind::kIbFecn:
      return ib_fecn_card();
    case DetectorKind::kTcd:
      return tcd_card();
    case DetectorKind::kTcdInfiniband:
      return tcd_infiniband_card();
    case DetectorKind::kFera:
      return fera_card();
    case DetectorKind::kBcn:
      return bcn_card();
  }
  throw std::invalid_argument("congestion: unknown detector");
}

}  // namespace weir::bounds
