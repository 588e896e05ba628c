// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// BCN, the reaction point (FERA, section 6.2; the congestion point is hw_model/mechanisms/congestion/bcn.h). A flow
// starts at line rate. A message with the index e, in units of 64 B:
//     e < 0    r = r max(1 + G_d e, least_factor); the queue that it names is remembered
//     e > 0    r = r + G_i e R_u, if the message is from the queue that is remembered
// within [least_rate, line rate]. The gains are per `unit_d` and `unit_i` of e. Who gives a message only to flows that
// have named its queue in a tag of each packet needs the tag; here a source knows whom it slowed down for, and the
// switch is spared it.
// A packet goes L/r after the one before it; a new rate moves the packet that waits. IEEE doubles, by +, -, x and /.

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
  std::uint64_t slowed_by_ = 0;  // the queue; 0: none yet
  Time last_sent_{0};
  Bytes last_length_{0};
  Time next_{0};
};

}  // namespace weir::host
