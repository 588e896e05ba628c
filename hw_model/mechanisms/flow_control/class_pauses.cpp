// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/class_pauses.h"

#include <algorithm>

#include "hw_model/frame/mac_control.h"
#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/flow_control/pause_registers.h"

namespace weir::flow_control {
ClassPauses::ClassPauses(const PortContext& context)
    : FlowControl(context), refresh_interval_(refresh_interval(context.config.pfc, context.line_rate)) {
  moving_threshold_ = this;
  for (std::size_t i = 0; i < kClasses; ++i)
    set_threshold(ClassId(i));
  sending_.fill({.timer = reference::PfcTimer(context.line_rate)});
}

// Timers that are scheduled find nothing to do.
void ClassPauses::reset(Time now) {
  for (ReceivingClass& state : receiving_) {
    state.threshold.drained(Bytes(0));
    state.pausing.set(false, now);
  }
  for (SendingClass& state : sending_)
    state.timer.load(0, now);
  const ClassMask told = told_;
  asserted_ = told_ = refresh_ = held_ = 0;
  feedback_due_ = false;
  for (std::size_t i = 0; i < kClasses; ++i) {
    if ((told & mask_of(ClassId(i))) != 0)
      port_->pausing(ClassId(i), false, now);
  }
}

void ClassPauses::packet_admitted(ClassId c, Bytes, Bytes depth, Time now) {
  if (lossless(c) && receiving_[c.index()].threshold.filled(depth))
    threshold_changed(c, now);
}

void ClassPauses::packet_released(ClassId c, Bytes, Bytes depth, Time now) {
  if (lossless(c) && receiving_[c.index()].threshold.drained(depth))
    threshold_changed(c, now);
}

// An XOFF of 0 would have no XON below it: an empty VIQ always resumes.
void ClassPauses::set_threshold(ClassId c) {
  ReceivingClass& state = receiving_[c.index()];
  const Bytes xoff = std::clamp(state.allowed, Bytes(1), config().pfc.xoff);
  state.lowest_xoff = std::min(state.lowest_xoff, xoff);
  const Bytes xon = std::max(xoff - (config().pfc.xoff - config().pfc.xon), Bytes(0));
  state.threshold.set(xoff + state.raised, xon + state.raised);
}

void ClassPauses::threshold_moved(ClassId c, Bytes threshold) {
  receiving_[c.index()].allowed = threshold;
  set_threshold(c);
}

void ClassPauses::threshold_rose(ClassId c, Bytes threshold, Bytes depth, Time now) {
  threshold_moved(c, threshold);
  packet_released(c, Bytes(0), depth, now);
}

Bytes ClassPauses::resumes_under(ClassId c, Bytes depth) const {
  const bool must_fall = (asserted_ & mask_of(c)) == 0 || depth > config().pfc.xon;
  return must_fall ? kNoThreshold : depth + (config().pfc.xoff - config().pfc.xon);
}

std::optional<PauseLevels> ClassPauses::pause_levels(ClassId c) const {
  if (!guards(c) || paused_by(c) == kClasses)
    return std::nullopt;
  return PauseLevels{config().pfc.xoff, config().pfc.xon};
}

void ClassPauses::raise_levels(ClassId c, Bytes by) {
  receiving_[c.index()].raised = by;
  set_threshold(c);
}

bool ClassPauses::let_go(ClassId c, Bytes depth, Time now) {
  const std::optional<PauseLevels> levels = pause_levels(c);
  if (!levels || depth >= levels->xoff + receiving_[c.index()].raised)
    return false;
  if (receiving_[c.index()].threshold.drained(Bytes(0)))
    threshold_changed(c, now);
  return true;
}

void ClassPauses::threshold_changed(ClassId c, Time now) {
  if (paused_by(c) != kClasses)
    assert_pause(c, (asserted_ & mask_of(c)) == 0, now);
}

void ClassPauses::assert_pause(ClassId c, bool on, Time now) {
  if (((asserted_ & mask_of(c)) != 0) == on)
    return;
  asserted_ ^= mask_of(c);
  update_due(now);
}

void ClassPauses::update_due(Time now) {
  const bool was_due = feedback_due_;
  feedback_due_ = due() != 0;
  if (feedback_due_ && !was_due)
    port_->feedback_due(now);
}

std::size_t ClassPauses::build_feedback(std::span<std::uint8_t> bytes, Time now) {
  const ClassMask said = due();
  if (said == 0)
    return 0;
  frame::PfcFrame frame;
  for (std::size_t i = 0; i < kClasses; ++i) {
    const ClassId c(i);
    if ((said & mask_of(c)) == 0)
      continue;
    ClassCounters& counters = counters_[i];
    ++counters.feedback_frames;
    const std::size_t paused = paused_by(c);
    frame.enabled = static_cast<ClassMask>(frame.enabled | mask_of(ClassId(paused)));
    receiving_[i].pausing.set((asserted_ & mask_of(c)) != 0, now);
    if ((asserted_ & mask_of(c)) != 0) {
      frame.time[paused] = config().pfc.pause_quanta;
      ++counters.pauses_sent;
      start_refresh_timer(c, now);
    } else {
      ++counters.resumes_sent;
    }
  }
  const auto changed = static_cast<ClassMask>((told_ ^ asserted_) & said);
  told_ ^= changed;
  refresh_ = 0;  // every refresh that was due has been said, or its pause has ended
  feedback_due_ = false;
  const std::size_t written = frame::write_pfc(bytes, address_, frame);
  for (std::size_t i = 0; i < kClasses; ++i) {
    if ((changed & mask_of(ClassId(i))) != 0)
      port_->pausing(ClassId(i), (told_ & mask_of(ClassId(i))) != 0, now);
  }
  return written;
}

void ClassPauses::start_refresh_timer(ClassId c, Time now) {
  ReceivingClass& state = receiving_[c.index()];
  state.refresh_at = now + refresh_interval_;
  if (state.timer_pending)
    return;
  state.timer_pending = true;
  port_->schedule(state.refresh_at, EventKind::kFeedbackTimer, c);
}

void ClassPauses::feedback_timer(ClassId c, Time now) {
  ReceivingClass& state = receiving_[c.index()];
  state.timer_pending = false;
  if ((told_ & mask_of(c)) == 0)
    return;
  if (now < state.refresh_at) {  // resumed and paused again since it was scheduled
    state.timer_pending = true;
    port_->schedule(state.refresh_at, EventKind::kFeedbackTimer, c);
    return;
  }
  refresh_ |= mask_of(c);
  update_due(now);
}

void ClassPauses::feedback_received(std::span<const std::uint8_t> bytes, Time now) {
  const auto control = frame::read_mac_control(bytes, address_);
  if (!control)
    return;
  // A PAUSE of 802.3x does not exist on a link that runs PFC (802.1Q 36.1.2): not obeyed.
  const auto* pfc = std::get_if<frame::PfcFrame>(&*control);
  if (pfc == nullptr)
    return;
  const ClassMask obeyed = pfc->enabled & lossless_;
  const ClassMask held_before = held_;
  for (std::size_t i = 0; i < kClasses; ++i) {
    if ((obeyed & mask_of(ClassId(i))) != 0)
      load_timer(ClassId(i), pfc->time[i], now);
  }
  // All timers first: the port may start a packet inside gate_changed.
  const auto changed = static_cast<ClassMask>(held_before ^ held_);
  for (std::size_t i = 0; i < kClasses; ++i) {
    if ((changed & mask_of(ClassId(i))) != 0)
      port_->gate_changed(ClassId(i), now);
  }
}

void ClassPauses::load_timer(ClassId c, std::uint16_t quanta, Time now) {
  sending_[c.index()].timer.load(quanta, now);
  if (quanta == 0) {
    held_ &= static_cast<ClassMask>(~mask_of(c));
    return;
  }
  ++counters_[c.index()].pauses_received;
  held_ |= mask_of(c);
  expect_expiry(c);
}

// A timer that was restarted leaves the expiry where it was scheduled; it fires early and is scheduled again. Only a
// pause shorter than what was left needs an event before the pending one, which is then stale.
void ClassPauses::expect_expiry(ClassId c) {
  SendingClass& state = sending_[c.index()];
  const Time at = state.timer.expires_at();
  if (at >= state.expiry_pending)
    return;
  state.expiry_pending = at;
  port_->schedule(at, EventKind::kPauseExpiry, c);
}

void ClassPauses::pause_expiry(ClassId c, Time now) {
  SendingClass& state = sending_[c.index()];
  if (now != state.expiry_pending)
    return;  // stale
  state.expiry_pending = kNever;
  if ((held_ & mask_of(c)) == 0)
    return;
  if (state.timer.paused(now)) {
    expect_expiry(c);
    return;
  }
  held_ &= static_cast<ClassMask>(~mask_of(c));
  port_->gate_changed(c, now);
}

bool ClassPauses::holds_peer_at(ClassId c, Bytes stuck, Bytes) const {
  return (asserted_ & mask_of(c)) != 0 && stuck > config().pfc.xon + receiving_[c.index()].raised;
}

ledger::Block ClassPauses::declare_class_pauses(const PortContext& context, const ledger::Origin& origin) {
  static constexpr auto kReceiving = ledger::state_fields<ReceivingClass>(
      ledger::holds(&ReceivingClass::threshold, "xoff", "xon", "xoff_asserted"),
      ledger::holds(&ReceivingClass::refresh_at, "refresh_timer"),
      ledger::model_only(&ReceivingClass::timer_pending, "a scheduled event stands for the counting down"),
      ledger::holds(&ReceivingClass::pausing, "pausing_time", "pausing_since"),
      ledger::model_only(&ReceivingClass::allowed, "wires from the MMU: what the VIQ may hold"),
      ledger::model_only(&ReceivingClass::lowest_xoff, "for measurement"),
      ledger::model_only(&ReceivingClass::raised, "wires from the MMU: mmu.viq_lent"));
  static constexpr auto kSending = ledger::state_fields<SendingClass>(
      ledger::holds(&SendingClass::timer, "pause_timer", "quantum_prescaler"),
      ledger::model_only(&SendingClass::expiry_pending, "a scheduled event stands for the counting down"));
  static constexpr auto kFields = ledger::state_fields<ClassPauses>(
      ledger::holds(&ClassPauses::refresh_interval_, "refresh_quanta"), ledger::part(&ClassPauses::receiving_),
      ledger::part(&ClassPauses::sending_), ledger::holds(&ClassPauses::asserted_, "xoff_asserted"),
      ledger::holds(&ClassPauses::told_, "told_paused"), ledger::holds(&ClassPauses::refresh_, "refresh_due"));
  ledger::Block block("flow_control");
  declare_pause_registers(block, context.config.pfc, per_lossless_class(context), origin);
  declare_common(block, context, origin);
  ledger::require_declared(block, kReceiving);
  ledger::require_declared(block, kSending);
  ledger::require_declared(block, kFields);
  return block;
}

}  // namespace weir::flow_control
