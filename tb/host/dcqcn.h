// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// DCQCN's reaction point, the rate control at the source (Y. Zhu et al., SIGCOMM '15, section 3.1 and figure 7). The
// notification point is NotifyOnMark (responder.h), the congestion point is RED at a switch.
//
// A flow starts at line rate and unlimited. A notification of congestion:
//     R_T = R_C;  R_C = R_C (1 - alpha/2);  alpha = (1 - g) alpha + g;  timers, byte counter, T and BC begin anew
// Each alpha_timer without a notification: alpha = (1 - g) alpha. Each increase_timer adds 1 to T, each byte_counter
// bytes sent add 1 to BC; after either:
//     max(T, BC) < F   fast recovery       R_C = (R_T + R_C)/2
//     min(T, BC) > F   hyper increase      R_T = R_T + i R_HAI, i = min(T, BC) - F, as in QCN;  R_C as above
//     otherwise        additive increase   R_T = R_T + R_AI;  R_C as above
// R_T is at most the line rate, R_C at least `least_rate`. Within 1 bit/s of the line rate the flow becomes unlimited.
//
// The TCD variant (SIGCOMM '21, section 5.2.1): a notification of UE leaves rate, alpha, T and BC unchanged; it
// restarts both timers and the byte counter, so that the rate holds while such notifications come. Published DCQCN
// treats a notification of UE as congestion, like any CNP.
//
// A packet goes L/R_C after the packet before it; a new rate moves the waiting packet. The alpha timer needs no event:
// its expirations are counted when the next notification comes. All numbers are IEEE doubles, by +, -, x and / alone:
// equal on every machine.

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
  Bytes counted_{0};           // bytes sent since the byte counter was last full
  std::uint32_t times_ = 0;    // T
  std::uint32_t fills_ = 0;    // BC

  Time last_sent_{0};
  Bytes last_length_{0};
  Time next_{0};  // next departure of a limited flow
};

}  // namespace weir::host
