// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The limiters and stages of a port in a switch (port_in_switch.h). What limiters hear in a tick stands until the tick
// passes, since a packet's wait goes by the rate that is assigned in its tick; what comes behind the passing of its own
// tick has a cycle without a tick.
//
// The rate of a message of credits is there at the end of a division, whose cycles have no tick. The rate of the class
// whose packet ends is there in the cycle with the tick; those of other classes come behind that cycle, which is the
// same to their limiters.

#include <algorithm>
#include <bit>
#include <utility>

#include "hw_model/base/class_mask.h"
#include "tb/cosim/blocks/lossless_port/port_in_switch.h"

namespace weir::cosim {

namespace {

using In = PortInSwitch::Inputs;
using Out = PortInSwitch::Outputs;

constexpr std::int64_t kSubticks = reference::kSubticks;
constexpr std::int64_t kMostSubticks = (std::int64_t{1} << reference::kRLTickBits) * kSubticks - 1;

bool has(std::uint32_t classes, std::size_t c) { return (classes >> c & 1U) != 0; }

}  // namespace

std::int64_t PortInSwitch::tick_of(Time now) const {
  return (now.count() + limiter_tick_.count() - 1) / limiter_tick_.count();
}

void PortInSwitch::pass_to(Time now, bool through) {
  if (limiter_tick_ == Time(0))
    return;
  const std::int64_t tick = tick_of(now);
  pass_ticks(through && limiter_tick_ * tick == now ? tick : tick - 1);
}

// Ticks in which no limiter counts or hears leave the port as it is.
void PortInSwitch::pass_ticks(std::int64_t last) {
  while (passed_ < last) {
    settle();
    const bool hears = !pending_.empty() && pending_.number <= last;
    const std::int64_t before = hears ? pending_.number - 1 : last;
    for (std::int64_t left = before - passed_; left > 0 && counts_; --left) {
      In in = still_;
      in.tick = true;
      counts_ = play_now(in).lets != kAllClasses;
    }
    passed_ = before;
    if (hears) {
      ++passed_;
      hear(std::exchange(pending_, {}), true);
    }
  }
}

void PortInSwitch::let(std::uint32_t classes, Time now) {
  if (limiter_tick_ != Time(0) && limiter_tick_ * tick_of(now) == now && (classes & ~evaluate(still_).lets) != 0)
    pass_to(now, true);
}

std::uint32_t PortInSwitch::limited() {
  settle();
  std::uint32_t classes = 0;
  for (std::size_t c = 0; c < kClasses; ++c) {
    const reference::RateLimiterCycle* const limiter = core_->limiter(c);
    classes |= limiter != nullptr && limiter->counts() ? 1U << c : 0U;
  }
  return classes;
}

In PortInSwitch::inputs_of(const Tick& tick) const {
  In in = still_;
  in.sent_valid = tick.sent;
  in.sent_class = tick.sent_class;
  in.sent_ticks = static_cast<std::uint32_t>(tick.r_l / kSubticks);
  in.sent_subticks = static_cast<std::uint32_t>(tick.r_l % kSubticks);
  in.sent_phase = static_cast<std::uint32_t>(tick.phase);
  in.sent_blocks = tick.blocks;
  if (division_ != 0)
    return in;
  in.heard_valid = tick.heard != 0;
  in.heard_head = reference::kPfcOpcode << 16 | tick.heard;
  for (std::size_t c = 0; c < kClasses; ++c) {
    std::uint64_t& times = c < kClasses / 2 ? in.heard_times_0_3 : in.heard_times_4_7;
    times = times << 16 | tick.stages[c];
  }
  in.stages = (1U << reference::kStageBits) - 1;  // what is obeyed is not beyond N
  return in;
}

// A cycle with what is heard, behind which the tick of that number has passed, and divisions before and behind it.
void PortInSwitch::hear(const Tick& tick, bool passes) {
  const std::uint32_t ends = tick.sent ? 1U << tick.sent_class : 0;
  std::uint32_t messages = division_ != 0 ? tick.heard : 0;
  const std::uint32_t beside = tick.heard & ~(messages & ~ends);
  if ((messages & ends) != 0)
    divide(tick.sent_class, tick.messages[tick.sent_class]);
  messages &= ~ends;
  In in = with_read(inputs_of(tick));
  in.tick = passes;
  note(play_now(in), beside | ends, ends);
  if (tick.sent)
    fctbs_[tick.sent_class] += tick.blocks;
  for (; messages != 0; messages &= messages - 1) {
    const auto c = static_cast<std::size_t>(std::countr_zero(messages));
    divide(c, tick.messages[c]);
    note(play_now(still_), 1U << c, 0);
  }
  counts_ = true;
}

// A message and its division, up to the cycle before the rate is there. FCCL is as far from FCTBS as at the arrival.
void PortInSwitch::divide(std::size_t c, const Message& message) {
  still_.linear_range = message.range;
  In in = still_;
  in.heard_valid = in.heard_credit = true;
  in.heard_class = static_cast<std::uint32_t>(c);
  in.heard_fccl = (fctbs_[c] + message.left) & widths_.credits().most();
  play_now(in);
  for (unsigned cycle = 1; cycle < division_; ++cycle)
    play_now(still_);
}

// From when on classes may go whose limiters have heard something in a cycle with these outputs.
void PortInSwitch::note(const Out& out, std::uint32_t classes, std::uint32_t ends) {
  for (; classes != 0; classes &= classes - 1) {
    const auto c = static_cast<std::size_t>(std::countr_zero(classes));
    if (!has(out.lets, c))
      idle_[c] = passed_ + ticks_of(wait_of(c));
    else if (has(ends, c))
      idle_[c] = passed_ - 1;
  }
}

std::int64_t PortInSwitch::ticks_of(std::uint64_t wait) const {
  return static_cast<std::int64_t>(wait >> (division_ != 0 ? reference::kFactorFracBits : 0)) / kSubticks;
}

std::uint64_t PortInSwitch::wait_of(std::size_t c) {
  In in = still_;
  in.shown = static_cast<std::uint32_t>(c);
  return core_->evaluate(in).wait;
}

void PortInSwitch::packet_ends(std::size_t c, Time end, Time transmission) {
  pass_to(end, false);
  const std::int64_t number = tick_of(end);
  if (!pending_.empty() && pending_.sent && pending_.sent_class != c)
    pass_ticks(number);
  const std::int64_t subtick = limiter_tick_.count() / kSubticks;
  const std::int64_t length = (transmission.count() + subtick - 1) / subtick;
  Tick tick = number > passed_ ? pending_ : Tick{};
  tick.r_l = std::min(length + (tick.sent ? tick.r_l : 0), kMostSubticks);
  tick.sent = true;
  tick.sent_class = static_cast<std::uint32_t>(c);
  tick.phase = (limiter_tick_.count() * number - end.count()) / subtick;
  tick.blocks += std::exchange(sends_, 0);
  take(tick, number);
}

void PortInSwitch::obeys(std::size_t c, std::uint64_t rate, Time now) {
  if (division_ != 0) {
    factors_[c] = rate;
    return hears(c, effect_, now);
  }
  pass_to(now, false);
  const std::int64_t number = tick_of(now);
  Tick tick = number > passed_ ? pending_ : Tick{};
  tick.heard |= 1U << c;
  tick.stages[c] = static_cast<std::uint32_t>(rate);
  take(tick, number);
}

void PortInSwitch::takes_effect(std::size_t c, const Message& message, Time now) {
  if (message.factor == factors_[c])
    return hears(c, message, now);
  effect_ = message;
}

void PortInSwitch::hears(std::size_t c, const Message& message, Time now) {
  pass_to(now, false);
  const std::int64_t number = tick_of(now);
  Tick tick = number > passed_ ? pending_ : Tick{};
  tick.heard |= 1U << c;
  tick.messages[c] = message;
  take(tick, number);
}

void PortInSwitch::take(const Tick& tick, std::int64_t number) {
  if (number > passed_) {
    pending_ = tick;
    pending_.number = number;
    return;
  }
  settle();
  hear(tick, false);
}

// Of a class that hears in the tick at hand R_c behind its edge is the cycle model's.
std::int64_t PortInSwitch::idle_edge(std::size_t c) {
  const bool sent = pending_.sent && pending_.sent_class == c;
  if (!sent && !has(pending_.heard, c))
    return idle_[c];
  settle();
  In in = inputs_of(pending_);
  in.tick = true;
  reference::RateLimiterCycle limiter = *core_->limiter(c);
  const reference::RateLimiterOutputs next = limiter.evaluate(limiter_hears(in, c));
  const bool divides = division_ != 0 && has(pending_.heard, c);  // the top knows the rate at the end of the division
  if (divides ? (sent ? next.follow : next.idle) : has(core_->evaluate(in).lets, c))
    return sent ? pending_.number - 1 : idle_[c];
  return pending_.number + ticks_of(next.r_c_d);
}

// What the limiter of a class hears in the tick at hand.
reference::RateLimiterInputs PortInSwitch::limiter_hears(const In& in, std::size_t c) const {
  if (division_ == 0)
    return reference::limiter_inputs(in, true, c);
  return reference::limiter_inputs(in, true, c,
                                   has(pending_.heard, c) ? std::optional(pending_.messages[c].factor) : std::nullopt);
}

reference::RateLimiterRegisters PortInSwitch::limiter_registers(std::size_t c) {
  settle();
  In in = still_;
  in.shown = static_cast<std::uint32_t>(c);
  const Out out = core_->evaluate(in);
  reference::RateLimiterCycle limiter = *core_->limiter(c);
  return {.r_l = limiter.evaluate({}).r_l,
          .r_r = division_ != 0 ? out.factor
                                : out.obeyed >> reference::kStageBits * c & ((1U << reference::kStageBits) - 1),
          .r_c = out.wait};
}

// The table is that of the cycle before; a stage counts two cycles behind its depth.
std::uint32_t PortInSwitch::compare_stage(std::size_t c, bool comes, std::uint32_t depth,
                                          const reference::LeadingZeroTable& table) {
  still_.bm = static_cast<std::uint32_t>(table.bm.count());
  still_.log2_span = table.log2_span;
  still_.stages = table.stages;
  play(still_);
  In in = still_;
  (comes ? in.admitted_valid : in.released_valid) = true;
  (comes ? in.admitted_class : in.released_class) = static_cast<std::uint32_t>(c);
  (comes ? in.admitted_depth : in.released_depth) = depth;
  clock(in);
  play(still_);
  const Out out = core_->evaluate(still_);
  return has(out.stages_due, c) ? reference::time_of_class(out.mac_times_0_3, out.mac_times_4_7, c) : told_[c];
}

Out PortInSwitch::tells() {
  In in = still_;
  in.mac_ready = true;
  const Out out = clock(in);
  for (std::uint32_t left = out.tells ? out.stages_due : 0; left != 0; left &= left - 1) {
    const auto c = static_cast<std::size_t>(std::countr_zero(left));
    told_[c] = reference::time_of_class(out.mac_times_0_3, out.mac_times_4_7, c);
  }
  return out;
}

}  // namespace weir::cosim
