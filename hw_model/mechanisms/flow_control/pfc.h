// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Priority-based Flow Control: IEEE 802.1Qbb (802.1Q clause 36), frame in IEEE 802.3 annex 31D. VIQ (i, j) pauses class
// j at the other end of port i.

#pragma once

#include "hw_model/mechanisms/flow_control/pause_engine.h"

namespace weir::flow_control {

class Pfc final : public PauseEngine {
 public:
  explicit Pfc(const PortContext& context) : PauseEngine(context) {}

  static ledger::Block declare(const PortContext& context);
};

}  // namespace weir::flow_control
