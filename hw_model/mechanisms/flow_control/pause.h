// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// PAUSE of the whole port: IEEE 802.3 annex 31B (802.3x).
//
// Receiving side: the depths of all lossless VIQs of the port count together against one XOFF and one XON.
// Sending side: while the timer runs no class may send, the lossy ones included; control frames are still sent.
// Registers: those of PFC, once a port, and port_depth. Counters stay a class: a PAUSE counts in each lossless class.
// Latency and order of operations are those of pause_engine.h.

#pragma once

#include "hw_model/mechanisms/flow_control/pause_engine.h"
#include "hw_model/mechanisms/flow_control/port_depth.h"

namespace weir::flow_control {

class Pause final : public PauseEngine {
 public:
  explicit Pause(const PortContext& context) : PauseEngine(context, Stops::kPort) {}

  static ledger::Block declare(const PortContext& context);
  void bind_registers(const ledger::Binder& binder, const Surroundings& around) override;

  void packet_admitted(ClassId c, Bytes length, Bytes depth, Time now) override;
  void packet_released(ClassId c, Bytes length, Bytes depth, Time now) override;

 private:
  void compare(const ViqDepth&, Time now) override;

  PortDepth depth_;  // of the lossless VIQs, as the MMU has said
};

}  // namespace weir::flow_control
