// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The flows that the report shows of a run with many: those that fared worst.

#pragma once

#include <cstddef>
#include <vector>

#include "tb/report/results.h"

namespace weir::report {

inline constexpr std::size_t kMaxShownFlows = 24;

// Up to kMaxShownFlows flows: all, as in the results. Of more, those with the lowest mean rate, the lowest first; flows
// with equal rates as in the results.
std::vector<const FlowResult*> shown_flows(const std::vector<FlowResult>& flows);

}  // namespace weir::report
