// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/llr/port_rx.h"

#include <algorithm>
#include <utility>

namespace weir::llr {

void PortRx::clock(std::unique_ptr<LlrRxBlock> block) {
  block_ = std::move(block);
  if (block_ != nullptr)
    settle();
}

bool PortRx::receive_clocked(std::uint32_t seq, Fcs fcs, Time now) {
  begin(now);
  const bool accepts = rx_.receive(seq, fcs);
  return play({.frame = true, .frame_seq = seq, .frame_fcs = static_cast<std::uint8_t>(fcs)}, accepts).accept;
}

// Worked out later than they left, so that their cycle has no tick of its own.
void PortRx::idle_acks(std::uint64_t sets) {
  if (block_ == nullptr || sets == 0 || !rx_.acks())
    return rx_.idle_acks(sets);
  before_ = registers();
  counted_ = rx_.counters();
  rx_.idle_acks(sets);
  play({.ack_take = true}, false);
}

void PortRx::begin(Time now) {
  block_->at(now);
  const std::uint64_t tick = std::max(tick_of(now), played_);
  if (tick > played_ + 1) {
    block_->compare(block_->clock(with_modes({})), registers());
    settle();
  }
  played_ = tick;
  before_ = registers();
  counted_ = rx_.counters();
}

LlrRxOutputs PortRx::play(LlrRxInputs in, bool accepts) {
  in = with_modes(in);
  const LlrRxOutputs out = block_->clock(in);
  LlrRxOutputs model = before_;
  model.accept = accepts;
  const auto state = static_cast<RxState>(model.state);
  model.nack_due = in.llr_mode_local && state == RxState::kSendNack;
  model.echo_due = in.llr_mode_local && before_.echo_due;
  model.ack_due = in.llr_mode_local && state == RxState::kSendAcks && (in.idle_ack || before_.ack_news);
  count(counted_, rx_.counters(), model);
  block_->compare(out, model);
  settle();
  return out;
}

void PortRx::settle() {
  idle_ = block_->evaluate(with_modes({}));
  block_->compare(idle_, registers());
}

LlrRxInputs PortRx::with_modes(LlrRxInputs in) const {
  const LlrConfig& config = rx_.config();
  in.llr_mode_local = config.llr_mode_local;
  in.bad_frame_any = config.bad_frame_rule == BadFrameRule::kAny;
  in.dup_silent = config.dup_in_nack_sent == DupInNackSent::kSilent;
  in.idle_ack = config.idle_ack;
  return in;
}

LlrRxOutputs PortRx::registers() const {
  LlrRxOutputs out = registers_of(rx_);
  out.nack_due = rx_.wants_nack();
  out.echo_due = rx_.wants_echo();
  out.ack_due = rx_.acks();
  return out;
}

}  // namespace weir::llr
