// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/network/leaf_spine.h"

namespace weir::network {

Topology make_leaf_spine(std::size_t leaves, std::size_t spines, std::size_t hosts_per_leaf,
                         const link::LinkConfig& link) {
  Topology topology;
  const std::size_t hosts = topology.add_devices("h", 1, leaves * hosts_per_leaf, DeviceKind::kHost);
  const std::size_t first_leaf = topology.add_devices("leaf", 1, leaves, DeviceKind::kSwitch);
  const std::size_t first_spine = topology.add_devices("spine", 1, spines, DeviceKind::kSwitch);
  for (std::size_t i = 0; i < leaves * hosts_per_leaf; ++i) {
    topology.add_cable(hosts + i, first_leaf + i / hosts_per_leaf, link);
  }
  for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
    for (std::size_t spine = 0; spine < spines; ++spine) {
      topology.add_cable(first_leaf + leaf, first_spine + spine, link);
    }
  }
  return topology;
}

}  // namespace weir::network
