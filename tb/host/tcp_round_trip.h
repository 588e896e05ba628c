// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The retransmission timeout of a TCP connection (RFC 6298, sections 2 and 5.5). The clock is the model's: G, its
// granularity, is 0. All numbers are integers: equal on every machine.

#pragma once

#include <algorithm>

#include "hw_model/base/units.h"
#include "tb/host/tcp_settings.h"

namespace weir::host {

class TcpRoundTrip {
 public:
  explicit TcpRoundTrip(const TcpSettings& settings)
      : least_(settings.least_timeout), longest_(settings.longest_timeout), timeout_(bound(settings.initial_timeout)) {}

  // RTO.
  Time timeout() const { return timeout_; }

  // The round trip of a segment sent only once. Ends a back-off.
  void sample(Time round_trip) {
    if (smoothed_ == kNever) {
      smoothed_ = round_trip;
      variation_ = round_trip / 2;
    } else {
      const Time off = smoothed_ > round_trip ? smoothed_ - round_trip : round_trip - smoothed_;
      variation_ = variation_ * 3 / 4 + off / 4;
      smoothed_ = smoothed_ * 7 / 8 + round_trip / 8;
    }
    timeout_ = bound(smoothed_ + variation_ * 4);
  }

  // The timer has expired.
  void back_off() { timeout_ = timeout_ > longest_ / 2 ? longest_ : timeout_ * 2; }

 private:
  Time bound(Time timeout) const { return std::clamp(timeout, least_, longest_); }

  Time least_;
  Time longest_;
  Time timeout_;
  Time smoothed_ = kNever;  // SRTT; kNever: no sample yet
  Time variation_{0};       // RTTVAR
};

}  // namespace weir::host
