// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/pfc.h"

#include <bit>

#include "hw_model/frame/mac_control.h"
#include "hw_model/mechanisms/flow_control/require.h"

namespace weir::flow_control {
namespace {

constexpr unsigned kQuantaBits = 16;
constexpr unsigned kQuantumPrescalerBits = 9;  // counts the 512 bit times of a quantum

void validate(const PortContext& context) {
  const PfcConfig& pfc = context.config.pfc;
  require(pfc.xon >= Bytes(0), "pfc: xon is " + text(pfc.xon) + ", wanted 0 or more");
  require(pfc.xon < pfc.xoff, "pfc: xon is " + text(pfc.xon) + ", wanted less than xoff, " + text(pfc.xoff));
  require(pfc.pause_quanta >= 1, "pfc: pause_quanta is 0, which would resume; wanted 1..65535");
  require(pfc.refresh_fraction > 0 && pfc.refresh_fraction < 1,
          "pfc: refresh_fraction is " + std::to_string(pfc.refresh_fraction) + ", wanted more than 0 and less than 1");
  const Time frame = serialization_time(frame::kControlFrameLength, context.line_rate);
  require(refresh_interval(context.config.pfc, context.line_rate) > frame,
          "pfc: a standing pause would be sent again every " +
              text(refresh_interval(context.config.pfc, context.line_rate)) +
              " (pause_quanta x refresh_fraction), wanted more than the " + text(frame) + " of one control frame");
}

}  // namespace

Pfc::Pfc(const PortContext& context)
    : FlowControl(context),
      refresh_interval_((validate(context), refresh_interval(context.config.pfc, context.line_rate))),
      address_(context.address) {
  receiving_.fill({.threshold = reference::PfcThreshold(config_.pfc.xoff, config_.pfc.xon)});
  sending_.fill({.timer = reference::PfcTimer(context.line_rate)});
}

void Pfc::packet_admitted(ClassId c, Bytes, Bytes depth, Time now) {
  if (lossless(c) && receiving_[c.index()].threshold.filled(depth))
    threshold_changed(c, now);
}

void Pfc::packet_released(ClassId c, Bytes, Bytes depth, Time now) {
  if (lossless(c) && receiving_[c.index()].threshold.drained(depth))
    threshold_changed(c, now);
}

void Pfc::threshold_changed(ClassId c, Time now) {
  asserted_ ^= mask_of(c);
  update_due(now);
}

void Pfc::update_due(Time now) {
  const bool was_due = feedback_due_;
  feedback_due_ = due() != 0;
  if (feedback_due_ && !was_due)
    port_->feedback_due(now);
}

std::size_t Pfc::build_feedback(std::span<std::uint8_t> bytes, Time now) {
  const ClassMask said = due();
  if (said == 0)
    return 0;
  frame::PfcFrame frame{.enabled = said};
  for (std::size_t i = 0; i < kClasses; ++i) {
    const ClassId c(i);
    if ((said & mask_of(c)) == 0)
      continue;
    ClassCounters& counters = counters_[i];
    ++counters.feedback_frames;
    if ((asserted_ & mask_of(c)) != 0) {
      frame.time[i] = config_.pfc.pause_quanta;
      ++counters.pauses_sent;
      start_refresh_timer(c, now);
    } else {
      ++counters.resumes_sent;
    }
  }
  told_ = static_cast<ClassMask>((told_ & ~said) | (asserted_ & said));
  refresh_ = 0;  // every refresh that was due has been said, or its pause has ended
  feedback_due_ = false;
  return frame::write_pfc(bytes, address_, frame);
}

void Pfc::start_refresh_timer(ClassId c, Time now) {
  ReceivingClass& state = receiving_[c.index()];
  state.refresh_at = now + refresh_interval_;
  if (state.timer_pending)
    return;
  state.timer_pending = true;
  port_->schedule(state.refresh_at, EventKind::kFeedbackTimer, c);
}

void Pfc::feedback_timer(ClassId c, Time now) {
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

void Pfc::feedback_received(std::span<const std::uint8_t> bytes, Time now) {
  const auto control = frame::read_mac_control(bytes);
  if (!control)
    return;
  // A PAUSE of 802.3x does not exist on a link that runs PFC (802.1Q 36.1.2): not obeyed.
  const auto* pfc = std::get_if<frame::PfcFrame>(&*control);
  if (pfc == nullptr)
    return;
  const ClassMask obeyed = pfc->enabled & config_.lossless;
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

void Pfc::load_timer(ClassId c, std::uint16_t quanta, Time now) {
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
void Pfc::expect_expiry(ClassId c) {
  SendingClass& state = sending_[c.index()];
  const Time at = state.timer.expires_at();
  if (at >= state.expiry_pending)
    return;
  state.expiry_pending = at;
  port_->schedule(at, EventKind::kPauseExpiry, c);
}

void Pfc::pause_expiry(ClassId c, Time now) {
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

bool Pfc::holds_peer_at(ClassId c, Bytes stuck, Bytes) const {
  return (asserted_ & mask_of(c)) != 0 && stuck > config_.pfc.xon;
}

ledger::Block Pfc::declare(const PortContext& context) {
  const ledger::Dimensions each_class = per_lossless_class(context);
  const PfcConfig& pfc = context.config.pfc;
  const auto depth_bits = static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(pfc.xoff.count())));
  const auto setting = [&](const char* name, unsigned width, std::int64_t reset, const char* description) {
    return ledger::RegisterDeclaration{.name = name,
                                       .width = width,
                                       .reset = static_cast<std::uint64_t>(reset),
                                       .access = ledger::Access::kReadWrite,
                                       .mechanism = "pfc",
                                       .source = "IEEE 802.1Q clause 36",
                                       .description = description};
  };
  const auto state = [&](const char* name, unsigned width, const ledger::Dimensions& dimensions,
                         const char* description) {
    return ledger::RegisterDeclaration{.name = name,
                                       .width = width,
                                       .dimensions = dimensions,
                                       .access = ledger::Access::kReadOnly,
                                       .mechanism = "pfc",
                                       .source = "IEEE 802.1Q clause 36, IEEE 802.3 annex 31D",
                                       .description = description};
  };
  ledger::Block block("flow_control");
  block.add(setting("xoff", depth_bits, pfc.xoff.count(), "VIQ depth in bytes from which PAUSE is sent"))
      .add(setting("xon", depth_bits, pfc.xon.count(), "VIQ depth in bytes down to which a pause stands"))
      .add(setting("pause_quanta", kQuantaBits, pfc.pause_quanta, "timer value of a PAUSE"))
      .add(setting("refresh_quanta", kQuantaBits, static_cast<std::int64_t>(pfc.pause_quanta * pfc.refresh_fraction),
                   "a standing pause is sent again after this many quanta"))
      .add(state("xoff_asserted", 1, each_class, "the VIQ has reached XOFF and not yet fallen to XON"))
      .add(state("told_paused", 1, each_class, "the peer was last told to pause"))
      .add(state("refresh_due", 1, each_class, "the refresh timer has run out"))
      .add(state("refresh_timer", kQuantaBits, each_class, "quanta until a standing pause is sent again"))
      .add(state("pause_timer", kQuantaBits, each_class, "quanta for which the class stays paused"))
      .add(state("quantum_prescaler", kQuantumPrescalerBits, {}, "bit times of the present quantum, for all timers"));
  return block;
}

}  // namespace weir::flow_control
