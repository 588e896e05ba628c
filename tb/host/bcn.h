// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// BCN's reaction point, the rate control at the source (FERA, section 6.2; the congestion point is
// hw_model/mechanisms/congestion/bcn.h). A flow starts at line rate. A message with the index e, in units of 64 B,
// changes the rate r:
//     e < 0    r = r max(1 + G_d e, least_factor); the source remembers the queue that the message names
//     e > 0    r = r + G_i e R_u, if the message names the remembered queue
// within [least_rate, line rate]. The gains are per `unit_d` and `unit_i` of e. A switch that sends e > 0 to slowed
// flows only needs the remembered queue in a tag of each packet; here the source filters, without tags.
// A packet goes L/r after the packet before it; a new rate moves the waiting packet. IEEE doubles, by +, -, x and /.

#pragma once

#include "tb/host/rate_control.h"

namespace weir::host {

class Bcn final : public RateControl {
 public:
  // line_rate > 0.
  Bcn(const BcnSettings& settings, BitRate line_rate);

  Time next_send(Bytes, Bytes, Time) override { return next_; }
  void sent(Bytes length, Time now) override;
  void feedback(const Feedback& feedback, Time now) override;
  std::optional<BitRate> rate() const override { return BitRate(static_cast<std::int64_t>(rate_)); }

 private:
  void pace();

  BcnSettings settings_;
  double line_rate_;
  double rate_;                  // r, bit/s
  std::uint64_t slowed_by_ = 0;  // the remembered queue; 0: none yet
  Time last_sent_{0};
  Bytes last_length_{0};
  Time next_{0};
};

}  // namespace weir::host
