// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/shapers.h"

namespace weir::scenario {

std::vector<egress::PortShapers> shapers_of(const Scenario& scenario, std::size_t device) {
  std::vector<egress::PortShapers> shapers;
  for (const EgressShaper& one : scenario.shapers) {
    if (one.device != device) {
      continue;
    }
    shapers.resize(scenario.topology.devices[device].ports);
    egress::PortShapers& port = shapers[one.port.index()];
    (one.traffic_class ? port.classes[one.traffic_class->index()] : port.port) = one.shaper;
  }
  return shapers;
}

}  // namespace weir::scenario
