// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Big-endian fields at the edge between bytes and values. Reading and writing go through cursors that never step
// outside their span: the first step too far makes the cursor fail for good, reads then give zero and writes do
// nothing. So every codec of this room is total: any bytes give a value or a DecodeError, never undefined behaviour.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include <tl/expected.hpp>

namespace weir::frame {

// The reasons why bytes are refused: the one list by which codecs, parser and port name and count frames.
enum class DecodeError : std::uint8_t {
  kTruncated,            // the bytes end before the header does
  kTooManyTags,          // more than two 802.1Q tags
  kWrongEtherType,       // not the ethertype this decoder reads
  kWrongDestination,     // a link-local frame that is not sent to its reserved address
  kUnknownOpcode,        // a MAC control opcode other than PAUSE and PFC
  kUnknownSubtype,       // an undefined private subtype
  kFieldOutOfRange,      // a field holds a value that its meaning does not allow
  kBadIpVersion,         // IPv4 header whose version is not 4
  kBadIpHeaderLength,    // IHL below 5
  kBadIpTotalLength,     // total length shorter than the header, or longer than the frame
  kBadIpHeaderChecksum,  // the header does not sum to zero
  kTtlExpired,           // the TTL is already zero
  kBadUdpLength,         // UDP length below 8, or longer than the IP payload
  kBadLengthField,       // 802.3 length beyond the frame, or neither a length nor a type (1501..1535)
  kBadIpPayloadLength,   // IPv6 payload length beyond the frame
  kMisplacedExtension,   // IPv6 hop-by-hop options that do not follow the IPv6 header at once
  kTooManyExtensions,    // more IPv6 extension headers than the parser has states for
  kBadTcpOffset,         // TCP data offset below 5, or beyond the IP payload
  kBeyondParseDepth,     // the headers are longer than the parser sees
  kRunt,                 // frame length below 64: a MAC's error, as the next two
  kOversize,             // frame length above the port's largest
  kBadFcs,               // the frame came with an FCS that does not hold
};

// How many reasons there are, for tables of counters indexed by reason.
inline constexpr std::size_t kDecodeErrors = 22;

// The reason's name in counters and reports, lower_snake_case.
std::string_view name(DecodeError error);

template <class T>
using Decoded = tl::expected<T, DecodeError>;

// Reads fields front to back.
class WireReader {
 public:
  constexpr explicit WireReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  constexpr bool ok() const { return ok_; }
  constexpr std::size_t position() const { return position_; }
  constexpr std::size_t remaining() const { return bytes_.size() - position_; }

  constexpr std::uint8_t u8() { return static_cast<std::uint8_t>(take(1)); }
  constexpr std::uint16_t u16() { return static_cast<std::uint16_t>(take(2)); }
  constexpr std::uint32_t u32() { return static_cast<std::uint32_t>(take(4)); }
  constexpr std::uint64_t u48() { return take(6); }
  constexpr std::uint64_t u64() { return take(8); }
  constexpr void skip(std::size_t count) {
    if (has(count)) {
      position_ += count;
    }
  }

 private:
  constexpr bool has(std::size_t count) {
    ok_ = ok_ && count <= remaining();
    return ok_;
  }
  constexpr std::uint64_t take(std::size_t count) {
    if (!has(count)) {
      return 0;
    }
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < count; ++i) {
      value = value << 8U | bytes_[position_ + i];
    }
    position_ += count;
    return value;
  }

  std::span<const std::uint8_t> bytes_;
  std::size_t position_ = 0;
  bool ok_ = true;
};

// Writes fields front to back. written() is what an encoder returns: the length, or 0 if the span was too short.
class WireWriter {
 public:
  constexpr explicit WireWriter(std::span<std::uint8_t> bytes) : bytes_(bytes) {}

  constexpr bool ok() const { return ok_; }
  constexpr std::size_t written() const { return ok_ ? position_ : 0; }

  constexpr void u8(std::uint8_t value) { put(value, 1); }
  constexpr void u16(std::uint16_t value) { put(value, 2); }
  constexpr void u32(std::uint32_t value) { put(value, 4); }
  constexpr void u48(std::uint64_t value) { put(value, 6); }
  constexpr void u64(std::uint64_t value) { put(value, 8); }
  constexpr void zeros_until(std::size_t position) {
    if (position > position_) {
      put(0, position - position_);
    }
  }

 private:
  constexpr void put(std::uint64_t value, std::size_t count) {
    ok_ = ok_ && count <= bytes_.size() - position_;
    if (!ok_) {
      return;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t shift = 8 * (count - 1 - i);
      bytes_[position_ + i] = shift < 64 ? static_cast<std::uint8_t>(value >> shift) : std::uint8_t{0};
    }
    position_ += count;
  }

  std::span<std::uint8_t> bytes_;
  std::size_t position_ = 0;
  bool ok_ = true;
};

}  // namespace weir::frame
