// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The credits of InfiniBand of rtl/: an entry each.

#include <memory>

#include "Vib_credits.h"
#include "Vib_credits_wide.h"
#include "tb/cosim/blocks/ib_credits/verilated.h"

namespace weir::cosim {

namespace {

// A recording says the width, too.
std::unique_ptr<DutFor<IbCreditsKind>> of_width(const IbCreditsKind::Setup& setup) {
  if (setup == reference::kWideIbCredits)
    return verilated_as_is<IbCreditsKind, Vib_credits_wide>(setup);
  return verilated_dut<IbCreditsKind, Vib_credits>(setup);
}

}  // namespace

std::vector<Variant<IbCreditsKind>> IbCreditsKind::variants() {
  return {
      {.name = "ib_credits",
       .text =
           "InfiniBand's credits of one (port, virtual lane): may a packet start, what was sent, what a message says",
       .rtl = of_width,
       .widest = verilated_as_is<IbCreditsKind, Vib_credits_wide>},
  };
}

}  // namespace weir::cosim
