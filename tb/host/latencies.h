// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Latencies of the packets that one host has taken, from making at the source to delivery: by flow, by workload (all
// its flows together), and by class.

#pragma once

#include <cstdint>
#include <map>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "tb/host/distribution.h"
#include "tb/host/flow.h"

namespace weir::host {

struct Latencies {
  std::map<std::uint32_t, Distribution> flows;      // by index; listed flows only
  std::map<std::uint32_t, Distribution> workloads;  // by index
  std::map<ClassId, Distribution> classes;          // the class in which a flow's packets start

  // Out of line, so that the sink stays small when nobody asks for latencies.
  void add(const FlowSpec& flow, Time latency);
};

}  // namespace weir::host
