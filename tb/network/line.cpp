// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/network/line.h"

#include <algorithm>

namespace weir::network {

Topology make_dumbbell(std::size_t left, std::size_t right, const link::LinkConfig& link) {
  Topology topology;
  const std::size_t hosts = topology.add_devices("h", 1, left + right, DeviceKind::kHost);
  const std::size_t switches = topology.add_devices("s", 1, 2, DeviceKind::kSwitch);
  for (std::size_t i = 0; i < left + right; ++i) {
    topology.add_cable(hosts + i, switches + (i < left ? 0 : 1), link);
  }
  topology.add_cable(switches, switches + 1, link);
  return topology;
}

Topology make_parking_lot(std::size_t switches, std::size_t hosts_per_switch, const link::LinkConfig& link) {
  Topology topology;
  const std::size_t count = switches * hosts_per_switch + 1;
  const std::size_t hosts = topology.add_devices("h", 1, count, DeviceKind::kHost);
  const std::size_t first = topology.add_devices("s", 1, switches, DeviceKind::kSwitch);
  for (std::size_t i = 0; i < count; ++i) {
    topology.add_cable(hosts + i, first + std::min(i / hosts_per_switch, switches - 1), link);
  }
  for (std::size_t i = 0; i + 1 < switches; ++i) {
    topology.add_cable(first + i, first + i + 1, link);
  }
  return topology;
}

}  // namespace weir::network
