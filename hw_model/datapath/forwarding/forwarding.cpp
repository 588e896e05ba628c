// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/forwarding/forwarding.h"

#include <algorithm>

#include "hw_model/frame/ipv4.h"

namespace weir::forwarding {

namespace {

std::uint64_t address_pair(std::uint32_t source, std::uint32_t destination) {
  return (std::uint64_t{source} << 32U) | destination;
}

// The finaliser of SplitMix64: every input bit reaches every output bit.
std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111eb;
  return x ^ (x >> 31U);
}

}  // namespace

void Forwarding::add_host(std::uint32_t destination_ip, std::span<const PortId> ports) {
  const auto same = [&](const Group& group) {
    return std::equal(ports.begin(), ports.end(), members_.begin() + group.first,
                      members_.begin() + group.first + group.size);
  };
  auto group = std::find_if(groups_.begin(), groups_.end(), same);
  if (group == groups_.end()) {
    groups_.push_back({static_cast<std::uint32_t>(members_.size()), static_cast<std::uint32_t>(ports.size())});
    members_.insert(members_.end(), ports.begin(), ports.end());
    group = groups_.end() - 1;
  }
  hosts_.insert({destination_ip}, static_cast<std::uint16_t>(group - groups_.begin()));
}

void Forwarding::add_flow(std::uint32_t source_ip, std::uint32_t destination_ip, std::uint32_t transport_ports,
                          PortId port) {
  flows_.insert({address_pair(source_ip, destination_ip), transport_ports}, static_cast<std::uint16_t>(port.index()));
}

void Forwarding::add_flow_hop(std::uint32_t source_ip, std::uint32_t destination_ip, std::uint32_t transport_ports,
                              std::uint8_t ttl, PortId port) {
  const FlowKey flow{address_pair(source_ip, destination_ip), transport_ports};
  flows_.insert(flow, kByTtl);
  hops_.insert({flow, ttl}, static_cast<std::uint16_t>(port.index()));
}

std::optional<std::uint16_t> Forwarding::flow_port(const parser::HeaderVector& header) const {
  if (flows_.empty()) {
    return std::nullopt;
  }
  const FlowKey flow{address_pair(header.source_ip, header.destination_ip), header.transport_ports};
  const auto port = flows_.find(flow);
  return port == kByTtl ? hops_.find({flow, header.ttl}) : port;
}

bool Forwarding::route(frame::Packet& packet, const parser::HeaderVector& header) const {
  if (const auto port = flow_port(header)) {
    packet.egress = PortId(*port);
  } else if (const auto group = hosts_.find({header.destination_ip})) {
    packet.egress = member(*group, header);
  } else {
    return false;
  }
  packet.traffic_class = class_of(header);
  static_cast<void>(frame::decrement_ttl(std::span(packet.bytes).subspan(header.ip_offset)));  // checked by the parser
  return true;
}

PortId Forwarding::member(std::uint16_t group, const parser::HeaderVector& header) const {
  const Group& ports = groups_[group];
  if (ports.size == 1) {
    return members_[ports.first];
  }
  const std::uint64_t hash = mix(hash_seed_ ^ address_pair(header.source_ip, header.destination_ip)) ^
                             mix((std::uint64_t{header.transport_ports} << 8U) | header.protocol);
  return members_[ports.first + mix(hash) % ports.size];
}

}  // namespace weir::forwarding
