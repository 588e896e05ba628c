// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How long packets were under way that one host has taken: from the moment in which their source made them to their
// delivery. By flow, those of a workload together, and by class.

#pragma once

#include <cstdint>
#include <map>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "tb/host/distribution.h"
#include "tb/host/flow.h"

namespace weir::host {

struct Latencies {
  std::map<std::uint32_t, Distribution> flows;      // by index; those that are listed
  std::map<std::uint32_t, Distribution> workloads;  // by index
  std::map<ClassId, Distribution> classes;          // in which flows begin

  // Out of line, so that the sink stays small where nobody asks.
  void add(const FlowSpec& flow, Time latency);
};

}  // namespace weir::host
