// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The credits of InfiniBand of rtl/: an entry each.

#include "Vib_credits.h"
#include "Vib_credits_wide.h"
#include "tb/cosim/blocks/ib_credits/verilated.h"
#include "tb/cosim/verilated_forms.h"

namespace weir::cosim {

std::vector<Variant<IbCreditsKind>> IbCreditsKind::variants() {
  return {
      {.name = "ib_credits",
       .text =
           "InfiniBand's credits of one (port, virtual lane): may a packet start, what was sent, what a message says",
       .rtl = verilated_forms<IbCreditsKind, Vib_credits, Vib_credits_wide>,
       .widest = verilated_as_is<IbCreditsKind, Vib_credits_wide>},
  };
}

}  // namespace weir::cosim
