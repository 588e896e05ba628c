// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The hardware of the forwarding engine and of the class mapper behind it.

#pragma once

#include <cstddef>

#include "hw_model/datapath/forwarding/forwarding_config.h"
#include "hw_model/ledger/block.h"
#include "hw_model/reference/class_mapper.h"

namespace weir::forwarding {

struct ForwardingHardware {
  ForwardingConfig config;
  reference::ClassMapperConfig class_mapper;
  std::size_t ports = 1;
  unsigned classes = 8;
};

// Block "forwarding": tables, ECMP groups, class mapper. A table without entries is left out. A TCAM's
// bits are ternary: each is two bits of storage and a comparator.
ledger::Block declare_forwarding(const ForwardingHardware& hardware);

}  // namespace weir::forwarding
