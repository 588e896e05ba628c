// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The untagged Ethernet header of MAC control and of link-local private messages.

#pragma once

#include <optional>

#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/wire.h"

namespace weir::frame {

inline WireWriter start_control(std::span<std::uint8_t> bytes, MacAddress destination, MacAddress source,
                                EtherType type) {
  WireWriter out(bytes);
  out.u48(destination.value());
  out.u48(source.value());
  out.u16(static_cast<std::uint16_t>(type));
  return out;
}

// Reads the header and leaves `in` behind it. Returns its error: kTruncated, kWrongEtherType, kWrongDestination unless
// it goes to `group` or to `station`.
inline std::optional<DecodeError> control_header_error(WireReader& in, EtherType type, MacAddress group,
                                                       MacAddress station) {
  const MacAddress destination(in.u48());
  in.skip(6);  // source
  const auto ethertype = static_cast<EtherType>(in.u16());
  if (!in.ok()) {
    return DecodeError::kTruncated;
  }
  if (ethertype != type) {
    return DecodeError::kWrongEtherType;
  }
  return destination == group || destination == station ? std::nullopt : std::optional(DecodeError::kWrongDestination);
}

}  // namespace weir::frame
