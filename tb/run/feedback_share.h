// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The part of its link that each port spends on flow-control feedback, per sample interval (GFC, SIGCOMM '19, figure
// 19). Exact in bytes; all ports weigh the same, with or without feedback. The link of an interval is what it could
// carry in it, also where events change its rate.

#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
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

  // From `at` on the link out of this port has another rate. Call before any device has worked at `at`.
  void rate_changes(const network::End& end, BitRate rate, Time at);

  // Called by each device at every multiple of the interval, after all other work of that instant.
  void sample(std::size_t device, Time now);

  // On ranks: what the devices here have sampled, as a text; adds the text of another rank.
  std::string tell() const;
  void hear(std::string_view told);

  // Leaves `results` as they are if no interval has passed.
  void fill(report::Results& results) const;

 private:
  struct Change {
    Time at;
    BitRate rate;
  };
  struct Port {
    Bytes before = Bytes(0);       // sent in all intervals
    Bytes added = Bytes(0);        // of these, of intervals whose shares are in `shares`
    double shares = 0;             // their sum
    double bytes_an_interval = 0;  // capacity of the link in those after them
  };

  double bytes_in_an_interval(BitRate rate) const;
  static double sum_of_shares(const Port& port);
  std::vector<Change> changes_before(std::size_t device, std::size_t port, Time now);
  double mixed_share(const std::vector<Change>& changes, Port& port, Bytes sent, Time now);

  const network::Network& net_;
  Time interval_;
  std::map<std::pair<std::size_t, std::size_t>, std::vector<Change>> changes_;  // of (device, port), to come
  std::vector<std::vector<Port>> ports_;                                        // [device][port]
  host::Distribution shares_;                                                   // shares in units of 10^-12
};

}  // namespace weir
