// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/udp.h"

namespace weir::frame {

std::size_t write_udp(std::span<std::uint8_t> bytes, const UdpHeader& header) {
  if (header.length < kUdpHeaderBytes) {
    return 0;
  }
  WireWriter out(bytes);
  out.u16(header.source_port);
  out.u16(header.destination_port);
  out.u16(header.length);
  out.u16(header.checksum);
  return out.written();
}

Decoded<UdpHeader> read_udp(std::span<const std::uint8_t> bytes, Bytes room, Fragment fragment) {
  WireReader in(bytes);
  UdpHeader header;
  header.source_port = in.u16();
  header.destination_port = in.u16();
  header.length = in.u16();
  header.checksum = in.u16();
  if (!in.ok()) {
    return tl::unexpected(DecodeError::kTruncated);
  }
  if (!udp_length_holds(header.length, room, fragment)) {
    return tl::unexpected(DecodeError::kBadUdpLength);
  }
  return header;
}

}  // namespace weir::frame
