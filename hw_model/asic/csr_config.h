// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The settings of a switch's register bus.

#pragma once

#include "hw_model/base/units.h"

namespace weir::asic {

struct CsrConfig {
  Time clock = Time(1'200);
  unsigned request_cycles = 8;   // from the transfer to its effect, at least
  unsigned response_cycles = 8;  // from its effect to the answer; one more for each word of 32 bits after the first
};

}  // namespace weir::asic
