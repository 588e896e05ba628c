// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The hardware of the crossbar.

#pragma once

#include <cstddef>
#include <cstdint>

#include "hw_model/base/units.h"
#include "hw_model/datapath/crossbar/crossbar_config.h"
#include "hw_model/ledger/block.h"

namespace weir::crossbar {

struct CrossbarHardware {
  CrossbarConfig config;
  std::size_t ports = 1;
  unsigned classes = 8;
  BitRate fastest_port;
  Bytes max_frame;
  std::uint64_t cells = 1;       // of the packet buffer: a queue's pointer names one
  std::uint64_t own_places = 0;  // for frames that the switch makes itself, at an input of their own; 0: none

  std::size_t inputs() const { return ports + (own_places > 0 ? 1 : 0); }
};

// Block "crossbar": queues of the inputs, requests, the arbiter's pointers, packets that are crossing. Without
// registers when the crossbar is virtual (output queued). Dimension "output" is the port to which a queue of an input
// leads. Throws std::invalid_argument as make_crossbar does.
ledger::Block declare_crossbar(const CrossbarHardware& hardware);

}  // namespace weir::crossbar
