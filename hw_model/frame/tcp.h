// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The TCP header (RFC 9293) and its checksum. Options are skipped by their length and not interpreted; the checksum of
// a received header is reported and not verified, since it covers payload that a switch does not examine.

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
// length is invalid.
std::size_t write_tcp(std::span<std::uint8_t> bytes, const TcpHeader& header);

// The value of the checksum field, if it is zero in `bytes`, the first bytes of a segment of `length` bytes whose other
// bytes are zero (RFC 9293, section 3.1). 0 if `bytes` hold a right checksum already.
std::uint16_t tcp_checksum(std::span<const std::uint8_t> bytes, Ipv4Address source, Ipv4Address destination,
                           std::size_t length);

// `bytes`: the known bytes of the IP payload, `room` its length. Errors: kTruncated, kBadTcpOffset; kBeyondParseDepth
// if the header ends within the payload but beyond `bytes`.
Decoded<TcpHeader> read_tcp(std::span<const std::uint8_t> bytes, Bytes room);

}  // namespace weir::frame
