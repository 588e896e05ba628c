// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The gradient gate of one (port, class), clocked beside the model: what happens at the port becomes cycles of the
// block (cycle_models/gradient_gate_cycle.h).
// What happens in a tick is one cycle (cycle_models/cycle_at_hand.h). A question has a further cycle whose answer the
// cycle at hand would change: whether an output may take a packet behind a packet or news, how much a VIQ holds behind
// an admission or a taking, and what a message says behind a packet that has been taken or has left.
// Where the block is a part of a whole port (port_parts.h) each event is a cycle of its own, at once, none is played
// without an event, and periods and messages are events, too. The block decides whether an output may take a packet,
// and what messages say.

#pragma once

#include <cstdint>
#include <memory>

#include "hw_model/base/units.h"
#include "hw_model/cycle_models/cycle_at_hand.h"
#include "hw_model/cycle_models/gradient_gate_cycle.h"
#include "hw_model/cycle_models/port_parts.h"

namespace weir::flow_control {

class ClockedGate {
 public:
  using Inputs = reference::GradientGateInputs;
  using Outputs = reference::GradientGateOutputs;

  ClockedGate(std::unique_ptr<reference::GradientGateBlock> block, Time tick);

  // Events. `model`: the registers of the model before the event. Times never fall.
  void admitted(std::uint32_t blocks, Time now, const Outputs& model);
  void taken(std::uint32_t blocks, Time now, const Outputs& model);
  void left(std::uint32_t blocks, Time now, const Outputs& model);
  void news(std::uint32_t freed, Time now, const Outputs& model);
  void period_passed(Time now);

  // What an output knows of a packet that it would take.
  struct Wanted {
    std::uint32_t blocks = 0;
    std::uint32_t depth = 0;  // of the VIQ that the packet leaves; 0 at a host
    std::uint32_t stop = 0;
  };
  // The output takes it.
  void takes(const Wanted& wanted, Time now, const Outputs& model);

  // Questions. `model`: the registers of the model; may_take: with its answer.
  bool may_take(const Wanted& wanted, Time now, const Outputs& model);
  std::uint32_t untaken(Time now, const Outputs& model);
  // A message leaves, which says `sent` and `freed`.
  Outputs tells(Time now, const Outputs& model);

 private:
  // Blocks stay on their ports.
  struct Rest {
    Inputs operator()(Inputs in) const;
  };

  reference::PortGate<Outputs>* part_;  // of a whole port, or null
  reference::CycleAtHand<reference::GradientGateBlock, Rest> cycle_;
};

}  // namespace weir::flow_control
