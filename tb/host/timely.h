// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// TIMELY, rate control by round-trip gradients (R. Mittal et al., SIGCOMM '15, sections 4.2 and 4.3, algorithm 1).
//
// A segment goes at line rate, and the next begins segment / rate after its beginning: gaps are between segments only,
// because pacing within a segment would count into the round trip. A segment ends with `segment` bytes, or when no
// further packet is due. Its last packet is answered, and that answer is a completion event:
//     rtt = t_completion - t_send - bytes / line rate;  t_send: the making of the segment's first packet
//     rtt_diff = (1 - w) rtt_diff + w (rtt - rtt before);  gradient = rtt_diff / minRTT
//     rtt < T_low    rate += delta
//     rtt > T_high   rate x (1 - beta (1 - T_high/rtt))
//     gradient <= 0  rate += N delta;  N = 5 from the fifth completion event in a row with such a gradient, else 1
//     otherwise      rate x (1 - beta gradient)
// No step multiplies the rate by less than `least_factor` (the published steps have no such floor, and are negative for
// gradients above 1/beta), and the rate stays between `least_rate` and the line rate. The first gradient is 0.
//
// With `scaled_steps` an answer that comes t < minRTT after the answer before makes t/minRTT of its step, so that
// several segments in flight do not cut several times: as in eRPC (A. Kalia et al., NSDI '19). The code published by
// TIMELY's authors does the same, except that it takes the step by the gradient whole.
//
// The TCD variant (SIGCOMM '21, section 5.2.3): an answer marked UE whose round trip is between T_low and T_high and
// whose gradient is above 0 leaves the rate as it is.
//
// All numbers are IEEE doubles, by +, -, x and / alone: equal on every machine.

#pragma once

#include "tb/host/rate_control.h"

namespace weir::host {

class Timely final : public RateControl {
 public:
  // line_rate > 0.
  Timely(const TimelySettings& settings, BitRate line_rate, bool tcd);

  Time next_send(Bytes length, Bytes in_flight, Time now) override;
  void sent(Bytes length, Time now) override;
  Time round_trip_from(Time now) const override;
  bool wants_answer(bool dry) override;
  void feedback(const Feedback& feedback, Time now) override;
  std::optional<BitRate> rate() const override { return BitRate(static_cast<std::int64_t>(rate_)); }

  double current_rate() const { return rate_; }  // bit/s
  double gradient() const;

 private:
  double part_of_step(Time now);
  void set(double rate);
  void gap();

  TimelySettings settings_;
  BitRate line_rate_;
  bool tcd_;

  double rate_;
  Time round_trip_ = kNever;     // of the answer before; kNever: none
  double difference_ = 0;        // rtt_diff, ps
  Time stepped_ = kNever;        // when that answer came
  std::uint32_t not_above_ = 0;  // completion events in a row with a gradient not above 0

  Time began_{0};  // start of the segment; `in_segment_` bytes of it are made
  Bytes in_segment_{0};
  bool open_ = false;  // the segment may get further packets
  Time next_{0};       // when the next segment may begin
};

}  // namespace weir::host
