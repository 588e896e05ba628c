// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The header vector: the parser's result from a frame's headers, by which forwarding, class mapper and MMU decide.

#pragma once

#include <cstdint>
#include <optional>

#include "hw_model/base/units.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/ipv6.h"
#include "hw_model/frame/packet.h"
#include "hw_model/frame/packet_fields.h"
#include "hw_model/frame/wire.h"

namespace weir::parser {

enum class Network : std::uint8_t { kNone, kIpv4, kIpv6 };

struct HeaderVector {
  // Why the frame is malformed or may not go on (kTtlExpired: TTL or hop limit 0 or 1). Fields of headers behind the
  // faulty one are 0, also behind an expired IP header: there are no ports, and for IPv6 the protocol is the next
  // header.
  std::optional<frame::DecodeError> error;
  Network network = Network::kNone;
  std::uint8_t code_point = 0;  // PCP and DEI of the outer tag, customer or service (802.1ad); 0 where there is none
  std::uint8_t ip_offset = 0;   // of the IP header, bytes from the start of the frame; or of a message of several hops
  std::uint8_t ttl = 0;         // or hop limit; 0: the frame has none
  std::uint8_t dscp = 0;
  std::uint8_t protocol = 0;          // behind the last extension header that was parsed
  std::uint8_t transport_offset = 0;  // of UDP or TCP; 0: none was parsed, as in a fragment that is not the first
  std::uint8_t bth_opcode = 0;
  bool has_bth = false;               // RoCEv2
  bool reserved_destination = false;  // not IP, to 01-80-C2-00-00-00..0F: no bridge forwards it (IEEE 802.1Q 8.6.3)
  std::uint16_t ethertype = 0;        // behind the tags; below 1536: an 802.3 length
  std::uint16_t vid = 0;              // of the outer tag; 0 where there is none
  std::uint32_t source_ip = 0;        // IPv4
  std::uint32_t destination_ip = 0;   // IPv4
  std::uint32_t transport_ports = 0;  // source port in the upper half, destination port in the lower; 0 as the offset
  Time latency;
};

// Where header.network is kIpv6. Both addresses end within the first 64 bytes, also behind two tags.
inline frame::Ipv6Address source_ipv6(const frame::Packet& packet, const HeaderVector& header) {
  return {frame::field_of(packet, header.ip_offset + std::size_t{8}, 8),
          frame::field_of(packet, header.ip_offset + std::size_t{16}, 8)};
}
inline frame::Ipv6Address destination_ipv6(const frame::Packet& packet, const HeaderVector& header) {
  return {frame::field_of(packet, header.ip_offset + std::size_t{24}, 8),
          frame::field_of(packet, header.ip_offset + std::size_t{32}, 8)};
}

}  // namespace weir::parser
