// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/clocked_gate.h"

#include <utility>

namespace weir::flow_control {

ClockedGate::ClockedGate(std::unique_ptr<reference::GradientGateBlock> block, Time tick)
    : block_(std::move(block)), part_(dynamic_cast<reference::PortGate<Outputs>*>(block_.get())), tick_(tick) {}

void ClockedGate::admitted(std::uint32_t blocks, Time now, const Outputs& model) {
  begin(&Inputs::admitted, now, model).admitted_blocks = blocks;
  settle();
}

void ClockedGate::taken(std::uint32_t blocks, Time now, const Outputs& model) {
  begin(&Inputs::taken, now, model).taken_blocks = blocks;
  settle();
}

void ClockedGate::left(std::uint32_t blocks, Time now, const Outputs& model) {
  begin(&Inputs::left, now, model).left_blocks = blocks;
  settle();
}

void ClockedGate::news(std::uint32_t freed, Time now, const Outputs& model) {
  begin(&Inputs::news, now, model).news_freed = freed;
  settle();
}

void ClockedGate::takes(const Wanted& wanted, Time now, const Outputs& model) {
  Inputs& in = begin(&Inputs::wants, now, model);
  in.blocks = wanted.blocks;
  in.depth = wanted.depth;
  in.stop = wanted.stop;
  before_.starts = true;
  settle();
}

void ClockedGate::period_passed(Time now) {
  block_->at(now);
  if (part_ != nullptr)
    part_->period_passed();
}

bool ClockedGate::may_take(const Wanted& wanted, Time now, const Outputs& model) {
  look(now, model);
  Outputs answered = model;
  answered.starts = false;
  if (cycle_.wants || cycle_.news)
    flush(answered);
  Inputs in = waits_ ? cycle_ : rest();
  in.wants = true;
  in.depth = wanted.depth;
  in.stop = wanted.stop;
  if (waits_)
    answered = before_;
  answered.starts = model.starts;
  const Outputs out = block_->evaluate(in);
  block_->compare(out, answered);
  return out.starts;
}

std::uint32_t ClockedGate::untaken(Time now, const Outputs& model) {
  look(now, model);
  if (cycle_.admitted || cycle_.taken)
    flush(model);
  return block_->evaluate(rest()).untaken;
}

ClockedGate::Outputs ClockedGate::tells(Time now, const Outputs& model) {
  look(now, model);
  if (cycle_.wants || cycle_.left)
    flush(model);
  if (part_ == nullptr)
    return block_->evaluate(rest());
  const Outputs said = part_->told();
  block_->compare(said, model);
  return said;
}

// A cycle without an event. Blocks stay on their ports.
ClockedGate::Inputs ClockedGate::rest() const {
  Inputs in = cycle_;
  in.wants = in.news = in.admitted = in.taken = in.left = false;
  in.news_freed = 0;
  return in;
}

// The cycle of an earlier tick is over.
void ClockedGate::look(Time now, const Outputs& model) {
  block_->at(now);
  if (now / tick_ > played_) {
    Outputs registers = model;
    registers.starts = false;
    flush(registers);
  }
}

// The cycle at hand, with one event more; of a further cycle, if the cycle has this event.
ClockedGate::Inputs& ClockedGate::begin(bool Inputs::*event, Time now, const Outputs& model) {
  look(now, model);
  if (cycle_.*event)
    flush(model);
  if (!waits_) {
    if (part_ == nullptr && now / tick_ > played_ + 1)
      block_->compare(block_->clock(rest()), model);
    cycle_ = rest();
    before_ = model;
    waits_ = true;
    played_ = now / tick_;
  }
  cycle_.*event = true;
  return cycle_;
}

// The cycle at hand of a part of a port is over: the port has what the model is about to have.
void ClockedGate::settle() {
  if (part_ == nullptr)
    return;
  block_->compare(block_->clock(cycle_), before_);
  waits_ = false;
  cycle_ = rest();
}

// Plays the cycle at hand, if there is one. Then the block has what the model has.
void ClockedGate::flush(const Outputs& model) {
  if (!waits_)
    return;
  block_->compare(block_->clock(cycle_), before_);
  waits_ = false;
  cycle_ = rest();
  block_->compare(block_->evaluate(rest()), model);
}

}  // namespace weir::flow_control
