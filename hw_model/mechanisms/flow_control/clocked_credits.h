// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The credits of one (port, virtual lane), clocked beside the model: what happens at the port becomes cycles of the
// block (cycle_models/ib_credits_cycle.h).
//   - The first cycle brings a message with the limit of an empty buffer (decision 0050): FCCL after a reset is a
//     constant of the RTL, and buffers are settings.
//   - What happens in a tick is one cycle (cycle_models/cycle_at_hand.h). A question has a further cycle whose answer
//     the cycle at hand would change: whether a packet may start behind a packet that has left or a message, what a
//     message says behind a packet, and whether one is due.
// Where the block is a part of a whole port (port_parts.h) each event is a cycle of its own, at once, and none is
// played without an event: the port's scheduler goes by these credits. The block decides whether a packet may start,
// when a message is due, and what the message says.

#pragma once

#include <cstdint>
#include <memory>

#include "hw_model/base/units.h"
#include "hw_model/cycle_models/cycle_at_hand.h"
#include "hw_model/cycle_models/ib_credits_cycle.h"
#include "hw_model/mechanisms/flow_control/flow_control_config.h"

namespace weir::flow_control {

// The widths that a port with these settings asks of its block; `first`: the blocks that both ends offer.
reference::IbCreditsConfig credit_widths(const CbfcConfig& config, Bytes max_frame);

class ClockedCredits {
 public:
  using Inputs = reference::IbCreditsInputs;
  using Outputs = reference::IbCreditsOutputs;

  // `buffer`: blocks that both ends offer. The model at time 0 has the same.
  ClockedCredits(std::unique_ptr<reference::IbCreditsBlock> block, Time tick, std::uint32_t buffer);

  // The packet that would start, as it stands at the block's port; the model judges the same one.
  std::uint32_t head_blocks() const { return cycle_.at_rest().head_blocks; }

  // Events. `model`: the registers of the model before the event. Times never fall.
  void sent(std::uint32_t blocks, Time now, const Outputs& model);
  void admitted(std::uint32_t blocks, Time now, const Outputs& model);
  void heard(std::uint32_t fctbs, std::uint32_t fccl, Time now, const Outputs& model);
  void released(std::uint32_t blocks, Time now, const Outputs& model);
  void period(Time now, const Outputs& model);
  // The message leaves that the block shows.
  Outputs take(Time now, const Outputs& model);

  // Questions. `model`: the registers of the model; may_send of this packet.
  bool may_send(std::uint32_t blocks, Time now, const Outputs& model);
  bool due(Time now, const Outputs& model);

  // From now on the receiver offers this.
  void offer(std::uint32_t buffer, Time now, const Outputs& model);

 private:
  // Blocks and counts stay on their ports.
  struct Rest {
    std::uint32_t buffer;
    std::uint32_t head_blocks = 0;
    Inputs operator()(Inputs in) const;
  };

  reference::CycleAtHand<reference::IbCreditsBlock, Rest> cycle_;
};

}  // namespace weir::flow_control
