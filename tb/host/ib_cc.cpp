// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/host/ib_cc.h"

#include <algorithm>

namespace weir::host {

IbCc::IbCc(const IbCcSettings& settings, BitRate line_rate, bool tcd)
    : settings_(settings), line_rate_(line_rate), tcd_(tcd) {}

Time IbCc::next_send(Bytes /*length*/, Bytes /*in_flight*/, Time /*now*/) { return next_; }

void IbCc::sent(Bytes length, Time now) {
  last_sent_ = now;
  sending_ = serialization_time(length, line_rate_);
  pace();
}

void IbCc::feedback(const Feedback& feedback, Time now) {
  if (feedback.mark == Mark::kNone) {
    return;
  }
  if (tcd_ && feedback.mark == Mark::kUndetermined) {
    expires_ = ccti_ == 0 ? kNever : now + settings_.timer;
    return;
  }
  ccti_ = std::min(ccti_ + settings_.increase, settings_.limit);
  if (expires_ == kNever && ccti_ > 0) {
    expires_ = now + settings_.timer;
  }
  pace();
}

void IbCc::timer(Time now) {
  --ccti_;
  expires_ = ccti_ == 0 ? kNever : now + settings_.timer;
  pace();
}

Time IbCc::with_delay(Time sending) const {
  const CctEntry entry = settings_.cct[ccti_];
  return sending + Time(static_cast<std::int64_t>(Wide{sending.count()} * entry.multiplier >> entry.shift));
}

void IbCc::pace() { next_ = last_sent_ + with_delay(sending_); }

std::optional<BitRate> IbCc::rate() const {
  const CctEntry entry = settings_.cct[ccti_];
  const Wide one = Wide{1} << entry.shift;
  return BitRate(static_cast<std::int64_t>(Wide{line_rate_.count()} * one / (one + entry.multiplier)));
}

extern const RateControlKind kIbCcControl;
constexpr RateControlKind kIbCcControl{
    .word = "ib_cc",
    .meaning = "InfiniBand congestion control, volume 1, annex A10, by `traffic.ib_cc`",
    .paced = true,
    .wants_roce = true,
    .has_tcd = true,
    .notify_interval = Time(0),
    .make = [](const ControlSettings& settings) -> std::unique_ptr<RateControl> {
      return std::make_unique<IbCc>(settings.parameters->ib_cc, settings.line_rate, settings.tcd);
    }};

}  // namespace weir::host
