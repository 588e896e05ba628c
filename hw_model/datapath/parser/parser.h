// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Ingress parser: header bytes -> header vector, once a hop. Total: any bytes give a header vector, with the reason
// where they are malformed. Latency: state_cycles for each step of parse_states.h plus lookup_cycles for the
// forwarding lookup and class mapper behind it.
//
// Two ways to the same vector: the fields of Ethernet, tags, IPv4 without options and UDP are read at their offsets in
// one go; any other frame goes through the states one by one (deep_parser.h).

#pragma once

#include <cstdint>
#include <span>

#include "hw_model/base/units.h"
#include "hw_model/datapath/parser/header_vector.h"
#include "hw_model/datapath/parser/parser_config.h"
#include "hw_model/frame/packet.h"

namespace weir::parser {

class Parser {
 public:
  explicit Parser(const ParserConfig& config) : config_(config) {}

  const ParserConfig& config() const { return config_; }

  // `whole`: all bytes of the frame without its FCS, where they are kept; then packet.bytes are its first ones.
  // Otherwise what lies beyond packet.bytes is payload without content, zeros.
  void parse(const frame::Packet& packet, std::span<const std::uint8_t> whole, HeaderVector& header) const;
  HeaderVector parse(const frame::Packet& packet, std::span<const std::uint8_t> whole = {}) const {
    HeaderVector header;
    parse(packet, whole, header);
    return header;
  }

 private:
  bool parse_plain(const frame::Packet& packet, HeaderVector& header) const;

  ParserConfig config_;
};

}  // namespace weir::parser
