// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/pause_engine.h"

#include <algorithm>
#include <bit>
#include <utility>
#include <variant>

namespace weir::flow_control {

PauseEngine::PauseEngine(const PortContext& context, Stops stops)
    : FlowControl(context),
      thresholds_(std::bit_width(lossless_ | 1U)),  // a port has one even without lossless classes
      stops_(stops),
      refresh_interval_(refresh_interval(context.config.pfc, context.line_rate)),
      pauses_(stops == Stops::kPort ? 1 : std::bit_width(lossless_),
              PauseState{.timer = reference::PfcTimer(context.line_rate)}) {
  viq_pauses_ = this;
  moving_threshold_ = stops == Stops::kPort ? nullptr : this;
  for (std::size_t i = 0; i < pauses_.size(); ++i)
    set_threshold(ClassId(i));
  auto block = context.factories.of<reference::PfcEngineBlock>()({}, context.name);
  if (block != nullptr)
    clocked_ = std::make_unique<ClockedPauses>(std::move(block), context.line_rate, lossless_, stops == Stops::kPort);
}

// Scheduled timers find nothing to do.
void PauseEngine::reset(Time now) {
  for (reference::PfcThreshold& threshold : thresholds_)
    threshold.drained(Bytes(0));
  for (PauseState& state : pauses_) {
    state.pausing.set(false, now);
    state.timer.load(0, now);
  }
  const ClassMask told = told_;
  asserted_ = kept_ = told_ = refresh_ = held_ = masked_ = 0;
  for (std::size_t i = 0; i < pauses_.size(); ++i)
    set_threshold(ClassId(i));
  feedback_due_ = false;
  if (clocked_ != nullptr)
    clocked_->forget(now);
  tell_port(told, now);
}

// Scheduled timers find nothing to do. All state first: the port may send inside gate_changed.
void PauseEngine::forget_peer(Time now) {
  for (PauseState& state : pauses_) {
    state.pausing.set(false, now);
    state.timer.load(0, now);
  }
  const ClassMask told = std::exchange(told_, 0);
  const ClassMask held = std::exchange(held_, 0);
  refresh_ = 0;
  if (clocked_ != nullptr)
    clocked_->forget(now);
  tell_port(told, now);
  tell_gates(held, now);
  set_feedback_due(is_due(now), now);
}

// The port may start a packet inside gate_changed.
void PauseEngine::tell_gates(ClassMask changed, Time now) {
  if (!std::has_single_bit(changed))
    for_each_class(changed, [&](ClassId c) { port_->hold_changed(c, now); });
  for_each_class(changed, [&](ClassId c) { port_->gate_changed(c, now); });
}

[[gnu::hot]] void PauseEngine::packet_admitted(ClassId c, Bytes, Bytes depth, Time now) {
  if (!lossless(c))
    return;
  if (shows_depths()) [[unlikely]]
    return packet_shown(c, depth, true, now);
  if (threshold(c).filled(depth))
    threshold_changed(c, now);
}

[[gnu::hot]] void PauseEngine::packet_released(ClassId c, Bytes, Bytes depth, Time now) {
  if (!lossless(c))
    return;
  if (shows_depths()) [[unlikely]]
    return packet_shown(c, depth, false, now);
  if (threshold(c).drained(depth))
    threshold_changed(c, now);
}

// An XOFF of 0 would have no XON below it: an empty VIQ always resumes.
void PauseEngine::set_threshold(ClassId pause) {
  PauseState& state = pauses_[pause.index()];
  const Bytes xoff = std::clamp(state.allowed, Bytes(1), config().pfc.xoff_of(pause));
  state.lowest_xoff = std::min(state.lowest_xoff, xoff);
  const Bytes xon = std::max(xoff - config().pfc.gap_of(pause), Bytes(0)) + state.raised;
  reference::PfcThreshold& threshold = this->threshold(pause);
  const bool latched = config().pfc.latch_xon && threshold.asserted();
  threshold.set(xoff + state.raised, latched ? std::min(xon, threshold.xon()) : xon);
}

void PauseEngine::threshold_moved(ClassId c, Bytes threshold) {
  pauses_[c.index()].allowed = threshold;
  set_threshold(c);
}

void PauseEngine::threshold_rose(ClassId c, Bytes threshold, Bytes depth, Time now) {
  threshold_moved(c, threshold);
  packet_released(c, Bytes(0), depth, now);
}

Bytes PauseEngine::resumes_under(ClassId c, Bytes depth) const {
  const bool must_fall = (asserted_ & mask_of(c)) == 0 || depth > config().pfc.xon_of(c) || config().pfc.latch_xon;
  return must_fall ? kNoThreshold : depth + config().pfc.gap_of(c);
}

Bytes PauseEngine::lowest_threshold(ClassId c) const {
  return lossless(c) ? pauses_[c.index()].lowest_xoff : config().pfc.xoff_of(c);
}

std::optional<PauseLevels> PauseEngine::pause_levels(ClassId c) const {
  const bool shares = stops_ == Stops::kPort && std::popcount(lossless_) > 1;
  if (shares || !guards(c) || paused_by(c) == kClasses)
    return std::nullopt;
  return PauseLevels{config().pfc.xoff_of(c), config().pfc.xon_of(c)};
}

void PauseEngine::raise_levels(ClassId c, Bytes by) {
  pauses_[pause_of(c).index()].raised = by;
  set_threshold(pause_of(c));
}

bool PauseEngine::let_go(ClassId c, Bytes depth, Time now) {
  const std::optional<PauseLevels> levels = pause_levels(c);
  const ClassId pause = pause_of(c);
  if (!levels || depth >= levels->xoff + pauses_[pause.index()].raised)
    return false;
  if (threshold(pause).drained(Bytes(0)))
    threshold_changed(pause, now);
  return true;
}

bool PauseEngine::keep_paused(ClassId c, bool on, Time now) {
  const ClassId pause = pause_of(c);
  if (!lossless(c) || paused_by(c) == kClasses)
    return false;
  kept_ = static_cast<ClassMask>(on ? kept_ | mask_of(pause) : kept_ & ~mask_of(pause));
  set_feedback_due(is_due(now), now);
  return true;
}

void PauseEngine::threshold_changed(ClassId c, Time now) {
  if (config().pfc.latch_xon)
    set_threshold(c);
  if (paused_by(c) != kClasses)
    assert_pause(c, (asserted_ & mask_of(c)) == 0, now);
}

void PauseEngine::assert_pause(ClassId pause, bool on, Time now) {
  if (((asserted_ & mask_of(pause)) != 0) == on)
    return;
  asserted_ ^= mask_of(pause);
  set_feedback_due(is_due(now), now);
}

std::size_t PauseEngine::build_feedback(std::span<std::uint8_t> bytes, Time now) {
  ClassMask said = due();
  ClassMask pausing = asks();
  frame::PfcFrame frame;
  for_each_class(said, [&](ClassId pause) {
    const std::size_t paused = paused_by(pause);
    frame.enabled |= mask_of(ClassId(paused));
    frame.time[paused] = (pausing & mask_of(pause)) != 0 ? config().pfc.pause_quanta : std::uint16_t{0};
  });
  if (clocked_ != nullptr) {
    const ClockedPauses::Frame told = clocked_->build(registers(), frame, now + refresh_interval_, now);
    pausing = pauses_named(told.pauses);
    said = static_cast<ClassMask>(pausing | pauses_named(told.resumes));
    frame = told.body;
  }
  if (said == 0)
    return 0;
  for_each_class(said, [&](ClassId pause) {
    const bool on = (pausing & mask_of(pause)) != 0;
    count_told(pause, on);
    pauses_[pause.index()].pausing.set(on, now);
    if (on)
      start_refresh_timer(pause, now);
  });
  const auto changed = static_cast<ClassMask>((told_ ^ pausing) & said);
  told_ ^= changed;
  refresh_ = 0;  // every refresh that was due is sent, or its pause has ended
  feedback_due_ = false;
  const std::size_t written = write(bytes, frame);
  tell_port(changed, now);
  return written;
}

void PauseEngine::count_told(ClassId pause, bool on) {
  for_each_class(stopped_by(pause) & lossless_, [&](ClassId c) {
    ClassCounters& counters = counters_[c.index()];
    ++counters.feedback_frames;
    ++(on ? counters.pauses_sent : counters.resumes_sent);
  });
}

// Reports that the peer has been told of these pauses.
void PauseEngine::tell_port(ClassMask pauses, Time now) {
  for_each_class(pauses, [&](ClassId pause) {
    const bool on = (told_ & mask_of(pause)) != 0;
    for_each_class(stopped_by(pause) & lossless_, [&](ClassId c) { port_->pausing(c, on, now); });
  });
}

void PauseEngine::tell_asking(ClassId pause, bool on, Time now) {
  for_each_class(stopped_by(pause) & lossless_, [&](ClassId c) { port_->asking(c, on, now); });
}

std::size_t PauseEngine::write(std::span<std::uint8_t> bytes, const frame::PfcFrame& pauses) const {
  return stops_ == Stops::kPort ? frame::write_pause(bytes, address_, {.quanta = pauses.time[kOfThePort.index()]})
                                : frame::write_pfc(bytes, address_, pauses);
}

void PauseEngine::start_refresh_timer(ClassId pause, Time now) {
  PauseState& state = pauses_[pause.index()];
  state.refresh_at = now + refresh_interval_;
  if (state.timer_pending)
    return;
  state.timer_pending = true;
  port_->schedule(state.refresh_at, EventKind::kFeedbackTimer, pause);
}

void PauseEngine::feedback_timer(ClassId pause, Time now) {
  PauseState& state = pauses_[pause.index()];
  state.timer_pending = false;
  if ((told_ & mask_of(pause)) == 0)
    return;
  if (now < state.refresh_at) {  // resumed and paused again since it was scheduled
    state.timer_pending = true;
    port_->schedule(state.refresh_at, EventKind::kFeedbackTimer, pause);
    return;
  }
  refresh_ |= clocked_ == nullptr ? mask_of(pause) : end_refreshes(now);
  set_feedback_due(is_due(now), now);
}

// A PAUSE of 802.3x does not exist on a link that runs PFC (802.1Q 36.1.2), and PFC frames are for ports that run PFC:
// not obeyed.
std::optional<frame::PfcFrame> PauseEngine::read(const frame::MacControl& control) const {
  if (stops_ == Stops::kPort) {
    const auto* pause = std::get_if<frame::PauseFrame>(&control);
    return pause != nullptr ? std::optional(frame::pfc_frame(mask_of(kOfThePort), pause->quanta)) : std::nullopt;
  }
  const auto* pfc = std::get_if<frame::PfcFrame>(&control);
  return pfc != nullptr ? std::optional(*pfc) : std::nullopt;
}

void PauseEngine::feedback_received(std::span<const std::uint8_t> bytes, Time now) {
  const auto control = frame::read_mac_control(bytes, address_);
  if (!control)
    return;
  const std::optional<frame::PfcFrame> pauses = read(*control);
  if (!pauses && clocked_ == nullptr)
    return;
  const ClassMask held_before = held_;
  const unsigned obeyed = !pauses ? 0U : pauses->enabled & (stops_ == Stops::kPort ? mask_of(kOfThePort) : lossless_);
  for_each_class(obeyed, [&](ClassId pause) { load_timer(pause, pauses->time[pause.index()], now); });
  if (clocked_ != nullptr)
    hear(*control, static_cast<ClassMask>(obeyed), now);
  if (stops_ == Stops::kClass)
    for_each_class(obeyed, [&](ClassId c) { port_->pfc_received(c, pauses->time[c.index()], now); });
  // All timers first.
  tell_gates(static_cast<ClassMask>(held_before ^ held_), now);
}

void PauseEngine::load_timer(ClassId pause, std::uint16_t quanta, Time now) {
  pauses_[pause.index()].timer.load(quanta, now);
  const ClassMask stopped = stopped_by(pause);
  if (quanta == 0) {
    held_ &= static_cast<ClassMask>(~stopped);
    return;
  }
  for_each_class(stopped & lossless_, [&](ClassId c) { ++counters_[c.index()].pauses_received; });
  held_ |= static_cast<ClassMask>(stopped & ~masked_);
  expect_expiry(pause);
}

void PauseEngine::obey(ClassId c, bool on, Time now) {
  const ClassMask bit = mask_of(c);
  const ClassMask held_before = held_;
  masked_ = static_cast<ClassMask>(on ? masked_ & ~bit : masked_ | bit);
  held_ &= static_cast<ClassMask>(~masked_);
  if (on && lossless(c) && pauses_[c.index()].timer.paused(now)) {
    held_ |= clocked_ == nullptr ? bit : static_cast<ClassMask>(clocked_->blocked(registers(), now) & bit);
    expect_expiry(c);
  }
  if (held_ != held_before)
    port_->gate_changed(c, now);
}

// A restarted timer leaves its scheduled expiry, which fires early and is scheduled again. Only a pause shorter than
// the time that was left needs an event before the pending one, which is then stale.
void PauseEngine::expect_expiry(ClassId pause) {
  PauseState& state = pauses_[pause.index()];
  const Time at = state.timer.expires_at();
  if (at >= state.expiry_pending)
    return;
  state.expiry_pending = at;
  port_->schedule(at, EventKind::kPauseExpiry, pause);
}

void PauseEngine::pause_expiry(ClassId pause, Time now) {
  PauseState& state = pauses_[pause.index()];
  if (now != state.expiry_pending)
    return;  // stale
  state.expiry_pending = kNever;
  const ClassMask stopped = held_ & stopped_by(pause);
  if (stopped == 0)
    return;
  if (state.timer.paused(now)) {
    expect_expiry(pause);
    return;
  }
  if (clocked_ != nullptr && outlasts(pause, now))
    return;
  held_ &= static_cast<ClassMask>(~stopped);
  tell_gates(stopped, now);
}

HoldsAt PauseEngine::holds_peer(ClassId c) const {
  const ClassId pause = pause_of(c);
  if ((asserted_ & mask_of(pause)) == 0)
    return FlowControl::holds_peer(c);
  const Bytes xon = config().pfc.xon_of(pause) + pauses_[pause.index()].raised;
  return [xon](Bytes stuck, Bytes) { return stuck > xon; };
}

Time PauseEngine::pausing(ClassId c, Time now) const {
  return lossless(c) ? pauses_[pause_of(c).index()].pausing.total(now) : Time(0);
}

Time PauseEngine::pausing_since(ClassId c) const {
  return lossless(c) ? pauses_[pause_of(c).index()].pausing.since() : kNever;
}

// A refresh timer that runs keeps its time.
void PauseEngine::reconfigure(const PortContext& settings, const ViqDepth& depth, Time now) {
  FlowControl::reconfigure(settings, depth, now);
  refresh_interval_ = refresh_interval(config().pfc, settings.line_rate);
  for (std::size_t i = 0; i < pauses_.size(); ++i)
    set_threshold(ClassId(i));
  compare(depth, now);
  set_feedback_due(is_due(now), now);
}

void PauseEngine::compare(const ViqDepth& depth, Time) {
  for_each_class(lossless_, [&](ClassId c) {
    if ((threshold(c).filled(depth(c)) || threshold(c).drained(depth(c))) && paused_by(c) != kClasses)
      asserted_ ^= mask_of(c);
  });
}

}  // namespace weir::flow_control
