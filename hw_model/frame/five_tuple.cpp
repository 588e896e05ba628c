// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/five_tuple.h"

#include "hw_model/frame/headers.h"

namespace weir::frame {

FiveTuple five_tuple(const Packet& packet) {
  const Headers headers = read_headers(packet.bytes, packet.length);
  if (!headers.ipv4)
    return {};
  std::uint64_t ports = 0;
  if (headers.udp)
    ports = std::uint64_t{headers.udp->source_port} << 16U | headers.udp->destination_port;
  else if (headers.tcp)
    ports = std::uint64_t{headers.tcp->source_port} << 16U | headers.tcp->destination_port;
  return {.addresses = std::uint64_t{headers.ipv4->source.value()} << 32U | headers.ipv4->destination.value(),
          .ports = ports << 8U | static_cast<std::uint8_t>(headers.ipv4->protocol)};
}

}  // namespace weir::frame
