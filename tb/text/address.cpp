// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/text/address.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <arpa/inet.h>

namespace weir::text {
namespace {

std::uint64_t big_endian(std::span<const std::uint8_t> bytes) {
  std::uint64_t value = 0;
  for (const std::uint8_t byte : bytes) {
    value = value << 8U | byte;
  }
  return value;
}

// Whether all of `text` is an address.
bool read_address(int family, const std::string& text, std::uint8_t* bytes) {
  return text.find('\0') == std::string::npos && inet_pton(family, text.c_str(), bytes) == 1;
}

}  // namespace

std::optional<frame::Ipv4Address> parse_ipv4(const std::string& text) {
  std::array<std::uint8_t, 4> bytes{};
  if (!read_address(AF_INET, text, bytes.data())) {
    return std::nullopt;
  }
  return frame::Ipv4Address(static_cast<std::uint32_t>(big_endian(bytes)));
}

std::optional<frame::Ipv6Address> parse_ipv6(const std::string& text) {
  constexpr std::size_t kHalf = 8;
  std::array<std::uint8_t, 2 * kHalf> bytes{};
  if (!read_address(AF_INET6, text, bytes.data())) {
    return std::nullopt;
  }
  const std::span all(bytes);
  return frame::Ipv6Address(big_endian(all.first(kHalf)), big_endian(all.last(kHalf)));
}

}  // namespace weir::text
