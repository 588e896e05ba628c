// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The settings of the ingress parser, and its latency.

#pragma once

#include "hw_model/base/units.h"
#include "hw_model/datapath/parser/parse_states.h"

namespace weir::parser {

struct ParserConfig {
  Time clock = Time(1'200);    // clock of the ingress pipeline
  unsigned state_cycles = 0;   // cycles for each step of a state
  unsigned lookup_cycles = 0;  // cycles of the forwarding lookup and the class mapper
};

constexpr Time latency(const ParserConfig& config, unsigned steps) {
  return config.clock * (std::int64_t{steps} * config.state_cycles + config.lookup_cycles);
}

// From a packet's arrival to its admission, at most.
constexpr Time longest_latency(const ParserConfig& config) { return latency(config, kMostSteps); }

}  // namespace weir::parser
