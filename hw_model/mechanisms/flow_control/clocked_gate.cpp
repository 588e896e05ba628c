// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/clocked_gate.h"

#include <utility>

namespace weir::flow_control {

ClockedGate::ClockedGate(std::unique_ptr<reference::GradientGateBlock> block, Time tick)
    : part_(dynamic_cast<reference::PortGate<Outputs>*>(block.get())), cycle_(std::move(block), tick) {}

void ClockedGate::admitted(std::uint32_t blocks, Time now, const Outputs& model) {
  cycle_.begin(&Inputs::admitted, now, model).admitted_blocks = blocks;
  cycle_.settle();
}

void ClockedGate::taken(std::uint32_t blocks, Time now, const Outputs& model) {
  cycle_.begin(&Inputs::taken, now, model).taken_blocks = blocks;
  cycle_.settle();
}

void ClockedGate::left(std::uint32_t blocks, Time now, const Outputs& model) {
  cycle_.begin(&Inputs::left, now, model).left_blocks = blocks;
  cycle_.settle();
}

void ClockedGate::news(std::uint32_t freed, Time now, const Outputs& model) {
  cycle_.begin(&Inputs::news, now, model).news_freed = freed;
  cycle_.settle();
}

void ClockedGate::takes(const Wanted& wanted, Time now, const Outputs& model) {
  Inputs& in = cycle_.begin(&Inputs::wants, now, model);
  in.blocks = wanted.blocks;
  in.depth = wanted.depth;
  in.stop = wanted.stop;
  cycle_.began().starts = true;
  cycle_.settle();
}

void ClockedGate::period_passed(Time now) {
  cycle_.block().at(now);
  if (part_ != nullptr)
    part_->period_passed();
}

bool ClockedGate::may_take(const Wanted& wanted, Time now, const Outputs& model) {
  Outputs registers = model;
  registers.starts = false;
  cycle_.look(now, registers);
  if (cycle_.has(&Inputs::wants) || cycle_.has(&Inputs::news))
    cycle_.flush(registers);
  Inputs in = cycle_.inputs();
  in.wants = true;
  in.depth = wanted.depth;
  in.stop = wanted.stop;
  Outputs answered = cycle_.began(registers);
  answered.starts = model.starts;
  const Outputs out = cycle_.block().evaluate(in);
  cycle_.block().compare(out, answered);
  return out.starts;
}

std::uint32_t ClockedGate::untaken(Time now, const Outputs& model) {
  cycle_.look(now, model);
  if (cycle_.has(&Inputs::admitted) || cycle_.has(&Inputs::taken))
    cycle_.flush(model);
  return cycle_.block().evaluate(cycle_.rest()).untaken;
}

ClockedGate::Outputs ClockedGate::tells(Time now, const Outputs& model) {
  cycle_.look(now, model);
  if (cycle_.has(&Inputs::wants) || cycle_.has(&Inputs::left))
    cycle_.flush(model);
  if (part_ == nullptr)
    return cycle_.block().evaluate(cycle_.rest());
  const Outputs said = part_->told();
  cycle_.block().compare(said, model);
  return said;
}

ClockedGate::Inputs ClockedGate::Rest::operator()(Inputs in) const {
  in.wants = in.news = in.admitted = in.taken = in.left = false;
  in.news_freed = 0;
  return in;
}

}  // namespace weir::flow_control
