// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The part of its link that each port spends on flow-control feedback, per sample interval (GFC, SIGCOMM '19, figure
// 19). Exact in bytes; all ports weigh the same, with or without feedback.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tb/host/distribution.h"
#include "tb/network/network.h"
#include "tb/report/results.h"

namespace weir {

// Frame bytes of feedback sent by a port: every frame that is not data, all of one length. Feedback that takes no time
// on the wire is not counted.
Bytes feedback_sent(const network::Device& device, PortId p);

class FeedbackShare {
 public:
  FeedbackShare(const network::Network& net, Time interval);

  // Called by each device at every multiple of the interval.
  void sample(std::size_t device);

  // On ranks: what the devices here have sampled, as a text; adds the text of another rank.
  std::string tell() const;
  void hear(std::string_view told);

  // Leaves `results` as they are if no interval has passed.
  void fill(report::Results& results) const;

 private:
  struct Port {
    Bytes before = Bytes(0);
    double bytes_an_interval = 0;  // capacity of the link per interval
  };

  const network::Network& net_;
  std::vector<std::vector<Port>> ports_;  // [device][port]
  host::Distribution shares_;             // shares in units of 10^-12
};

}  // namespace weir
