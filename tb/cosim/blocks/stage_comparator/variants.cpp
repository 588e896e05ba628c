// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The stage comparators of rtl/ with threshold registers: an entry each.

#include <bit>

#include "Vstage_comparator_threshold.h"
#include "Vstage_comparator_threshold_pipelined.h"
#include "tb/cosim/blocks/stage_comparator/verilated.h"

namespace weir::cosim {

static_assert(std::bit_width(reference::kThresholds) <= reference::kStageBits);

std::vector<Variant<StageComparatorKind>> StageComparatorKind::variants() {
  return {
      {.name = "stage_comparator_threshold",
       .text = "VIQ depth to stage: N comparators and a priority encoder",
       .rtl = verilated_dut<StageComparatorKind, Vstage_comparator_threshold>},
      {.name = "stage_comparator_threshold_pipelined",
       .text = "the threshold form for a faster clock: four cycles more",
       .setup = {.least_stage_bits = 2},
       .latency = 4,
       .rtl = verilated_dut<StageComparatorKind, Vstage_comparator_threshold_pipelined>},
  };
}

}  // namespace weir::cosim
