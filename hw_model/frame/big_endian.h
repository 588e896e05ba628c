// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Big-endian fields at fixed places in a frame's bytes.

#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>

namespace weir::frame {

// Converts between this machine's byte order and the wire's, both ways.
template <std::unsigned_integral T>
constexpr T to_or_from_wire(T value) {
  static_assert(sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8);
  if constexpr (std::endian::native == std::endian::big) {
    return value;
  } else if constexpr (sizeof(T) == 2) {
    return __builtin_bswap16(value);
  } else if constexpr (sizeof(T) == 4) {
    return __builtin_bswap32(value);
  } else {
    return __builtin_bswap64(value);
  }
}

// Reads the field at these sizeof(T) bytes, which must exist: for codecs that have checked the length of all fields at
// once.
template <std::unsigned_integral T>
T big_endian(const std::uint8_t* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return to_or_from_wire(value);
}

// Writes the field there.
template <std::unsigned_integral T>
void put_big_endian(std::uint8_t* bytes, T value) {
  value = to_or_from_wire(value);
  std::memcpy(bytes, &value, sizeof value);
}

}  // namespace weir::frame
