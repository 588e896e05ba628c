// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/network/fat_tree.h"

namespace weir::network {

Topology make_fat_tree(std::size_t k, const link::LinkConfig& link) {
  const std::size_t half = k / 2;
  Topology topology;
  const std::size_t hosts = topology.add_devices("h", 0, k * half * half, DeviceKind::kHost);
  const std::size_t edges = topology.add_devices("se", 1, k * half, DeviceKind::kSwitch);
  const std::size_t aggregations = topology.add_devices("sa", 1, k * half, DeviceKind::kSwitch);
  const std::size_t cores = topology.add_devices("sc", 1, half * half, DeviceKind::kSwitch);

  for (std::size_t pod = 0; pod < k; ++pod) {
    for (std::size_t i = 0; i < half; ++i) {
      const std::size_t edge = pod * half + i;
      for (std::size_t j = 0; j < half; ++j) {
        const std::size_t aggregation = pod * half + j;
        topology.add_cable_at({hosts + edge * half + j, PortId(0)}, {edges + edge, PortId(j)}, link);
        topology.add_cable_at({edges + edge, PortId(half + j)}, {aggregations + aggregation, PortId(i)}, link);
      }
    }
    for (std::size_t j = 0; j < half; ++j) {
      for (std::size_t up = 0; up < half; ++up) {
        topology.add_cable_at({aggregations + pod * half + j, PortId(half + up)}, {cores + j * half + up, PortId(pod)},
                              link);
      }
    }
  }
  return topology;
}

}  // namespace weir::network
