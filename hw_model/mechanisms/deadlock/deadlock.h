// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The deadlock unit of a switch: registers only, behaviour comes with it later. It looks at which ports pause their
// upstream and which VEQs hold packets of which ingress port; its messages ride on PAUSE frames or travel alone.

#pragma once

#include <cstddef>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/ledger/block.h"
#include "hw_model/mechanisms/deadlock/deadlock_config.h"

namespace weir::deadlock {

// Everything that the unit of one switch is built from.
struct SwitchContext {
  DeadlockConfig config;
  std::size_t ports = 1;
  ClassMask lossless = 0x01;  // a deadlock is one of lossless classes
  Bytes buffer;               // of the whole switch: what may have to move to a queue of the loop
  std::uint64_t cells = 1;    // of the buffer: packets that one queue may hold
};

// The registers of the unit, of the whole switch: the dimension "port" is outermost where there is one. "class" is the
// lossless classes in ascending order, "ingress" the ports as senders into an egress port. Throws
// std::invalid_argument, one line that names the setting, when no hardware could have it.
ledger::Block declare_deadlock(const SwitchContext& context);

}  // namespace weir::deadlock
