// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Random connected graphs of switches s1.., with hosts h1.. at them: h<i> is at switch (i-1)/hosts_per_switch + 1. All
// draws come from the given stream, so the same seed makes the same network.
//
// - Regular: every switch has `degree` neighbours. Drawn as in Steger and Wormald, "Generating random regular graphs
//   quickly" (1999): free stubs are paired at random; pairs that would make a loop or a second cable are rejected, and
//   a draw that gets stuck starts again.
// - By probability: each pair of switches has a cable with probability p (Gilbert's G(n, p)).
// A graph that is not connected is drawn again.
//
// Ports: a switch has its hosts first, then its neighbours in ascending order.

#pragma once

#include <cstddef>
#include <stdexcept>

#include "hw_model/base/random_stream.h"
#include "tb/network/topology.h"

namespace weir::network {

// Thrown when kMostDraws draws give no connected graph.
class DrawError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};
inline constexpr unsigned kMostDraws = 100;

// switches >= 2, 1 <= degree < switches, switches x degree even. Throws DrawError (degree 1: 2 switches only).
Topology make_random_regular(std::size_t switches, std::size_t degree, std::size_t hosts_per_switch,
                             const link::LinkConfig& link, RandomStream& random);

// switches >= 2, 0 <= probability <= 1. Throws DrawError.
Topology make_random_graph(std::size_t switches, double probability, std::size_t hosts_per_switch,
                           const link::LinkConfig& link, RandomStream& random);

}  // namespace weir::network
