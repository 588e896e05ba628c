// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Cyclic buffer dependencies (CBD) of a network's routes: the condition for deadlocks by hop-by-hop flow control.
//
// A vertex is a buffer: the VIQ of one switch, ingress port and class. An edge v -> w says that some route fills w
// right after v, so packets in v may have to wait for room in w. A host's VIQ always drains and has no vertex. If the
// class counts hops (TTL-based buffer management, section 1.3) every edge leads one class up, so there is no cycle.
//
// If the class counts hops, a packet also dies after the last hop: a route that circles for ever ends there.
//
// A route that the ECMP hash decides counts with all its paths: the cycles are the possible ones.

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/reference/services.h"
#include "tb/network/routing.h"
#include "tb/network/topology.h"

namespace weir::network {

struct Buffer {
  std::size_t device = 0;  // a switch
  PortId ingress;
  ClassId traffic_class;
  bool operator==(const Buffer&) const = default;
};

// Buffers in the order in which packets fill them; the last one leads to the first, which has the lowest number.
using Cycle = std::vector<Buffer>;

// The class of a packet at each hop.
struct ClassRule {
  unsigned hops_a_class = 0;     // 0: the same class at every hop; 2: hop_parity() must find no fault
  unsigned at_first_switch = 0;  // the class at hop 1, counted from its service's first class
  bool is_one_port = false;      // no classes: PAUSE stops the whole port
};

class BufferDependencies {
 public:
  static constexpr std::size_t kForEver = std::numeric_limits<std::size_t>::max();

  // `topology` must outlive this object. `last_hop`: the last switch that a packet reaches alive. `services`: how
  // classes that count hops are divided into services; a packet belongs to the service of its class and, if there is a
  // last hop, is dropped at a hop for which its service has no class.
  BufferDependencies(const Topology& topology, ClassRule rule, std::size_t last_hop = kForEver,
                     ClassMask services = reference::kOneService);

  // Adds a route given as devices, host to host, as in follow_route(); throws as follow_route() does.
  void add_route(const std::vector<std::size_t>& route, ClassId traffic_class);

  // Adds all paths of `routes` from `sources` (device indices of hosts) to one host (its number). Linear in ports: a
  // switch's next hops depend on the class only, so that all its ports get the same edges.
  void add_paths(const Routes& routes, std::span<const std::size_t> sources, std::size_t host_number,
                 ClassId traffic_class);

  // The same for frames made by switch `device`: their first hop is this switch, and they fill no buffer of it.
  void add_paths_from_switch(const Routes& routes, std::size_t device, std::size_t host_number, ClassId traffic_class);

  // Adds the paths from every host to every other, in one class. Hosts at one switch share paths and count as one.
  void add_all_pairs(const Routes& routes, ClassId traffic_class);

  bool fills(const Buffer& buffer) const;  // whether any route does
  std::size_t buffers() const;             // filled by any route
  std::size_t dependencies() const;        // edges
  std::size_t cyclic_buffers() const;      // in at least one cycle

  // The largest number of buffers from which packets can come into one buffer over any number of hops, that buffer
  // included; only buffers filled by switches count, not those filled by hosts. Linear in buffers times edges.
  std::size_t most_into_one() const;

  // For each set of buffers that all depend on one another: the buffers whose packets go on to several members of the
  // set; ascending. Sets without such buffers are left out.
  std::vector<std::vector<Buffer>> branching() const;

  // For each set of buffers that all depend on one another (strongly connected component with a cycle), one of the
  // shortest cycles in it; ascending by first buffer. Empty: there is no CBD.
  std::vector<Cycle> shortest_cycles() const;

  // Elementary cycles, each once, at most `most` of them (there can be exponentially many), in a fixed order.
  std::vector<Cycle> cycles(std::size_t most) const;

 private:
  using Word = std::uint64_t;

  Buffer buffer_of(std::size_t vertex) const;
  std::size_t vertex_of(std::size_t device, PortId ingress, ClassId traffic_class) const;
  ClassId class_at(std::size_t hop, ClassId traffic_class) const;
  reference::Service service_of(ClassId traffic_class) const;
  std::size_t last_hop_of(ClassId traffic_class) const;
  ClassId class_after(std::size_t device, ClassId traffic_class) const;
  std::size_t device_of(std::size_t vertex) const { return device_of_port_[vertex / kClasses]; }
  std::size_t words_of(std::size_t device) const;
  // Marks the buffer that packets at this hop fill at `peer`; appends it to `reached` at the first time in a search.
  void fill(const Peer& peer, std::size_t hop, ClassId traffic_class, std::vector<std::size_t>& reached);
  // Follows packets from `frontier`, the buffers filled at the hop before this one.
  void walk(const Routes& routes, std::vector<std::size_t> frontier, std::size_t hop, std::size_t host_number,
            ClassId traffic_class);
  // The egress ports over which packets of a buffer leave for the next switch, one bit each.
  Word* egress_ports(std::size_t vertex);
  // The buffers that packets of `vertex` fill next, ascending.
  std::vector<std::size_t> after(std::size_t vertex) const;
  // Edges within strongly connected components, as renumbered vertices, ascending; `vertices` gets the old numbers.
  std::vector<std::vector<std::size_t>> cyclic_part(std::vector<std::size_t>& vertices,
                                                    std::vector<std::size_t>& component) const;
  bool filled_by_switch(std::size_t vertex) const;
  Cycle as_cycle(const std::vector<std::size_t>& path) const;

  const Topology& topology_;
  ClassRule rule_;
  std::size_t last_hop_;
  ClassMask services_;
  std::vector<bool> odd_;  // devices at odd hops; where two hops share a class
  std::vector<std::vector<Peer>> peers_;
  std::vector<std::size_t> first_port_;      // of each device, in a numbering of all ports
  std::vector<std::size_t> device_of_port_;  // in that numbering
  std::vector<std::size_t> row_;             // [vertex] -> position in bits_, from 1; 0: no edge yet
  std::vector<Word> bits_;
  std::vector<bool> filled_;
  std::vector<std::uint32_t> seen_;      // [vertex] search_ of the latest add_paths that came here
  std::vector<std::uint32_t> expanded_;  // likewise, [device and class]
  std::uint32_t search_ = 0;
};

// "sc1, sa3, sc2, sa7, sc1": the switches of a cycle, with the first one repeated at the end.
std::string switches_of(const Topology& topology, const Cycle& cycle);

// "sa3.p2.c0": the VIQ as results name it.
std::string name_of(const Topology& topology, const Buffer& buffer);

}  // namespace weir::network
