// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Any bytes as a frame into the parser and into the codecs, which must say the same; what they accept, a hop changes
// and both must accept again. Generated headers rarely have a right checksum, so the same frame is tried with it.

#include <algorithm>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "tb/tests/frames/parser_agreement.h"

using namespace weir;

namespace {

using Bytes8 = std::vector<std::uint8_t>;

const parser::Parser kParser(parser::ParserConfig{.clock = Time(1), .state_cycles = 1});

void want(bool holds) {
  if (!holds) {
    std::abort();
  }
}

void check_hop(Bytes8 bytes, const parser::HeaderVector& header) {
  const auto ip = std::span(bytes).subspan(header.ip_offset);
  if (header.network == parser::Network::kIpv4) {
    want(frame::decrement_ttl(ip) == header.ttl - 1);
    want(frame::set_ecn(ip, frame::Ecn::kCongestion).has_value());
  } else if (header.network == parser::Network::kIpv6) {
    want(frame::decrement_hop_limit(ip) == header.ttl - 1);
    want(frame::set_ipv6_ecn(ip, frame::Ecn::kCongestion).has_value());
  } else {
    return;
  }
  frame::Packet packet;
  samples::fill(packet, bytes);
  const parser::HeaderVector again = kParser.parse(packet, bytes);
  want(again.ttl == header.ttl - 1 && again.dscp == header.dscp);
  want(again.error == (header.ttl == 2 ? std::optional(frame::DecodeError::kTtlExpired) : std::nullopt));
}

void check(const Bytes8& bytes) {
  frame::Packet packet;
  samples::fill(packet, bytes);
  const parser::HeaderVector header = kParser.parse(packet, bytes);
  const frame::Headers headers = frame::read_headers(bytes, packet.length);
  want(samples::disagreement(header, headers, packet).empty());
  want(header.latency <= longest_latency(kParser.config()) && header.latency >= Time(1));
  if (!header.error) {
    check_hop(bytes, header);
  }
  // Of a frame that is not kept the parser sees the first bytes and zeros.
  Bytes8 cut = bytes;
  std::fill(cut.begin() + static_cast<std::ptrdiff_t>(std::min(cut.size(), frame::kHeaderBytes)), cut.end(),
            std::uint8_t{0});
  want(samples::disagreement(kParser.parse(packet), frame::read_headers(cut, packet.length), packet).empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 9'212) {
    return 0;
  }
  Bytes8 bytes(data, data + size);
  check(bytes);
  const auto ethernet = frame::read_ethernet(bytes);
  if (!ethernet || ethernet->ethertype != frame::EtherType::kIpv4) {
    return 0;
  }
  const std::size_t ip = ethernet->length();
  if (bytes.size() < ip + frame::kIpv4HeaderBytes) {
    return 0;
  }
  const std::size_t covered = std::min<std::size_t>(bytes.size() - ip, (bytes[ip] & 0xfU) * std::size_t{4});
  bytes[ip + 10] = bytes[ip + 11] = 0;
  const std::uint16_t sum = frame::internet_checksum(std::span<const std::uint8_t>(bytes).subspan(ip, covered));
  bytes[ip + 10] = static_cast<std::uint8_t>(sum >> 8U);
  bytes[ip + 11] = static_cast<std::uint8_t>(sum);
  check(bytes);
  return 0;
}
