// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "hw_model/base/units.h"

namespace weir::parser {

struct ParserConfig {
  Time clock = Time(1'200);    // clock of the ingress pipeline
  unsigned state_cycles = 0;   // cycles for each header parsed
  unsigned lookup_cycles = 0;  // cycles of the forwarding lookup and the class mapper
};

// Ethernet, two tags, IPv4, UDP.
inline constexpr unsigned kMostStates = 5;

// From a packet's arrival to its admission, at most.
constexpr Time longest_latency(const ParserConfig& config) {
  return config.clock * (std::int64_t{kMostStates} * config.state_cycles + config.lookup_cycles);
}

}  // namespace weir::parser
