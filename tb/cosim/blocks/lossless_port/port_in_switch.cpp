// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/lossless_port/port_in_switch.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "hw_model/base/quantity_text.h"
#include "tb/cosim/blocks/port_registers/register_words.h"
#include "tb/cosim/lockstep.h"

namespace weir::cosim {

using reference::kKeptRegisters;

namespace {

using In = PortInSwitch::Inputs;
using Out = PortInSwitch::Outputs;

constexpr unsigned kReleaseCycles = 2;  // behind a reset, in which nothing counts
constexpr std::uint32_t kAllBytes = 0xf;
constexpr unsigned kCyclesARead = 3;
constexpr std::uint64_t kNoLook = ~std::uint64_t{0};

}  // namespace

PortInSwitch::PortInSwitch(const MakeCore& make, std::string name, bool compares)
    : name_(std::move(name)),
      compares_(compares),
      core_(make(now_)),
      widths_(core_->widths()),
      division_(core_->division()) {
  for (const ValuePlace& place : value_places(widths_.port)) {
    if (reference::lossless_port_has(place.number))
      values_.push_back(place.address);
  }
  still_.open = still_.port_open = kAllClasses;
  still_.tick = false;
  reset();
}

Out PortInSwitch::play_now(const In& in) {
  ++cycles_;
  played_ = ticks_;
  const Out out = core_->clock(in);
  if (watched_ != 0) {
    const std::uint32_t off = out.ready ? out.blocked : 0;
    for (std::uint32_t ended = out.ready ? off_ & ~off : 0; ended != 0; ended &= ended - 1)
      ends_[static_cast<std::size_t>(std::countr_zero(ended))] = in.now;
    off_ = off;
  }
  return out;
}

// The edge of a cycle whose packet no detector has heard of comes first.
void PortInSwitch::settle() {
  if (starts_)
    play_now(with_read(*std::exchange(starts_, std::nullopt)));
}

Out PortInSwitch::play(const In& in) {
  settle();
  return play_now(in);
}

In PortInSwitch::with_read(In in) {
  if (until_read_ == 0) {
    until_read_ = kCyclesARead;
    in.request = true;
    in.address = values_[next_value_];
    next_value_ = (next_value_ + 1) % values_.size();
  }
  --until_read_;
  return in;
}

Out PortInSwitch::clock(In in) {
  settle();
  return play_now(with_read(in));
}

Out PortInSwitch::evaluate(const In& in) {
  settle();
  return core_->evaluate(in);
}

const reference::LosslessPortCycle& PortInSwitch::model() {
  settle();
  return core_->model();
}

const reference::GradientGateCycle* PortInSwitch::gate(std::size_t c) {
  settle();
  return core_->gate(c);
}

void PortInSwitch::keep(Kept which, std::uint32_t value) {
  if (kept_[which] == value)
    return;
  In in = still_;
  in.request = in.write = true;
  in.address = kKeptRegisters[which].address + widths_.port * kKeptRegisters[which].stride;
  in.data = value;
  in.strobe = kAllBytes;
  play(in);
  kept_[which] = value;
}

bool PortInSwitch::fits(Kept which, Bytes value) {
  return value >= Bytes(0) && value.count() < std::int64_t{1} << kKeptRegisters[which].width;
}

void PortInSwitch::reset() {
  ++resets_;
  In in = still_;
  in.rst_n = false;
  play(in);
  for (unsigned cycle = 0; cycle < kReleaseCycles; ++cycle)
    play(still_);
  told_ = {};
  fctbs_ = {};
  factors_ = {};
  idle_ = {};
  pending_ = {};
  for (std::size_t which = 0; which < kept_.size(); ++which)
    kept_[which] = kKeptRegisters[which].reset;
  keep(kLossless, 0);
}

void PortInSwitch::watch(std::size_t c, Time tick) {
  watched_ |= 1U << c;
  tick_ = tick;
}

void PortInSwitch::at(Time now) {
  if (watched_ != 0 && static_cast<std::uint64_t>(now / tick_) != ticks_) {
    settle();
    sweep_until(static_cast<std::uint64_t>(now / tick_));
  }
  pass_to(now, false);
  now_ = now;
}

std::uint32_t PortInSwitch::stamp_of(std::uint64_t tick) const {
  return static_cast<std::uint32_t>(tick & ((std::uint64_t{1} << widths_.stamp_bits) - 1));
}

// The first tick behind the last cycle in which the sweep ends the span of a detector.
std::uint64_t PortInSwitch::look_of(std::size_t c) const {
  const reference::TcdDetectorCycle* const detector = core_->detector(c);
  if (detector == nullptr || !detector->running())
    return kNoLook;
  const std::uint64_t span = detector->queue().samples() ? still_.sample_period : still_.longest_on;
  const std::uint64_t age = stamp_of(played_ - detector->stamp());
  const std::uint64_t first = played_ + std::max<std::uint64_t>(1, span - std::min(age, span));
  return first + (c + kClasses - first % kClasses) % kClasses;
}

// Cycles of the sweep up to this tick. Looks before the end of a span change nothing.
void PortInSwitch::sweep_until(std::uint64_t tick) {
  for (;;) {
    std::uint64_t next = kNoLook;
    for (std::uint32_t left = watched_; left != 0; left &= left - 1)
      next = std::min(next, look_of(static_cast<std::size_t>(std::countr_zero(left))));
    if (next >= tick)
      break;
    ticks_ = next;
    still_.now = stamp_of(next);
    play_now(still_);
  }
  ticks_ = tick;
  still_.now = stamp_of(tick);
}

void PortInSwitch::sweep_past(std::uint64_t tick) {
  settle();
  sweep_until(tick + 1);
  ticks_ = tick;
  still_.now = stamp_of(tick);
}

Out PortInSwitch::start(const In& in) {
  settle();
  const Out out = core_->evaluate(in);
  if ((out.goes & watched_) == 0)
    return clock(in);
  starts_ = in;
  return out;
}

Out PortInSwitch::departs(std::size_t c, const std::function<void(In&)>& tell) {
  tell(still_);
  In in = starts_ ? *std::exchange(starts_, std::nullopt) : still_;
  in.shown = static_cast<std::uint32_t>(c);
  tell(in);
  return play_now(with_read(in));
}

std::uint32_t PortInSwitch::off_ends(std::size_t c) {
  settle();
  if ((off_ >> c & 1U) != 0)
    clock(still_);
  return ends_[c];
}

void PortInSwitch::differs(const std::string& instance, std::string_view part, const std::string& output,
                           std::uint64_t rtl, std::uint64_t model) const {
  throw LockstepMismatch("lock-step: " + instance + " (" + std::string(part) + " of " + std::string(core_->top()) +
                             ") at " + quantity_text(now_) + ": after " + std::to_string(cycles_) + " cycles " +
                             output + " is " + std::to_string(rtl) + " in RTL, " + std::to_string(model) +
                             " in the switch's model",
                         cycles_, {});
}

}  // namespace weir::cosim
