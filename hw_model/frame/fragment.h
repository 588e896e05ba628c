// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The part of an IP packet that a packet is: RFC 791, section 3.1, and RFC 8200, section 4.5.

#pragma once

#include <cstdint>

namespace weir::frame {

enum class Fragment : std::uint8_t {
  kNone,   // a whole packet
  kFirst,  // a transport header follows; its lengths are those of all fragments together
  kLater   // no transport header follows
};

// `word`: flags and fragment offset of an IPv4 header.
constexpr Fragment ipv4_fragment(std::uint16_t word) {
  if ((word & 0x1fffU) != 0) {
    return Fragment::kLater;
  }
  return (word & 0x2000U) != 0 ? Fragment::kFirst : Fragment::kNone;
}

// `word`: fragment offset and flags of an IPv6 fragment header.
constexpr Fragment ipv6_fragment(std::uint16_t word) {
  if (word >> 3U != 0) {
    return Fragment::kLater;
  }
  return (word & 1U) != 0 ? Fragment::kFirst : Fragment::kNone;
}

}  // namespace weir::frame
