// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/parser/parser_registers.h"

#include <string>

#include "hw_model/datapath/parser/header_vector.h"
#include "hw_model/datapath/parser/parse_states.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/ledger/state_fields.h"

namespace weir::parser {
namespace {

constexpr unsigned kReasonCounterBits = 32;
constexpr unsigned kOffsetBits = 7;  // within the first 128 bytes
constexpr unsigned kIpv6Bits = 128;

void declare_header_vector(ledger::Block& block, const ledger::Origin& origin) {
  const auto field = [&](const char* name, unsigned width, const char* source, const char* what) {
    block.add(origin.internal({.name = name, .width = width, .source = source, .description = what}));
  };
  field("error", ledger::bits_for(frame::kDecodeErrors), "",
        "0: none; otherwise why the frame is malformed or may not go on");
  field("network", 2, "", "none, IPv4, IPv6");
  field("destination_mac", 48, "IEEE 802.3, 3.2", "destination MAC address, which the exact match looks up");
  field("source_mac", 48, "IEEE 802.3, 3.2", "source MAC address, which an exact match would learn");
  field("ethertype", 16, "IEEE 802.3, 3.2.6", "EtherType behind the tags");
  field("reserved_destination", 1, "IEEE 802.1Q, 8.6.3",
        "the frame is not IP and goes to an address that no bridge forwards");
  field("vid", 12, "IEEE 802.1Q, 9.6", "of the outer tag");
  field("pcp", 3, "IEEE 802.1Q, 9.6", "of the outer tag");
  field("ip_offset", kOffsetBits, "", "offset of the IP header, bytes from the start of the frame");
  field("ttl", 8, "RFC 791, RFC 8200", "TTL or hop limit");
  field("dscp", 6, "RFC 2474", "differentiated services code point");
  field("protocol", 8, "RFC 791, RFC 8200", "protocol, behind the last extension header");
  field("source_ip", kIpv6Bits, "RFC 791, RFC 8200", "IPv6, or IPv4 in the lower 32 bits");
  field("destination_ip", kIpv6Bits, "RFC 791, RFC 8200", "IPv6, or IPv4 in the lower 32 bits");
  field("transport_offset", kOffsetBits, "", "offset of the UDP or TCP header; 0: none was parsed");
  field("transport_ports", 32, "RFC 768, RFC 9293", "source port in the upper half, destination port in the lower");
  field("has_bth", 1, "InfiniBand Architecture, annex A17", "RoCEv2");
  field("bth_opcode", 8, "InfiniBand Architecture, annex A17", "of RoCEv2");
}

void check_header_vector(const ledger::Block& block) {
  static constexpr auto kFields = ledger::state_fields<HeaderVector>(
      ledger::holds(&HeaderVector::error, "error"), ledger::holds(&HeaderVector::network, "network"),
      ledger::holds(&HeaderVector::pcp, "pcp"), ledger::holds(&HeaderVector::ip_offset, "ip_offset"),
      ledger::holds(&HeaderVector::ttl, "ttl"), ledger::holds(&HeaderVector::dscp, "dscp"),
      ledger::holds(&HeaderVector::protocol, "protocol"),
      ledger::holds(&HeaderVector::transport_offset, "transport_offset"),
      ledger::holds(&HeaderVector::bth_opcode, "bth_opcode"), ledger::holds(&HeaderVector::has_bth, "has_bth"),
      ledger::holds(&HeaderVector::reserved_destination, "reserved_destination"),
      ledger::holds(&HeaderVector::ethertype, "ethertype"), ledger::holds(&HeaderVector::vid, "vid"),
      ledger::holds(&HeaderVector::source_ip, "source_ip"),
      ledger::holds(&HeaderVector::destination_ip, "destination_ip"),
      ledger::holds(&HeaderVector::transport_ports, "transport_ports"),
      ledger::model_only(&HeaderVector::latency, "what the parser's cycles come to"));
  ledger::require_declared(block, kFields);
}

}  // namespace

ledger::Block declare_parser(unsigned classes) {
  const ledger::Origin origin("parser", "IEEE 802.3; IEEE 802.1Q; RFC 791, RFC 8200, RFC 768, RFC 9293");
  ledger::Block block("parser");
  block
      .add(origin.internal({.name = "parse_state",
                            .width = ledger::bits_for(kParseStates.size()),
                            .width_follows = "names a state, or idle",
                            .description = "header that is being parsed"}))
      .add(origin.internal({.name = "parse_offset",
                            .width = kOffsetBits,
                            .width_follows = "the first 128 bytes",
                            .description = "offset of the header that is being parsed"}));
  declare_header_vector(block, origin);
  for (std::size_t i = 0; i < frame::kDecodeErrors; ++i) {
    const std::string reason(frame::name(static_cast<frame::DecodeError>(i)));
    block.add(origin.counter({.name = "dropped_" + reason,
                              .width = kReasonCounterBits,
                              .dimensions = {{"class", classes}},
                              .memory = "drop_counters",
                              .width_follows = "wraps after 2^32 frames",
                              .description = "frames dropped: " + reason}));
  }
  check_header_vector(block);
  return block;
}

}  // namespace weir::parser
