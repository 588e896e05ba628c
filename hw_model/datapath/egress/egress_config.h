// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <array>
#include <cstdint>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"

namespace weir::egress {

enum class Discipline {
  kStrictPriority,  // the highest class that may send
  kRoundRobin,      // a packet of each class that may send, in turn
  kDwrr,            // deficit weighted round robin: bytes by weight
  kStrictOverDwrr,  // the highest strict class that may send; when there is none, the others by weight
};

struct EgressConfig {
  Discipline discipline = Discipline::kStrictPriority;
  PerClass<std::uint8_t> weights = {1, 1, 1, 1, 1, 1, 1, 1};  // of DWRR, 1..255
  ClassMask strict = 0;                                       // classes that strict-over-DWRR serves first
  Bytes quantum = Bytes(1500);  // what a class of weight 1 may send in a turn; at least the largest frame
};

}  // namespace weir::egress
