// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Rules and ranges that the settings of several schemes share.

#pragma once

#include <string_view>

#include "hw_model/ledger/complaints.h"
#include "hw_model/mechanisms/flow_control/flow_control_config.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"

namespace weir::flow_control {

inline constexpr Bytes kMost{std::int64_t{1} << 32};  // the largest length that a setting takes
inline constexpr std::string_view kComputedAtBothEnds =
    "one end of a cable reports what the other computes its rate from";

// Width of a register that holds lengths up to `largest`.
unsigned bits_of(Bytes largest);

// The threshold from which a rate falls must lie below `bm`, at which the rate would be zero.
void check_below(const char* word, Bytes threshold, Bytes bm, ledger::Complaints& complaints);

// One message for each lossless class must fit the period.
void check_period(const CbfcConfig& config, const FlowControlConfig& whole, const PortFacts& port,
                  ledger::Complaints& complaints);

// Refuses a buffer that the counters cannot express: modulo arithmetic would take a full buffer for an empty one.
// `word`: the setting that says the buffer.
void check_credits(const char* word, const CbfcConfig& config, Bytes buffer, const FlowControlConfig& whole,
                   const PortFacts& port, ledger::Complaints& complaints);

// The lowest rate but 0 that a rate linear over `range` bytes of a queue comes to.
BitRate lowest_linear_rate(BitRate line, Bytes range);

// The rules between the settings of a port's rate limiters.
void check_limiter(const PortFacts& port, ledger::Complaints& complaints);

}  // namespace weir::flow_control
