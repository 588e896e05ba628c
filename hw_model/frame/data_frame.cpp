// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/data_frame.h"

#include <algorithm>

#include "hw_model/frame/udp.h"

namespace weir::frame {

namespace {

EthernetHeader ethernet_of(const DataFrameFields& fields) {
  return {.destination = fields.destination,
          .source = fields.source,
          .tags = {VlanTag{.pcp = static_cast<std::uint8_t>(fields.traffic_class.index()),
                           .drop_eligible = fields.drop_eligible,
                           .vid = fields.vid}},
          .tag_count = static_cast<std::uint8_t>(fields.tagged ? 1 : 0),
          .ethertype = EtherType::kIpv4};
}

// Length of IPv4 and its payload in a frame without padding.
std::size_t room_for_ip(const DataFrameFields& fields, const EthernetHeader& ethernet) {
  return static_cast<std::size_t>(fields.length.count()) - ethernet.length() - kFcsBytes;
}

// Writes Ethernet and IPv4; returns the offset of the transport header; 0: `bytes` is shorter, or a field is out of its
// range.
std::size_t write_to_transport(std::span<std::uint8_t> bytes, const DataFrameFields& fields, IpProtocol protocol,
                               std::size_t ip_length, std::size_t transport_length) {
  const EthernetHeader ethernet = ethernet_of(fields);
  if (fields.traffic_class.index() >= kClasses ||
      bytes.size() < ethernet.length() + kIpv4HeaderBytes + transport_length) {
    return 0;
  }
  const Ipv4Header ipv4{.dscp = fields.dscp,
                        .ecn = fields.ecn,
                        .total_length = static_cast<std::uint16_t>(ip_length),
                        .ttl = fields.ttl,
                        .protocol = protocol,
                        .source = fields.source_ip,
                        .destination = fields.destination_ip};
  const std::size_t ip_at = write_ethernet(bytes, ethernet);
  return ip_at == 0 || write_ipv4(bytes.subspan(ip_at), ipv4) == 0 ? 0 : ip_at + kIpv4HeaderBytes;
}

bool is_a_length(Bytes length) { return length >= kMinFrameLength && length <= kMaxFrameLength; }

}  // namespace

std::size_t write_data_frame(std::span<std::uint8_t> bytes, const DataFrameFields& fields) {
  if (!is_a_length(fields.length)) {
    return 0;
  }
  const std::size_t ip_length = room_for_ip(fields, ethernet_of(fields));
  const UdpHeader udp{.source_port = fields.source_port,
                      .destination_port = fields.destination_port,
                      .length = static_cast<std::uint16_t>(ip_length - kIpv4HeaderBytes)};
  const std::size_t udp_at = write_to_transport(bytes, fields, IpProtocol::kUdp, ip_length, kUdpHeaderBytes);
  if (udp_at == 0 || write_udp(bytes.subspan(udp_at), udp) == 0) {
    return 0;
  }
  std::ranges::fill(bytes.subspan(udp_at + kUdpHeaderBytes), std::uint8_t{0});
  return udp_at + kUdpHeaderBytes;
}

std::size_t write_tcp_frame(std::span<std::uint8_t> bytes, const DataFrameFields& fields, const TcpHeader& segment,
                            Bytes payload) {
  const auto tcp_length = kTcpHeaderBytes + static_cast<std::size_t>(payload.count());
  const std::size_t ip_length = kIpv4HeaderBytes + tcp_length;
  if (!is_a_length(fields.length) || segment.header_length != kTcpHeaderBytes || payload < Bytes(0) ||
      ip_length > room_for_ip(fields, ethernet_of(fields))) {
    return 0;
  }
  const std::size_t tcp_at = write_to_transport(bytes, fields, IpProtocol::kTcp, ip_length, kTcpHeaderBytes);
  if (tcp_at == 0) {
    return 0;
  }
  const auto header = bytes.subspan(tcp_at, kTcpHeaderBytes);
  TcpHeader whole = segment;
  whole.checksum = 0;
  write_tcp(header, whole);
  whole.checksum = tcp_checksum(header, fields.source_ip, fields.destination_ip, tcp_length);
  write_tcp(header, whole);
  std::ranges::fill(bytes.subspan(tcp_at + kTcpHeaderBytes), std::uint8_t{0});
  return tcp_at + kTcpHeaderBytes;
}

}  // namespace weir::frame
