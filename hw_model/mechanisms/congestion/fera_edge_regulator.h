// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// One flow of a host that an edge of a FERA region stands for: what the source of a flow does (Jiang, section 4.1.3 and
// chapter 5), without the packets. The edge cannot hold them, so that in place of a next departure there is a token
// bucket (reference/token_bucket.h) of the rate of the tags. A flow owes from when more has come than the bucket held
// until that is half full again: a host that sends at its rate and a little more, as one does that tags its flow, would
// else be held for each packet.
//
// The rate is C/N_0 at first, then that of the newest tag that has returned, at most C. It goes back to C/N_0 when the
// bucket has been full for `patience` (2 T), which is how a bucket knows that a source was due to send and has not, and
// is never in the gap between two packets of a slow flow; and to min(r, C/N_0) when that time has passed since a tag
// behind which none has returned. Neither needs an event in the model: both are worked out when next somebody asks.
// Order at one time: silence, then idleness, then the packet. Latency: none.

#pragma once

#include <cstdint>

#include "hw_model/base/units.h"
#include "hw_model/ledger/block.h"
#include "hw_model/reference/token_bucket.h"

namespace weir::congestion {

// What all flows of a port have in common. Rates as tags say them, 1..2^32-2.
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
  // `terms` live as long.
  FeraEdgeRegulator(const FeraEdgeTerms& terms, Time now);

  // A packet has come in and goes on; or asks whether it may, which it may where the bucket holds as much.
  void sent(Bytes length, Time now);
  bool conforms(Bytes length, Time now);

  // It has sent more than its rate and burst allow, and has not paid for it; until when, at the rate of now.
  bool owes(Time now);
  Time paid_at(Time now);

  // It has been due to send for `patience`, and has not.
  bool is_idle(Time now);

  // A tag is due; the number of the one that goes now.
  bool wants_tag(Time now) const { return now >= tag_at_; }
  Time tag_at() const { return tag_at_; }
  std::uint32_t tag_goes(Time now);

  // One has returned: false where one sent after it has returned before, or none of that number has gone.
  bool tag_returns(std::uint32_t sequence, std::uint32_t rate_kbps, Time now);

  std::uint32_t rate_kbps() const { return rate_kbps_; }

  // Throws std::logic_error unless the block declares all that is kept here (fera_edge.h).
  static void check_declared(const ledger::Block& block);

 private:
  void set_rate(std::uint32_t kbps, Time now);
  void hear_silence(Time now);
  void wakes(Time now);

  const FeraEdgeTerms* terms_ = nullptr;
  std::uint32_t rate_kbps_ = 1;
  reference::TokenBucket bucket_;
  bool owes_ = false;
  Time full_at_;    // the bucket
  Time tag_at_{0};  // the next tag
  std::uint32_t tags_ = 0;
  std::uint32_t newest_ = 0;  // number of the newest tag that has returned, plus 1; 0: none has
  Time silent_at_ = kNever;   // kNever: no tag is out behind which none has returned
};

}  // namespace weir::congestion
