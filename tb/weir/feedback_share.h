// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What part of its link each port spends on feedback of flow control, in every sample interval (GFC, SIGCOMM '19,
// figure 19). Exact in bytes; a port with a feedback frame every interval is one of many values, as one without.

#pragma once

#include <cstddef>
#include <vector>

#include "tb/host/distribution.h"
#include "tb/network/network.h"
#include "tb/report/results.h"

namespace weir {

// Frame bytes of feedback that a port has sent: every frame that is not data, all of one length. Feedback that takes no
// time on the wire is not counted.
Bytes feedback_sent(const network::Device& device, PortId p);

class FeedbackShare {
 public:
  FeedbackShare(const network::Network& net, Time interval);

  // Of a device, called by it at every multiple of the interval.
  void sample(std::size_t device);

  // Nothing where no interval has passed.
  void fill(report::Results& results) const;

 private:
  struct Port {
    Bytes before = Bytes(0);
    double bytes_an_interval = 0;  // that its link could carry
  };

  const network::Network& net_;
  std::vector<std::vector<Port>> ports_;  // [device][port]
  host::Distribution shares_;             // in millionths of a millionth
};

}  // namespace weir
