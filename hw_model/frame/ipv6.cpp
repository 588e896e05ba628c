// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/ipv6.h"

#include <algorithm>
#include <cstdio>

#include "hw_model/frame/big_endian.h"

namespace weir::frame {
namespace {

constexpr std::size_t kHopLimit = 7;
constexpr unsigned kVersion = 6;

bool is_extension(std::uint8_t next_header, Ipv6Extension kind) {
  return next_header == static_cast<std::uint8_t>(kind);
}

}  // namespace

std::string to_string(Ipv6Address address) {
  std::array<char, 40> text{};
  const auto group = [&](unsigned i) {
    const std::uint64_t half = i < 4 ? address.upper() : address.lower();
    return static_cast<unsigned>(half >> (48U - 16U * (i % 4)) & 0xffffU);
  };
  std::snprintf(text.data(), text.size(), "%x:%x:%x:%x:%x:%x:%x:%x", group(0), group(1), group(2), group(3), group(4),
                group(5), group(6), group(7));
  return text.data();
}

std::size_t write_ipv6(std::span<std::uint8_t> bytes, const Ipv6Header& header) {
  if (bytes.size() < kIpv6HeaderBytes || header.dscp > 63 || header.flow_label > 0xf'ffffU) {
    return 0;
  }
  const unsigned traffic_class = unsigned{header.dscp} << 2U | static_cast<unsigned>(header.ecn);
  WireWriter out(bytes);
  out.u32(kVersion << 28U | traffic_class << 20U | header.flow_label);
  out.u16(header.payload_length);
  out.u8(header.next_header);
  out.u8(header.hop_limit);
  out.u64(header.source.upper());
  out.u64(header.source.lower());
  out.u64(header.destination.upper());
  out.u64(header.destination.lower());
  return out.written();
}

Decoded<Ipv6Header> read_ipv6(std::span<const std::uint8_t> bytes, Bytes room) {
  WireReader in(bytes);
  const std::uint32_t first = in.u32();
  Ipv6Header header;
  header.dscp = static_cast<std::uint8_t>(first >> 22U & 0x3fU);
  header.ecn = static_cast<Ecn>(first >> 20U & 3U);
  header.flow_label = first & 0xf'ffffU;
  header.payload_length = in.u16();
  header.next_header = in.u8();
  header.hop_limit = in.u8();
  // The order in which a list of arguments is evaluated is not fixed.
  const std::uint64_t source_upper = in.u64();
  const std::uint64_t source_lower = in.u64();
  const std::uint64_t destination_upper = in.u64();
  const std::uint64_t destination_lower = in.u64();
  header.source = Ipv6Address(source_upper, source_lower);
  header.destination = Ipv6Address(destination_upper, destination_lower);
  if (!in.ok()) {
    return tl::unexpected(DecodeError::kTruncated);
  }
  if (first >> 28U != kVersion) {
    return tl::unexpected(DecodeError::kBadIpVersion);
  }
  if (Bytes(header.payload_length) + Bytes(kIpv6HeaderBytes) > room) {
    return tl::unexpected(DecodeError::kBadIpPayloadLength);
  }
  return header;
}

Decoded<Ipv6Chain> read_ipv6_chain(std::span<const std::uint8_t> payload, std::uint16_t payload_length,
                                   std::uint8_t next_header, Ipv6Chain& chain) {
  // A header that reaches beyond both the payload and the known bytes is truncated.
  const auto missing = [&](std::size_t end) {
    return tl::unexpected(end > payload_length ? DecodeError::kTruncated : DecodeError::kBeyondParseDepth);
  };
  chain = {.protocol = next_header};
  const std::size_t known = std::min<std::size_t>(payload.size(), payload_length);
  while (is_ipv6_extension(chain.protocol) && chain.fragment != Fragment::kLater) {
    if (is_extension(chain.protocol, Ipv6Extension::kHopByHop) && chain.count != 0) {
      return tl::unexpected(DecodeError::kMisplacedExtension);
    }
    if (chain.count == kMaxIpv6Extensions) {
      return tl::unexpected(DecodeError::kTooManyExtensions);
    }
    const std::size_t at = chain.length;
    if (at + 8 > known) {
      return missing(at + 8);
    }
    const auto kind = static_cast<Ipv6Extension>(chain.protocol);
    const std::size_t length = ipv6_extension_length(kind, payload[at + 1]);
    if (at + length > known) {
      return missing(at + length);
    }
    chain.links[chain.count++] = {kind, static_cast<std::uint16_t>(at), static_cast<std::uint16_t>(length)};
    if (kind == Ipv6Extension::kFragment) {
      chain.fragment = std::max(chain.fragment, ipv6_fragment(big_endian<std::uint16_t>(&payload[at + 2])));
    }
    chain.protocol = payload[at];
    chain.length = static_cast<std::uint16_t>(at + length);
  }
  return chain;
}

Decoded<std::uint8_t> decrement_hop_limit(std::span<std::uint8_t> header) {
  if (header.size() < kIpv6HeaderBytes) {
    return tl::unexpected(DecodeError::kTruncated);
  }
  if (header[kHopLimit] == 0) {
    return tl::unexpected(DecodeError::kTtlExpired);
  }
  return --header[kHopLimit];
}

Decoded<Ecn> set_ipv6_ecn(std::span<std::uint8_t> header, Ecn ecn) {
  if (header.size() < kIpv6HeaderBytes) {
    return tl::unexpected(DecodeError::kTruncated);
  }
  // Version (4 bits), DSCP (6), ECN (2), flow label: the ECN bits are bits 5 and 4 of the second byte.
  const auto before = static_cast<Ecn>(header[1] >> 4U & 3U);
  header[1] = static_cast<std::uint8_t>((header[1] & 0xcfU) | static_cast<unsigned>(ecn) << 4U);
  return before;
}

}  // namespace weir::frame
