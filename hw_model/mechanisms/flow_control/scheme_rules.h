// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Rules, ranges and reasons that the settings of several schemes share.

#pragma once

#include <string_view>

#include "hw_model/ledger/complaints.h"
#include "hw_model/mechanisms/flow_control/flow_control_config.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"

namespace weir::flow_control {

inline constexpr Bytes kMost{std::int64_t{1} << 32};  // of a number of bytes
inline constexpr std::string_view kComputedAtBothEnds =
    "one end of a cable reports what the other computes its rate from";

// Of a register that holds up to this.
unsigned bits_of(Bytes largest);

// The threshold from which a rate falls lies below the one at which it would be zero.
void check_below(const char* word, Bytes threshold, Bytes bm, ledger::Complaints& complaints);

// One message a lossless class fits the period.
void check_period(const CbfcConfig& config, const FlowControlConfig& whole, const PortFacts& port,
                  ledger::Complaints& complaints);

// A buffer that the counters cannot express is refused: modulo arithmetic would take a full buffer for an empty one.
// `word`: of the setting that is the buffer.
void check_credits(const char* word, const CbfcConfig& config, Bytes buffer, const FlowControlConfig& whole,
                   const PortFacts& port, ledger::Complaints& complaints);

// What must hold between the settings of a port's rate limiters.
void check_limiter(const PortFacts& port, ledger::Complaints& complaints);

}  // namespace weir::flow_control
