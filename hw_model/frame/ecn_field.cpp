// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/ecn_field.h"

#include <span>

#include "hw_model/frame/big_endian.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/ipv6.h"
#include "hw_model/frame/roce.h"
#include "hw_model/frame/udp.h"

namespace weir::frame {
namespace {

struct IpHeader {
  EtherType type{};
  std::size_t offset = 0;  // of its first byte; 0: the frame has none
};

IpHeader ip_header_of(const Packet& packet) {
  std::size_t offset = 12;
  EtherType type{};
  for (std::size_t tags = 0; tags <= kMaxVlanTags; ++tags) {
    type = static_cast<EtherType>(big_endian<std::uint16_t>(&packet.bytes[offset]));
    if (type == EtherType::kIpv4 || type == EtherType::kIpv6) {
      return {type, offset + 2};
    }
    if (type != EtherType::kCustomerTag && type != EtherType::kServiceTag) {
      break;
    }
    offset += kVlanTagBytes;
  }
  return {};
}

constexpr std::uint8_t kFecnBit = 0x80;

// Offset of the byte with FECN and BECN; 0: there is no base transport header.
std::size_t fecn_offset_of(const Packet& packet) {
  constexpr std::size_t kFecnByte = 4;
  const IpHeader ip = ip_header_of(packet);
  if (ip.offset == 0 || ip.type != EtherType::kIpv4) {
    return 0;
  }
  const std::uint8_t* header = &packet.bytes[ip.offset];
  const std::size_t udp = ip.offset + std::size_t{header[0] & 0xfU} * 4;
  const std::size_t bth = udp + kUdpHeaderBytes;
  const bool whole = (big_endian<std::uint16_t>(header + 6) & 0x3fffU) == 0;  // not a fragment
  if (!whole || header[9] != static_cast<std::uint8_t>(IpProtocol::kUdp) || bth + kBthBytes > kHeaderBytes) {
    return 0;
  }
  return big_endian<std::uint16_t>(&packet.bytes[udp + 2]) == kRoceV2Port ? bth + kFecnByte : 0;
}

}  // namespace

std::optional<Ecn> ecn_of(const Packet& packet) {
  const IpHeader ip = ip_header_of(packet);
  if (ip.offset == 0) {
    return std::nullopt;
  }
  const unsigned traffic_class = packet.bytes[ip.offset + 1];
  return static_cast<Ecn>((ip.type == EtherType::kIpv4 ? traffic_class : traffic_class >> 4U) & 3U);
}

void set_ecn(Packet& packet, Ecn ecn) {
  const IpHeader ip = ip_header_of(packet);
  const std::span<std::uint8_t> header = std::span(packet.bytes).subspan(ip.offset);
  // Both headers have room: an IPv6 header behind two tags ends within the first 64 bytes.
  if (ip.offset != 0 && ip.type == EtherType::kIpv4) {
    static_cast<void>(set_ecn(header, ecn));
  } else if (ip.offset != 0) {
    static_cast<void>(set_ipv6_ecn(header, ecn));
  }
}

std::optional<bool> fecn_of(const Packet& packet) {
  const std::size_t offset = fecn_offset_of(packet);
  return offset == 0 ? std::nullopt : std::optional((packet.bytes[offset] & kFecnBit) != 0);
}

void set_fecn(Packet& packet) {
  if (const std::size_t offset = fecn_offset_of(packet); offset != 0) {
    packet.bytes[offset] |= kFecnBit;
  }
}

}  // namespace weir::frame
