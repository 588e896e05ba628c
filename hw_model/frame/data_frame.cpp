// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/data_frame.h"

#include <algorithm>

#include "hw_model/frame/udp.h"

namespace weir::frame {

std::size_t write_data_frame(std::span<std::uint8_t> bytes, const DataFrameFields& fields) {
  const EthernetHeader ethernet{
      .destination = fields.destination,
      .source = fields.source,
      .tags = {VlanTag{.pcp = static_cast<std::uint8_t>(fields.traffic_class.index()), .vid = fields.vid}},
      .tag_count = static_cast<std::uint8_t>(fields.tagged ? 1 : 0),
      .ethertype = EtherType::kIpv4};
  const std::size_t header_length = ethernet.length() + kIpv4HeaderBytes + kUdpHeaderBytes;
  if (fields.traffic_class.index() >= kClasses || bytes.size() < header_length) {
    return 0;
  }
  if (fields.length < kMinFrameLength || fields.length > kMaxFrameLength) {
    return 0;
  }

  const auto ip_length = static_cast<std::size_t>(fields.length.count()) - ethernet.length() - kFcsBytes;
  const Ipv4Header ipv4{.dscp = fields.dscp,
                        .ecn = fields.ecn,
                        .total_length = static_cast<std::uint16_t>(ip_length),
                        .ttl = fields.ttl,
                        .protocol = IpProtocol::kUdp,
                        .source = fields.source_ip,
                        .destination = fields.destination_ip};
  const UdpHeader udp{.source_port = fields.source_port,
                      .destination_port = fields.destination_port,
                      .length = static_cast<std::uint16_t>(ip_length - kIpv4HeaderBytes)};

  const std::size_t ip_at = write_ethernet(bytes, ethernet);
  if (ip_at == 0 || write_ipv4(bytes.subspan(ip_at), ipv4) == 0) {
    return 0;
  }
  if (write_udp(bytes.subspan(ip_at + kIpv4HeaderBytes), udp) == 0) {
    return 0;
  }
  std::ranges::fill(bytes.subspan(header_length), std::uint8_t{0});
  return header_length;
}

}  // namespace weir::frame
