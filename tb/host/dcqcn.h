// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// DCQCN, the reaction point (Y. Zhu et al., SIGCOMM '15, section 3.1 and figure 7). The notification point is
// NotifyOnMark (responder.h), the congestion point RED at a switch.
//
// A flow starts at line rate and is not limited. A notification of congestion:
//     R_T = R_C;  R_C = R_C (1 - alpha/2);  alpha = (1 - g) alpha + g;  timers, byte counter, T and BC begin anew
// Each alpha_timer without one: alpha = (1 - g) alpha. Each increase_timer (T one more), and each byte_counter bytes
// sent (BC one more):
//     max(T, BC) < F   fast recovery       R_C = (R_T + R_C)/2
//     min(T, BC) > F   hyper increase      R_T = R_T + i R_HAI, i = min(T, BC) - F, as in QCN;  R_C as above
//     otherwise        additive increase   R_T = R_T + R_AI;  R_C as above
// R_T is at most the line rate, R_C at least `least_rate`. Within 1 bit/s of the line rate the flow is limited no more.
//
// The TCD variant (SIGCOMM '21, section 5.2.1): a notification that says UE changes neither rate nor alpha, T nor BC;
// it restarts both timers and the byte counter, so that the rate holds as long as they come. The published one takes it
// for congestion, as it does any CNP.
//
// A packet goes L/R_C after the one before it; a new rate moves the packet that waits. Alpha's timer is no event: how
// often it has expired is counted when the next notification comes. All numbers are IEEE doubles, by +, -, x and /
// alone: equal on every machine.

#pragma once

#include "tb/host/rate_control.h"

namespace weir::host {

class Dcqcn final : public RateControl {
 public:
  // line_rate > 0.
  Dcqcn(const DcqcnSettings& settings, BitRate line_rate, bool tcd);

  Time next_send(Bytes length, Bytes in_flight, Time now) override;
  void sent(Bytes length, Time now) override;
  void feedback(const Feedback& feedback, Time now) override;
  Time next_timer() const override { return increase_at_; }
  void timer(Time now) override;
  std::optional<BitRate> rate() const override { return BitRate(static_cast<std::int64_t>(rate_)); }

  double current_rate() const { return rate_; }   // R_C, bit/s
  double target_rate() const { return target_; }  // R_T, bit/s
  double alpha(Time now) const;

 private:
  bool limited() const { return increase_at_ != kNever; }
  void cut(Time now);
  void hold(Time now);
  void restart(Time now);
  void increase();
  void pace();

  DcqcnSettings settings_;
  double line_rate_;
  bool tcd_;

  double rate_;
  double target_;
  double alpha_;
  Time alpha_since_ = kNever;  // alpha_timer runs from here; kNever: no notification yet
  Time increase_at_ = kNever;  // when increase_timer expires; kNever: the flow is not limited
  Bytes counted_{0};           // sent since the byte counter was last full
  std::uint32_t times_ = 0;    // T
  std::uint32_t fills_ = 0;    // BC

  Time last_sent_{0};
  Bytes last_length_{0};
  Time next_{0};  // of a limited flow
};

}  // namespace weir::host
