// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// CC_Update of Ultra Ethernet's credits: a MAC control frame by which a sender tells how many credits sixteen of its
// channels have consumed. Layout: docs/reference/wire_formats.md.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/mac_control.h"
#include "hw_model/frame/wire.h"

namespace weir::frame {

inline constexpr std::size_t kChannelsOfCcUpdate = 16;
inline constexpr std::uint16_t kOrganisationOpcode = 0xFFFE;  // of MAC control that organisations define

struct CcUpdate {
  std::size_t first_vc = 0;                                   // 0 or 16
  std::array<std::uint32_t, kChannelsOfCcUpdate> consumed{};  // S_CC, 20 bits each
  bool operator==(const CcUpdate&) const = default;
};

// Writes the 60 bytes of the frame; returns 60, or 0 if `bytes` is shorter.
std::size_t write_cc_update(std::span<std::uint8_t> bytes, MacAddress source, const CcUpdate& update);

// Reads the frame from its destination MAC on, which is the reserved address or that of the `station` itself. Errors:
// kTruncated, kWrongEtherType, kWrongDestination, kUnknownOpcode, kUnknownSubtype for another CID or type.
Decoded<CcUpdate> read_cc_update(std::span<const std::uint8_t> bytes, MacAddress station = kMacControlAddress);

}  // namespace weir::frame
