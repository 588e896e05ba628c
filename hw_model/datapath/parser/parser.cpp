// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/parser/parser.h"

#include <cstring>

#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/ipv4.h"
#include "hw_model/frame/udp.h"

namespace weir::parser {

namespace {

// Fields are picked at their offsets, as the hardware's extractors do; the offsets have been checked before.
std::uint16_t u16_at(const frame::Packet& packet, std::size_t offset) {
  return static_cast<std::uint16_t>((unsigned{packet.bytes[offset]} << 8U) | packet.bytes[offset + 1]);
}

std::uint32_t u32_at(const frame::Packet& packet, std::size_t offset) {
  return (std::uint32_t{u16_at(packet, offset)} << 16U) | u16_at(packet, offset + 2);
}

// One's complement sum over the 20 bytes of the header; 0xffff when the checksum holds (RFC 1071).
bool checksum_holds(const frame::Packet& packet, std::size_t offset) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < frame::kIpv4HeaderBytes; i += 2) {
    sum += u16_at(packet, offset + i);
  }
  sum = (sum & 0xffff) + (sum >> 16U);
  sum = (sum & 0xffff) + (sum >> 16U);
  return sum == 0xffff;
}

constexpr bool is_tag(std::uint16_t type) {
  return type == static_cast<std::uint16_t>(frame::EtherType::kCustomerTag) ||
         type == static_cast<std::uint16_t>(frame::EtherType::kServiceTag);
}

}  // namespace

HeaderVector Parser::parse(const frame::Packet& packet) const {
  HeaderVector header;
  unsigned states = 1;

  std::size_t offset = 12;
  std::uint16_t type = u16_at(packet, offset);
  for (std::size_t tag = 0; tag < frame::kMaxVlanTags && is_tag(type); ++tag) {
    if (tag == 0) {
      header.pcp = static_cast<std::uint8_t>(packet.bytes[offset + 2] >> 5U);
    }
    offset += frame::kVlanTagBytes;
    type = u16_at(packet, offset);
    ++states;
  }
  offset += 2;

  const auto conclude = [&](Verdict verdict) {
    header.verdict = verdict;
    header.latency = config_.clock * (std::int64_t{states} * config_.state_cycles + config_.lookup_cycles);
    return header;
  };

  if (type != static_cast<std::uint16_t>(frame::EtherType::kIpv4)) {
    return conclude(Verdict::kNotIpv4);
  }
  ++states;
  const auto room = packet.length.count() - static_cast<std::int64_t>(offset + frame::kFcsBytes);
  const std::int64_t total_length = u16_at(packet, offset + 2);
  if (packet.bytes[offset] != 0x45 || total_length < static_cast<std::int64_t>(frame::kIpv4HeaderBytes) ||
      total_length > room) {
    return conclude(Verdict::kMalformed);
  }
  if (!checksum_holds(packet, offset)) {
    return conclude(Verdict::kBadChecksum);
  }
  header.ip_offset = static_cast<std::uint8_t>(offset);
  header.dscp = static_cast<std::uint8_t>(packet.bytes[offset + 1] >> 2U);
  header.ttl = packet.bytes[offset + 8];
  header.protocol = packet.bytes[offset + 9];
  header.source_ip = u32_at(packet, offset + 12);
  header.destination_ip = u32_at(packet, offset + 16);
  if (header.ttl <= 1) {
    return conclude(Verdict::kTtlExpired);
  }
  if (header.protocol == static_cast<std::uint8_t>(frame::IpProtocol::kUdp) &&
      total_length >= static_cast<std::int64_t>(frame::kIpv4HeaderBytes + frame::kUdpHeaderBytes)) {
    header.transport_ports = u32_at(packet, offset + frame::kIpv4HeaderBytes);
    ++states;
  }
  return conclude(Verdict::kForward);
}

}  // namespace weir::parser
