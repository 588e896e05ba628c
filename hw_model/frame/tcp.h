// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The TCP header (RFC 9293) and its checksum. Options are told by their length and not interpreted; the checksum of a
// received header is reported and not verified, since it covers payload that a switch does not look at.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "hw_model/base/units.h"
#include "hw_model/frame/ipv4.h"
#include "hw_model/frame/wire.h"

namespace weir::frame {

inline constexpr std::size_t kTcpHeaderBytes = 20;  // without options

// Bits of TcpHeader::flags.
inline constexpr std::uint8_t kTcpPush = 0x08;
inline constexpr std::uint8_t kTcpAck = 0x10;

struct TcpHeader {
  std::uint16_t source_port = 0;
  std::uint16_t destination_port = 0;
  std::uint32_t sequence = 0;
  std::uint32_t acknowledgement = 0;
  std::uint8_t header_length = kTcpHeaderBytes;  // with options: 20..60, a multiple of 4
  std::uint8_t flags = 0;                        // CWR ECE URG ACK PSH RST SYN FIN, from the top
  std::uint16_t window = 0;
  std::uint16_t checksum = 0;
  std::uint16_t urgent = 0;

  bool operator==(const TcpHeader&) const = default;
};

// Writes the header, options as zeros (end of options); returns its length, or 0 if `bytes` is shorter or the header
// length is none.
std::size_t write_tcp(std::span<std::uint8_t> bytes, const TcpHeader& header);

// What the checksum field must hold when it was zero in `bytes`, which are the first bytes of a segment of `length`
// bytes (RFC 9293, section 3.1): all behind them are zero. 0 where `bytes` hold a right one already.
std::uint16_t tcp_checksum(std::span<const std::uint8_t> bytes, Ipv4Address source, Ipv4Address destination,
                           std::size_t length);

// `bytes` is what is known of the IP payload, `room` its length. Errors: kTruncated, kBadTcpOffset; kBeyondParseDepth
// where the header ends within the payload but beyond `bytes`.
Decoded<TcpHeader> read_tcp(std::span<const std::uint8_t> bytes, Bytes room);

}  // namespace weir::frame
