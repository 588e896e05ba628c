// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/clocked_pauses.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <variant>

#include "hw_model/base/class_mask.h"

namespace weir::flow_control {
namespace {

constexpr std::int64_t kBitsOfAQuantum = std::int64_t{1} << reference::kPfcPrescalerBits;
constexpr std::int64_t kLongestStep = 2 * kBitsOfAQuantum - 1;
constexpr std::int64_t kMostQuanta = 0xffff;
// The block's time waits for no timer longer than two quanta: the one in which the timer was loaded, and one for which
// the block's time had waited then.
constexpr std::int64_t kLongestWait = 2 * kBitsOfAQuantum + 2;
constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t kTimesOfAWord = 4;

std::uint64_t shifted(std::uint64_t time, std::size_t c) {
  return time << 16U * (kTimesOfAWord - 1 - c % kTimesOfAWord);
}

// The times of four classes, of which the first is in the highest bits.
std::uint64_t word_of(const PerClass<std::uint16_t>& times, std::size_t first) {
  std::uint64_t word = 0;
  for (std::size_t c = first; c < first + kTimesOfAWord; ++c)
    word |= shifted(times[c], c);
  return word;
}

std::uint32_t head_of(frame::MacControlOpcode opcode, std::uint32_t rest) {
  return std::uint32_t{static_cast<std::uint16_t>(opcode)} << 16U | rest;
}

std::uint32_t pause_head(std::uint16_t quanta) { return head_of(frame::MacControlOpcode::kPause, quanta); }
std::uint32_t pfc_head(ClassMask classes) { return head_of(frame::MacControlOpcode::kPfc, classes); }

// What a body at the block's outputs says.
frame::PfcFrame body_of(const reference::PfcEngineOutputs& out, bool port_pause) {
  if (port_pause)
    return frame::pfc_frame(out.due ? mask_of(ClassId(0)) : ClassMask{0}, static_cast<std::uint16_t>(out.head));
  frame::PfcFrame body{.enabled = static_cast<ClassMask>(out.head)};
  for (std::size_t c = 0; c < kClasses; ++c)
    body.time[c] = static_cast<std::uint16_t>((c < kTimesOfAWord ? out.times_0_3 : out.times_4_7) >>
                                              16U * (kTimesOfAWord - 1 - c % kTimesOfAWord));
  return body;
}

}  // namespace

ClockedPauses::ClockedPauses(std::unique_ptr<reference::PfcEngineBlock> block, BitRate line_rate, ClassMask enable,
                             bool port_pause)
    : block_(std::move(block)),
      port_(dynamic_cast<reference::PortDepths<Inputs>*>(block_.get())),
      line_rate_(line_rate) {
  rest_.step = 0;
  rest_.enable = enable;
  rest_.port_pause = port_pause;
}

std::int64_t ClockedPauses::bits_at(Time now) const {
  return static_cast<std::int64_t>(Wide{now.count()} * line_rate_.count() / kPicosecondsPerSecond) - stood_;
}

// A timer that is loaded now. A model that ends it at another time than hardware would is not waited for.
ClockedPauses::Timer ClockedPauses::timer_of(std::int64_t quanta, Time end) const {
  if (quanta == 0)
    return {};
  const std::int64_t zero = this->quanta() + quanta;
  const std::int64_t wait = bits_at(end) - zero * kBitsOfAQuantum;
  return {.zero = zero, .end = end, .runs = true, .holds = wait >= -1 && wait <= kLongestWait};
}

// The bits of the line that the block is to have seen. `for_pauses`: its time waits for pauses, too.
std::int64_t ClockedPauses::wanted(Time now, bool for_pauses) const {
  struct Bounds {
    std::int64_t least = 0;
    std::int64_t most = kNoLimit;
  };
  const auto bounds_of = [&](const PerClass<Timer>& timers) {
    Bounds bounds;
    for (const Timer& timer : timers) {
      if (!timer.holds || !left(timer))
        continue;
      const std::int64_t zero = timer.zero * kBitsOfAQuantum;
      if (timer.runs)
        bounds.most = std::min(bounds.most, zero - 1);
      else
        bounds.least = std::max(bounds.least, zero);
    }
    return bounds;
  };
  const Bounds refreshes = bounds_of(refreshes_);
  const Bounds pauses = bounds_of(pauses_);
  const std::int64_t line = for_pauses ? std::min(bits_at(now), pauses.most) : bits_at(now);
  const std::int64_t bits = std::min(std::max(line, pauses.least), refreshes.most);
  return std::max({bits, refreshes.least, bits_});
}

bool ClockedPauses::any_left() const {
  const auto is_left = [&](const Timer& timer) { return left(timer); };
  return std::ranges::any_of(refreshes_, is_left) || std::ranges::any_of(pauses_, is_left);
}

// Plays the time up to now.
void ClockedPauses::advance(Time now, bool for_pauses) {
  block_->at(now);
  if (port_ != nullptr && port_->was_reset())
    begin_anew();
  for (PerClass<Timer>* timers : {&refreshes_, &pauses_}) {
    for (Timer& timer : *timers)
      timer.runs = timer.runs && timer.end >= now;
  }
  const std::int64_t bits = wanted(now, for_pauses);
  Inputs in = rest_;
  while (bits_ < bits && any_left()) {
    in.step = static_cast<std::uint32_t>(std::min(bits - bits_, kLongestStep));
    play(in);
    bits_ += in.step;
  }
  if (port_ != nullptr && !any_left())
    stood_ += bits_at(now) - bits_;
  if (port_ != nullptr || bits_ == bits)
    return;
  in.step = static_cast<std::uint32_t>((bits - bits_) % kBitsOfAQuantum);
  play(in);
  bits_ = bits;
}

// After a reset of the port: its prescaler is 0, nothing is asked for, and no timer runs.
void ClockedPauses::begin_anew() {
  bits_ += (kBitsOfAQuantum - bits_ % kBitsOfAQuantum) % kBitsOfAQuantum;
  asks_ = 0;
  refreshes_ = {};
  pauses_ = {};
}

void ClockedPauses::play(const Inputs& in) { block_->clock(in); }

std::uint64_t ClockedPauses::words(const PerClass<Timer>& timers, std::size_t first) const {
  PerClass<std::uint16_t> times{};
  for (std::size_t c = 0; c < kClasses; ++c)
    times[c] = static_cast<std::uint16_t>(left(timers[c]) ? timers[c].zero - quanta() : 0);
  return word_of(times, first);
}

// The block at rest, compared with the model; with the body of a frame, if the model builds one.
ClockedPauses::Outputs ClockedPauses::seen(const PauseRegisters& model, const frame::PfcFrame* said) {
  rest_.pause_quanta = model.pause_quanta;
  const Outputs out = block_->evaluate(rest_);
  Outputs wanted = out;
  wanted.asserted = model.asks;
  wanted.told = model.told;
  wanted.refresh_due = model.refresh_due;
  wanted.pauses = static_cast<ClassMask>(model.asks & ~model.told);
  wanted.refreshes = static_cast<ClassMask>(model.asks & model.told & model.refresh_due);
  wanted.resumes = static_cast<ClassMask>(~model.asks & model.told);
  wanted.due = (wanted.pauses | wanted.refreshes | wanted.resumes) != 0;
  wanted.refresh_timers_0_3 = words(refreshes_, 0);
  wanted.refresh_timers_4_7 = words(refreshes_, kTimesOfAWord);
  wanted.pause_timers_0_3 = words(pauses_, 0);
  wanted.pause_timers_4_7 = words(pauses_, kTimesOfAWord);
  wanted.prescaler = static_cast<std::uint32_t>(bits_ % kBitsOfAQuantum);
  wanted.blocked = 0;
  for (std::size_t c = 0; c < kClasses; ++c) {
    const Timer& timer = pauses_[rest_.port_pause ? 0 : c];
    wanted.blocked |= (timer.holds ? left(timer) : timer.runs) ? mask_of(ClassId(c)) : ClassMask{0};
  }
  if (said != nullptr) {
    wanted.head = rest_.port_pause ? pause_head(said->time[0]) : pfc_head(said->enabled);
    wanted.times_0_3 = rest_.port_pause ? 0 : word_of(said->time, 0);
    wanted.times_4_7 = rest_.port_pause ? 0 : word_of(said->time, kTimesOfAWord);
  }
  block_->compare(out, wanted);
  return out;
}

void ClockedPauses::show(const reference::QueueDepth& queue, Time now) {
  advance(now);
  if (!port_->compare(queue, rest_) || !queue.crosses())
    return;
  asks_ = static_cast<ClassMask>(queue.comes ? asks_ | mask_of(queue.pauses) : asks_ & ~mask_of(queue.pauses));
}

bool ClockedPauses::due(const PauseRegisters& model, Time now) {
  advance(now);
  const auto changed = static_cast<ClassMask>(asks_ ^ model.asks);
  if (changed != 0) {
    Inputs in = rest_;
    in.filled = model.asks & changed;
    in.drained = asks_ & changed;
    play(in);
    asks_ = model.asks;
  }
  return seen(model).due;
}

// The setting of the block's refresh timers is the quanta from now to the one in which the model says a pause again:
// the time from one to the next may have a fraction.
ClockedPauses::Frame ClockedPauses::build(const PauseRegisters& model, const frame::PfcFrame& said, Time again,
                                          Time now) {
  due(model, now);
  const Outputs out = seen(model, &said);
  Inputs in = rest_;
  in.told = true;
  const std::int64_t until = bits_at(again) / kBitsOfAQuantum - quanta();
  in.refresh_quanta = static_cast<std::uint16_t>(std::clamp(until, std::int64_t{1}, kMostQuanta));
  play(in);
  Frame frame{.pauses = static_cast<ClassMask>(out.pauses | out.refreshes),
              .resumes = out.resumes,
              .body = body_of(out, rest_.port_pause)};
  for_each_class(frame.pauses, [&](ClassId c) { refreshes_[c.index()] = timer_of(in.refresh_quanta, again); });
  for_each_class(frame.resumes, [&](ClassId c) { refreshes_[c.index()] = {}; });
  return frame;
}

void ClockedPauses::end_refresh(ClassMask classes) {
  for_each_class(classes, [&](ClassId c) { refreshes_[c.index()].runs = false; });
}

void ClockedPauses::hear(const frame::MacControl& control, ClassMask obeyed, const PerClass<Time>& ends, Time now) {
  advance(now, false);
  Inputs& in = rest_;  // the body stays on its ports
  PerClass<std::uint16_t> times{};
  if (const auto* pause = std::get_if<frame::PauseFrame>(&control)) {
    in.heard_head = pause_head(pause->quanta);
    in.heard_times_0_3 = in.heard_times_4_7 = 0;
    times[0] = pause->quanta;
  } else {
    const auto& pfc = std::get<frame::PfcFrame>(control);
    in.heard_head = pfc_head(pfc.enabled);
    in.heard_times_0_3 = word_of(pfc.time, 0);
    in.heard_times_4_7 = word_of(pfc.time, kTimesOfAWord);
    times = pfc.time;
  }
  in.heard = true;
  play(in);
  in.heard = false;
  for_each_class(obeyed, [&](ClassId c) { pauses_[c.index()] = timer_of(times[c.index()], ends[c.index()]); });
}

void ClockedPauses::end_pause(ClassId c) { pauses_[c.index()].runs = false; }

ClassMask ClockedPauses::blocked(const PauseRegisters& model, Time now) {
  advance(now);
  ClassMask blocked = seen(model).blocked;
  ClassMask outlasting = 0;
  for (std::size_t c = 0; c < kClasses; ++c) {
    const Timer& timer = pauses_[rest_.port_pause ? 0 : c];
    if (!timer.holds || timer.runs == left(timer))
      continue;
    blocked = static_cast<ClassMask>(timer.runs ? blocked | mask_of(ClassId(c)) : blocked & ~mask_of(ClassId(c)));
    outlasting |= timer.runs ? ClassMask{0} : mask_of(ClassId(rest_.port_pause ? 0 : c));
  }
  if (port_ != nullptr && outlasting != 0)
    end_here(outlasting, now);
  return blocked;
}

// The scheduler of the port goes by its timers.
void ClockedPauses::end_here(ClassMask classes, Time now) {
  if (rest_.port_pause)
    hear(frame::PauseFrame{.quanta = 0}, classes, {}, now);
  else
    hear(frame::PfcFrame{.enabled = classes}, classes, {}, now);
}

void ClockedPauses::forget(Time now) {
  advance(now);
  Inputs in = rest_;
  in.link_up = false;
  play(in);
  asks_ = 0;
  refreshes_ = {};
  pauses_ = {};
}

}  // namespace weir::flow_control
