// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/ecn_field.h"

#include <span>

#include "hw_model/frame/big_endian.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/ipv6.h"

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
  // Both have room: an IPv6 header behind two tags ends within the first 64 bytes.
  if (ip.offset != 0 && ip.type == EtherType::kIpv4) {
    static_cast<void>(set_ecn(header, ecn));
  } else if (ip.offset != 0) {
    static_cast<void>(set_ipv6_ecn(header, ecn));
  }
}

}  // namespace weir::frame
