// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/parser/deep_parser.h"

#include <algorithm>
#include <array>

#include "hw_model/frame/big_endian.h"
#include "hw_model/frame/headers.h"

namespace weir::parser {

namespace {

using frame::DecodeError;
using frame::Ipv6Extension;

constexpr std::uint16_t kFirstEtherType = 1536;
constexpr std::uint16_t kLongestPayload = 1500;  // of a frame with a length field
constexpr std::uint64_t kReservedBlock = 0x01'80'c2'00'00'00U;

constexpr bool is(std::uint8_t protocol, frame::IpProtocol wanted) {
  return protocol == static_cast<std::uint8_t>(wanted);
}

ParseState state_of(Ipv6Extension kind) {
  switch (kind) {
    case Ipv6Extension::kHopByHop:
      return ParseState::kHopByHop;
    case Ipv6Extension::kRouting:
      return ParseState::kRouting;
    case Ipv6Extension::kFragment:
      return ParseState::kFragment;
    case Ipv6Extension::kAuthentication:
      return ParseState::kAuthentication;
    case Ipv6Extension::kDestinationOptions:
      break;
  }
  return ParseState::kDestinationOptions;
}

std::size_t without_fcs(Bytes frame_length) {
  return static_cast<std::size_t>(
      std::max<std::int64_t>(frame_length.count() - static_cast<std::int64_t>(frame::kFcsBytes), 0));
}

}  // namespace

DeepParser::DeepParser(std::span<const std::uint8_t> bytes, Bytes frame_length, const ParserConfig& config,
                       ExpiredTtl expired)
    : bytes_(bytes.first(std::min({bytes.size(), without_fcs(frame_length), frame::kParseDepth}))),
      config_(config),
      expired_(expired),
      end_(without_fcs(frame_length)) {}

HeaderVector DeepParser::parse() {
  ethernet();
  header_.latency = latency(config_, steps_);
  return header_;
}

bool DeepParser::fail(DecodeError error) {
  header_.error = error;
  return false;
}

// A header that reaches beyond its frame or packet is truncated; beyond the window alone, it is too deep.
bool DeepParser::enter(ParseState state, std::size_t header_bytes) {
  steps_ += steps_of(state);
  if (at_ + header_bytes > end_) {
    return fail(DecodeError::kTruncated);
  }
  return at_ + header_bytes <= bytes_.size() || fail(DecodeError::kBeyondParseDepth);
}

std::uint16_t DeepParser::u16(std::size_t offset) const { return frame::big_endian<std::uint16_t>(&bytes_[offset]); }

std::uint32_t DeepParser::u32(std::size_t offset) const { return frame::big_endian<std::uint32_t>(&bytes_[offset]); }

bool DeepParser::ethernet() {
  if (!enter(ParseState::kEthernet, frame::kEthernetHeaderBytes)) {
    return false;
  }
  at_ = frame::kEthernetHeaderBytes;
  header_.ethertype = u16(at_ - 2);
  for (unsigned tags = 0; frame::is_vlan_tag(static_cast<frame::EtherType>(header_.ethertype)); ++tags) {
    if (tags == frame::kMaxVlanTags) {
      return fail(DecodeError::kTooManyTags);
    }
    if (!enter(ParseState::kTag, frame::kVlanTagBytes)) {
      return false;
    }
    if (tags == 0) {
      header_.code_point = static_cast<std::uint8_t>(u8(at_) >> 4U);
      header_.vid = static_cast<std::uint16_t>(u16(at_) & 0xfffU);
    }
    at_ += frame::kVlanTagBytes;
    header_.ethertype = u16(at_ - 2);
  }
  switch (static_cast<frame::EtherType>(header_.ethertype)) {
    case frame::EtherType::kIpv4:
      return ipv4() && transport();
    case frame::EtherType::kIpv6:
      return ipv6() && transport();
    default:
      break;
  }
  const std::uint64_t destination = std::uint64_t{u32(0)} << 16U | u16(4);
  header_.reserved_destination = (destination & ~std::uint64_t{0xf}) == kReservedBlock;
  return header_.ethertype < kFirstEtherType ? length_field() : mac_control();
}

bool DeepParser::length_field() {
  return (header_.ethertype <= kLongestPayload && header_.ethertype <= end_ - at_) ||
         fail(DecodeError::kBadLengthField);
}

// A port keeps sound control frames for itself; here come those that are at fault, and all other ethertypes. A private
// message to a unicast address is data, of which a switch reads the TTL.
bool DeepParser::mac_control() {
  const auto type = static_cast<frame::EtherType>(header_.ethertype);
  if (type == frame::EtherType::kMacControl) {
    steps_ += steps_of(ParseState::kMacControl);
    const auto control = frame::read_mac_control(bytes_);
    return control.has_value() || fail(control.error());
  }
  const bool to_a_group = (bytes_[0] & 1U) != 0;
  if (type == frame::EtherType::kLocalExperiment && to_a_group) {
    steps_ += steps_of(ParseState::kMacControl);
    const auto message = frame::read_private_message(bytes_);
    return message.has_value() || fail(message.error());
  }
  return type != frame::EtherType::kLocalExperiment || routed_message();
}

bool DeepParser::routed_message() {
  if (at_ + frame::kRoutedTtl >= bytes_.size()) {
    return true;
  }
  header_.ip_offset = static_cast<std::uint8_t>(at_);
  header_.ttl = u8(at_ + frame::kRoutedTtl);
  return header_.ttl == 0 || goes_on() || fail(DecodeError::kTtlExpired);
}

bool DeepParser::ipv4() {
  if (!enter(ParseState::kIpv4, frame::kIpv4HeaderBytes)) {
    return false;
  }
  if (u8(at_) >> 4U != 4) {
    return fail(DecodeError::kBadIpVersion);
  }
  const std::size_t length = (u8(at_) & 0xfU) * std::size_t{4};
  if (length < frame::kIpv4HeaderBytes) {
    return fail(DecodeError::kBadIpHeaderLength);
  }
  if (length > frame::kIpv4HeaderBytes && !enter(ParseState::kIpv4Options, length)) {
    return false;
  }
  const std::size_t total_length = u16(at_ + 2);
  if (total_length < length || total_length > end_ - at_) {
    return fail(DecodeError::kBadIpTotalLength);
  }
  if (frame::internet_checksum(bytes_.subspan(at_, length)) != 0) {
    return fail(DecodeError::kBadIpHeaderChecksum);
  }
  header_.network = Network::kIpv4;
  header_.ip_offset = static_cast<std::uint8_t>(at_);
  header_.dscp = static_cast<std::uint8_t>(u8(at_ + 1) >> 2U);
  header_.ttl = u8(at_ + 8);
  header_.protocol = u8(at_ + 9);
  header_.source_ip = u32(at_ + 12);
  header_.destination_ip = u32(at_ + 16);
  fragment_ = frame::ipv4_fragment(u16(at_ + 6));
  end_ = at_ + total_length;
  at_ += length;
  return (goes_on() || fail(DecodeError::kTtlExpired)) && fragment_ != frame::Fragment::kLater;
}

bool DeepParser::ipv6() {
  if (!enter(ParseState::kIpv6, frame::kIpv6HeaderBytes)) {
    return false;
  }
  if (u8(at_) >> 4U != 6) {
    return fail(DecodeError::kBadIpVersion);
  }
  const std::size_t payload_length = u16(at_ + 4);
  if (frame::kIpv6HeaderBytes + payload_length > end_ - at_) {
    return fail(DecodeError::kBadIpPayloadLength);
  }
  header_.network = Network::kIpv6;
  header_.ip_offset = static_cast<std::uint8_t>(at_);
  header_.dscp = static_cast<std::uint8_t>((u16(at_) >> 6U) & 0x3fU);
  header_.protocol = u8(at_ + 6);
  header_.ttl = u8(at_ + 7);
  at_ += frame::kIpv6HeaderBytes;
  end_ = at_ + payload_length;
  if (!goes_on()) {
    return fail(DecodeError::kTtlExpired);
  }
  for (unsigned count = 0; frame::is_ipv6_extension(header_.protocol) && fragment_ != frame::Fragment::kLater;
       ++count) {
    if (!extension(count)) {
      return false;
    }
  }
  return fragment_ != frame::Fragment::kLater;
}

bool DeepParser::extension(unsigned count) {
  constexpr std::size_t kLeast = 8;
  const auto kind = static_cast<Ipv6Extension>(header_.protocol);
  if (kind == Ipv6Extension::kHopByHop && count > 0) {
    return fail(DecodeError::kMisplacedExtension);
  }
  if (count == frame::kMaxIpv6Extensions) {
    return fail(DecodeError::kTooManyExtensions);
  }
  if (!enter(state_of(kind), kLeast)) {
    return false;
  }
  const std::size_t length = frame::ipv6_extension_length(kind, u8(at_ + 1));
  if (at_ + length > end_) {
    return fail(DecodeError::kTruncated);
  }
  if (at_ + length > bytes_.size()) {
    return fail(DecodeError::kBeyondParseDepth);
  }
  if (kind == Ipv6Extension::kFragment) {
    fragment_ = std::max(fragment_, frame::ipv6_fragment(u16(at_ + 2)));
  }
  header_.protocol = u8(at_);
  at_ += length;
  return true;
}

bool DeepParser::transport() {
  if (is(header_.protocol, frame::IpProtocol::kUdp)) {
    return udp();
  }
  return !is(header_.protocol, frame::IpProtocol::kTcp) || tcp();
}

bool DeepParser::udp() {
  if (!enter(ParseState::kUdp, frame::kUdpHeaderBytes)) {
    return false;
  }
  const std::uint16_t length = u16(at_ + 4);
  if (!frame::udp_length_holds(length, Bytes(static_cast<std::int64_t>(end_ - at_)), fragment_)) {
    return fail(DecodeError::kBadUdpLength);
  }
  header_.transport_offset = static_cast<std::uint8_t>(at_);
  header_.transport_ports = u32(at_);
  end_ = std::min(end_, at_ + length);
  at_ += frame::kUdpHeaderBytes;
  return (header_.transport_ports & 0xffffU) != frame::kRoceV2Port || roce();
}

bool DeepParser::tcp() {
  if (!enter(ParseState::kTcp, frame::kTcpHeaderBytes)) {
    return false;
  }
  const std::size_t length = (u8(at_ + 12) >> 4U) * std::size_t{4};
  if (length < frame::kTcpHeaderBytes || at_ + length > end_) {
    return fail(DecodeError::kBadTcpOffset);
  }
  if (length > frame::kTcpHeaderBytes && !enter(ParseState::kTcpOptions, length)) {
    return false;
  }
  header_.transport_offset = static_cast<std::uint8_t>(at_);
  header_.transport_ports = u32(at_);
  return true;
}

bool DeepParser::roce() {
  if (!enter(ParseState::kBth, frame::kBthBytes)) {
    return false;
  }
  const std::uint8_t opcode = u8(at_);
  at_ += frame::kBthBytes;
  const frame::RoceExtensionMask present = frame::roce_extensions(opcode);
  for (std::size_t i = 0; i < frame::kRoceExtensions; ++i) {
    if ((present >> i & 1U) != 0) {
      if (!enter(state_of(static_cast<frame::RoceExtension>(i)), frame::kRoceExtensionBytes[i])) {
        return false;
      }
      at_ += frame::kRoceExtensionBytes[i];
    }
  }
  header_.has_bth = true;
  header_.bth_opcode = opcode;
  return true;
}

HeaderVector parse_deep(const frame::Packet& packet, std::span<const std::uint8_t> whole, const ParserConfig& config,
                        ExpiredTtl expired) {
  std::array<std::uint8_t, frame::kParseDepth> window{};
  if (whole.empty()) {
    std::copy(packet.bytes.begin(), packet.bytes.end(), window.begin());
    whole = window;
  }
  return DeepParser(whole, packet.length, config, expired).parse();
}

}  // namespace weir::parser
