// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The rate calculations of rtl/: an entry each.

#include "Vlinear_rate.h"
#include "Vlinear_rate_wide.h"
#include "tb/cosim/blocks/linear_rate/verilated.h"
#include "tb/cosim/verilated_forms.h"

namespace weir::cosim {

std::vector<Variant<LinearRateKind>> LinearRateKind::variants() {
  return {
      {.name = "linear_rate",
       .text =
           "the rate of time-based GFC from a message's credits: the limiter's factor, by a division of a bit a cycle",
       .rtl = verilated_forms<LinearRateKind, Vlinear_rate, Vlinear_rate_wide>,
       .widest = verilated_as_is<LinearRateKind, Vlinear_rate_wide>},
  };
}

}  // namespace weir::cosim
