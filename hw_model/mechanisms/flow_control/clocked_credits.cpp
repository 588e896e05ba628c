// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/clocked_credits.h"

#include <bit>
#include <utility>

#include "hw_model/cycle_models/port_parts.h"
#include "hw_model/mechanisms/flow_control/credit_reporter.h"

namespace weir::flow_control {

reference::IbCreditsConfig credit_widths(const CbfcConfig& config, Bytes max_frame) {
  const reference::CreditConfig credits = credits_of(config, config.buffer);
  return {.counter_bits = config.counter_bits,
          .blocks_bits = static_cast<unsigned>(std::bit_width(credits.blocks(max_frame))),
          .first = credits.buffer_blocks()};
}

ClockedCredits::ClockedCredits(std::unique_ptr<reference::IbCreditsBlock> block, Time tick, std::uint32_t buffer)
    : block_(std::move(block)),
      at_once_(dynamic_cast<reference::PortPart*>(block_.get()) != nullptr),
      tick_(tick),
      buffer_(buffer) {
  Inputs first = rest();
  first.heard = true;
  first.heard_fccl = buffer;
  block_->clock(first);
}

void ClockedCredits::sent(std::uint32_t blocks, Time now, const Outputs& model) {
  begin(&Inputs::sent, now, model).sent_blocks = blocks;
  settle();
}

void ClockedCredits::admitted(std::uint32_t blocks, Time now, const Outputs& model) {
  begin(&Inputs::admitted, now, model).admitted_blocks = blocks;
  settle();
}

void ClockedCredits::heard(std::uint32_t fctbs, std::uint32_t fccl, Time now, const Outputs& model) {
  Inputs& in = begin(&Inputs::heard, now, model);
  in.heard_fctbs = fctbs;
  in.heard_fccl = fccl;
  settle();
}

void ClockedCredits::released(std::uint32_t blocks, Time now, const Outputs& model) {
  begin(&Inputs::released, now, model).released_blocks = blocks;
  settle();
}

void ClockedCredits::period(Time now, const Outputs& model) {
  begin(&Inputs::period, now, model);
  settle();
}

ClockedCredits::Outputs ClockedCredits::take(Time now, const Outputs& model) {
  look(now, model);
  if (cycle_.sent || cycle_.admitted || cycle_.released || cycle_.period)
    flush(model);
  begin(&Inputs::take, now, model);
  const Outputs out = block_->evaluate(cycle_);
  settle();
  return out;
}

bool ClockedCredits::may_send(std::uint32_t blocks, Time now, const Outputs& model) {
  head_blocks_ = blocks;
  look(now, model);
  if (cycle_.sent || cycle_.heard)
    flush(model);
  Inputs in = waits_ ? cycle_ : rest();
  in.head_blocks = blocks;
  Outputs wanted = waits_ ? before_ : model;
  wanted.may_send = model.may_send;
  const Outputs out = block_->evaluate(in);
  block_->compare(out, wanted);
  return out.may_send;
}

bool ClockedCredits::due(Time now, const Outputs& model) {
  look(now, model);
  flush(model);
  return block_->evaluate(rest()).due;
}

void ClockedCredits::offer(std::uint32_t buffer, Time now, const Outputs& model) {
  look(now, model);
  flush(model);
  buffer_ = buffer;
}

// A cycle without an event. Blocks and counts stay on their ports.
ClockedCredits::Inputs ClockedCredits::rest() const {
  Inputs in = cycle_;
  in.buffer = buffer_;
  in.head_blocks = head_blocks_;
  in.sent = in.admitted = in.heard = in.released = in.take = in.period = false;
  return in;
}

// The cycle of an earlier tick is over.
void ClockedCredits::look(Time now, const Outputs& model) {
  block_->at(now);
  if (now / tick_ > played_)
    flush(model);
}

// The cycle at hand, with one event more; of a further cycle, if the cycle has this event.
ClockedCredits::Inputs& ClockedCredits::begin(bool Inputs::*event, Time now, const Outputs& model) {
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

// The cycle at hand of a part of a port is over: the port has what the model is about to have.
void ClockedCredits::settle() {
  if (!at_once_)
    return;
  block_->compare(block_->clock(cycle_), before_);
  waits_ = false;
  cycle_ = rest();
}

// Plays the cycle at hand, if there is one. Then the block has what the model has.
void ClockedCredits::flush(const Outputs& model) {
  if (!waits_)
    return;
  block_->compare(block_->clock(cycle_), before_);
  waits_ = false;
  cycle_ = rest();
  block_->compare(block_->evaluate(rest()), model);
}

}  // namespace weir::flow_control
