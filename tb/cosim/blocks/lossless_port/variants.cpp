// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The port of rtl/: an entry, with RTL for each width of counters that a switch can have.

#include <memory>

#include "Vlossless_port.h"
#include "Vlossless_port_wide.h"
#include "tb/cosim/blocks/lossless_port/verilated.h"

namespace weir::cosim {

namespace {

constexpr reference::LosslessPortConfig kWide{.counter_bits = reference::kIbWideCounterBits,
                                              .blocks_bits = reference::kIbWideBlocksBits};

std::unique_ptr<DutFor<LosslessPortKind>> of_width(const LosslessPortKind::Setup& setup) {
  if (setup == kWide) {
    return verilated_as_is<LosslessPortKind, Vlossless_port_wide>(setup);
  }
  return verilated_dut<LosslessPortKind, Vlossless_port>(setup);
}

}  // namespace

std::vector<Variant<LosslessPortKind>> LosslessPortKind::variants() {
  return {
      {.name = "lossless_port",
       .text = "A port of a lossless switch: PAUSE frames, credits, scheduler and registers, with gated clocks",
       .rtl = of_width},
  };
}

}  // namespace weir::cosim
