// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The rate calculations of rtl/: an entry each.

#include <memory>

#include "Vlinear_rate.h"
#include "Vlinear_rate_wide.h"
#include "tb/cosim/blocks/linear_rate/verilated.h"

namespace weir::cosim {

namespace {

// A recording says the width, too.
std::unique_ptr<DutFor<LinearRateKind>> of_width(const LinearRateKind::Setup& setup) {
  if (setup == reference::kWideLinearRate)
    return verilated_as_is<LinearRateKind, Vlinear_rate_wide>(setup);
  return verilated_dut<LinearRateKind, Vlinear_rate>(setup);
}

}  // namespace

std::vector<Variant<LinearRateKind>> LinearRateKind::variants() {
  return {
      {.name = "linear_rate",
       .text =
           "the rate of time-based GFC from a message's credits: the limiter's factor, by a division of a bit a cycle",
       .rtl = of_width,
       .widest = verilated_as_is<LinearRateKind, Vlinear_rate_wide>},
  };
}

}  // namespace weir::cosim
