// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Egress shapers: a token bucket for each port and for each (port, class) that has a maximum rate.
//
// A bucket of rate r and burst b gains r a second up to b. A packet starts no earlier than when the bucket has as many
// tokens as the frame has bytes, and takes them. So in any window of t no more than b + r t starts (RFC 2215,
// TOKEN_BUCKET_TSPEC). Buckets are full at first. Control frames take no tokens.
//
// Levels are exact: in bits x picoseconds, in which rate x time and length need no division, so that no remainder is
// ever lost. A level is computed when it is asked for and not updated in between.

#pragma once

#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/datapath/egress/egress_config.h"
#include "hw_model/ledger/block.h"

namespace weir::egress {

class TokenBucket {
 public:
  // New settings from `now` on. A bucket that had no rate is full; another keeps its tokens, up to the new burst.
  void configure(const ShaperConfig& config, Time now);

  void fill(Time now);

  // The first instant, to a picosecond, at which a packet may start; `now` if it may start at once. length <= burst.
  Time ready_at(Bytes length, Time now) const;

  // A packet starts, as ready_at() allows.
  void take(Bytes length, Time now);

  // Whole tokens.
  Bytes tokens(Time now) const;

  static void check_declared(const ledger::Block& block);

 private:
  Wide level_at(Time now) const;

  ShaperConfig config_;
  Wide level_ = 0;  // at `since_`
  Time since_;
};

// The buckets of all ports of a switch.
class Shapers {
 public:
  explicit Shapers(const std::vector<PortShapers>& config);

  void reconfigure(const std::vector<PortShapers>& config, Time now);

  // Fills all buckets, as at first.
  void reset(Time now);

  // When the class's own bucket lets a packet start, and when the port's does.
  Time class_ready(PortId p, ClassId c, Bytes length, Time now) const;
  Time port_ready(PortId p, Bytes length, Time now) const;
  void take(PortId p, ClassId c, Bytes length, Time now);

  Bytes port_tokens(PortId p, Time now) const { return ports_[p.index()].tokens(now); }
  Bytes class_tokens(PortId p, ClassId c, Time now) const { return classes_.at(p, c).tokens(now); }

  static void check_declared(const ledger::Block& block);

 private:
  std::vector<TokenBucket> ports_;
  PerPortClass<TokenBucket> classes_;
};

// Adds the shapers' registers to block "egress" if `config` has shapers.
void declare_shapers(ledger::Block& block, const std::vector<PortShapers>& config, unsigned classes);

}  // namespace weir::egress
