// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The header of link-local private messages.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>

#include "hw_model/frame/control_header.h"
#include "hw_model/frame/private_tags.h"

namespace weir::frame {

// Reads a frame's subtype, which must be one of `wanted`; `in`, at the frame's first byte, is moved behind it. Errors:
// kTruncated (also below `least` bytes), kWrongEtherType, kWrongDestination, kUnknownSubtype.
inline Decoded<PrivateSubtype> read_private_subtype(WireReader& in, std::span<const std::uint8_t> frame,
                                                    std::initializer_list<PrivateSubtype> wanted,
                                                    std::size_t least = kPrivateBody) {
  if (const auto error =
          control_header_error(in, EtherType::kLocalExperiment, kNearestBridgeAddress, kNearestBridgeAddress)) {
    return tl::unexpected(*error);
  }
  const auto subtype = static_cast<PrivateSubtype>(in.u8());
  if (frame.size() < least) {
    return tl::unexpected(DecodeError::kTruncated);
  }
  if (std::find(wanted.begin(), wanted.end(), subtype) == wanted.end()) {
    return tl::unexpected(DecodeError::kUnknownSubtype);
  }
  return subtype;
}

}  // namespace weir::frame
