// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/network/star.h"

#include <string>

namespace weir::network {

Topology make_star(std::size_t hosts, const link::LinkConfig& link) {
  Topology topology;
  for (std::size_t i = 0; i < hosts; ++i) {
    topology.add_device("h" + std::to_string(i + 1), DeviceKind::kHost);
  }
  const std::size_t hub = topology.add_device("s1", DeviceKind::kSwitch);
  for (std::size_t i = 0; i < hosts; ++i) {
    topology.add_cable(i, hub, link);
  }
  return topology;
}

}  // namespace weir::network
