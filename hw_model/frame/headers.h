// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// All headers of a frame, decoded at once as a protocol analyser does: Ethernet II or 802.3 length, up to two tags, MAC
// control, IPv4 with options, IPv6 with extension headers, UDP, TCP, RoCEv2. For tools and tests, and the reference for
// the parser, which picks fields at their offsets and gives the same verdict on any bytes.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "hw_model/base/units.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/ipv4.h"
#include "hw_model/frame/ipv6.h"
#include "hw_model/frame/mac_control.h"
#include "hw_model/frame/private_tags.h"
#include "hw_model/frame/roce.h"
#include "hw_model/frame/tcp.h"
#include "hw_model/frame/udp.h"
#include "hw_model/frame/wire.h"

namespace weir::frame {

// The depth to which a parser of this chip sees a frame. Three 64-byte cells: IPv6 behind two tags ends at byte 62, so
// 130 bytes are left for extension headers and transport.
inline constexpr std::size_t kParseDepth = 192;

struct Headers {
  std::optional<DecodeError> error;  // headers before the faulty one are valid

  std::optional<EthernetHeader> ethernet;
  bool length_field = false;  // ethernet->ethertype is an 802.3 length
  std::optional<MacControl> mac_control;
  std::optional<PrivateMessage> private_message;
  std::optional<Ipv4Header> ipv4;
  std::optional<Ipv6Header> ipv6;
  Ipv6Chain chain;  // of ipv6
  std::optional<UdpHeader> udp;
  std::optional<TcpHeader> tcp;
  std::optional<RoceHeaders> roce;
  std::size_t length = 0;  // of all headers that were read
};

// `bytes`: the known bytes of the frame from the destination MAC on; those of the FCS and beyond the parse depth are
// ignored. `frame_length` counts destination MAC to FCS. Never fails: see Headers::error. Neither the frame length
// itself nor the TTL is judged.
Headers read_headers(std::span<const std::uint8_t> bytes, Bytes frame_length);

}  // namespace weir::frame
