// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Egress shapers: a token bucket (reference/token_bucket.h) for each port and for each (port, class) that has a maximum
// rate. Control frames take no tokens.

#pragma once

#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/datapath/egress/egress_config.h"
#include "hw_model/ledger/block.h"
#include "hw_model/reference/token_bucket.h"

namespace weir::egress {

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
  std::vector<reference::TokenBucket> ports_;
  PerPortClass<reference::TokenBucket> classes_;
};

// Adds the shapers' registers to block "egress" if `config` has shapers.
void declare_shapers(ledger::Block& block, const std::vector<PortShapers>& config, unsigned classes);

}  // namespace weir::egress
