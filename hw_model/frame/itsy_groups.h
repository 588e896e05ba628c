// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The message of ITSY's flow-level resolution to an upstream switch: the destinations of a class for which the sender
// takes no packets, while all others may come (docs/reference/wire_formats.md). Destinations are named in 256 groups,
// by the last octet of their IPv4 address: all groups fit one message, and no table has to be kept alike in two
// switches. Packets other than IPv4 belong to every group.

#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hw_model/base/ids.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/packet.h"
#include "hw_model/frame/wire.h"

namespace weir::frame {

inline constexpr std::size_t kDestinationGroups = 256;
using DestinationGroups = std::bitset<kDestinationGroups>;

constexpr std::size_t group_of(std::uint32_t ipv4) { return ipv4 % kDestinationGroups; }

// Whether the packet's destination is in one of these groups.
bool is_of(const Packet& packet, const DestinationGroups& groups);

struct ItsyGroups {
  ClassId traffic_class{};
  DestinationGroups blocked;  // none: all may pass again
  bool operator==(const ItsyGroups&) const = default;
};

// Writes the 60 bytes of the message; false where `bytes` is shorter.
bool write_itsy_groups(std::span<std::uint8_t> bytes, MacAddress source, const ItsyGroups& message);

// Errors: kTruncated, kWrongEtherType, kWrongDestination, kUnknownSubtype, kFieldOutOfRange (class above 7).
Decoded<ItsyGroups> read_itsy_groups(std::span<const std::uint8_t> frame);

}  // namespace weir::frame
