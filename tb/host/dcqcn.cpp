// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/host/dcqcn.h"

#include <algorithm>

namespace weir::host {

Dcqcn::Dcqcn(const DcqcnSettings& settings, BitRate line_rate, bool tcd)
    : settings_(settings),
      line_rate_(static_cast<double>(line_rate.count())),
      tcd_(tcd),
      rate_(line_rate_),
      target_(line_rate_),
      alpha_(settings.initial_alpha) {}

Time Dcqcn::next_send(Bytes /*length*/, Bytes /*in_flight*/, Time now) { return limited() ? next_ : now; }

void Dcqcn::sent(Bytes length, Time now) {
  last_sent_ = now;
  last_length_ = length;
  if (!limited()) {
    return;
  }
  counted_ += length;
  if (counted_ >= settings_.byte_counter) {
    counted_ -= settings_.byte_counter;
    ++fills_;
    increase();
  }
  pace();
}

void Dcqcn::feedback(const Feedback& feedback, Time now) {
  if (!feedback.notification || feedback.mark == Mark::kNone) {
    return;
  }
  if (tcd_ && feedback.mark == Mark::kUndetermined) {
    hold(now);
  } else {
    cut(now);
  }
}

void Dcqcn::cut(Time now) {
  alpha_ = alpha(now);
  target_ = rate_;
  const double least = std::min(static_cast<double>(settings_.least_rate.count()), line_rate_);
  rate_ = std::max(rate_ * (1 - alpha_ / 2), least);
  alpha_ = (1 - settings_.g) * alpha_ + settings_.g;
  times_ = 0;
  fills_ = 0;
  restart(now);
  pace();
}

void Dcqcn::hold(Time now) {
  if (limited()) {
    alpha_ = alpha(now);
    restart(now);
  }
}

void Dcqcn::restart(Time now) {
  alpha_since_ = now;
  increase_at_ = now + settings_.increase_timer;
  counted_ = Bytes(0);
}

// A product for each alpha_timer that has passed, until nothing is left of it.
double Dcqcn::alpha(Time now) const {
  double alpha = alpha_;
  for (std::int64_t n = alpha_since_ == kNever ? 0 : (now - alpha_since_) / settings_.alpha_timer; n > 0 && alpha > 0;
       --n) {
    alpha *= 1 - settings_.g;
  }
  return alpha;
}

void Dcqcn::timer(Time now) {
  increase_at_ = now + settings_.increase_timer;
  ++times_;
  increase();
  pace();
}

void Dcqcn::increase() {
  const std::uint32_t fast = settings_.fast_recovery;
  if (const std::uint32_t least = std::min(times_, fills_); least > fast) {
    target_ += static_cast<double>(least - fast) * static_cast<double>(settings_.r_hai.count());
  } else if (std::max(times_, fills_) >= fast) {
    target_ += static_cast<double>(settings_.r_ai.count());
  }
  target_ = std::min(target_, line_rate_);
  rate_ = (target_ + rate_) / 2;
  if (line_rate_ - rate_ < 1) {
    rate_ = target_ = line_rate_;
    increase_at_ = kNever;
  }
}

void Dcqcn::pace() {
  next_ = last_sent_ +
          serialization_time(last_length_, BitRate(std::max(static_cast<std::int64_t>(rate_), std::int64_t{1})));
}

extern const RateControlKind kDcqcnControl;
constexpr RateControlKind kDcqcnControl{.word = "dcqcn",
                                        .meaning = "DCQCN, SIGCOMM '15, paced by `traffic.dcqcn`",
                                        .paced = true,
                                        .wants_marks = true,
                                        .has_tcd = true,
                                        .notify_interval = Time(50'000'000),
                                        .make = [](const ControlSettings& settings) -> std::unique_ptr<RateControl> {
                                          return std::make_unique<Dcqcn>(settings.parameters->dcqcn, settings.line_rate,
                                                                         settings.tcd);
                                        }};

}  // namespace weir::host
