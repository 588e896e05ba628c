// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What private messages that stay on their link begin with.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>

#include "hw_model/frame/control_header.h"
#include "hw_model/frame/private_tags.h"

namespace weir::frame {

// The subtype of this frame, which is to be one of `wanted`; `in`, at its first byte, is read on behind it. Errors:
// kTruncated of less than `least` bytes, kWrongEtherType, kWrongDestination, kUnknownSubtype.
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
