// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// FERA's reaction point (J. Jiang, "Congestion management for lossless Ethernet operation", sections 4.1.3 and 5). Its
// congestion point, at a switch, lowers the rate in tags; its reflection point is Sink::return_tag.
//
// A flow starts at C/N_0. It takes the rate r, at most C, of each returning tag that is not older than a tag before it:
//     next departure = last departure + L/r, which also moves the waiting packet
// A tag goes before the first packet and then every tau of time, whatever the number of packets: before the packet that
// is made then, or by itself when the next packet is not due yet. A flow with nothing to send for tau sends no tags;
// the next tag goes before its next packet. With `tag_share` < 1 tags are spaced to take at most this part of r.
//
// The rate returns to C/N_0 idle_after (2 T) after the flow was due to send (last departure + L/r), if it has not sent;
// it falls to min(r, C/N_0) silent_after (2 T) after a tag, if no tag has returned since. The thesis counts idle_after
// from the last departure and has no silent_after: both are settings.
//
// Order at one instant: idle, silence, tag. All numbers are integers: equal on every machine.

#pragma once

#include "tb/host/rate_control.h"

namespace weir::host {

class Fera final : public RateControl {
 public:
  // line_rate > 0, n0 > 0, tag_share > 0.
  Fera(const FeraSettings& settings, BitRate line_rate);

  Time next_send(Bytes length, Bytes in_flight, Time now) override;
  void sent(Bytes length, Time now) override;
  bool wants_tag(bool before_packet, Time now) const override;
  std::uint32_t tag_sent(Time now) override;
  void feedback(const Feedback& feedback, Time now) override;
  Time next_timer() const override;
  void timer(Time now) override;
  std::optional<BitRate> rate() const override { return rate_; }

 private:
  void take(BitRate rate, Time now);
  void watch_idle();
  Time tag_gap() const;

  FeraSettings settings_;
  BitRate line_rate_;
  BitRate initial_rate_;
  BitRate rate_;

  Time last_ = kNever;  // last departure; kNever: nothing has been sent
  Bytes last_length_{0};
  Time next_{0};           // next departure
  Time due_{0};            // when the source was due to send; never before the rate that made the source due was taken
  Time idle_at_ = kNever;  // kNever: no rate to forget

  Time last_tag_ = kNever;
  Time tag_at_ = kNever;
  bool tag_due_ = false;  // a tag is to go by itself
  std::uint32_t tags_ = 0;
  std::uint32_t newest_ = 0;  // number of the newest tag that has returned, plus 1; 0: none has
  Time silent_at_ = kNever;   // silent_after past the first tag since the latest return; kNever: no such tag
};

}  // namespace weir::host
