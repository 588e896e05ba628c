// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/headers.h"

#include <algorithm>

namespace weir::frame {
namespace {

constexpr std::uint16_t kFirstEtherType = 1536;  // IEEE 802.3 3.2.6
constexpr std::uint16_t kLongestPayload = 1500;  // of a frame with a length field

class HeaderReader {
 public:
  HeaderReader(std::span<const std::uint8_t> bytes, std::size_t frame_bytes)
      : bytes_(bytes.first(std::min({bytes.size(), frame_bytes, kParseDepth}))), frame_bytes_(frame_bytes) {}

  Headers read() {
    if (auto ethernet = took(read_ethernet(bytes_))) {
      headers_.ethernet = *ethernet;
      headers_.length = ethernet->length();
      read_payload(ethernet->ethertype);
    }
    return headers_;
  }

 private:
  // The value, or nothing and the error noted. Bytes that end at the parse depth are not the frame's end.
  template <class T>
  std::optional<T> took(const Decoded<T>& decoded) {
    if (!decoded) {
      const bool cut = decoded.error() == DecodeError::kTruncated && bytes_.size() < frame_bytes_ && !length_known_;
      headers_.error = cut ? DecodeError::kBeyondParseDepth : decoded.error();
      return std::nullopt;
    }
    return *decoded;
  }

  std::span<const std::uint8_t> rest() const { return bytes_.subspan(std::min(headers_.length, bytes_.size())); }
  Bytes room() const { return Bytes(static_cast<std::int64_t>(frame_bytes_ - headers_.length)); }

  void read_payload(EtherType type) {
    const auto number = static_cast<std::uint16_t>(type);
    if (number < kFirstEtherType) {
      headers_.length_field = number <= kLongestPayload;
      if (!headers_.length_field || Bytes(number) > room()) {
        headers_.error = DecodeError::kBadLengthField;
      }
    } else if (type == EtherType::kIpv4) {
      read_v4();
    } else if (type == EtherType::kIpv6) {
      read_v6();
    } else if (type == EtherType::kMacControl) {
      headers_.mac_control = took(read_mac_control(bytes_));
    } else if (type == EtherType::kLocalExperiment && headers_.ethernet->destination.is_group()) {
      headers_.private_message = took(read_private_message(bytes_));
    }
  }

  void read_v4() {
    const auto ip = took(read_ipv4(rest(), room()));
    if (!ip) {
      return;
    }
    headers_.ipv4 = *ip;
    headers_.length += ip->header_length;
    fragment_ = ipv4_fragment(ip->flags_and_fragment_offset);
    if (fragment_ != Fragment::kLater) {
      read_transport(static_cast<std::uint8_t>(ip->protocol), std::size_t{ip->total_length} - ip->header_length);
    }
  }

  void read_v6() {
    const auto ip = took(read_ipv6(rest(), room()));
    if (!ip) {
      return;
    }
    headers_.ipv6 = *ip;
    headers_.length += kIpv6HeaderBytes;
    length_known_ = true;
    const auto chain = took(read_ipv6_chain(rest(), ip->payload_length, ip->next_header, headers_.chain));
    headers_.length += headers_.chain.length;
    fragment_ = headers_.chain.fragment;
    if (chain && fragment_ != Fragment::kLater) {
      read_transport(chain->protocol, std::size_t{ip->payload_length} - chain->length);
    }
  }

  // `length`: of the IP payload, from the transport header on.
  void read_transport(std::uint8_t protocol, std::size_t length) {
    length_known_ = true;
    const auto known = rest().first(std::min(rest().size(), length));
    const Bytes payload(static_cast<std::int64_t>(length));
    if (protocol == static_cast<std::uint8_t>(IpProtocol::kTcp)) {
      if (const auto tcp = took(read_tcp(known, payload))) {
        headers_.tcp = *tcp;
        headers_.length += tcp->header_length;
      }
    } else if (protocol == static_cast<std::uint8_t>(IpProtocol::kUdp)) {
      if (length >= kUdpHeaderBytes && known.size() < kUdpHeaderBytes) {
        headers_.error = DecodeError::kBeyondParseDepth;
      } else if (const auto udp = took(read_udp(known, payload, fragment_))) {
        headers_.udp = *udp;
        headers_.length += kUdpHeaderBytes;
        read_udp_payload(*udp, length);
      }
    }
  }

  // `room`: of the UDP header and what follows it, in this packet.
  void read_udp_payload(const UdpHeader& udp, std::size_t room) {
    if (udp.destination_port != kRoceV2Port) {
      return;
    }
    const std::size_t length = std::min<std::size_t>(udp.length, room) - kUdpHeaderBytes;
    if (const auto roce =
            took(read_roce(rest().first(std::min(rest().size(), length)), Bytes(static_cast<std::int64_t>(length))))) {
      headers_.roce = *roce;
      headers_.length += roce->length();
    }
  }

  std::span<const std::uint8_t> bytes_;
  std::size_t frame_bytes_;    // without the FCS
  bool length_known_ = false;  // an IP header has said how long its payload is, and the readers know
  Fragment fragment_ = Fragment::kNone;
  Headers headers_;
};

}  // namespace

Headers read_headers(std::span<const std::uint8_t> bytes, Bytes frame_length) {
  const auto without_fcs = std::max<std::int64_t>(frame_length.count() - static_cast<std::int64_t>(kFcsBytes), 0);
  return HeaderReader(bytes, static_cast<std::size_t>(without_fcs)).read();
}

}  // namespace weir::frame
