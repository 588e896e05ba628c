// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/clocked_credits.h"

#include <bit>
#include <utility>

#include "hw_model/mechanisms/flow_control/credit_reporter.h"

namespace weir::flow_control {

reference::IbCreditsConfig credit_widths(const CbfcConfig& config, Bytes max_frame) {
  const reference::CreditConfig credits = credits_of(config, config.buffer);
  return {.counter_bits = config.counter_bits,
          .blocks_bits = static_cast<unsigned>(std::bit_width(credits.blocks(max_frame))),
          .first = credits.buffer_blocks()};
}

ClockedCredits::ClockedCredits(std::unique_ptr<reference::IbCreditsBlock> block, Time tick, std::uint32_t buffer)
    : cycle_(std::move(block), tick, {.buffer = buffer}) {
  Inputs first = cycle_.rest();
  first.heard = true;
  first.heard_fccl = buffer;
  cycle_.block().clock(first);
}

void ClockedCredits::sent(std::uint32_t blocks, Time now, const Outputs& model) {
  cycle_.begin(&Inputs::sent, now, model).sent_blocks = blocks;
  cycle_.settle();
}

void ClockedCredits::admitted(std::uint32_t blocks, Time now, const Outputs& model) {
  cycle_.begin(&Inputs::admitted, now, model).admitted_blocks = blocks;
  cycle_.settle();
}

void ClockedCredits::heard(std::uint32_t fctbs, std::uint32_t fccl, Time now, const Outputs& model) {
  Inputs& in = cycle_.begin(&Inputs::heard, now, model);
  in.heard_fctbs = fctbs;
  in.heard_fccl = fccl;
  cycle_.settle();
}

void ClockedCredits::released(std::uint32_t blocks, Time now, const Outputs& model) {
  cycle_.begin(&Inputs::released, now, model).released_blocks = blocks;
  cycle_.settle();
}

void ClockedCredits::period(Time now, const Outputs& model) {
  cycle_.begin(&Inputs::period, now, model);
  cycle_.settle();
}

ClockedCredits::Outputs ClockedCredits::take(Time now, const Outputs& model) {
  cycle_.look(now, model);
  if (cycle_.has(&Inputs::sent) || cycle_.has(&Inputs::admitted) || cycle_.has(&Inputs::released) ||
      cycle_.has(&Inputs::period))
    cycle_.flush(model);
  const Outputs out = cycle_.block().evaluate(cycle_.begin(&Inputs::take, now, model));
  cycle_.settle();
  return out;
}

bool ClockedCredits::may_send(std::uint32_t blocks, Time now, const Outputs& model) {
  cycle_.at_rest().head_blocks = blocks;
  cycle_.look(now, model);
  if (cycle_.has(&Inputs::sent) || cycle_.has(&Inputs::heard))
    cycle_.flush(model);
  Inputs in = cycle_.inputs();
  in.head_blocks = blocks;
  Outputs wanted = cycle_.began(model);
  wanted.may_send = model.may_send;
  const Outputs out = cycle_.block().evaluate(in);
  cycle_.block().compare(out, wanted);
  return out.may_send;
}

bool ClockedCredits::due(Time now, const Outputs& model) {
  cycle_.look(now, model);
  cycle_.flush(model);
  return cycle_.block().evaluate(cycle_.rest()).due;
}

void ClockedCredits::offer(std::uint32_t buffer, Time now, const Outputs& model) {
  cycle_.look(now, model);
  cycle_.flush(model);
  cycle_.at_rest().buffer = buffer;
}

ClockedCredits::Inputs ClockedCredits::Rest::operator()(Inputs in) const {
  in.buffer = buffer;
  in.head_blocks = head_blocks;
  in.sent = in.admitted = in.heard = in.released = in.take = in.period = false;
  return in;
}

}  // namespace weir::flow_control
