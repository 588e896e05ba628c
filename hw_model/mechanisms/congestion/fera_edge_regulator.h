// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The regulator of one flow of a host for which an edge of a FERA region stands: it does what the source of a flow does
// (Jiang, section 4.1.3 and chapter 5), without the packets. The edge cannot hold packets, so a token bucket
// (reference/token_bucket.h) with the rate of the tags takes the place of the next departure. A flow owes from when
// more has come than the bucket held until the bucket is half full again: otherwise a host that sends a little above
// its rate, as a host does that tags its flow, would be held for each packet.
//
// The rate is C/N_0 at first, then that of the newest tag that has returned, at most C. It goes back to C/N_0 when the
// bucket has been full for `patience` (2 T): this shows that a source was due to send and has not, and never happens in
// the gap between two packets of a slow flow. It falls to min(r, C/N_0) when `patience` has passed since a tag was sent
// after which none has returned. Neither needs an event in the model: both are computed at the next question. Order at
// one time: silence, then idleness, then the packet. Latency: none.

#pragma once

#include <cstdint>

#include "hw_model/base/units.h"
#include "hw_model/ledger/block.h"
#include "hw_model/reference/token_bucket.h"

namespace weir::congestion {

// The terms that all flows of a port share. Rates in the format of tags, 1..2^32-2.
struct FeraEdgeTerms {
  std::uint32_t line_kbps = 1;     // C of the port
  std::uint32_t initial_kbps = 1;  // C/N_0
  Bytes burst;                     // of the bucket
  Time tag_interval;               // tau
  Time patience;                   // 2 T
};

class FeraEdgeRegulator {
 public:
  FeraEdgeRegulator() = default;  // of no flow
  // `terms` outlive the regulator.
  FeraEdgeRegulator(const FeraEdgeTerms& terms, Time now);

  // sent(): a packet has come in and goes on. conforms(): whether a packet may go on: the bucket holds as much.
  void sent(Bytes length, Time now);
  bool conforms(Bytes length, Time now);

  // owes(): the flow has sent more than its rate and burst allow, and has not paid for it. paid_at(): when it will have
  // paid, at the present rate.
  bool owes(Time now);
  Time paid_at(Time now);

  // The flow has been due to send for `patience`, and has not sent.
  bool is_idle(Time now);

  // wants_tag(): a tag is due. tag_goes(): a tag goes now; returns its number.
  bool wants_tag(Time now) const { return now >= tag_at_; }
  Time tag_at() const { return tag_at_; }
  std::uint32_t tag_goes(Time now);

  // A tag has returned: false if a tag sent after it has returned before, or no tag of that number has gone.
  bool tag_returns(std::uint32_t sequence, std::uint32_t rate_kbps, Time now);

  std::uint32_t rate_kbps() const { return rate_kbps_; }

  struct Rows;  // of a flow's slot (fera_edge_registers.cpp)

 private:
  void set_rate(std::uint32_t kbps, Time now);
  void hear_silence(Time now);
  void wakes(Time now);

  const FeraEdgeTerms* terms_ = nullptr;
  std::uint32_t rate_kbps_ = 1;
  reference::TokenBucket bucket_;
  bool owes_ = false;
  Time full_at_;    // when the bucket is full
  Time tag_at_{0};  // the next tag
  std::uint32_t tags_ = 0;
  std::uint32_t newest_ = 0;  // number of the newest tag that has returned, plus 1; 0: none has
  Time silent_at_ = kNever;   // when silence counts; kNever: no tag is unanswered
};

}  // namespace weir::congestion
