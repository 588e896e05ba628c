// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/tcp.h"

#include <array>

namespace weir::frame {

std::size_t write_tcp(std::span<std::uint8_t> bytes, const TcpHeader& header) {
  constexpr std::uint8_t kLongest = 60;
  if (header.header_length < kTcpHeaderBytes || header.header_length > kLongest || header.header_length % 4 != 0) {
    return 0;
  }
  WireWriter out(bytes);
  out.u16(header.source_port);
  out.u16(header.destination_port);
  out.u32(header.sequence);
  out.u32(header.acknowledgement);
  out.u8(static_cast<std::uint8_t>(header.header_length / 4U << 4U));
  out.u8(header.flags);
  out.u16(header.window);
  out.u16(header.checksum);
  out.u16(header.urgent);
  out.zeros_until(header.header_length);
  return out.written();
}

std::uint16_t tcp_checksum(std::span<const std::uint8_t> bytes, Ipv4Address source, Ipv4Address destination,
                           std::size_t length) {
  std::array<std::uint8_t, 12> pseudo{};
  WireWriter out(pseudo);
  out.u32(source.value());
  out.u32(destination.value());
  out.u16(static_cast<std::uint16_t>(IpProtocol::kTcp));
  out.u16(static_cast<std::uint16_t>(length));
  const std::uint32_t sum = std::uint32_t{static_cast<std::uint16_t>(~internet_checksum(pseudo))} +
                            static_cast<std::uint16_t>(~internet_checksum(bytes));
  return static_cast<std::uint16_t>(~((sum & 0xffffU) + (sum >> 16U)));
}

Decoded<TcpHeader> read_tcp(std::span<const std::uint8_t> bytes, Bytes room) {
  if (room < Bytes(kTcpHeaderBytes)) {
    return tl::unexpected(DecodeError::kTruncated);
  }
  WireReader in(bytes);
  TcpHeader header;
  header.source_port = in.u16();
  header.destination_port = in.u16();
  header.sequence = in.u32();
  header.acknowledgement = in.u32();
  header.header_length = static_cast<std::uint8_t>((in.u8() >> 4U) * 4);
  header.flags = in.u8();
  header.window = in.u16();
  header.checksum = in.u16();
  header.urgent = in.u16();
  if (!in.ok()) {
    return tl::unexpected(DecodeError::kBeyondParseDepth);
  }
  if (header.header_length < kTcpHeaderBytes || Bytes(header.header_length) > room) {
    return tl::unexpected(DecodeError::kBadTcpOffset);
  }
  if (header.header_length > bytes.size()) {
    return tl::unexpected(DecodeError::kBeyondParseDepth);
  }
  return header;
}

}  // namespace weir::frame
