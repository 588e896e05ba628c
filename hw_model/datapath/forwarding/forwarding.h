// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Forwarding engine: header vector -> egress port. Explicit routes of single flows first, then the host table; a host
// reached through several ports is an ECMP group, in which a seeded hash of the 5-tuple chooses. The packet leaves
// with its TTL one lower and the header checksum corrected (the switch routes; MAC addresses stay end to end).
// Latency: the lookup cycles that the parser adds to its own.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/datapath/forwarding/exact_match.h"
#include "hw_model/datapath/parser/parser.h"
#include "hw_model/frame/packet.h"
#include "hw_model/ledger/register_bank.h"
#include "hw_model/ledger/block.h"
#include "hw_model/reference/class_mapper.h"

namespace weir::forwarding {

class Forwarding {
 public:
  explicit Forwarding(std::uint64_t hash_seed, const reference::ClassMapperConfig& mapper = {})
      : hash_seed_(hash_seed), mapper_(mapper) {}

  // The class in which this switch queues a packet with this header.
  ClassId class_of(const parser::HeaderVector& header) const {
    return mapper_.map(header.pcp, header.dscp, header.ttl);
  }

  // Routes to a host. Several ports make an ECMP group; equal sets share one. `ports` is not empty.
  void add_host(std::uint32_t destination_ip, std::span<const PortId> ports);

  // The route of one flow, before any host route.
  void add_flow(std::uint32_t source_ip, std::uint32_t destination_ip, std::uint32_t transport_ports, PortId port);

  // One hop of a route that passes this switch more than once: packets of the flow that arrive with this TTL.
  void add_flow_hop(std::uint32_t source_ip, std::uint32_t destination_ip, std::uint32_t transport_ports,
                    std::uint8_t ttl, PortId port);

  // Binds the registers of block "forwarding" to this engine, those of its drop counters excepted. `classes`: that the
  // switch has queues for.
  void bind_registers(const ledger::Binder& binder, unsigned classes);

  // Sets packet.egress and traffic_class and rewrites the TTL; false if nothing routes this packet.
  bool route(frame::Packet& packet, const parser::HeaderVector& header) const;

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
  struct HostKey {
    std::uint32_t address = 0;
    bool operator==(const HostKey&) const = default;
    std::uint64_t hash() const { return address * 0x9e3779b97f4a7c15; }
  };
  struct Group {
    std::uint32_t first = 0;  // in members_
    std::uint32_t size = 0;
  };

  // In flows_: the TTL decides. So only the packets of flows with loops pay for the second lookup.
  static constexpr std::uint16_t kByTtl = 0xffff;

  std::optional<std::uint16_t> flow_port(const parser::HeaderVector& header) const;
  PortId member(std::uint16_t group, const parser::HeaderVector& header) const;

  std::uint64_t hash_seed_;
  reference::ClassMapper mapper_;
  ExactMatch<HostKey> hosts_;  // value: index of a group
  ExactMatch<FlowKey> flows_;  // value: port, or kByTtl
  ExactMatch<HopKey> hops_;    // value: port
  std::vector<Group> groups_;
  std::vector<PortId> members_;
};

}  // namespace weir::forwarding
