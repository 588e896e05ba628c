// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The IPv4 header (RFC 791), its checksum (RFC 1071), and the two fields that a switch changes in place: the TTL and
// the two ECN bits (RFC 3168; the TCD paper gives the same two bits its own four codepoints). An in-place change
// updates the checksum from the old and new 16-bit word alone, as hardware does (RFC 1624, equation 3).

#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "hw_model/base/units.h"
#include "hw_model/frame/wire.h"

namespace weir::frame {

inline constexpr std::size_t kIpv4HeaderBytes = 20;  // without options

class Ipv4Address {
 public:
  constexpr Ipv4Address() = default;
  constexpr explicit Ipv4Address(std::uint32_t value) : value_(value) {}
  constexpr Ipv4Address(std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d)
      : value_(std::uint32_t{a} << 24U | std::uint32_t{b} << 16U | std::uint32_t{c} << 8U | d) {}

  constexpr std::uint32_t value() const { return value_; }
  constexpr auto operator<=>(const Ipv4Address&) const = default;

 private:
  std::uint32_t value_ = 0;
};

std::string to_string(Ipv4Address address);  // "10.0.0.1"

// The two low bits of the TOS byte.
enum class Ecn : std::uint8_t {
  kNotCapable = 0b00,   // Not-ECT; TCD: not TCD-capable
  kEct1 = 0b01,         // ECT(1)
  kEct0 = 0b10,         // ECT(0)
  kCongestion = 0b11,   // CE in both
  kTcdCapable = 0b01,   // TCD paper, table 1
  kUndetermined = 0b10  // TCD paper, table 1: UE
};

enum class IpProtocol : std::uint8_t { kTcp = 6, kUdp = 17 };

struct Ipv4Header {
  std::uint8_t dscp = 0;  // 0..63
  Ecn ecn = Ecn::kNotCapable;
  std::uint16_t total_length = 0;  // header and payload, bytes
  std::uint16_t identification = 0;
  std::uint16_t flags_and_fragment_offset = 0x4000;  // don't fragment
  std::uint8_t ttl = 0;
  IpProtocol protocol = IpProtocol::kUdp;
  Ipv4Address source{};
  Ipv4Address destination{};
  std::uint8_t header_length = kIpv4HeaderBytes;  // bytes with options; only read, never written

  bool operator==(const Ipv4Header&) const = default;
};

// The Internet checksum over `bytes` (an odd last byte is padded with zero): the value of a checksum field that was
// zero while summing; 0 when the bytes already hold a right checksum.
std::uint16_t internet_checksum(std::span<const std::uint8_t> bytes);

// The checksum after one 16-bit word of what it covers went from `before` to `after` (RFC 1624, equation 3).
constexpr std::uint16_t checksum_after(std::uint16_t checksum, std::uint16_t before, std::uint16_t after) {
  std::uint32_t sum =
      std::uint32_t{static_cast<std::uint16_t>(~checksum)} + static_cast<std::uint16_t>(~before) + after;
  sum = (sum & 0xffffU) + (sum >> 16U);
  sum = (sum & 0xffffU) + (sum >> 16U);
  return static_cast<std::uint16_t>(~sum);
}

// Writes a 20-byte header with its checksum; returns 20, or 0 if `bytes` is shorter, the DSCP is above 63 or the
// header has options.
std::size_t write_ipv4(std::span<std::uint8_t> bytes, const Ipv4Header& header);

// Reads a header from the bytes behind the Ethernet header. `room` is what the frame holds there without the FCS:
// more than `bytes` when only the start of a frame is kept. Errors: kTruncated (options count as header),
// kBadIpVersion, kBadIpHeaderLength, kBadIpTotalLength, kBadIpHeaderChecksum.
Decoded<Ipv4Header> read_ipv4(std::span<const std::uint8_t> bytes, Bytes room);

// The in-place changes. `header` starts at the IPv4 header, which read_ipv4 has accepted.
// Takes one from the TTL and returns the new value. Errors, nothing written: kTruncated, kTtlExpired (it was 0).
Decoded<std::uint8_t> decrement_ttl(std::span<std::uint8_t> header);
// Writes the ECN bits and returns those that were there. Error, nothing written: kTruncated.
Decoded<Ecn> set_ecn(std::span<std::uint8_t> header, Ecn ecn);

}  // namespace weir::frame
