// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The congestion detectors of a switch's egress ports: registers only, behaviour comes with them later. A detector
// looks at the depth of a VEQ when a packet leaves it and marks the packet; the depth itself belongs to the egress
// scheduler.

#pragma once

#include <cstddef>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/ledger/block.h"
#include "hw_model/mechanisms/congestion/congestion_config.h"

namespace weir::congestion {

// Everything that the detectors of one port are built from.
struct PortContext {
  CongestionConfig config;
  BitRate line_rate;
  Time propagation;             // t_p of the port's link
  Bytes max_frame;              // MTU
  Bytes buffer;                 // of the whole switch: what one queue may hold
  unsigned classes = kClasses;  // that the hardware has queues for
  ClassMask lossless = 0x01;    // classes with flow control: those that TCD, FECN and BCN watch
  std::size_t ports = 1;        // that may all send to this one
  BitRate fastest_port;         // among them
  Time clock = Time(1'200);     // of the egress pipeline
};

// "class" of a declaration: all classes, or the lossless ones in ascending order.
ledger::Dimensions per_class(const PortContext& context);
ledger::Dimensions per_lossless_class(const PortContext& context);

// Bits of a VEQ's depth in bytes.
unsigned depth_bits(const PortContext& context);

// The registers of the detectors of one port. Throws std::invalid_argument, one line that names the setting, when no
// hardware could have it, or when the same registers are asked for twice.
ledger::Block declare_congestion(const PortContext& context);

// What all ports of the switch share; `context` of any of them. Empty for most detectors.
ledger::Block declare_shared_congestion(const PortContext& context);

}  // namespace weir::congestion
