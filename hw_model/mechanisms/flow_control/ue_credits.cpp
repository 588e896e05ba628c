// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/ue_credits.h"

#include <algorithm>

#include "hw_model/base/class_mask.h"
#include "hw_model/frame/cc_update.h"

namespace weir::flow_control {
namespace {

// Timers by the class under which the port keeps them.
constexpr ClassId kCcTimer(0);    // kFeedbackTimer: the next CC_Update
constexpr ClassId kCfSilence(1);  // kFeedbackTimer: no CF_Update for cf_max_spacing
constexpr ClassId kCcPlace(2);    // kFeedbackTimer: no frame is left that came before a CC_Update
constexpr ClassId kCfEffect(0);   // kPauseExpiry: t_r after a CF_Update

}  // namespace

UeCredits::UeCredits(const PortContext& context)
    : FlowControl(context),
      sender_(context.config.ue_cbfc.credits),
      receiver_(context.config.ue_cbfc.credits),
      channels_(context.config.ue_cbfc.channels) {
  counts_packets_ = true;
  arrival_listener_ = this;
  frame_order_ = this;
  set_side_ = this;
  offer(context.config.ue_cbfc, context.config.lossless);
  sender_.clock(context.factories.of<ue_cbfc::SenderBlock>()(
      ue_cbfc::sender_widths(context.config.ue_cbfc.credits, context.max_frame), context.name));
  receiver_.clock(context.factories.of<ue_cbfc::ReceiverBlock>()(
      ue_cbfc::receiver_widths(context.config.ue_cbfc.credits, context.max_frame), context.name));
  for_each_class(context.config.lossless, [this](ClassId c) {
    sender_.set_enabled(channel_of(c), true, Time(0));
    receiver_.set_enabled(channel_of(c), true, Time(0));
  });
  if (context.config.ue_cbfc.unmapped == Unmapped::kDrop)
    without_channel_ = static_cast<ClassMask>(~context.config.lossless);
}

// What a receiver with these settings offers is the sender's limit.
void UeCredits::offer(const UeCreditsConfig& by, ClassMask lossless) {
  ue_cbfc::UeCbfcConfig credits = config().ue_cbfc.credits;
  credits.pool_credits = by.credits.pool_credits;
  sender_.reconfigure(credits);
  for_each_class(lossless, [&](ClassId c) {
    sender_.set_limit(channel_of(c), by.limits[c.index()]);
    if (by.pooled())
      sender_.set_pool_share(channel_of(c), by.share(c.index()));
  });
}

void UeCredits::meet(const FlowControl& peer) {
  if (const auto* const same = dynamic_cast<const UeCredits*>(&peer))
    offer(same->config().ue_cbfc, config().lossless);
}

void UeCredits::start(Time now) {
  sender_.start_timer();
  port_->schedule(sender_.next_cc(), EventKind::kFeedbackTimer, kCcTimer);
  cf_last_ = now;
  watch_silence(now);
}

// A CC_Update that is due and has not left does not leave.
void UeCredits::say_cc_updates(bool on, Time now) {
  says_cc_ = on;
  if (!on) {
    sender_.drop_cc_updates(now);
    set_feedback_due(false, now);
  }
}

void UeCredits::clear_counters() {
  sender_.clear_counters();
  receiver_.clear_counters();
}

void UeCredits::packet_admitted(ClassId c, Bytes length, Bytes, Time now) {
  if (!lossless(c) || length == Bytes(0))
    return;
  if (!receiver_.accepted(channel_of(c), credits(length), now))
    uncounted_[c.index()] += credits(length);
}

void UeCredits::packet_released(ClassId c, Bytes length, Bytes, Time now) {
  if (!lossless(c) || length == Bytes(0))
    return;
  const std::uint32_t freed = credits(length);
  const std::uint32_t uncounted = std::min(freed, uncounted_[c.index()]);
  uncounted_[c.index()] -= uncounted;
  if (freed == uncounted)
    return;
  receiver_.freed(channel_of(c), freed - uncounted, now);
  port_->set_due(now);
}

void UeCredits::feedback_timer(ClassId timer, Time now) {
  if (timer == kCfSilence)
    return silent(now);
  if (timer == kCcTimer) {
    sender_.timer_ended(now);
    if (!says_cc_)
      sender_.drop_cc_updates(now);
    port_->schedule(sender_.next_cc(), EventKind::kFeedbackTimer, kCcTimer);
    return set_feedback_due(sender_.cc_due() != 0, now);
  }
  placed_ = false;
  while (!waits_.empty() && waits_.front().place <= now)
    count_first(now);
  await_place();
}

std::size_t UeCredits::build_feedback(std::span<std::uint8_t> bytes, Time now) {
  if (sender_.cc_due() == 0)
    return 0;
  const ue_cbfc::CcUpdate update = sender_.take_cc_update(now);
  feedback_due_ = sender_.cc_due() != 0;
  for_each_class(lossless_, [&](ClassId c) {
    const bool told = channel_of(c) / ue_cbfc::kChannelsOfCcUpdate == update.first_vc / ue_cbfc::kChannelsOfCcUpdate;
    counters_[c.index()].feedback_frames += told ? 1 : 0;
  });
  return frame::write_cc_update(bytes, address_, update);
}

void UeCredits::feedback_arrived(std::span<const std::uint8_t> bytes, Time now) {
  const auto update = frame::read_cc_update(bytes, address_);
  if (!update || !heeds_cc_)
    return;
  waits_.push_back({now, port_->admitted_by(now), *update});
  await_place();
}

void UeCredits::frame_comes(Time arrival, Time now) {
  while (!waits_.empty() && waits_.front().arrival < arrival)
    count_first(now);
}

// One timer waits at a time: it is for the first, or for one that a frame has brought to its place meanwhile.
void UeCredits::await_place() {
  if (placed_ || waits_.empty())
    return;
  placed_ = true;
  port_->schedule(waits_.front().place, EventKind::kFeedbackTimer, kCcPlace);
}

void UeCredits::count_first(Time now) {
  receiver_.cc_update(waits_.front().update, now);
  waits_.erase(waits_.begin());
  if (receiver_.has_news())
    port_->set_due(now);
}

Time UeCredits::sendable_at(ClassId c, Bytes length, Time now) {
  return !lossless(c) || sender_.may_send(channel_of(c), credits(length), now) ? now : kNever;
}

void UeCredits::packet_sent(ClassId c, Bytes length, Time, Time end) {
  if (lossless(c))
    sender_.sent(channel_of(c), credits(length), end);
}

frame::OrderedSetBytes UeCredits::take_cf_update(Time now) {
  cf_overdue_ = false;
  cf_last_ = now;
  if (!cf_watched_)
    watch_silence(now);
  return frame::write_cf_update_set(receiver_.take_cf_update(now).entries);
}

void UeCredits::watch_silence(Time now) {
  cf_watched_ = true;
  const Time longest = serialization_time(config().ue_cbfc.credits.cf_max_spacing, line_rate_);
  port_->schedule(std::max(cf_last_ + longest, now + Time(1)), EventKind::kFeedbackTimer, kCfSilence);
}

void UeCredits::silent(Time now) {
  if (cf_last_ + serialization_time(config().ue_cbfc.credits.cf_max_spacing, line_rate_) > now)
    return watch_silence(now);
  cf_watched_ = false;
  cf_overdue_ = true;
  port_->set_due(now);
}

void UeCredits::cf_update_arrived(const frame::OrderedSetBytes& bytes, Time now) {
  const auto entries = frame::read_cf_update_set(bytes);
  if (!entries)
    return;
  const ue_cbfc::CfUpdate update{*entries};
  const Time effect = now + config().processing_delay;
  if (effect == now)
    return hear(update, now);
  heard_.push_back({effect, update});
  if (heard_.size() == 1)
    port_->schedule(effect, EventKind::kPauseExpiry, kCfEffect);
}

void UeCredits::pause_expiry(ClassId, Time now) {
  while (!heard_.empty() && heard_.front().effect <= now) {
    const ue_cbfc::CfUpdate update = heard_.front().update;
    heard_.erase(heard_.begin());
    hear(update, now);
  }
  if (!heard_.empty())
    port_->schedule(heard_.front().effect, EventKind::kPauseExpiry, kCfEffect);
}

// All counts first: the port may start a packet inside gate_changed.
void UeCredits::hear(const ue_cbfc::CfUpdate& update, Time now) {
  PerClass<std::uint32_t> before{};
  for_each_class(lossless_, [&](ClassId c) { before[c.index()] = sender().channel(channel_of(c)).used; });
  sender_.cf_update(update, now);
  ClassMask changed = 0;
  for_each_class(lossless_, [&](ClassId c) {
    if (before[c.index()] != sender().channel(channel_of(c)).used)
      changed = static_cast<ClassMask>(changed | mask_of(c));
  });
  if (changed != 0 && sender().config().pool_credits > 0)
    changed = lossless_;
  for_each_class(changed, [&](ClassId c) { port_->gate_changed(c, now); });
}

// Of a pool: it is certain that the peer stays held if what is stuck of all classes leaves too little of the pool.
HoldsAt UeCredits::holds_peer(ClassId c) const {
  if (!lossless(c))
    return FlowControl::holds_peer(c);
  return [credits = config().ue_cbfc.credits, most = config().ue_cbfc.most(c.index())](Bytes stuck, Bytes head) {
    return static_cast<std::uint64_t>(stuck / credits.credit_size) + credits.credits(head) > most;
  };
}

ClassMask UeCredits::counted_with(ClassId c) const {
  return config().ue_cbfc.pooled() && lossless(c) ? lossless_ : mask_of(c);
}

Bytes UeCredits::occupies(Bytes length, Bytes) const {
  return std::int64_t{credits(length)} * sender().config().credit_size;
}

std::uint64_t UeCredits::receiver_state(ClassId c) const {
  const ue_cbfc::ReceiverChannel& channel = receiver().channel(channel_of(c));
  return (channel.consumed - channel.freed) & receiver().config().counter_mask();
}

Bytes UeCredits::first_threshold() const {
  std::uint32_t most = 0;
  for_each_class(lossless_, [&](ClassId c) { most = std::max(most, config().ue_cbfc.most(c.index())); });
  return std::int64_t{most} * config().ue_cbfc.credits.credit_size;
}

}  // namespace weir::flow_control
