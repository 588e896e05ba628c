// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/parser/parser.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "hw_model/datapath/parser/deep_parser.h"
#include "hw_model/frame/big_endian.h"
#include "hw_model/frame/headers.h"
#include "hw_model/frame/ipv4.h"
#include "hw_model/frame/roce.h"
#include "hw_model/frame/udp.h"
#include "hw_model/reference/hop_rules.h"

namespace weir::parser {

namespace {

using frame::DecodeError;

// Fields are picked at their offsets, as the hardware's extractors do; the offsets have been checked before.
std::uint16_t u16_at(const frame::Packet& packet, std::size_t offset) {
  return frame::big_endian<std::uint16_t>(&packet.bytes[offset]);
}

std::uint32_t u32_at(const frame::Packet& packet, std::size_t offset) {
  return frame::big_endian<std::uint32_t>(&packet.bytes[offset]);
}

// The one's complement sum over the 20 bytes of the header is all ones when the checksum holds (RFC 1071): then the
// header, as a number in digits of any width that 16 bits divide, is a multiple of 0xffff. It is not 0. The order of
// bytes does not matter (section 2, B), and what is carried out of a digit comes in at the other end.
bool checksum_holds(const frame::Packet& packet, std::size_t offset) {
  std::array<std::uint64_t, 2> words;
  std::uint32_t last;
  static_assert(sizeof words + sizeof last == frame::kIpv4HeaderBytes);
  std::memcpy(words.data(), &packet.bytes[offset], sizeof words);
  std::memcpy(&last, &packet.bytes[offset + sizeof words], sizeof last);
  std::uint64_t sum = words[0] + words[1];
  sum += static_cast<std::uint64_t>(sum < words[1]);
  sum += last;
  sum += static_cast<std::uint64_t>(sum < last);
  return sum % 0xffff == 0;
}

// Moves `offset` from the first ethertype to the one behind the tags, at most two, and returns that.
std::uint16_t pick_tags(const frame::Packet& packet, HeaderVector& header, std::size_t& offset, unsigned& steps) {
  std::uint16_t type = u16_at(packet, offset);
  for (std::size_t tag = 0; tag < frame::kMaxVlanTags && frame::is_vlan_tag(static_cast<frame::EtherType>(type));
       ++tag) {
    if (tag == 0) {
      header.code_point = static_cast<std::uint8_t>(packet.bytes[offset + 2] >> 4U);
      header.vid = static_cast<std::uint16_t>(u16_at(packet, offset + 2) & 0xfffU);
    }
    offset += frame::kVlanTagBytes;
    type = u16_at(packet, offset);
    steps += steps_of(ParseState::kTag);
  }
  return type;
}

void pick_ipv4(const frame::Packet& packet, std::size_t offset, HeaderVector& header) {
  header.network = Network::kIpv4;
  header.ip_offset = static_cast<std::uint8_t>(offset);
  header.dscp = static_cast<std::uint8_t>(packet.bytes[offset + 1] >> 2U);
  header.ttl = packet.bytes[offset + 8];
  header.protocol = packet.bytes[offset + 9];
  header.source_ip = u32_at(packet, offset + 12);
  header.destination_ip = u32_at(packet, offset + 16);
}

}  // namespace

[[gnu::hot]] void Parser::parse(const frame::Packet& packet, std::span<const std::uint8_t> whole,
                                HeaderVector& header) const {
  if (!parse_plain(packet, header)) {
    header = parse_deep(packet, whole, config_);
  }
}

// Ethernet, up to two tags, IPv4 without options, and behind it UDP that is not RoCEv2 or a transport that is not
// parsed; false for anything else, and the vector means nothing then. All of it lies in the first 50 bytes, which every
// frame has that is no runt.
[[gnu::hot]] bool Parser::parse_plain(const frame::Packet& packet, HeaderVector& header) const {
  header = {};
  unsigned steps = steps_of(ParseState::kEthernet);
  std::size_t offset = 12;
  const std::uint16_t type = pick_tags(packet, header, offset, steps);
  header.ethertype = type;
  offset += 2;
  if (type != static_cast<std::uint16_t>(frame::EtherType::kIpv4) || packet.bytes[offset] != 0x45 ||
      packet.length < frame::kMinFrameLength) {
    return false;
  }
  const auto conclude = [&](std::optional<DecodeError> error) {
    header.error = error;
    header.latency = latency(config_, steps);
    return true;
  };
  steps += steps_of(ParseState::kIpv4);
  const auto room = packet.length.count() - static_cast<std::int64_t>(offset + frame::kFcsBytes);
  const std::int64_t total_length = u16_at(packet, offset + 2);
  if (total_length < static_cast<std::int64_t>(frame::kIpv4HeaderBytes) || total_length > room) {
    return conclude(DecodeError::kBadIpTotalLength);
  }
  if (!checksum_holds(packet, offset)) {
    return conclude(DecodeError::kBadIpHeaderChecksum);
  }
  pick_ipv4(packet, offset, header);
  if (reference::ttl_expires(header.ttl)) {
    return conclude(DecodeError::kTtlExpired);
  }
  const frame::Fragment fragment = frame::ipv4_fragment(u16_at(packet, offset + 6));
  if (fragment == frame::Fragment::kLater) {
    return conclude(std::nullopt);
  }
  if (header.protocol == static_cast<std::uint8_t>(frame::IpProtocol::kTcp)) {
    return false;
  }
  if (header.protocol != static_cast<std::uint8_t>(frame::IpProtocol::kUdp)) {
    return conclude(std::nullopt);
  }
  const std::size_t udp = offset + frame::kIpv4HeaderBytes;
  const std::size_t payload = static_cast<std::size_t>(total_length) - frame::kIpv4HeaderBytes;
  if (payload < frame::kUdpHeaderBytes) {
    steps += steps_of(ParseState::kUdp);
    return conclude(DecodeError::kTruncated);
  }
  const std::uint32_t ports = u32_at(packet, udp);
  if ((ports & 0xffffU) == frame::kRoceV2Port) {
    return false;
  }
  steps += steps_of(ParseState::kUdp);
  if (!frame::udp_length_holds(u16_at(packet, udp + 4), Bytes(static_cast<std::int64_t>(payload)), fragment)) {
    return conclude(DecodeError::kBadUdpLength);
  }
  header.transport_offset = static_cast<std::uint8_t>(udp);
  header.transport_ports = ports;
  return conclude(std::nullopt);
}

}  // namespace weir::parser
