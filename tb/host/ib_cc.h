// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// InfiniBand congestion control at the source (InfiniBand Architecture, volume 1, annex A10). A flow has an index
// (CCTI) into the congestion control table, initially 0:
//     BECN, by a CNP or an acknowledgement: CCTI + increase, at most `limit`
//     each `timer`:                         CCTI - 1, at least 0
//     after a packet with sending time t:   a delay of t x multiplier >> shift, by entry CCTI of the table
// The timer runs while CCTI is above 0, and notifications do not restart it.
//
// The TCD variant (SIGCOMM '21, section 5.2.2): a notification of UE leaves CCTI unchanged and restarts the timer, so
// that the rate holds while such notifications come. The published control treats a notification of UE as congestion.
//
// All arithmetic is on integers.

#pragma once

#include "tb/host/rate_control.h"

namespace weir::host {

class IbCc final : public RateControl {
 public:
  // line_rate > 0; the table has at least limit + 1 entries. `settings` must outlive this object.
  IbCc(const IbCcSettings& settings, BitRate line_rate, bool tcd);

  Time next_send(Bytes length, Bytes in_flight, Time now) override;
  void sent(Bytes length, Time now) override;
  void feedback(const Feedback& feedback, Time now) override;
  Time next_timer() const override { return expires_; }
  void timer(Time now) override;
  // The rate of packets that follow each other as closely as the delay allows.
  std::optional<BitRate> rate() const override;

  std::uint32_t ccti() const { return ccti_; }

 private:
  Time with_delay(Time sending) const;
  void pace();

  const IbCcSettings& settings_;
  BitRate line_rate_;
  bool tcd_;

  std::uint32_t ccti_ = 0;
  Time expires_ = kNever;  // kNever: CCTI is 0
  Time last_sent_{0};
  Time sending_{0};  // sending time of the latest packet
  Time next_{0};
};

}  // namespace weir::host
