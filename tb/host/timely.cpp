// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/host/timely.h"

#include <algorithm>

namespace weir::host {

Timely::Timely(const TimelySettings& settings, BitRate line_rate, bool tcd)
    : settings_(settings), line_rate_(line_rate), tcd_(tcd), rate_(0) {
  const BitRate initial = settings.initial_rate == BitRate(0) ? line_rate : settings.initial_rate;
  set(static_cast<double>(initial.count()));
}

// Within a segment next_ is the segment's beginning or earlier, so the packet may go at once.
Time Timely::next_send(Bytes /*length*/, Bytes /*in_flight*/, Time /*now*/) { return next_; }

void Timely::sent(Bytes length, Time now) {
  if (!open_) {
    open_ = true;
    began_ = now;
    in_segment_ = Bytes(0);
  }
  in_segment_ += length;
}

Time Timely::round_trip_from(Time /*now*/) const { return began_ + serialization_time(in_segment_, line_rate_); }

bool Timely::wants_answer(bool dry) {
  open_ = !dry && in_segment_ < settings_.segment;
  gap();
  return !open_;
}

void Timely::feedback(const Feedback& feedback, Time now) {
  if (feedback.round_trip == kNever) {
    return;
  }
  const Time rtt = feedback.round_trip;
  const Time before = round_trip_ == kNever ? rtt : round_trip_;
  round_trip_ = rtt;
  difference_ = (1 - settings_.weight) * difference_ + settings_.weight * static_cast<double>((rtt - before).count());
  const double slope = gradient();
  not_above_ = slope <= 0 ? not_above_ + 1 : 0;
  const double part = part_of_step(now);
  const double delta = static_cast<double>(settings_.delta.count()) * part;
  const auto step_down = [&](double loss) { set(rate_ * std::max(1 - loss * part, settings_.least_factor)); };
  if (rtt < settings_.t_low) {
    set(rate_ + delta);
  } else if (rtt > settings_.t_high) {
    const double kept = static_cast<double>(settings_.t_high.count()) / static_cast<double>(rtt.count());
    step_down(settings_.beta * (1 - kept));
  } else if (slope <= 0) {
    set(rate_ + (not_above_ >= settings_.hai_after ? settings_.hai_factor : 1) * delta);
  } else if (!tcd_ || feedback.mark != Mark::kUndetermined) {
    step_down(settings_.beta * slope);
  }
}

double Timely::part_of_step(Time now) {
  const Time since = stepped_ == kNever ? settings_.least_round_trip : now - stepped_;
  stepped_ = now;
  return !settings_.scaled_steps || since >= settings_.least_round_trip
             ? 1
             : static_cast<double>(since.count()) / static_cast<double>(settings_.least_round_trip.count());
}

double Timely::gradient() const { return difference_ / static_cast<double>(settings_.least_round_trip.count()); }

void Timely::set(double rate) {
  const double line = static_cast<double>(line_rate_.count());
  rate_ = std::min(std::max(rate, static_cast<double>(settings_.least_rate.count())), line);
  gap();
}

void Timely::gap() {
  if (!open_) {
    next_ = began_ + serialization_time(in_segment_, BitRate(static_cast<std::int64_t>(rate_)));
  }
}

extern const RateControlKind kTimelyControl;
constexpr RateControlKind kTimelyControl{
    .word = "timely",
    .meaning = "TIMELY, SIGCOMM '15, with go-back-N and an acknowledgement a segment, by `traffic.timely`",
    .resends = true,
    .paced = true,
    .has_tcd = true,
    .make = [](const ControlSettings& settings) -> std::unique_ptr<RateControl> {
      return std::make_unique<Timely>(settings.parameters->timely, settings.line_rate, settings.tcd);
    }};

}  // namespace weir::host
