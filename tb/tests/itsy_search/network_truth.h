// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What is true of a state of the network.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tb/oracle/self_sustaining.h"
#include "tb/tests/itsy_search/network.h"

namespace weir::itsy_search {

// The VIQs that can never resume, a bit for each (switch, port): the greatest set of VIQs whose upstream is told to
// pause, with no RESUME on its way, and of which more than XON stands at egresses that members of the set hold.
template <class Protocol>
std::uint32_t Network<Protocol>::deadlocked() const {
  std::uint32_t set = 0;
  for (std::size_t n = 0; n < queues_.size(); ++n) {
    set |= switches_[n / setup_.ports].causality().pausing(PortId(n % setup_.ports)) ? bit(n) : 0;
  }
  set &= ~resuming();
  oracle::keep_self_sustaining(
      queues_.size(), [&](std::size_t n) { return (set & bit(n)) != 0; },
      [&](std::size_t n) { return behind(n, set).first > xon(n); }, [&](std::size_t n) { set &= ~bit(n); });
  return set;
}

// Of the deadlocked VIQs, whether each sink component of what waits for what has one that is declared.
template <class Protocol>
bool Network<Protocol>::all_declared() const {
  const std::uint32_t set = deadlocked();
  std::vector<std::uint32_t> reaches(queues_.size());
  for (std::size_t n = 0; n < queues_.size(); ++n) {
    reaches[n] = (set & bit(n)) != 0 ? behind(n, set).second | bit(n) : 0;
  }
  for (std::size_t rounds = 0; rounds < queues_.size(); ++rounds) {
    for (std::size_t n = 0; n < queues_.size(); ++n) {
      for (std::size_t m = 0; m < queues_.size(); ++m) {
        reaches[n] |= (reaches[n] & bit(m)) != 0 ? reaches[m] : 0;
      }
    }
  }
  for (std::size_t n = 0; n < queues_.size(); ++n) {
    bool sink = (set & bit(n)) != 0;
    for (std::size_t m = 0; m < queues_.size() && sink; ++m) {
      sink = (reaches[n] & bit(m)) == 0 || (reaches[m] & bit(n)) != 0;
    }
    if (sink && (reaches[n] & declared_) == 0)
      return false;
  }
  return true;
}

}  // namespace weir::itsy_search
