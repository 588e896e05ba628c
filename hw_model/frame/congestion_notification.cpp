// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/congestion_notification.h"

#include <algorithm>
#include <array>
#include <limits>

#include "hw_model/frame/headers.h"
#include "hw_model/frame/private_tags.h"

namespace weir::frame {

std::optional<CongestionNotification> notification_about(const Packet& packet) {
  // All fields lie in the bytes that a packet keeps, except that an answer of RoCEv2 with a tag of a switch ends behind
  // them.
  std::array<std::uint8_t, kParseDepth> window{};
  std::copy(packet.bytes.begin(), packet.bytes.end(), window.begin());
  const Headers headers = read_headers(window, packet.length);
  if (!headers.ipv4) {
    return std::nullopt;
  }
  CongestionNotification about{.source_ip = headers.ipv4->source,
                               .destination_ip = headers.ipv4->destination,
                               .protocol = static_cast<std::uint8_t>(headers.ipv4->protocol)};
  if (headers.udp) {
    about.source_port = headers.udp->source_port;
    about.destination_port = headers.udp->destination_port;
  } else if (headers.tcp) {
    about.source_port = headers.tcp->source_port;
    about.destination_port = headers.tcp->destination_port;
  }
  if (headers.roce) {
    about.queue_pair = headers.roce->bth.destination_qp;
  }
  return about;
}

std::size_t write_congestion_notification(std::span<std::uint8_t> bytes, MacAddress destination, MacAddress port,
                                          ClassId c, const CongestionNotification& notification) {
  constexpr Bytes kMost{std::numeric_limits<std::uint32_t>::max()};
  const std::size_t body = write_routed_header(bytes, destination, port, c,
                                               static_cast<std::uint8_t>(PrivateSubtype::kCongestionNotification));
  if (body == 0) {
    return 0;
  }
  WireWriter out(bytes.subspan(body));
  out.u8(notification.protocol);
  out.u32(static_cast<std::uint32_t>(std::clamp(notification.depth, Bytes(0), kMost).count()));
  out.u32(notification.source_ip.value());
  out.u32(notification.destination_ip.value());
  out.u16(notification.source_port);
  out.u16(notification.destination_port);
  out.u32(notification.queue_pair);
  out.u32(static_cast<std::uint32_t>(notification.index));
  out.u64(notification.point);
  return kControlFrameBytes;
}

Decoded<CongestionNotification> read_congestion_notification(std::span<const std::uint8_t> body) {
  WireReader in(body);
  CongestionNotification read;
  read.protocol = in.u8();
  read.depth = Bytes(in.u32());
  read.source_ip = Ipv4Address(in.u32());
  read.destination_ip = Ipv4Address(in.u32());
  read.source_port = in.u16();
  read.destination_port = in.u16();
  read.queue_pair = in.u32();
  read.index = static_cast<std::int32_t>(in.u32());
  read.point = in.u64();
  if (!in.ok()) {
    return tl::unexpected(DecodeError::kTruncated);
  }
  return read;
}

}  // namespace weir::frame
