// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/parser/parser_registers.h"

#include <string>

#include "hw_model/datapath/parser/header_vector.h"
#include "hw_model/datapath/parser/parse_states.h"
#include "hw_model/ledger/rows.h"

namespace weir::parser {
namespace {

constexpr unsigned kReasonCounterBits = 32;
constexpr unsigned kOffsetBits = 7;  // within the first 128 bytes
constexpr unsigned kIpv6Bits = 128;

using ledger::kOne;
using Row = ledger::RowsOf<unsigned>;  // of the number of classes

constexpr auto kRows = Row::list(
    Row::internal({"parse_state", ledger::bits_for(kParseStates.size()), kOne, "names a state, or idle",
                   "header that is being parsed"}),
    Row::internal(
        {"parse_offset", kOffsetBits, kOne, "the first 128 bytes", "offset of the header that is being parsed"}),
    Row::internal<&HeaderVector::error>({"error", ledger::bits_for(frame::kDecodeErrors), kOne, "",
                                         "0: none; otherwise why the frame is malformed or may not go on"}),
    Row::internal<&HeaderVector::network>({"network", 2, kOne, "", "none, IPv4, IPv6"}),
    Row::internal({"destination_mac", 48, kOne, "", "destination MAC address, which the exact match looks up"})
        .source("IEEE 802.3, 3.2"),
    Row::internal({"source_mac", 48, kOne, "", "source MAC address, which an exact match would learn"})
        .source("IEEE 802.3, 3.2"),
    Row::internal<&HeaderVector::ethertype>({"ethertype", 16, kOne, "", "EtherType behind the tags"})
        .source("IEEE 802.3, 3.2.6"),
    Row::internal<&HeaderVector::reserved_destination>(
        {"reserved_destination", 1, kOne, "", "the frame is not IP and goes to an address that no bridge forwards"})
        .source("IEEE 802.1Q, 8.6.3"),
    Row::internal<&HeaderVector::vid>({"vid", 12, kOne, "", "of the outer tag"}).source("IEEE 802.1Q, 9.6"),
    Row::internal<&HeaderVector::code_point>({"code_point", 4, kOne, "", "PCP and DEI of the outer tag"})
        .source("IEEE 802.1Q, 9.6"),
    Row::internal<&HeaderVector::ip_offset>(
        {"ip_offset", kOffsetBits, kOne, "", "offset of the IP header, bytes from the start of the frame"}),
    Row::internal<&HeaderVector::ttl>({"ttl", 8, kOne, "", "TTL or hop limit"}).source("RFC 791, RFC 8200"),
    Row::internal<&HeaderVector::dscp>({"dscp", 6, kOne, "", "differentiated services code point"}).source("RFC 2474"),
    Row::internal<&HeaderVector::protocol>({"protocol", 8, kOne, "", "protocol, behind the last extension header"})
        .source("RFC 791, RFC 8200"),
    Row::internal<&HeaderVector::source_ip>({"source_ip", kIpv6Bits, kOne, "", "IPv6, or IPv4 in the lower 32 bits"})
        .source("RFC 791, RFC 8200"),
    Row::internal<&HeaderVector::destination_ip>(
        {"destination_ip", kIpv6Bits, kOne, "", "IPv6, or IPv4 in the lower 32 bits"})
        .source("RFC 791, RFC 8200"),
    Row::internal<&HeaderVector::transport_offset>(
        {"transport_offset", kOffsetBits, kOne, "", "offset of the UDP or TCP header; 0: none was parsed"}),
    Row::internal<&HeaderVector::transport_ports>(
        {"transport_ports", 32, kOne, "", "source port in the upper half, destination port in the lower"})
        .source("RFC 768, RFC 9293"),
    Row::internal<&HeaderVector::has_bth>({"has_bth", 1, kOne, "", "RoCEv2"})
        .source("InfiniBand Architecture, annex A17"),
    Row::internal<&HeaderVector::bth_opcode>({"bth_opcode", 8, kOne, "", "of RoCEv2"})
        .source("InfiniBand Architecture, annex A17"),
    Row::model_only<&HeaderVector::latency>("what the parser's cycles come to"));

}  // namespace

ledger::Block declare_parser(unsigned classes) {
  const ledger::Origin origin("parser", "IEEE 802.3; IEEE 802.1Q; RFC 791, RFC 8200, RFC 768, RFC 9293");
  ledger::Block block("parser");
  ledger::declare(block, origin, classes, kRows);
  for (std::size_t i = 0; i < frame::kDecodeErrors; ++i) {
    const std::string reason(frame::name(static_cast<frame::DecodeError>(i)));
    block.add(origin.counter({.name = "dropped_" + reason,
                              .width = kReasonCounterBits,
                              .dimensions = {{"class", classes}},
                              .memory = "drop_counters",
                              .width_follows = "wraps after 2^32 frames",
                              .description = "frames dropped: " + reason}));
  }
  return block;
}

}  // namespace weir::parser
