// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Forwarding engine: header vector -> egress port. IPv4: explicit routes of single flows first, then the host table,
// then the longest prefix. IPv6: the longest prefix. A packet that was routed leaves with its TTL one lower and the
// header checksum corrected (MAC addresses stay end to end). A packet that is not IP, or has no route, is bridged if
// the table of MAC addresses has its destination; it leaves unchanged but for the TTL of a message of several hops. A
// destination reached through several ports is an ECMP group, in which a seeded hash of addresses, ports and protocol
// chooses. Latency: the lookup cycles that the parser adds to its own.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/datapath/forwarding/bucket_table.h"
#include "hw_model/datapath/forwarding/exact_match.h"
#include "hw_model/datapath/forwarding/forwarding_config.h"
#include "hw_model/datapath/forwarding/host_table.h"
#include "hw_model/datapath/forwarding/prefix_table.h"
#include "hw_model/datapath/parser/parser.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/ipv4.h"
#include "hw_model/frame/ipv6.h"
#include "hw_model/frame/itsy_groups.h"
#include "hw_model/frame/packet.h"
#include "hw_model/ledger/block.h"
#include "hw_model/ledger/register_bank.h"
#include "hw_model/reference/class_mapper.h"

namespace weir::forwarding {

class Forwarding {
 public:
  explicit Forwarding(std::uint64_t hash_seed, const reference::ClassMapperConfig& mapper = {},
                      const ForwardingConfig& config = {}, std::shared_ptr<const reference::OwnClasses> own = nullptr)
      : hash_seed_(hash_seed),
        mapper_(mapper, std::move(own)),
        hosts_(config.host_entries),
        flows_(config.flow_entries),
        hops_(config.hop_entries),
        macs_(config.l2_entries, config.l2_ways, hash_seed),
        prefixes_v4_(config.prefix_entries),
        prefixes_v6_(config.prefix_entries),
        most_groups_(config.ecmp_groups),
        most_members_(config.ecmp_members) {}

  // The class in which this switch queues a packet with this header.
  ClassId class_of(const parser::HeaderVector& header) const {
    return mapper_.map(header.code_point, header.dscp, header.ttl);
  }

  // Whether the packet's service has no class for it here: the packet is dropped, since in the last class it would wait
  // for its own kind.
  bool beyond_its_service(const parser::HeaderVector& header) const {
    return mapper_.beyond(header.code_point, header.dscp, header.ttl);
  }

  // A route leads to a group of ports, in their order; routes with equal ports share a group, also of a single port.
  // False: there is no place for another group, or for its members.
  bool has_place_for_group(std::span<const PortId> ports) const;

  // Adds routes to a host. `ports` is not empty. False, here and below: the table is full or there is no place for the
  // group.
  bool add_host(std::uint32_t destination_ip, std::span<const PortId> ports);
  bool has_place_for_host(std::uint32_t destination_ip) const { return hosts_.has_place(destination_ip); }

  // Adds routes to all addresses of a prefix, 0..32 and 0..128 bits.
  bool add_prefix(frame::Ipv4Address address, unsigned length, std::span<const PortId> ports);
  bool add_prefix(frame::Ipv6Address address, unsigned length, std::span<const PortId> ports);

  // Adds the ports to which frames to this address are bridged; vid 0: untagged, or with a priority tag. False: the
  // address's bucket is full.
  bool add_mac(frame::MacAddress address, std::uint16_t vid, std::span<const PortId> ports);
  const BucketCounters& mac_counters() const { return macs_.counters(); }

  // Adds the route of one flow, which goes before any host route.
  bool add_flow(std::uint32_t source_ip, std::uint32_t destination_ip, std::uint32_t transport_ports, PortId port);

  // Adds one hop of a route that passes this switch more than once: for packets of the flow that arrive with this TTL.
  bool add_flow_hop(std::uint32_t source_ip, std::uint32_t destination_ip, std::uint32_t transport_ports,
                    std::uint8_t ttl, PortId port);

  // Binds the registers of block "forwarding" to this engine, except those of its drop counters. `check` throws
  // std::invalid_argument if a draft of the class mapper does not fit the switch.
  using MapperCheck = std::function<void(const reference::ClassMapperConfig&)>;
  void bind_registers(const ledger::Binder& binder, MapperCheck check);
  const reference::ClassMapperConfig& mapper() const { return mapper_.config(); }

  // Sets packet.egress and traffic_class, and rewrites the TTL where it routes; false if no table has this packet.
  bool route(frame::Packet& packet, const parser::HeaderVector& header) const;

  // Asks for the cache lines of the table of hosts that route() is going to touch, in two rounds.
  [[gnu::always_inline]] void prefetch(const parser::HeaderVector& header, unsigned round) const {
    hosts_.prefetch(header.destination_ip, round);
  }

  // Groups of IPv4 destinations of which at least one destination may be routed to this port.
  frame::DestinationGroups groups_to(PortId port) const;

  // Throws std::logic_error unless the block declares all that is kept here (forwarding_registers.h).
  static void check_declared(const ledger::Block& block);

 private:
  struct FlowKey {
    std::uint64_t addresses = 0;
    std::uint32_t transport_ports = 0;
    bool operator==(const FlowKey&) const = default;
    std::uint64_t hash() const { return (addresses * 0x9e3779b97f4a7c15) ^ (transport_ports * 0xc2b2ae3d27d4eb4f); }
  };
  struct HopKey {
    FlowKey flow;
    std::uint8_t ttl = 0;
    bool operator==(const HopKey&) const = default;
    std::uint64_t hash() const { return flow.hash() ^ (ttl * 0xff51afd7ed558ccd); }
  };
  struct Group {
    std::uint32_t first = 0;  // in members_
    std::uint32_t size = 0;
  };

  // Value in flows_: hops_ decides by the TTL. So only packets of flows with loops pay for the second lookup.
  static constexpr std::uint16_t kByTtl = 0xffff;

  bool route_flow(frame::Packet& packet, const parser::HeaderVector& header) const;
  bool route_ipv4(frame::Packet& packet, const parser::HeaderVector& header) const;
  bool route_ipv6(frame::Packet& packet, const parser::HeaderVector& header) const;
  bool bridge(frame::Packet& packet, const parser::HeaderVector& header) const;
  std::size_t find_group(std::span<const PortId> ports) const;
  std::optional<std::uint16_t> group_of(std::span<const PortId> ports);
  bool leads_to(std::uint16_t group, PortId port) const;
  std::optional<std::uint16_t> flow_port(const parser::HeaderVector& header) const;
  // `addresses`: the addresses of the layer that decided.
  PortId member(std::uint16_t group, std::uint64_t addresses, const parser::HeaderVector& header) const;

  std::uint64_t hash_seed_;
  reference::ClassMapper mapper_;
  HostTable hosts_;            // value: index of a group
  ExactMatch<FlowKey> flows_;  // value: port, or kByTtl
  ExactMatch<HopKey> hops_;    // value: port
  BucketTable macs_;           // value: index of a group, as of the two below
  PrefixTable prefixes_v4_;
  PrefixTable prefixes_v6_;
  std::vector<Group> groups_;
  std::vector<PortId> members_;
  std::uint32_t most_groups_;
  std::uint32_t most_members_;
};

}  // namespace weir::forwarding
