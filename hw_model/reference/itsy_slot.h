// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A register for what one ITSY message says, and whether it holds anything.

#pragma once

#include <cstdint>

#include "hw_model/frame/itsy_message.h"

namespace weir::reference {

struct ItsySlot {
  std::uint8_t valid = 0;
  frame::ItsyEntry entry;

  template <class Visit>
  void each_field(const Visit& visit) {
    visit(valid);
    visit(entry.switch_id);
    std::uint8_t port = static_cast<std::uint8_t>(entry.port.index());
    visit(port);
    entry.port = PortId(port);
    visit(entry.seq);
    visit(entry.ttl);
  }
};

}  // namespace weir::reference
