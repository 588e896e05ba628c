// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The states of the ingress parser and the steps of each: the one table of the parser's latency. A step examines a
// window of 32 bytes, so a header that may be longer takes two steps; docs/reference/parser.md shows the same table.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/ipv6.h"
#include "hw_model/frame/roce.h"

namespace weir::parser {

enum class ParseState : std::uint8_t {
  kEthernet,
  kTag,
  kMacControl,
  kIpv4,
  kIpv4Options,
  kIpv6,
  kHopByHop,
  kRouting,
  kFragment,
  kAuthentication,
  kDestinationOptions,
  kUdp,
  kTcp,
  kTcpOptions,
  kBth,
  kRdeth,  // from here on in the order of frame::RoceExtension
  kDeth,
  kXrceth,
  kReth,
  kAtomicEth,
  kAeth,
  kAtomicAckEth,
  kImmDt,
  kIeth,
};

struct StateSpec {
  std::string_view name;
  unsigned steps;  // times ParserConfig::state_cycles
};

inline constexpr std::array kParseStates{
    StateSpec{"ethernet", 1},
    StateSpec{"tag", 1},
    StateSpec{"mac_control", 1},
    StateSpec{"ipv4", 1},
    StateSpec{"ipv4_options", 2},
    StateSpec{"ipv6", 2},
    StateSpec{"hop_by_hop", 2},
    StateSpec{"routing", 2},
    StateSpec{"fragment", 1},
    StateSpec{"authentication", 2},
    StateSpec{"destination_options", 2},
    StateSpec{"udp", 1},
    StateSpec{"tcp", 1},
    StateSpec{"tcp_options", 2},
    StateSpec{"bth", 1},
    StateSpec{"rdeth", 1},
    StateSpec{"deth", 1},
    StateSpec{"xrceth", 1},
    StateSpec{"reth", 1},
    StateSpec{"atomic_eth", 1},
    StateSpec{"aeth", 1},
    StateSpec{"atomic_ack_eth", 1},
    StateSpec{"imm_dt", 1},
    StateSpec{"ieth", 1},
};

constexpr unsigned steps_of(ParseState state) { return kParseStates[static_cast<std::size_t>(state)].steps; }

constexpr ParseState state_of(frame::RoceExtension e) {
  return static_cast<ParseState>(static_cast<unsigned>(ParseState::kRdeth) + static_cast<unsigned>(e));
}
static_assert(state_of(frame::RoceExtension::kIeth) == ParseState::kIeth);

// Steps of the longest way through the parser: two tags, IPv6 with as many of the costliest extension headers as it has
// states for, and the costliest transport.
inline constexpr unsigned kMostSteps = [] {
  unsigned extension = 0;
  for (const ParseState state : {ParseState::kHopByHop, ParseState::kRouting, ParseState::kFragment,
                                 ParseState::kAuthentication, ParseState::kDestinationOptions}) {
    extension = std::max(extension, steps_of(state));
  }
  constexpr unsigned kMostRoceExtensions = 4;  // RDETH, DETH, RETH, ImmDt
  const unsigned roce = steps_of(ParseState::kUdp) + steps_of(ParseState::kBth) + kMostRoceExtensions;
  const unsigned tcp = steps_of(ParseState::kTcp) + steps_of(ParseState::kTcpOptions);
  return steps_of(ParseState::kEthernet) + static_cast<unsigned>(frame::kMaxVlanTags) * steps_of(ParseState::kTag) +
         steps_of(ParseState::kIpv6) + static_cast<unsigned>(frame::kMaxIpv6Extensions) * extension +
         std::max(roce, tcp);
}();

}  // namespace weir::parser
