// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Fields of a packet's bytes that stand at a known place: who needs one picks the field, so that others do not pay.

#pragma once

#include <cstddef>
#include <cstdint>

#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/packet.h"

namespace weir::frame {

// The `size` bytes from `offset` as a number; 1 <= size <= 8, offset + size within the packet.
inline std::uint64_t field_of(const Packet& packet, std::size_t offset, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i) {
    value = value << 8U | packet.bytes[offset + i];
  }
  return value;
}

inline MacAddress destination_mac(const Packet& packet) { return MacAddress(field_of(packet, 0, 6)); }
inline MacAddress source_mac(const Packet& packet) { return MacAddress(field_of(packet, 6, 6)); }

}  // namespace weir::frame
