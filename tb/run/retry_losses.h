// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What link-level retry has given up, among the losses of a run.

#pragma once

#include <algorithm>
#include <map>

#include "tb/network/network.h"
#include "tb/report/results.h"

namespace weir {

// Adds the packets of lossless classes that link-level retry has given up, at the port that did; without poisoned ones,
// which are lost on the link already.
inline void add_losses_of_retry(const network::Network& net, report::Results& results) {
  for (const std::size_t d : net.here()) {
    for (std::size_t p = 0; p < net.peers[d].size(); ++p) {
      const asic::PortRetry* retry = net.devices[d]->retry(PortId(p));
      std::map<ClassId, asic::PortRetry::GivenUp> lost;
      for (const auto& [owner, given_up] : retry != nullptr ? retry->lost() : decltype(retry->lost())()) {
        if (!owner.control && !owner.poisoned && net.devices[d]->engine(PortId(p)).lossless(owner.traffic_class)) {
          asic::PortRetry::GivenUp& sum = lost[owner.traffic_class];
          sum.amount += given_up.amount;
          sum.first = std::min(sum.first, given_up.first);
          sum.last = std::max(sum.last, given_up.last);
        }
      }
      for (const auto& [c, sum] : lost) {
        results.losses.push_back({net.topology.devices[d].name, static_cast<unsigned>(p),
                                  static_cast<unsigned>(c.index()), sum.amount.packets, seconds(sum.first),
                                  seconds(sum.last), "given up by link-level retry: flushed or discarded", "given up"});
      }
    }
  }
}

}  // namespace weir
