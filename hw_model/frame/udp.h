// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The UDP header (RFC 768). The checksum is sent as zero, "not used": a model's payload has no bytes to sum, and
// RoCEv2 sends zero too. A received checksum is reported and not verified.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "hw_model/base/units.h"
#include "hw_model/frame/fragment.h"
#include "hw_model/frame/wire.h"

namespace weir::frame {

inline constexpr std::size_t kUdpHeaderBytes = 8;

struct UdpHeader {
  std::uint16_t source_port = 0;
  std::uint16_t destination_port = 0;
  std::uint16_t length = 0;  // header and payload, bytes
  std::uint16_t checksum = 0;

  bool operator==(const UdpHeader&) const = default;
};

// Returns 8, or 0 if `bytes` is shorter or the length is below 8.
std::size_t write_udp(std::span<std::uint8_t> bytes, const UdpHeader& header);

// Whether `length` is valid in a header if the IP payload has `room` bytes: a first fragment holds only a part of the
// datagram.
constexpr bool udp_length_holds(std::uint16_t length, Bytes room, Fragment fragment) {
  return length >= kUdpHeaderBytes && (Bytes(length) <= room || fragment == Fragment::kFirst);
}

// `room` is the IP payload's length. Errors: kTruncated, kBadUdpLength.
Decoded<UdpHeader> read_udp(std::span<const std::uint8_t> bytes, Bytes room, Fragment fragment = Fragment::kNone);

}  // namespace weir::frame
