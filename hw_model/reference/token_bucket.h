// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A token bucket (RFC 2215, TOKEN_BUCKET_TSPEC). A bucket of rate r and burst b gains r a second up to b. A packet
// starts no earlier than when the bucket has as many tokens as the frame has bytes, and takes them. So in any window of
// t no more than b + r t starts. A bucket is full at first.
//
// Levels are exact: in bits x picoseconds, in which rate x time and length need no division, so that no remainder is
// ever lost. A level is computed when it is asked for and not updated in between.

#pragma once

#include "hw_model/base/units.h"

namespace weir::egress {
class Shapers;
}

namespace weir::reference {

struct TokenBucketConfig {
  BitRate rate{0};  // most that is sent, frame bits a second; 0: no limit
  Bytes burst{0};   // tokens of a full bucket, at least the largest frame
  bool operator==(const TokenBucketConfig&) const = default;
};

class TokenBucket {
 public:
  // New settings from `now` on. A bucket that had no rate is full; another keeps its tokens, up to the new burst.
  void configure(const TokenBucketConfig& config, Time now);

  void fill(Time now);

  // The first instant, to a picosecond, at which a packet may start; `now` if it may start at once. length <= burst.
  Time ready_at(Bytes length, Time now) const;

  // A packet starts, as ready_at() allows.
  void take(Bytes length, Time now);

  // Whole tokens.
  Bytes tokens(Time now) const;

 private:
  friend class egress::Shapers;  // proves that each member is a register

  Wide level_at(Time now) const;

  TokenBucketConfig config_;
  Wide level_ = 0;  // at `since_`
  Time since_;
};

}  // namespace weir::reference
