// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How a side of a port's credits plays its clocked block beside the model: before an event a cycle without one, if time
// has passed; then the cycle of the event, whose outputs are those of the model before it; then the outputs at rest.
// `Side` has shown(inputs, vc), the inputs with its settings, and registers(vc), the model's outputs at rest.

#pragma once

#include <cstddef>
#include <memory>

#include "hw_model/base/units.h"

namespace weir::ue_cbfc {

template <class Side, class Block>
class ClockedSide {
 protected:
  using Inputs = typename Block::Inputs;
  using Outputs = typename Block::Outputs;

  // An event about a channel.
  void begin(Time now, std::size_t vc) {
    block_->at(now);
    if (now > played_) {
      block_->compare(block_->clock(side().shown({}, vc)), side().registers(vc));
      settle(vc);
    }
    played_ = now;
    vc_ = vc;
    before_ = side().registers(vc);
  }

  // The cycle of that event.
  Outputs play(const Inputs& in) {
    const Outputs out = block_->clock(in);
    block_->compare(out, before_);
    settle(vc_);
    return out;
  }

  void settle(std::size_t vc) {
    idle_ = block_->evaluate(side().shown({}, vc));
    block_->compare(idle_, side().registers(vc));
  }

  std::unique_ptr<Block> block_;  // null: the model alone
  Outputs idle_;                  // of a cycle without an event after all that have been played
  Outputs before_;                // the model as the event at hand began
  std::size_t vc_ = 0;            // of that event

 private:
  const Side& side() const { return static_cast<const Side&>(*this); }

  Time played_ = Time(0);  // the last event
};

}  // namespace weir::ue_cbfc
