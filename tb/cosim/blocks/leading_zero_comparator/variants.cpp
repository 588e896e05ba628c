// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The stage comparators of rtl/ in the leading-zero form: an entry each.

#include <bit>

#include "Vstage_comparator_leading_zero.h"
#include "tb/cosim/blocks/leading_zero_comparator/verilated.h"

namespace weir::cosim {

static_assert(std::bit_width(reference::kQBits) == reference::kLog2SpanBits);

std::vector<Variant<LeadingZeroComparatorKind>> LeadingZeroComparatorKind::variants() {
  return {
      {.name = "stage_comparator_leading_zero",
       .text = "VIQ depth to stage where Bm - B1 is a power of two: an adder and an encoder",
       .rtl = verilated_dut<LeadingZeroComparatorKind, Vstage_comparator_leading_zero>},
  };
}

}  // namespace weir::cosim
