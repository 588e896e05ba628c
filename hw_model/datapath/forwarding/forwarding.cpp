// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/forwarding/forwarding.h"

#include <algorithm>

#include "hw_model/frame/ipv4.h"
#include "hw_model/frame/ipv6.h"
#include "hw_model/frame/private_tags.h"

namespace weir::forwarding {

namespace {

std::uint64_t address_pair(std::uint32_t source, std::uint32_t destination) {
  return (std::uint64_t{source} << 32U) | destination;
}

std::uint64_t mac_key(frame::MacAddress address, std::uint16_t vid) {
  return (address.value() << 12U) | (vid & 0xfffU);
}

}  // namespace

// The number of groups if no group has these ports.
std::size_t Forwarding::find_group(std::span<const PortId> ports) const {
  const auto same = [&](const Group& group) {
    return std::equal(ports.begin(), ports.end(), members_.begin() + group.first,
                      members_.begin() + group.first + group.size);
  };
  return static_cast<std::size_t>(std::find_if(groups_.begin(), groups_.end(), same) - groups_.begin());
}

bool Forwarding::has_place_for_group(std::span<const PortId> ports) const {
  return find_group(ports) < groups_.size() ||
         (groups_.size() < most_groups_ && members_.size() + ports.size() <= most_members_);
}

std::optional<std::uint16_t> Forwarding::group_of(std::span<const PortId> ports) {
  const std::size_t group = find_group(ports);
  if (group == groups_.size()) {
    if (!has_place_for_group(ports)) {
      return std::nullopt;
    }
    groups_.push_back({static_cast<std::uint32_t>(members_.size()), static_cast<std::uint32_t>(ports.size())});
    members_.insert(members_.end(), ports.begin(), ports.end());
  }
  return static_cast<std::uint16_t>(group);
}

bool Forwarding::add_host(std::uint32_t destination_ip, std::span<const PortId> ports) {
  const auto group = group_of(ports);
  return group && hosts_.insert(destination_ip, *group);
}

bool Forwarding::add_prefix(frame::Ipv4Address address, unsigned length, std::span<const PortId> ports) {
  const auto group = group_of(ports);
  return group && prefixes_v4_.insert(bits_of(address.value()), length, *group);
}

bool Forwarding::add_prefix(frame::Ipv6Address address, unsigned length, std::span<const PortId> ports) {
  const auto group = group_of(ports);
  return group && prefixes_v6_.insert({address.upper(), address.lower()}, length, *group);
}

bool Forwarding::add_mac(frame::MacAddress address, std::uint16_t vid, std::span<const PortId> ports) {
  const auto group = group_of(ports);
  return group && macs_.insert(mac_key(address, vid), *group);
}

bool Forwarding::add_flow(std::uint32_t source_ip, std::uint32_t destination_ip, std::uint32_t transport_ports,
                          PortId port) {
  return flows_.insert({address_pair(source_ip, destination_ip), transport_ports},
                       static_cast<std::uint16_t>(port.index()));
}

bool Forwarding::add_flow_hop(std::uint32_t source_ip, std::uint32_t destination_ip, std::uint32_t transport_ports,
                              std::uint8_t ttl, PortId port) {
  const FlowKey flow{address_pair(source_ip, destination_ip), transport_ports};
  return flows_.has_place(flow) && hops_.insert({flow, ttl}, static_cast<std::uint16_t>(port.index())) &&
         flows_.insert(flow, kByTtl);
}

std::optional<std::uint16_t> Forwarding::flow_port(const parser::HeaderVector& header) const {
  const FlowKey flow{address_pair(header.source_ip, header.destination_ip), header.transport_ports};
  const auto port = flows_.find(flow);
  return port == kByTtl ? hops_.find({flow, header.ttl}) : port;
}

// A part of route_ipv4(), which calls it once a packet.
[[gnu::always_inline]] inline PortId Forwarding::member(std::uint16_t group, std::uint64_t addresses,
                                                        const parser::HeaderVector& header) const {
  const Group& ports = groups_[group];
  if (ports.size == 1) {
    return members_[ports.first];
  }
  const std::uint64_t hash =
      mix(hash_seed_ ^ addresses) ^ mix((std::uint64_t{header.transport_ports} << 8U) | header.protocol);
  const bool power_of_two = (ports.size & (ports.size - 1)) == 0;  // of which no division is needed
  return members_[ports.first + (power_of_two ? mix(hash) & (ports.size - 1) : mix(hash) % ports.size)];
}

[[gnu::hot]] bool Forwarding::route(frame::Packet& packet, const parser::HeaderVector& header) const {
  packet.traffic_class = class_of(header);
  switch (header.network) {
    case parser::Network::kIpv4:
      return route_ipv4(packet, header) || bridge(packet, header);
    case parser::Network::kIpv6:
      return route_ipv6(packet, header) || bridge(packet, header);
    case parser::Network::kNone:
      break;
  }
  return bridge(packet, header);
}

// Whether the table of flows has the packet, which then goes where the table says.
[[gnu::noinline]] bool Forwarding::route_flow(frame::Packet& packet, const parser::HeaderVector& header) const {
  const auto port = flow_port(header);
  if (port) {
    packet.egress = PortId(*port);
  }
  return port.has_value();
}

// No std::optional for each packet: the compiler builds one of 16 bits in memory and reads it back before its halves
// have been written.
[[gnu::hot]] bool Forwarding::route_ipv4(frame::Packet& packet, const parser::HeaderVector& header) const {
  if (flows_.empty() || !route_flow(packet, header)) {
    std::uint16_t group = hosts_.route_to(header.destination_ip);
    if (group == HostTable::kNoRoute) [[unlikely]] {
      const auto found = prefixes_v4_.find(bits_of(header.destination_ip));
      if (!found) {
        return false;
      }
      group = *found;
    }
    packet.egress = member(group, address_pair(header.source_ip, header.destination_ip), header);
  }
  static_cast<void>(frame::decrement_ttl(std::span(packet.bytes).subspan(header.ip_offset)));  // checked by the parser
  return true;
}

bool Forwarding::route_ipv6(frame::Packet& packet, const parser::HeaderVector& header) const {
  const frame::Ipv6Address to = parser::destination_ipv6(packet, header);
  const auto group = prefixes_v6_.find({to.upper(), to.lower()});
  if (!group) {
    return false;
  }
  const frame::Ipv6Address from = parser::source_ipv6(packet, header);
  const std::uint64_t addresses = mix(mix(mix(from.upper()) ^ from.lower()) ^ to.upper()) ^ to.lower();
  packet.egress = member(*group, addresses, header);
  static_cast<void>(frame::decrement_hop_limit(std::span(packet.bytes).subspan(header.ip_offset)));
  return true;
}

bool Forwarding::bridge(frame::Packet& packet, const parser::HeaderVector& header) const {
  if (header.reserved_destination) {
    return false;
  }
  const frame::MacAddress to = frame::destination_mac(packet);
  const auto group = macs_.find(mac_key(to, header.vid));
  if (!group) {
    return false;
  }
  packet.egress = member(*group, mix(frame::source_mac(packet).value()) ^ to.value(), header);
  if (header.network == parser::Network::kNone && header.ttl != 0) {  // of a message of several hops
    --packet.bytes[header.ip_offset + frame::kRoutedTtl];
  }
  return true;
}

}  // namespace weir::forwarding
