// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Routes: which ports of which switch lead to which host. Shortest paths by hop count, all of them (equal-cost
// multipath), and routes listed in a scenario. Hosts never forward.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/named.h"
#include "tb/network/topology.h"

namespace weir::network {

inline constexpr std::size_t kNoDevice = std::numeric_limits<std::size_t>::max();

// The device and port at the other end of a port's cable.
struct Peer {
  std::size_t device = kNoDevice;
  PortId port;            // port of `device`
  std::size_t cable = 0;  // index into Topology::cables
};

// [device][port] -> the device and port at the other end.
std::vector<std::vector<Peer>> peers_of(const Topology& topology);

// The equal-cost egress ports of one switch towards each host. Hosts behind the same ports share one entry, so a switch
// costs two bytes per host and a few short lists.
class EgressSets {
 public:
  explicit EgressSets(std::size_t hosts = 0) : set_of_host_(hosts, 0), sets_(1) {}

  // Ascending; empty: the host cannot be reached.
  std::span<const PortId> towards(std::size_t host_number) const { return sets_[set_of_host_[host_number]]; }

  // Index of the set with these ports (ascending), for assign().
  std::uint16_t intern(const std::vector<PortId>& ports);
  void assign(std::size_t host_number, std::uint16_t set) { set_of_host_[host_number] = set; }
  bool agree(std::size_t a, std::size_t b) const { return set_of_host_[a] == set_of_host_[b]; }

 private:
  std::vector<std::uint16_t> set_of_host_;
  std::vector<std::vector<PortId>> sets_;  // sets_[0] is empty
};

struct Routes {
  std::vector<std::size_t> hosts;        // host number -> device index, in the order of Topology::devices
  std::vector<std::size_t> host_number;  // device index -> host number; kNoDevice for switches
  std::vector<EgressSets> switches;      // by device index; those of hosts are empty
};

// Host numbers without routes: no host can be reached.
Routes no_routes(const Topology& topology);

// Which of the ports on shortest paths to a host a switch uses. Only kDModK differs between hosts at one switch.
enum class PathChoice {
  kAll,     // all: equal-cost multipath
  kLowest,  // one: to the neighbour with the lowest index in Topology::devices
  kRandom,  // one, all ports equally likely
  // One of m ports: digit l, to the base m, of the host's number d, for a switch l links from the nearest switch with
  // hosts: d mod m at that switch, d/m mod m above. Gomez et al., Deterministic versus Adaptive Routing in Fat-Trees,
  // IPDPS 2007: all packets to a host pass one root of the tree, and all roots serve equally many hosts.
  kDModK,
};
inline constexpr std::array<Named<PathChoice>, 4> kPathChoices{{{PathChoice::kAll, "all"},
                                                                {PathChoice::kLowest, "lowest"},
                                                                {PathChoice::kRandom, "random"},
                                                                {PathChoice::kDModK, "d_mod_k"}}};

// Shortest paths; `seed` is for kRandom. Linear in switches x (hosts + cables); 1024 hosts and 320 switches take 1 MB.
Routes shortest_paths(const Topology& topology, PathChoice choice = PathChoice::kAll, std::uint64_t seed = 0);

// One step of a route: the packet leaves `device` through `egress`.
struct Hop {
  std::size_t device = 0;
  PortId egress;
};

class RouteError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

// The hops of a route given as devices, host to host: one hop per device except the last. A route may pass a switch
// more than once. Of several cables between two devices the one at the lowest port is taken. Throws RouteError, which
// names the step: no cable, or a host on the way.
std::vector<Hop> follow_route(const Topology& topology, const std::vector<std::vector<Peer>>& peers,
                              const std::vector<std::size_t>& route);

}  // namespace weir::network
