// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The parser beside the codecs, which are written and tested independently: on any bytes they must say the same.

#pragma once

#include <algorithm>
#include <span>
#include <string>

#include "hw_model/datapath/parser/parser.h"
#include "hw_model/frame/headers.h"

namespace weir::samples {

// A packet of these bytes, destination MAC to the last byte before the FCS.
inline void fill(frame::Packet& packet, std::span<const std::uint8_t> bytes) {
  packet.bytes.fill(0);
  std::copy_n(bytes.begin(), std::min(bytes.size(), frame::kHeaderBytes), packet.bytes.begin());
  packet.length = Bytes(static_cast<std::int64_t>(bytes.size() + frame::kFcsBytes));
}

inline std::string differs(const std::string& what, std::uint64_t ours, std::uint64_t theirs) {
  return what + ": parser " + std::to_string(ours) + ", codecs " + std::to_string(theirs);
}

inline std::string ethernet_disagreement(const parser::HeaderVector& header, const frame::EthernetHeader& ethernet,
                                         const frame::Packet& packet) {
  const frame::VlanTag outer = ethernet.tag_count > 0 ? ethernet.tags[0] : frame::VlanTag{};
  const unsigned point = outer.pcp * 2U + (outer.drop_eligible ? 1U : 0U);
  if (header.code_point != point || header.vid != outer.vid) {
    return differs("outer tag", header.code_point * 4096U + header.vid, point * 4096U + outer.vid);
  }
  if (header.ethertype != static_cast<std::uint16_t>(ethernet.ethertype)) {
    return differs("ethertype", header.ethertype, static_cast<std::uint16_t>(ethernet.ethertype));
  }
  const bool same =
      frame::destination_mac(packet) == ethernet.destination && frame::source_mac(packet) == ethernet.source;
  return same ? "" : "MAC addresses";
}

inline std::string ip_disagreement(const parser::HeaderVector& header, const frame::Headers& headers,
                                   const frame::Packet& packet, unsigned ttl) {
  const auto network = headers.ipv4   ? parser::Network::kIpv4
                       : headers.ipv6 ? parser::Network::kIpv6
                                      : parser::Network::kNone;
  if (header.network != network) {
    return differs("network", static_cast<unsigned>(header.network), static_cast<unsigned>(network));
  }
  if (network == parser::Network::kNone) {
    return "";
  }
  if (header.ip_offset != headers.ethernet->length() || header.ttl != ttl) {
    return differs("ip offset and ttl", header.ip_offset * 256U + header.ttl, headers.ethernet->length() * 256 + ttl);
  }
  const unsigned dscp = headers.ipv4 ? headers.ipv4->dscp : headers.ipv6->dscp;
  if (header.dscp != dscp) {
    return differs("dscp", header.dscp, dscp);
  }
  const bool same = headers.ipv4 ? header.source_ip == headers.ipv4->source.value() &&
                                       header.destination_ip == headers.ipv4->destination.value()
                                 : parser::source_ipv6(packet, header) == headers.ipv6->source &&
                                       parser::destination_ipv6(packet, header) == headers.ipv6->destination;
  return same ? "" : "IP addresses";
}

inline std::string transport_disagreement(const parser::HeaderVector& header, const frame::Headers& headers) {
  const unsigned protocol = headers.ipv4   ? static_cast<unsigned>(headers.ipv4->protocol)
                            : headers.ipv6 ? headers.chain.protocol
                                           : 0U;
  if (header.protocol != protocol) {
    return differs("protocol", header.protocol, protocol);
  }
  const std::uint32_t ports =
      headers.udp   ? std::uint32_t{headers.udp->source_port} << 16U | headers.udp->destination_port
      : headers.tcp ? std::uint32_t{headers.tcp->source_port} << 16U | headers.tcp->destination_port
                    : 0;
  if (header.transport_ports != ports) {
    return differs("ports", header.transport_ports, ports);
  }
  if (header.has_bth != headers.roce.has_value() || (headers.roce && header.bth_opcode != headers.roce->bth.opcode)) {
    return "BTH";
  }
  return "";
}

// The first thing in which header vector and codecs differ; empty where they agree.
inline std::string disagreement(const parser::HeaderVector& header, const frame::Headers& headers,
                                const frame::Packet& packet) {
  const auto code = [](std::optional<frame::DecodeError> error) {
    return error ? static_cast<std::uint64_t>(*error) + 1 : 0;
  };
  const unsigned ttl = headers.ipv4 ? headers.ipv4->ttl : headers.ipv6 ? headers.ipv6->hop_limit : 255;
  const bool expired = ttl <= 1;  // the codecs do not judge it, and read on
  if (expired != (header.error == frame::DecodeError::kTtlExpired)) {
    return differs("ttl expired", header.error == frame::DecodeError::kTtlExpired, expired);
  }
  if (!expired && header.error != headers.error) {
    return differs("error", code(header.error), code(headers.error));
  }
  std::string found = headers.ethernet ? ethernet_disagreement(header, *headers.ethernet, packet) : "";
  if (found.empty()) {
    found = ip_disagreement(header, headers, packet, ttl);
  }
  return found.empty() && !expired ? transport_disagreement(header, headers) : found;
}

// The same for the bytes of a frame.
inline std::string disagreement(const parser::Parser& parser, std::span<const std::uint8_t> bytes) {
  frame::Packet packet;
  fill(packet, bytes);
  return disagreement(parser.parse(packet, bytes), frame::read_headers(bytes, packet.length), packet);
}

}  // namespace weir::samples
