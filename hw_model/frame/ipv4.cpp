// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/ipv4.h"

#include <array>
#include <cstdio>

#include "hw_model/frame/big_endian.h"

namespace weir::frame {
namespace {

constexpr std::size_t kTosWord = 0;  // version, IHL, TOS
constexpr std::size_t kTtlWord = 8;  // TTL, protocol
constexpr std::size_t kChecksum = 10;

std::uint16_t word(std::span<const std::uint8_t> bytes, std::size_t at) {
  return big_endian<std::uint16_t>(&bytes[at]);
}

void set_word(std::span<std::uint8_t> bytes, std::size_t at, std::uint16_t value) { put_big_endian(&bytes[at], value); }

// Replaces one word of the header and lets the checksum follow.
void change_word(std::span<std::uint8_t> header, std::size_t at, std::uint16_t after) {
  const std::uint16_t before = word(header, at);
  set_word(header, at, after);
  set_word(header, kChecksum, checksum_after(word(header, kChecksum), before, after));
}

}  // namespace

std::string to_string(Ipv4Address address) {
  std::array<char, 16> text{};
  const auto octet = [&](unsigned i) { return address.value() >> (24U - 8U * i) & 0xffU; };
  std::snprintf(text.data(), text.size(), "%u.%u.%u.%u", octet(0), octet(1), octet(2), octet(3));
  return text.data();
}

std::uint16_t internet_checksum(std::span<const std::uint8_t> bytes) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    sum += word(bytes, i);
  }
  if (bytes.size() % 2 != 0) {
    sum += static_cast<std::uint64_t>(bytes.back()) << 8U;
  }
  while (sum > 0xffffU) {
    sum = (sum & 0xffffU) + (sum >> 16U);
  }
  return static_cast<std::uint16_t>(~sum);
}

std::size_t write_ipv4(std::span<std::uint8_t> bytes, const Ipv4Header& header) {
  if (bytes.size() < kIpv4HeaderBytes || header.dscp > 63 || header.header_length != kIpv4HeaderBytes) {
    return 0;
  }
  WireWriter out(bytes);
  out.u8(0x45);  // version 4, IHL 5
  out.u8(static_cast<std::uint8_t>(unsigned{header.dscp} << 2U | static_cast<unsigned>(header.ecn)));
  out.u16(header.total_length);
  out.u16(header.identification);
  out.u16(header.flags_and_fragment_offset);
  out.u8(header.ttl);
  out.u8(static_cast<std::uint8_t>(header.protocol));
  out.u16(0);
  out.u32(header.source.value());
  out.u32(header.destination.value());
  set_word(bytes, kChecksum, internet_checksum(bytes.first(kIpv4HeaderBytes)));
  return out.written();
}

Decoded<Ipv4Header> read_ipv4(std::span<const std::uint8_t> bytes, Bytes room) {
  WireReader in(bytes);
  const std::uint8_t version_and_ihl = in.u8();
  const std::uint8_t tos = in.u8();
  Ipv4Header header;
  header.dscp = static_cast<std::uint8_t>(tos >> 2U);
  header.ecn = static_cast<Ecn>(tos & 3U);
  header.total_length = in.u16();
  header.identification = in.u16();
  header.flags_and_fragment_offset = in.u16();
  header.ttl = in.u8();
  header.protocol = static_cast<IpProtocol>(in.u8());
  in.skip(2);  // checksum: verified as part of the whole below
  header.source = Ipv4Address(in.u32());
  header.destination = Ipv4Address(in.u32());
  header.header_length = static_cast<std::uint8_t>((version_and_ihl & 0xfU) * 4);

  if (!in.ok()) {
    return tl::unexpected(DecodeError::kTruncated);
  }
  if (version_and_ihl >> 4U != 4) {
    return tl::unexpected(DecodeError::kBadIpVersion);
  }
  if (header.header_length < kIpv4HeaderBytes) {
    return tl::unexpected(DecodeError::kBadIpHeaderLength);
  }
  if (header.header_length > bytes.size()) {
    return tl::unexpected(DecodeError::kTruncated);
  }
  if (header.total_length < header.header_length || Bytes(header.total_length) > room) {
    return tl::unexpected(DecodeError::kBadIpTotalLength);
  }
  if (internet_checksum(bytes.first(header.header_length)) != 0) {
    return tl::unexpected(DecodeError::kBadIpHeaderChecksum);
  }
  return header;
}

[[gnu::hot]] Decoded<std::uint8_t> decrement_ttl(std::span<std::uint8_t> header) {
  if (header.size() < kIpv4HeaderBytes) {
    return tl::unexpected(DecodeError::kTruncated);
  }
  if (header[kTtlWord] == 0) {
    return tl::unexpected(DecodeError::kTtlExpired);
  }
  change_word(header, kTtlWord, static_cast<std::uint16_t>(word(header, kTtlWord) - 0x100));
  return header[kTtlWord];
}

Decoded<Ecn> set_ecn(std::span<std::uint8_t> header, Ecn ecn) {
  if (header.size() < kIpv4HeaderBytes) {
    return tl::unexpected(DecodeError::kTruncated);
  }
  const std::uint16_t before = word(header, kTosWord);
  change_word(header, kTosWord, static_cast<std::uint16_t>((before & ~3U) | static_cast<unsigned>(ecn)));
  return static_cast<Ecn>(before & 3U);
}

}  // namespace weir::frame
