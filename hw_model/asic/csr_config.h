// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "hw_model/base/units.h"

namespace weir::asic {

// The register bus of a switch.
struct CsrConfig {
  Time clock = Time(1'200);
  unsigned request_cycles = 8;   // from the transfer to its effect, at least
  unsigned response_cycles = 8;  // from its effect to the answer; one more for each word of 32 bits after the first
};

}  // namespace weir::asic
