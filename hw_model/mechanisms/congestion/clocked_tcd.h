// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The TCD detector of one queue, clocked beside the model: what happens at the queue becomes cycles of the block
// (cycle_models/tcd_block.h).
//   - A tick is one cycle, in which an OFF period may end before a packet departs. A further event of the same tick has
//     a cycle of its own, which carries no time.
//   - The sweep looks at the queue in one tick of a round; a look without an event is a cycle, too.
//   - Other cycles change nothing, nor do looks before the end of a span: the first cycle after an event is played, and
//     the first look after the span's end, and no more until the next event.
// Where the block is a part of a whole port (port_parts.h), the port sweeps, and sees itself when an OFF period ends;
// the model's end of the period is then a cycle of its own at once.
// The block decides what becomes of a packet's ECN field.

#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "hw_model/base/units.h"
#include "hw_model/cycle_models/port_parts.h"
#include "hw_model/cycle_models/tcd_block.h"
#include "hw_model/mechanisms/congestion/swept_stamp.h"

namespace weir::congestion {

class ClockedTcd {
 public:
  // `settings`: inputs that software sets; of the others the reset values.
  ClockedTcd(std::unique_ptr<reference::TcdBlock> block, const SweepConfig& sweep, unsigned place, Time tick,
             const reference::TcdDetectorInputs& settings);

  // The time of what follows, for messages.
  void at(Time now) { block_->at(now); }
  // `model`: the registers of the switch's model before the event, and for a departure what the model makes of the
  // packet. Ticks never fall.
  void off_ends(std::uint64_t tick, const reference::TcdDetectorOutputs& model);
  // `inputs`: those of a departure. Returns what the block makes of the packet.
  reference::TcdDetectorOutputs departs(std::uint64_t tick, const reference::TcdDetectorInputs& inputs,
                                        const reference::TcdDetectorOutputs& model);
  // From this tick on the inputs that software sets are others.
  void set(std::uint64_t tick, const reference::TcdDetectorInputs& settings);
  void reset();

 private:
  void sweep_until(std::uint64_t tick);
  reference::TcdDetectorInputs built(reference::TcdDetectorInputs in) const;
  reference::TcdDetectorOutputs clock_idle(std::uint64_t tick, bool sweep);
  reference::TcdDetectorOutputs clock(std::uint64_t tick, reference::TcdDetectorInputs in);
  reference::TcdDetectorInputs off_end() const;
  void clock_off_end();
  reference::TcdDetectorOutputs play(std::uint64_t tick, reference::TcdDetectorInputs inputs,
                                     const reference::TcdDetectorOutputs& model);

  std::unique_ptr<reference::TcdBlock> block_;
  reference::PortDetector<reference::TcdDetectorInputs>* port_;  // the block as a part of a port; null: it is none
  SweepConfig sweep_;
  unsigned place_;
  std::uint32_t last_tick_;    // of the block's stamps, all ones
  std::uint32_t switch_bits_;  // of the switch's, which may be narrower
  std::uint32_t deepest_;      // of the block's depths
  reference::TcdDetectorInputs settings_;
  std::uint64_t next_tick_ = 0;  // the first one without a cycle
  bool may_run_ = false;         // the span, as far as cycles have shown

  // The end of an OFF period whose cycle a packet may still depart in.
  bool off_end_waits_ = false;
  std::uint64_t off_end_tick_ = 0;
  reference::TcdDetectorOutputs off_end_model_;
};

}  // namespace weir::congestion
