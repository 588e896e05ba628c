// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/host/bcn.h"

#include <algorithm>

namespace weir::host {

namespace {

constexpr double kUnitOfIndex = 64;  // bytes

}  // namespace

Bcn::Bcn(const BcnSettings& settings, BitRate line_rate)
    : settings_(settings), line_rate_(static_cast<double>(line_rate.count())), rate_(line_rate_) {}

void Bcn::sent(Bytes length, Time now) {
  last_sent_ = now;
  last_length_ = length;
  pace();
}

void Bcn::feedback(const Feedback& feedback, Time) {
  const double e = kUnitOfIndex * feedback.congestion_index;
  if (e < 0) {
    const double gain = settings_.g_d / static_cast<double>(settings_.unit_d.count());
    slowed_by_ = feedback.congestion_point;
    rate_ *= std::max(1 + gain * e, settings_.least_factor);
  } else if (e > 0 && feedback.congestion_point == slowed_by_) {
    const double gain = settings_.g_i / static_cast<double>(settings_.unit_i.count());
    rate_ += gain * e * static_cast<double>(settings_.r_u.count());
  } else {
    return;
  }
  rate_ = std::min(std::max(rate_, static_cast<double>(settings_.least_rate.count())), line_rate_);
  pace();
}

void Bcn::pace() { next_ = last_sent_ + serialization_time(last_length_, BitRate(static_cast<std::int64_t>(rate_))); }

extern const RateControlKind kBcnControl;
constexpr RateControlKind kBcnControl{.word = "bcn",
                                      .meaning = "backward congestion notification, by `traffic.bcn`",
                                      .paced = true,
                                      .wants_index = true,
                                      .make = [](const ControlSettings& settings) -> std::unique_ptr<RateControl> {
                                        return std::make_unique<Bcn>(settings.parameters->bcn, settings.line_rate);
                                      }};

}  // namespace weir::host
