// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// FERA, the reaction point (J. Jiang, "Congestion management for lossless Ethernet operation", sections 4.1.3 and 5).
// The congestion point lowers the rate in tags at a switch, the reflection point is Sink::return_tag.
//
// A flow starts at C/N_0. Of each tag that returns and is not older than one before it, it takes the rate r, at most C:
//     next departure = last departure + L/r,  at once for the packet that waits
// A tag goes before the first packet and then every tau, in time and not by packets: before the packet that is made
// then, or by itself where the next packet is not due yet. A flow that has had nothing to send for tau sends none, and
// one again before the next packet. With `tag_share` below 1 tags are as far apart as makes them that part of r.
//
// It goes back to C/N_0 when idle_after (2 T) has passed since it was due to send, last departure + L/r, and has not;
// and to min(r, C/N_0) when silent_after (2 T) has passed since a tag behind which none has returned. The thesis counts
// the first from the last departure, and has not the second: both are settings.
//
// Order at one time: idle, silence, tag. All numbers are integers: equal on every machine.

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

  Time last_ = kNever;  // departure; kNever: nothing has been sent
  Bytes last_length_{0};
  Time next_{0};           // departure
  Time due_{0};            // when the source was due to send; no earlier than the rate that makes it so
  Time idle_at_ = kNever;  // kNever: nothing to forget

  Time last_tag_ = kNever;
  Time tag_at_ = kNever;
  bool tag_due_ = false;  // by itself
  std::uint32_t tags_ = 0;
  std::uint32_t newest_ = 0;  // number of the newest tag that has returned, plus 1; 0: none has
  Time silent_at_ = kNever;   // kNever: no tag is out behind which none has returned
};

}  // namespace weir::host
