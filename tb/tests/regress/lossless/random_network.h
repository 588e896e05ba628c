// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A small random network with its traffic, drawn by a number: the same number is the same network under every scheme of
// flow control, on any machine.
//
// Drawn are the graph (random, ring, tree, one switch), rate, delay and wire overhead of each cable, the largest frame
// and the lengths in use, classes, the crossbar and the egress scheduler, the switch's own latencies, t_r, the quantum,
// and flows: backlogged or at a constant rate, acknowledged or not, over shortest paths or over walks that may come
// back to where they have been. Each scheme gets thresholds at its safety bound.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/datapath/link/link_config.h"
#include "hw_model/mechanisms/flow_control/flow_control_config.h"

namespace weir::lossless {

using flow_control::Scheme;

// The longest walk of a route, in switches: TTL-shifted PFC has eight classes, class 0 at the source.
inline constexpr std::size_t kMostSwitchesPassed = 7;

struct Cable {
  std::string a, b;
  link::LinkConfig link;
};

struct Flow {
  std::string source, destination;
  std::vector<std::string> route;  // empty: shortest paths
  bool lossy = false;
  std::size_t class_number = 0;  // among the lossless or the lossy classes
  Bytes length;
  BitRate rate{0};  // 0: backlogged
  Bytes size{0};    // 0: without end
  Time start;
  bool acknowledged = false;
};

struct Network {
  std::uint64_t number = 0;
  std::string kind;  // of graph
  Bytes max_frame;
  std::vector<std::string> switches;
  std::vector<std::string> hosts;
  std::vector<Cable> cables;
  std::vector<Flow> flows;
  std::vector<std::size_t> lossless;  // classes
  std::size_t lossy = 0;              // a class
  Time injection;                     // no packet is generated at or after this time
  Time processing_delay;
  bool loops = false;    // some route passes a switch more than once
  std::string settings;  // of parser, crossbar, egress, quantum: TOML that is the same for all schemes
  // What the thresholds are drawn from, in bytes, or as a part of what they may be.
  std::int64_t above_bound = 0;
  double part = 0;
  Bytes cell;
  bool count_cells = false;
  Time credit_period;
};

Network draw_network(std::uint64_t number);

struct Horizon {
  Time duration;
  Time sample_interval;
};

// The network under a scheme, as a scenario file. With `headroom_cut` that much less headroom than loses nothing.
std::string scenario_text(const Network& network, Scheme scheme, const Horizon& horizon, Bytes headroom_cut = Bytes(0));

}  // namespace weir::lossless
