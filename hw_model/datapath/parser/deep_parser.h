// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The parser as a walk through its states, for every frame: 802.3 length, malformed MAC control, IPv4 with options,
// IPv6 with extension headers, TCP, RoCEv2, runts. Sees at most frame::kParseDepth bytes.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "hw_model/base/units.h"
#include "hw_model/datapath/parser/header_vector.h"
#include "hw_model/datapath/parser/parser_config.h"
#include "hw_model/frame/packet.h"
#include "hw_model/reference/hop_rules.h"

namespace weir::parser {

// How an expiring TTL is treated: as an error by a switch, which must drop the packet; as sound by a host, which
// forwards none.
enum class ExpiredTtl : std::uint8_t { kError, kSound };

class DeepParser {
 public:
  // `bytes`: the known bytes of the frame, at least all of those up to the parse depth.
  DeepParser(std::span<const std::uint8_t> bytes, Bytes frame_length, const ParserConfig& config,
             ExpiredTtl expired = ExpiredTtl::kError);

  HeaderVector parse();

 private:
  bool enter(ParseState state, std::size_t header_bytes);
  bool fail(frame::DecodeError error);
  bool goes_on() const { return expired_ == ExpiredTtl::kSound || !reference::ttl_expires(header_.ttl); }
  std::uint8_t u8(std::size_t offset) const { return bytes_[offset]; }
  std::uint16_t u16(std::size_t offset) const;
  std::uint32_t u32(std::size_t offset) const;

  bool ethernet();
  bool length_field();
  bool mac_control();
  bool routed_message();
  bool ipv4();
  bool ipv6();
  bool extension(unsigned count);
  bool transport();
  bool udp();
  bool tcp();
  bool roce();

  std::span<const std::uint8_t> bytes_;  // up to the parse depth
  ParserConfig config_;
  ExpiredTtl expired_;
  std::size_t end_;     // of the frame without its FCS; behind an IP header, of the IP packet
  std::size_t at_ = 0;  // start of the header being parsed
  unsigned steps_ = 0;
  frame::Fragment fragment_ = frame::Fragment::kNone;
  HeaderVector header_;
};

// Parses a packet. `whole` as in Parser::parse().
HeaderVector parse_deep(const frame::Packet& packet, std::span<const std::uint8_t> whole, const ParserConfig& config,
                        ExpiredTtl expired = ExpiredTtl::kError);

}  // namespace weir::parser
