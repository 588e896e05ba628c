// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/host/latencies.h"

namespace weir::host {

void Latencies::add(const FlowSpec& flow, Time latency) {
  const bool listed = flow.workload == kListed;
  (listed ? flows[flow.index] : workloads[flow.workload]).add(latency.count());
  classes[flow.traffic_class].add(latency.count());
}

}  // namespace weir::host
