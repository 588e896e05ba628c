// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The IPv6 header and its extension headers (RFC 8200; Authentication Header: RFC 4302), and the fields that a switch
// changes in place: hop limit and the two ECN bits. IPv6 has no header checksum.
//
// Extension headers are recognised by kind and length and not interpreted. Bytes behind a fragment other than the first
// are payload, and so are bytes behind a header that is no extension header.

#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "hw_model/base/units.h"
#include "hw_model/frame/fragment.h"
#include "hw_model/frame/ipv4.h"
#include "hw_model/frame/wire.h"

namespace weir::frame {

inline constexpr std::size_t kIpv6HeaderBytes = 40;

// One of each kind and destination options twice: what RFC 8200, section 4.1 has a sender use.
inline constexpr std::size_t kMaxIpv6Extensions = 6;

class Ipv6Address {
 public:
  constexpr Ipv6Address() = default;
  constexpr Ipv6Address(std::uint64_t upper, std::uint64_t lower) : upper_(upper), lower_(lower) {}

  constexpr std::uint64_t upper() const { return upper_; }
  constexpr std::uint64_t lower() const { return lower_; }
  constexpr auto operator<=>(const Ipv6Address&) const = default;

 private:
  std::uint64_t upper_ = 0;
  std::uint64_t lower_ = 0;
};

std::string to_string(Ipv6Address address);  // eight groups in full, "2001:db8:0:0:0:0:0:1"

struct Ipv6Header {
  std::uint8_t dscp = 0;  // 0..63
  Ecn ecn = Ecn::kNotCapable;
  std::uint32_t flow_label = 0;      // 20 bits
  std::uint16_t payload_length = 0;  // extension headers and what follows, bytes
  std::uint8_t next_header = 0;      // an IpProtocol, or an Ipv6Extension
  std::uint8_t hop_limit = 0;
  Ipv6Address source{};
  Ipv6Address destination{};

  bool operator==(const Ipv6Header&) const = default;
};

// Values of the next-header field that are extension headers.
enum class Ipv6Extension : std::uint8_t {
  kHopByHop = 0,
  kRouting = 43,
  kFragment = 44,
  kAuthentication = 51,
  kDestinationOptions = 60
};

constexpr bool is_ipv6_extension(std::uint8_t next_header) {
  return next_header == static_cast<std::uint8_t>(Ipv6Extension::kHopByHop) ||
         next_header == static_cast<std::uint8_t>(Ipv6Extension::kRouting) ||
         next_header == static_cast<std::uint8_t>(Ipv6Extension::kFragment) ||
         next_header == static_cast<std::uint8_t>(Ipv6Extension::kAuthentication) ||
         next_header == static_cast<std::uint8_t>(Ipv6Extension::kDestinationOptions);
}

// The length of an extension header, from its kind and its second byte: 8-byte units beyond the first eight; for the
// Authentication Header 4-byte units minus two (RFC 4302, section 2.2); a fragment header has eight bytes.
constexpr std::size_t ipv6_extension_length(Ipv6Extension kind, std::uint8_t length_field) {
  if (kind == Ipv6Extension::kFragment) {
    return 8;
  }
  return kind == Ipv6Extension::kAuthentication ? (std::size_t{length_field} + 2) * 4
                                                : (std::size_t{length_field} + 1) * 8;
}

// The extension headers of one packet, in their order.
struct Ipv6Chain {
  struct Link {
    Ipv6Extension kind{};
    std::uint16_t offset = 0;  // from the end of the IPv6 header
    std::uint16_t length = 0;
    bool operator==(const Link&) const = default;
  };
  std::array<Link, kMaxIpv6Extensions> links{};
  std::uint8_t count = 0;
  std::uint8_t protocol = 0;  // the next-header value of the last link
  Fragment fragment = Fragment::kNone;
  std::uint16_t length = 0;  // of all of them

  bool operator==(const Ipv6Chain&) const = default;
};

// Writes the 40 bytes; returns 40, or 0 if `bytes` is shorter or a field is out of its range.
std::size_t write_ipv6(std::span<std::uint8_t> bytes, const Ipv6Header& header);

// `room`: bytes of the frame from the IPv6 header on, without the FCS. Errors: kTruncated, kBadIpVersion,
// kBadIpPayloadLength.
Decoded<Ipv6Header> read_ipv6(std::span<const std::uint8_t> bytes, Bytes room);

// Walks the extension headers. `payload`: the known bytes of the IPv6 payload, `payload_length` its length by the
// header. `chain` has the links read before an error: kTruncated (an extension header beyond the payload),
// kBeyondParseDepth (beyond `payload`, if that is shorter), kMisplacedExtension, kTooManyExtensions.
Decoded<Ipv6Chain> read_ipv6_chain(std::span<const std::uint8_t> payload, std::uint16_t payload_length,
                                   std::uint8_t next_header, Ipv6Chain& chain);

// The in-place changes. `header` starts at the IPv6 header, which read_ipv6 has accepted.
// Takes one from the hop limit and returns the new value. Errors, nothing written: kTruncated, kTtlExpired.
Decoded<std::uint8_t> decrement_hop_limit(std::span<std::uint8_t> header);
// Writes the ECN bits of the traffic class and returns those that were there. Error, nothing written: kTruncated.
Decoded<Ecn> set_ipv6_ecn(std::span<std::uint8_t> header, Ecn ecn);

}  // namespace weir::frame
