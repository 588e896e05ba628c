// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The TCD detectors of rtl/: an entry each.

#include "Vtcd_detector.h"
#include "Vtcd_detector_widest.h"
#include "tb/cosim/blocks/tcd_detector/verilated.h"

namespace weir::cosim {

std::vector<Variant<TcdDetectorKind>> TcdDetectorKind::variants() {
  return {
      {.name = "tcd_detector",
       .text = "ternary congestion detection of one queue: a time stamp, a state, a sample of its depth",
       .rtl = verilated_dut<TcdDetectorKind, Vtcd_detector>,
       .widest = verilated_as_is<TcdDetectorKind, Vtcd_detector_widest>},
  };
}

}  // namespace weir::cosim
