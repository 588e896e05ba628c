// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle in which an adapter collects what happens at its port during one tick of the block's clock. A cycle is
// played when the next tick begins, when an input comes twice, or when the adapter needs an answer that the cycle would
// change (flush). Of the cycles without an event between two ticks one is played. Where the block is a part of a whole
// port (port_parts.h) each event is a cycle of its own, at once, and none is played without an event.

#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "hw_model/base/units.h"
#include "hw_model/cycle_models/port_parts.h"

namespace weir::reference {

// Block: a ClockedBlock. Rest: makes the inputs of a cycle without an event out of those of the cycle before.
template <class Block, class Rest>
class CycleAtHand {
 public:
  using Inputs = typename Block::Inputs;
  using Outputs = typename Block::Outputs;

  CycleAtHand(std::unique_ptr<Block> block, Time tick, Rest rest = {})
      : block_(std::move(block)),
        at_once_(dynamic_cast<const PortPart*>(block_.get()) != nullptr),
        tick_(tick),
        rest_(rest) {}

  Block& block() { return *block_; }
  Rest& at_rest() { return rest_; }
  const Rest& at_rest() const { return rest_; }
  Inputs rest() const { return rest_(cycle_); }

  // Whether the cycle has this event so far.
  bool has(bool Inputs::*event) const { return cycle_.*event; }
  // What a question sees: the cycle so far, and the model as the cycle began; with no cycle at hand a cycle at rest.
  Inputs inputs() const { return waits_ ? cycle_ : rest(); }
  Outputs began(const Outputs& model) const { return waits_ ? before_ : model; }
  // With `begin`: what the model has as the cycle begins, where the event itself changes an output.
  Outputs& began() { return before_; }

  // The cycle of an earlier tick is over. `model`: what the model has by now.
  void look(Time now, const Outputs& model) {
    block_->at(now);
    if (now / tick_ > played_)
      flush(model);
  }

  // The cycle at hand, with one event more; a further cycle, if the cycle has this event. `model`: before the event.
  Inputs& begin(bool Inputs::*event, Time now, const Outputs& model) {
    look(now, model);
    if (cycle_.*event)
      flush(model);
    if (!waits_) {
      if (!at_once_ && now / tick_ > played_ + 1)
        block_->compare(block_->clock(rest()), model);
      cycle_ = rest();
      before_ = model;
      waits_ = true;
      played_ = now / tick_;
    }
    cycle_.*event = true;
    return cycle_;
  }

  // The event of the cycle at hand is complete. Of a part of a port the cycle is over: the block has what the model is
  // about to have.
  void settle() {
    if (at_once_)
      play();
  }

  // Plays the cycle at hand, if there is one. Then the block has what the model has.
  void flush(const Outputs& model) {
    if (!waits_)
      return;
    play();
    block_->compare(block_->evaluate(rest()), model);
  }

 private:
  void play() {
    block_->compare(block_->clock(cycle_), before_);
    waits_ = false;
    cycle_ = rest();
  }

  std::unique_ptr<Block> block_;
  bool at_once_;
  Time tick_;
  Rest rest_;
  std::int64_t played_ = 0;  // the tick of the cycle at hand, or of the last one
  bool waits_ = false;       // the cycle at hand is not played yet
  Inputs cycle_;             // what it has so far
  Outputs before_;           // the model as it began
};

}  // namespace weir::reference
