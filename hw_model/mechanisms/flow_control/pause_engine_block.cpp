// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The engine of PAUSE frames with a block beside it, or with one that compares VIQs in its place.

#include "hw_model/base/class_mask.h"
#include "hw_model/mechanisms/flow_control/pause_engine.h"

namespace weir::flow_control {

bool PauseEngine::would_ask(ClassId c, Bytes depth, bool fills) const {
  reference::PfcThreshold then = threshold(c);
  fills ? then.filled(depth) : then.drained(depth);
  return then.asserted();
}

// At these depths every threshold is crossed.
void PauseEngine::ask(ClassId c, bool on, Time now) {
  if (lossless(c) && (on ? threshold(c).filled(kNoThreshold) : threshold(c).drained(Bytes(0))))
    threshold_changed(c, now);
}

void PauseEngine::show_depth(ClassId pause, Bytes depth, bool comes, Time now) {
  const std::size_t paused = paused_by(pause);
  if (paused != kClasses)
    clocked_->show({.comes = comes,
                    .pauses = ClassId(paused),
                    .depth = depth,
                    .xoff = threshold(pause).xoff(),
                    .xon = threshold(pause).xon()},
                   now);
}

void PauseEngine::packet_shown(ClassId c, Bytes depth, bool comes, Time now) {
  show_depth(c, depth, comes, now);
  if (comes ? threshold(c).filled(depth) : threshold(c).drained(depth))
    threshold_changed(c, now);
  settle(now);
}

ClassMask PauseEngine::named(ClassMask pauses) const {
  ClassMask classes = 0;
  for_each_class(pauses, [&](ClassId pause) {
    const std::size_t c = paused_by(pause);
    classes |= c == kClasses ? ClassMask{0} : mask_of(ClassId(c));
  });
  return classes;
}

ClassMask PauseEngine::pauses_named(ClassMask classes) const {
  ClassMask pauses = 0;
  for (std::size_t i = 0; i < pauses_.size(); ++i)
    pauses |= (named(mask_of(ClassId(i))) & classes) != 0 ? mask_of(ClassId(i)) : ClassMask{0};
  return pauses;
}

PauseRegisters PauseEngine::registers() const {
  return {.asks = named(asks()),
          .told = named(told_),
          .refresh_due = named(refresh_),
          .pause_quanta = config().pfc.pause_quanta};
}

// The block says which classes the frame holds; the model has loaded its timers.
void PauseEngine::hear(const frame::MacControl& control, ClassMask obeyed, Time now) {
  PerClass<Time> ends{};
  for_each_class(obeyed, [&](ClassId pause) { ends[pause.index()] = pauses_[pause.index()].timer.expires_at(); });
  clocked_->hear(control, obeyed, ends, now);
  held_ = static_cast<ClassMask>(clocked_->blocked(registers(), now) & ~masked_);
}

// Refresh timers of one frame end together in the block: they have counted the same quanta.
ClassMask PauseEngine::end_refreshes(Time now) {
  ClassMask over = 0;
  for (std::size_t i = 0; i < pauses_.size(); ++i)
    over |= pauses_[i].refresh_at == now ? static_cast<ClassMask>(told_ & mask_of(ClassId(i))) : ClassMask{0};
  clocked_->end_refresh(named(over));
  return over;
}

// Whether the block still holds a pause that ends by the model; then the block is asked again a quantum later.
bool PauseEngine::outlasts(ClassId pause, Time now) {
  clocked_->end_pause(pause);
  if ((clocked_->blocked(registers(), now) & mask_of(pause)) == 0)
    return false;
  PauseState& state = pauses_[pause.index()];
  state.expiry_pending = now + pause_time(1, line_rate());
  port_->schedule(state.expiry_pending, EventKind::kPauseExpiry, pause);
  return true;
}

}  // namespace weir::flow_control
