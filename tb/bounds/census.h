// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Which of many random networks can deadlock at all: for each, whether the paths of all pairs of hosts have a cyclic
// buffer dependency, as `weir cbd --all-pairs` finds it in one of them.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tb/scenario/loader.h"
#include "tb/scenario/scenario.h"

namespace weir::bounds {

// One network of a scenario.
struct NetworkTraits {
  std::uint64_t seed = 0;          // topology.seed
  std::size_t trunks = 0;          // cables between switches
  std::size_t cut_off = 0;         // ordered pairs of switches with hosts that have no path
  std::size_t most_switches = 0;   // on the longest path of a packet
  std::size_t cyclic_buffers = 0;  // in any cycle; 0: it cannot deadlock
  bool operator==(const NetworkTraits&) const = default;
};

NetworkTraits traits_of(const scenario::Scenario& scenario);

// The first `count` networks from the scenario's topology.seed on, by seed, whatever the number of threads.
// Throws ScenarioError.
std::vector<NetworkTraits> census(const std::string& path, const scenario::Overrides& overrides, std::uint64_t count,
                                  unsigned threads);

// How many of the networks have what.
struct CensusCounts {
  std::size_t cyclic = 0;
  std::size_t cut_off = 0;
  std::size_t both = 0;
  std::map<std::size_t, std::size_t> of_most_switches;  // networks, by the switches on their longest path
};

CensusCounts counts_of(const std::vector<NetworkTraits>& networks);

}  // namespace weir::bounds
