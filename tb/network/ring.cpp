// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/network/ring.h"

#include <string>

namespace weir::network {

Topology make_ring(std::size_t switches, const link::LinkConfig& link) {
  constexpr PortId kToHost(0);
  constexpr PortId kToNext(1);
  constexpr PortId kToPrevious(2);
  Topology topology;
  for (std::size_t i = 0; i < switches; ++i) {
    topology.add_device("h" + std::to_string(i + 1), DeviceKind::kHost);
  }
  for (std::size_t i = 0; i < switches; ++i) {
    topology.add_device("s" + std::to_string(i + 1), DeviceKind::kSwitch);
  }
  for (std::size_t i = 0; i < switches; ++i) {
    topology.add_cable_at({i, PortId(0)}, {switches + i, kToHost}, link);
  }
  for (std::size_t i = 0; i < switches; ++i) {
    topology.add_cable_at({switches + i, kToNext}, {switches + (i + 1) % switches, kToPrevious}, link);
  }
  return topology;
}

}  // namespace weir::network
