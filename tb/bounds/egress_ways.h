// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Through which ports of which switches the packets of a scenario go: from each ingress port to which egress ports, by
// the routes of its flows, acknowledgements included. With equal-cost paths all of them count.

#pragma once

#include <cstddef>
#include <vector>

#include "hw_model/base/class_mask.h"
#include "tb/network/routing.h"
#include "tb/scenario/scenario.h"

namespace weir::bounds {

class EgressWays {
 public:
  // Where routes do not say which (captures, whose frames may be of any class, and registers that software writes
  // during the run) every port leads to every other one in all classes. Classes are those that flows name.
  explicit EgressWays(const scenario::Scenario& scenario);

  // Classes of packets that go from one port of a switch to another.
  ClassMask between(std::size_t device, std::size_t ingress, std::size_t egress) const {
    return ways_[device].empty() ? 0 : ways_[device][ingress * ports_[device] + egress];
  }

 private:
  void add_paths(const network::Routes& routes, const std::vector<std::size_t>& sources, std::size_t destination,
                 ClassMask classes);

  std::vector<std::vector<network::Peer>> peers_;
  std::vector<std::size_t> ports_;
  std::vector<std::vector<ClassMask>> ways_;  // [device][ingress * ports + egress]; empty: a host
};

}  // namespace weir::bounds
