// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/pause.h"

#include <algorithm>

#include "hw_model/frame/mac_control.h"
#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/flow_control/pause_registers.h"

namespace weir::flow_control {
namespace {

constexpr const char* kName = "pause";
constexpr ClassId kOfThePort{0};  // the timers of the port are scheduled as those of one class
constexpr ClassMask kAllClasses = 0xff;

unsigned port_depth_bits(const PfcConfig& pfc) {
  return ledger::bits_for(static_cast<std::uint64_t>(pfc.xoff.count()));
}

}  // namespace

Pause::Pause(const PortContext& context)
    : FlowControl(context),
      refresh_interval_(refresh_interval(context.config.pfc, context.line_rate)),
      threshold_(context.config.pfc.xoff, context.config.pfc.xon),
      timer_(context.line_rate) {}

void Pause::set_depth(ClassId c, Bytes depth) {
  port_depth_ += depth - depths_[c.index()];
  depths_[c.index()] = depth;
}

// Timers that are scheduled find nothing to do.
void Pause::reset(Time now) {
  threshold_.drained(Bytes(0));
  pausing_.set(false, now);
  timer_.load(0, now);
  const bool told = told_;
  told_ = refresh_ = feedback_due_ = false;
  held_ = 0;
  for (std::size_t i = 0; told && i < kClasses; ++i) {
    if (lossless(ClassId(i)))
      port_->pausing(ClassId(i), false, now);
  }
}

void Pause::packet_admitted(ClassId c, Bytes, Bytes depth, Time now) {
  if (!lossless(c))
    return;
  set_depth(c, depth);
  if (threshold_.filled(port_depth_))
    update_due(now);
}

void Pause::packet_released(ClassId c, Bytes, Bytes depth, Time now) {
  if (!lossless(c))
    return;
  set_depth(c, depth);
  if (threshold_.drained(port_depth_))
    update_due(now);
}

void Pause::update_due(Time now) {
  const bool was_due = feedback_due_;
  feedback_due_ = due();
  if (feedback_due_ && !was_due)
    port_->feedback_due(now);
}

std::size_t Pause::build_feedback(std::span<std::uint8_t> bytes, Time now) {
  if (!due())
    return 0;
  const bool paused = threshold_.asserted();
  for (std::size_t i = 0; i < kClasses; ++i) {
    if (!lossless(ClassId(i)))
      continue;
    ClassCounters& counters = counters_[i];
    ++counters.feedback_frames;
    ++(paused ? counters.pauses_sent : counters.resumes_sent);
  }
  if (paused)
    start_refresh_timer(now);
  const bool changed = told_ != paused;
  told_ = paused;
  pausing_.set(paused, now);
  refresh_ = false;
  feedback_due_ = false;
  const std::size_t written =
      frame::write_pause(bytes, address_, {.quanta = paused ? config().pfc.pause_quanta : std::uint16_t{0}});
  for (std::size_t i = 0; changed && i < kClasses; ++i) {
    if (lossless(ClassId(i)))
      port_->pausing(ClassId(i), paused, now);
  }
  return written;
}

void Pause::start_refresh_timer(Time now) {
  refresh_at_ = now + refresh_interval_;
  if (timer_pending_)
    return;
  timer_pending_ = true;
  port_->schedule(refresh_at_, EventKind::kFeedbackTimer, kOfThePort);
}

void Pause::feedback_timer(ClassId, Time now) {
  timer_pending_ = false;
  if (!told_)
    return;
  if (now < refresh_at_) {  // resumed and paused again since it was scheduled
    timer_pending_ = true;
    port_->schedule(refresh_at_, EventKind::kFeedbackTimer, kOfThePort);
    return;
  }
  refresh_ = true;
  update_due(now);
}

void Pause::feedback_received(std::span<const std::uint8_t> bytes, Time now) {
  const auto control = frame::read_mac_control(bytes, address_);
  if (!control)
    return;
  // PFC frames are for ports that run PFC: not obeyed.
  const auto* pause = std::get_if<frame::PauseFrame>(&*control);
  if (pause == nullptr)
    return;
  timer_.load(pause->quanta, now);
  if (pause->quanta == 0) {
    hold(0, now);
    return;
  }
  for (std::size_t i = 0; i < kClasses; ++i)
    counters_[i].pauses_received += lossless(ClassId(i)) ? 1 : 0;
  expect_expiry();
  hold(kAllClasses, now);
}

// All classes at once: the port may start a packet inside gate_changed.
void Pause::hold(ClassMask classes, Time now) {
  if (held_ == classes)
    return;
  held_ = classes;
  for (std::size_t i = 0; i < kClasses; ++i)
    port_->gate_changed(ClassId(i), now);
}

// As for PFC: a timer that was restarted leaves the expiry where it was scheduled; only a pause shorter than what was
// left needs an event before the pending one, which is then stale.
void Pause::expect_expiry() {
  const Time at = timer_.expires_at();
  if (at >= expiry_pending_)
    return;
  expiry_pending_ = at;
  port_->schedule(at, EventKind::kPauseExpiry, kOfThePort);
}

void Pause::pause_expiry(ClassId, Time now) {
  if (now != expiry_pending_)
    return;  // stale
  expiry_pending_ = kNever;
  if (held_ == 0)
    return;
  if (timer_.paused(now)) {
    expect_expiry();
    return;
  }
  hold(0, now);
}

bool Pause::holds_peer_at(ClassId, Bytes stuck, Bytes) const {
  return threshold_.asserted() && stuck > config().pfc.xon;
}

void Pause::bind_registers(const ledger::Binder& binder, const Surroundings& around) {
  FlowControl::bind_registers(binder, around);
  const EngineRegisters registers = registers_of(binder, around);
  bind_pause_settings(registers);
  registers.port_state("xoff_asserted", [this](Time) { return threshold_.asserted() ? 1U : 0U; });
  registers.port_state("told_paused", [this](Time) { return told_ ? 1U : 0U; });
  registers.port_state("refresh_due", [this](Time) { return refresh_ ? 1U : 0U; });
  registers.port_state("refresh_timer", [this](Time now) -> std::uint64_t {
    const Time left = refresh_at_ - now;
    return !told_ || left <= Time(0) ? 0 : quanta_left(left, line_rate());
  });
  registers.port_state("pausing_time", [this](Time now) { return whole_nanoseconds(pausing_.total(now)); });
  registers.port_state("pause_timer", [this](Time now) { return timer_.quanta_left(now); });
  registers.port_state("quantum_prescaler", [this](Time now) { return quantum_prescaler(now, line_rate()); });
  const std::uint64_t most = (std::uint64_t{1} << port_depth_bits(config().pfc)) - 1;
  registers.port_state("port_depth",
                       [this, most](Time) { return std::min(static_cast<std::uint64_t>(port_depth_.count()), most); });
}

// The comparator sees the new thresholds at once. A refresh timer that runs keeps its time.
void Pause::reconfigure(const PortContext& settings, const ViqDepth& depth, Time now) {
  FlowControl::reconfigure(settings, depth, now);
  refresh_interval_ = refresh_interval(config().pfc, settings.line_rate);
  threshold_.set(config().pfc.xoff, config().pfc.xon);
  threshold_.filled(port_depth_);
  threshold_.drained(port_depth_);
  update_due(now);
}

ledger::Block Pause::declare(const PortContext& context) {
  static constexpr auto kFields = ledger::state_fields<Pause>(
      ledger::holds(&Pause::refresh_interval_, "refresh_quanta"), ledger::model_only(&Pause::depths_, "mmu.viq_depth"),
      ledger::holds(&Pause::port_depth_, "port_depth"),
      ledger::holds(&Pause::threshold_, "xoff", "xon", "xoff_asserted"), ledger::holds(&Pause::told_, "told_paused"),
      ledger::holds(&Pause::refresh_, "refresh_due"), ledger::holds(&Pause::refresh_at_, "refresh_timer"),
      ledger::model_only(&Pause::timer_pending_, "a scheduled event stands for the counting down"),
      ledger::holds(&Pause::pausing_, "pausing_time", "pausing_since"),
      ledger::holds(&Pause::timer_, "pause_timer", "quantum_prescaler"),
      ledger::model_only(&Pause::expiry_pending_, "a scheduled event stands for the counting down"));
  const ledger::Origin origin(kName, "IEEE 802.3 annex 31B");
  ledger::Block block("flow_control");
  declare_pause_registers(block, context.config.pfc, {}, origin);
  block.add(origin.state({.name = "port_depth",
                          .width = port_depth_bits(context.config.pfc),
                          .width_follows = "bits of XOFF in bytes; saturates",
                          .description = "bytes of all lossless VIQs of the port, the sum of the MMU's depths"}));
  declare_common(block, context, origin);
  ledger::require_declared(block, kFields);
  return block;
}

}  // namespace weir::flow_control
