// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/gfc_sender.h"

#include <algorithm>

#include "hw_model/reference/linear_rate.h"

namespace weir::flow_control {
namespace {

unsigned last_stage_above_floor(const PortContext& context) {
  const reference::RateLimiterConfig& limiter = context.limiter;
  const auto widest = static_cast<unsigned>(limiter.r_r_max(reference::RateForm::kStage));
  unsigned stage = 0;
  while (stage < widest && reference::stage_rate(context.line_rate, stage + 1) >= limiter.floor_rate)
    ++stage;
  return stage;
}

}  // namespace

GfcSender::GfcSender(const PortContext& context, reference::RateForm form) : FlowControl(context), form_(form) {
  floor_stage_ = last_stage_above_floor(context);
  counts_packets_ = true;
  for (std::size_t i = 0; i < kClasses; ++i) {
    sending_[i].target = line_rate_;
    if (lossless(ClassId(i))) {
      sending_[i].limiter = context.factories.of<reference::RateLimiter>()(form, context.limiter,
                                                                           context.name + ".c" + std::to_string(i));
    }
  }
}

Time GfcSender::sendable_at(ClassId c, Bytes, Time now) {
  const SendingClass& state = sending_[c.index()];
  if (!state.limiter)
    return now;
  return (held_ & mask_of(c)) != 0 ? kNever : state.limiter->idle_at();
}

void GfcSender::packet_sent(ClassId c, Bytes length, Time start, Time end) {
  SendingClass& state = sending_[c.index()];
  if (!state.limiter)
    return;
  state.last_length = length;
  state.last_start = start;
  state.limiter->packet_sent(end, end - start);
  if (state.below_floor && update_hold(c, end))
    port_->gate_changed(c, end);
}

void GfcSender::assign_rate(ClassId c, BitRate target, Time now, std::optional<std::uint64_t> r_r) {
  const BitRate bounded = std::min(target, line_rate_);
  const SendingClass& state = sending_[c.index()];
  if (bounded == state.target && r_r.value_or(state.r_r) == state.r_r)
    return;
  const reference::Factor factor = reference::factor_for(line_rate_, bounded, limiter());
  obey(c, r_r.value_or(factor.r_r), bounded, factor.below_floor, now);
}

void GfcSender::assign_stage(ClassId c, unsigned stage, Time now) {
  obey(c, std::min(stage, floor_stage_), reference::stage_rate(line_rate_, stage), stage > floor_stage_, now);
}

void GfcSender::obey(ClassId c, std::uint64_t r_r, BitRate target, bool below_floor, Time now) {
  SendingClass& state = sending_[c.index()];
  const Time idle_before = state.limiter->idle_at();
  state.target = target;
  state.below_floor = below_floor;
  if (r_r != state.r_r) {
    state.r_r = r_r;
    state.limiter->set_rate(now, r_r);
  }
  const bool hold_changed = update_hold(c, now);
  if (hold_changed || state.limiter->idle_at() < idle_before)
    port_->gate_changed(c, now);
}

// Holds the class below the floor until its next packet is due; returns whether that changed held(). An expiry that is
// pending for later than a shortened hold goes stale.
bool GfcSender::update_hold(ClassId c, Time now) {
  SendingClass& state = sending_[c.index()];
  Time until(0);
  if (state.below_floor) {
    until =
        state.target == BitRate(0) ? kNever : state.last_start + serialization_time(state.last_length, state.target);
  }
  const ClassMask before = held_;
  held_ = static_cast<ClassMask>(until > now ? held_ | mask_of(c) : held_ & ~mask_of(c));
  if (until > now && until < state.expiry_pending) {
    state.expiry_pending = until;
    port_->schedule(until, EventKind::kPauseExpiry, c);
  }
  return held_ != before;
}

void GfcSender::pause_expiry(ClassId c, Time now) {
  SendingClass& state = sending_[c.index()];
  if (now != state.expiry_pending)
    return;  // stale
  state.expiry_pending = kNever;
  if (update_hold(c, now))
    port_->gate_changed(c, now);
}

std::uint64_t GfcSender::sender_state(ClassId c) const { return in_mbps(sending_[c.index()].target); }

BitRate GfcSender::linear_rate(Bytes room, Bytes range) const {
  return reference::linear_rate(line_rate_, room, range);
}

}  // namespace weir::flow_control
