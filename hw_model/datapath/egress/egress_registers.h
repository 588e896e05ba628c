// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The hardware of the egress scheduler of all ports.

#pragma once

#include <cstddef>

#include "hw_model/base/units.h"
#include "hw_model/datapath/egress/egress_config.h"
#include "hw_model/ledger/block.h"

namespace weir::egress {

struct EgressHardware {
  EgressConfig config;
  std::size_t ports = 1;
  unsigned classes = 8;
  Bytes max_frame;
  Bytes buffer;             // of the switch: what one VEQ may hold
  std::uint64_t cells = 1;  // of the buffer: packets that one VEQ may hold
};

}  // namespace weir::egress
