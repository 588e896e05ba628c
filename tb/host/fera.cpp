// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/host/fera.h"

#include <algorithm>

#include "hw_model/frame/mac_control.h"

namespace weir::host {

Fera::Fera(const FeraSettings& settings, BitRate line_rate)
    : settings_(settings),
      line_rate_(line_rate),
      initial_rate_(std::max(line_rate / settings.n0, BitRate(1))),
      rate_(initial_rate_) {}

Time Fera::next_send(Bytes /*length*/, Bytes /*in_flight*/, Time /*now*/) { return next_; }

void Fera::sent(Bytes length, Time now) {
  last_ = now;
  last_length_ = length;
  next_ = now + serialization_time(length, rate_);
  due_ = next_;
  watch_idle();
}

void Fera::watch_idle() {
  switch (settings_.idle) {
    case FeraIdle::kDue:
      idle_at_ = due_ + settings_.idle_after;
      break;
    case FeraIdle::kDeparture:
      idle_at_ = last_ + settings_.idle_after;
      break;
    case FeraIdle::kNever:
      break;
  }
}

// Time between two tags: tau, or longer where tag_share asks for it.
Time Fera::tag_gap() const {
  if (settings_.tag_share >= 1) {
    return settings_.tag_interval;
  }
  const auto least = static_cast<double>(serialization_time(frame::kControlFrameLength, rate_).count());
  return std::max(settings_.tag_interval, Time(static_cast<std::int64_t>(least / settings_.tag_share)));
}

bool Fera::wants_tag(bool before_packet, Time now) const {
  return before_packet ? last_tag_ == kNever || now >= last_tag_ + tag_gap() : tag_due_;
}

std::uint32_t Fera::tag_sent(Time now) {
  last_tag_ = now;
  tag_at_ = now + tag_gap();
  tag_due_ = false;
  if (settings_.silence == FeraSilence::kLower && silent_at_ == kNever) {
    silent_at_ = now + settings_.silent_after;
  }
  return tags_++;
}

// Sets the rate from now on. A source that becomes due by the new rate counts as due from now, not from earlier.
void Fera::take(BitRate rate, Time now) {
  rate_ = std::clamp(rate, BitRate(1), line_rate_);
  if (tag_at_ != kNever) {
    tag_at_ = std::max(last_tag_ + tag_gap(), now);
  }
  if (last_ == kNever) {
    return;
  }
  next_ = last_ + serialization_time(last_length_, rate_);
  if (idle_at_ != kNever) {
    due_ = next_ > now ? next_ : std::min(due_, now);
    watch_idle();
  }
}

void Fera::feedback(const Feedback& feedback, Time now) {
  if (!feedback.advertised) {
    return;
  }
  const std::uint32_t number = feedback.advertised->sequence;
  const bool stale = static_cast<std::int32_t>(number - newest_) < 0;
  const bool never_sent = static_cast<std::int32_t>(number - tags_) >= 0;
  if (stale || never_sent) {
    return;
  }
  newest_ = number + 1;
  silent_at_ = kNever;
  const BitRate advertised = feedback.advertised->rate;
  take(advertised == BitRate(0) ? line_rate_ : advertised, now);
}

Time Fera::next_timer() const { return std::min({idle_at_, silent_at_, tag_at_}); }

void Fera::timer(Time now) {
  if (idle_at_ <= now) {
    idle_at_ = kNever;
    take(initial_rate_, now);
  }
  if (silent_at_ <= now) {
    silent_at_ = kNever;
    take(std::min(rate_, initial_rate_), now);
  }
  if (tag_at_ <= now) {
    tag_at_ = kNever;
    tag_due_ = now <= next_ + settings_.tag_interval;
  }
}

extern const RateControlKind kFeraControl;
constexpr RateControlKind kFeraControl{.word = "fera",
                                       .meaning = "FERA, paced by rates that switches write into tags, `traffic.fera`",
                                       .paced = true,
                                       .tags = true,
                                       .make = [](const ControlSettings& settings) -> std::unique_ptr<RateControl> {
                                         return std::make_unique<Fera>(settings.parameters->fera, settings.line_rate);
                                       }};

}  // namespace weir::host
