// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/lossless_port/port_parts.h"

#include <algorithm>
#include <utility>

#include "hw_model/base/class_mask.h"
#include "tb/cosim/blocks/egress_scheduler/egress_scheduler.h"
#include "tb/cosim/blocks/ib_credits/ib_credits.h"
#include "tb/cosim/blocks/lossless_port/part_outputs.h"
#include "tb/cosim/blocks/pfc_engine/pfc_engine.h"
#include "tb/cosim/blocks/tcd_detector/tcd_detector.h"

namespace weir::cosim {

using reference::LosslessPortCycle;
using reference::QueueDepth;

namespace {

using In = PortInSwitch::Inputs;
using Out = PortInSwitch::Outputs;

constexpr std::uint32_t kDeepest = (std::uint32_t{1} << 25) - 1;
constexpr std::size_t kClassesOfAWord = 4;

std::uint32_t bit(std::size_t c) { return 1U << c; }

// The classes that the PFC engine holds, by its registers.
std::uint32_t held_by(const reference::PfcEngineCycle& engine, bool port_pause) {
  std::uint32_t held = 0;
  for (std::size_t c = 0; c < kClasses; ++c)
    held |= engine.registers().pause_timer[c] != 0 ? bit(c) : 0;
  return !port_pause ? held : (held & 1U) != 0 ? std::uint32_t{kAllClasses} : 0;
}

// The classes of a body that pause, and those that resume.
std::pair<std::uint32_t, std::uint32_t> said_in(const Out& out, bool port_pause, bool due) {
  std::uint32_t named = out.mac_head & kAllClasses;
  std::uint32_t pauses = 0;
  for (std::size_t c = 0; c < kClasses; ++c) {
    const std::uint64_t word = c < kClassesOfAWord ? out.mac_times_0_3 : out.mac_times_4_7;
    const std::uint64_t time = word >> 16U * (kClassesOfAWord - 1 - c % kClassesOfAWord) & 0xffffU;
    pauses |= time != 0 ? bit(c) : 0;
  }
  if (port_pause) {
    named = 1;
    pauses = (out.mac_head & 0xffffU) != 0 ? 1 : 0;
  }
  return due ? std::pair{named & pauses, named & ~pauses} : std::pair{0U, 0U};
}

// What the block shows: `model` has its registers in this cycle.
reference::PfcEngineOutputs shown_by(reference::PfcEngineCycle model, const reference::PfcEngineInputs& in,
                                     const Out& out) {
  reference::PfcEngineOutputs shown = model.evaluate(in);
  shown.due = out.mac_valid && out.mac_kind == LosslessPortCycle::kControlFrame;
  const auto [pauses, resumes] = said_in(out, in.port_pause, shown.due);
  shown.refreshes = static_cast<std::uint8_t>(shown.refreshes & pauses);
  shown.pauses = static_cast<std::uint8_t>(pauses & ~shown.refreshes);
  shown.resumes = static_cast<std::uint8_t>(resumes);
  shown.blocked = static_cast<std::uint8_t>(out.blocked);
  shown.head = out.mac_head;
  shown.times_0_3 = out.mac_times_0_3;
  shown.times_4_7 = out.mac_times_4_7;
  return shown;
}

// A class that the port's shaper stops is offered to nobody; which one that is the cycle model tells. A class that its
// limiter holds is not open to the scheduler.
reference::EgressSchedulerOutputs shown_by(reference::EgressSchedulerCycle model, const In& in, const Out& out) {
  reference::EgressSchedulerOutputs shown = model.evaluate({.waiting = in.waiting,
                                                            .lengths_0_3 = in.lengths_0_3,
                                                            .lengths_4_7 = in.lengths_4_7,
                                                            .blocked = out.blocked,
                                                            .credit = out.credit,
                                                            .open = in.open & out.lets,
                                                            .port_open = in.port_open,
                                                            .ready = in.mac_ready,
                                                            .strict = in.strict,
                                                            .weights = in.weights,
                                                            .quantum = in.quantum});
  const bool offers = out.mac_valid && out.mac_kind == LosslessPortCycle::kPacket;
  shown.chosen = offers ? bit(out.mac_class) : shown.chosen & ~in.port_open;
  shown.grant = out.goes != 0;
  return shown;
}

// What the detector of class c shows.
reference::TcdDetectorOutputs shown_by(const Out& out, std::size_t c) {
  const auto has = [c](std::uint32_t classes) { return (classes & bit(c)) != 0; };
  return {.ce = out.ce,
          .ue = out.ue,
          .running = has(out.spans),
          .pause_seen = has(out.pauses_seen),
          .held = has(out.holds),
          .ecn = static_cast<std::uint8_t>(out.ecn),
          .state = static_cast<std::uint8_t>(out.states >> 2 * c & 3U),
          .stamp = out.stamp,
          .sample = out.sample};
}

void tell_settings(In& cycle, const reference::TcdDetectorInputs& in) {
  cycle.longest_on = in.longest_on;
  cycle.sample_period = in.period;
  cycle.low_threshold = in.low_threshold;
  cycle.rise = in.rise;
  cycle.band = in.band;
  cycle.hard_level = in.hard_level;
  cycle.sticky = in.sticky;
  cycle.hold = in.hold;
  cycle.undetermined = in.undetermined;
}

}  // namespace

PausesOfPort::PausesOfPort(SharedPort port, std::string name)
    : port_(std::move(port)), name_(std::move(name)), resets_(port_->resets()) {}

// The settings are in the registers by the cycle at hand.
In PausesOfPort::inputs(const Inputs& in) {
  port_->at(now());
  port_->still().port_pause = in.port_pause;
  port_->keep(PortInSwitch::kLossless, in.enable);
  port_->keep(PortInSwitch::kPauseQuanta, in.pause_quanta);
  if (in.told)
    port_->keep(PortInSwitch::kRefreshQuanta, in.refresh_quanta);
  In cycle = port_->still();
  cycle.step = in.step;
  cycle.link_up = in.link_up;
  cycle.above = in.filled | in.above;
  cycle.below = in.drained | in.below;
  cycle.heard_valid = in.heard;
  cycle.heard_head = in.heard_head;
  cycle.heard_times_0_3 = in.heard_times_0_3;
  cycle.heard_times_4_7 = in.heard_times_4_7;
  cycle.mac_ready = in.told;
  return cycle;
}

PausesOfPort::Outputs PausesOfPort::clock(const Inputs& in) {
  const In cycle = inputs(in);
  const reference::PfcEngineCycle model = port_->model().pfc();
  return shown_by(model, in, port_->clock(cycle));
}

PausesOfPort::Outputs PausesOfPort::evaluate(const Inputs& in) {
  const In cycle = inputs(in);
  return shown_by(port_->model().pfc(), in, port_->evaluate(cycle));
}

void PausesOfPort::compare(const Outputs& out, const Outputs& model) {
  compare_outputs<PfcEngineKind>(*port_, name_, "pfc_engine", widths(), out, model);
}

bool PausesOfPort::compare(const QueueDepth& queue, const Inputs& rest) {
  if (!PortInSwitch::fits(PortInSwitch::kXoff, queue.xoff) || !PortInSwitch::fits(PortInSwitch::kXon, queue.xon))
    return false;
  port_->at(now());
  port_->keep(PortInSwitch::kXoff, static_cast<std::uint32_t>(queue.xoff.count()));
  port_->keep(PortInSwitch::kXon, static_cast<std::uint32_t>(queue.xon.count()));
  In cycle = inputs(rest);
  const auto c = static_cast<std::uint32_t>(queue.pauses.index());
  const auto depth = static_cast<std::uint32_t>(std::min<std::int64_t>(queue.depth.count(), kDeepest));
  if (queue.comes) {
    cycle.admitted_valid = true;
    cycle.admitted_class = c;
    cycle.admitted_depth = depth;
  } else {
    cycle.released_valid = true;
    cycle.released_class = c;
    cycle.released_depth = depth;
  }
  port_->clock(cycle);
  return true;
}

bool PausesOfPort::was_reset() { return std::exchange(resets_, port_->resets()) != port_->resets(); }

CreditsOfPort::CreditsOfPort(SharedPort port, std::string name, std::size_t c)
    : port_(std::move(port)), name_(std::move(name)), c_(c) {
  port_->still().credited |= bit(c);
}

In CreditsOfPort::inputs(const Inputs& in) {
  port_->at(now());
  In& still = port_->still();
  const unsigned bits = port_->widths().blocks_bits;
  const unsigned place = static_cast<unsigned>(c_ % kClassesOfAWord) * bits;
  const std::uint64_t all = (std::uint64_t{1} << bits) - 1;
  std::uint64_t& heads = c_ < kClassesOfAWord ? still.head_blocks_0_3 : still.head_blocks_4_7;
  heads = (heads & ~(all << place)) | (in.head_blocks & all) << place;
  still.buffer = in.buffer;
  still.resync = in.resync;
  In cycle = still;
  const auto c = static_cast<std::uint32_t>(c_);
  cycle.sent_valid = in.sent;
  cycle.sent_class = c;
  cycle.sent_blocks = in.sent_blocks;
  cycle.admitted_valid = in.admitted;
  cycle.admitted_class = c;
  cycle.admitted_blocks = in.admitted_blocks;
  cycle.heard_valid = cycle.heard_credit = in.heard;
  cycle.heard_class = c;
  cycle.heard_fctbs = in.heard_fctbs;
  cycle.heard_fccl = in.heard_fccl;
  cycle.released_valid = in.released;
  cycle.released_class = c;
  cycle.released_blocks = in.released_blocks;
  cycle.period = in.period ? bit(c_) : 0;
  cycle.init = in.init;
  cycle.mac_ready = in.take;
  return cycle;
}

// What a message says stands at the port as the message is taken, the one of the lowest class.
CreditsOfPort::Outputs CreditsOfPort::outputs(reference::IbCreditsCycle model, const Inputs& in, const Out& out) const {
  Outputs shown = model.evaluate(in);
  shown.may_send = (out.credit & bit(c_)) != 0;
  if (!in.take)
    return shown;
  const bool offered = out.mac_kind == LosslessPortCycle::kCreditMessage;
  if (port_->compares() && !(offered && out.mac_class == c_))
    port_->differs(name_, "ib_credits", offered ? "mac_class_o" : "mac_kind_o", offered ? out.mac_class : out.mac_kind,
                   offered ? c_ : LosslessPortCycle::kCreditMessage);
  shown.fctbs = out.mac_fctbs;
  shown.told_fccl = out.mac_fccl;
  return shown;
}

CreditsOfPort::Outputs CreditsOfPort::clock(const Inputs& in) {
  const In cycle = inputs(in);
  const reference::IbCreditsCycle model = port_->model().credits(c_);
  return outputs(model, in, port_->clock(cycle));
}

// Whether a message of this class is due shows while no other class has credits.
CreditsOfPort::Outputs CreditsOfPort::evaluate(const Inputs& in) {
  In cycle = inputs(in);
  if (in.take)
    return outputs(port_->model().credits(c_), in, port_->evaluate(cycle));
  cycle.credited = bit(c_);
  const Out out = port_->evaluate(cycle);
  Outputs shown = outputs(port_->model().credits(c_), in, out);
  shown.due = out.mac_valid && out.mac_kind == LosslessPortCycle::kCreditMessage;
  return shown;
}

void CreditsOfPort::compare(const Outputs& out, const Outputs& model) {
  compare_outputs<IbCreditsKind>(*port_, name_, "ib_credits", widths(), out, model);
}

SchedulerOfPort::SchedulerOfPort(SharedPort port, std::string name) : port_(std::move(port)), name_(std::move(name)) {}

// A class that PFC or a limiter of this port holds is held there; one that something else holds is not open here.
In SchedulerOfPort::inputs(const Inputs& in) {
  port_->at(now());
  In& still = port_->still();
  still.lengths_0_3 = in.lengths_0_3;
  still.lengths_4_7 = in.lengths_4_7;
  still.strict = in.strict;
  still.weights = in.weights;
  still.quantum = in.quantum;
  In cycle = still;
  const std::uint32_t elsewhere = in.blocked & ~held_by(port_->model().pfc(), still.port_pause);
  cycle.waiting = in.waiting;
  const std::uint32_t open = in.open & ~elsewhere, may = in.credit | (still.credited & ~port_->linear());
  port_->let(in.waiting & open & may, now());
  cycle.open = open & (may | port_->limited());
  cycle.port_open = in.port_open;
  cycle.mac_ready = in.ready;
  return cycle;
}

SchedulerOfPort::Outputs SchedulerOfPort::clock(const Inputs& in) {
  if (!in.rst_n) {
    port_->at(now());
    port_->reset();
    return {};
  }
  const In cycle = inputs(in);
  const reference::EgressSchedulerCycle model = port_->model().scheduler();
  return shown_by(model, cycle, in.ready ? port_->start(cycle) : port_->clock(cycle));
}

SchedulerOfPort::Outputs SchedulerOfPort::evaluate(const Inputs& in) {
  const In cycle = inputs(in);
  return shown_by(port_->model().scheduler(), cycle, port_->evaluate(cycle));
}

void SchedulerOfPort::compare(const Outputs& out, const Outputs& model) {
  compare_outputs<EgressSchedulerKind>(*port_, name_, "egress_scheduler", widths(), out, model);
}

void DetectorOfPort::set(const Inputs& settings, std::uint64_t tick) {
  port_->sweep_past(tick);
  tell_settings(port_->still(), settings);
}

// What is told of a class stands at the port until its next packet.
void DetectorOfPort::tell(In& cycle, const Inputs& in) const {
  tell_settings(cycle, in);
  reference::set_queue_depth(port_->widths(), cycle, c_,
                             std::uint64_t{in.behind} + reference::waiting_length(cycle, c_));
  cycle.ecn = (cycle.ecn & ~(std::uint32_t{3} << 2 * c_)) | std::uint32_t{in.ecn} << 2 * c_;
  cycle.red_mark = (cycle.red_mark & ~bit(c_)) | (in.red_mark ? bit(c_) : 0);
  cycle.paused = (cycle.paused & ~bit(c_)) | (in.paused ? bit(c_) : 0);
}

// A reset is that of the port.
DetectorOfPort::Outputs DetectorOfPort::clock(const Inputs& in) {
  if (!in.rst_n)
    return {};
  port_->at(now());
  if (in.departs)
    return shown_by(port_->departs(c_, [&](In& cycle) { tell(cycle, in); }), c_);
  const std::uint32_t ended = port_->off_ends(c_);
  if (port_->compares() && ended != port_->tick())
    port_->differs(name_, "tcd_detector", "the stamp at the end of an OFF period", ended, port_->tick());
  return {};
}

DetectorOfPort::Outputs DetectorOfPort::evaluate(const Inputs& in) {
  In cycle = port_->still();
  cycle.shown = static_cast<std::uint32_t>(c_);
  tell(cycle, in);
  return shown_by(port_->evaluate(cycle), c_);
}

void DetectorOfPort::compare(const Outputs& out, const Outputs& model) {
  compare_outputs<TcdDetectorKind>(*port_, name_, "tcd_detector", widths(), out, model);
}

}  // namespace weir::cosim
