// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The positions of a network's devices in its drawing. Switches that all have hosts stand on a circle with their hosts
// outside, so that a ring looks like a ring; deeper networks stand in layers with the hosts below, like a fat tree.

#pragma once

#include <string>
#include <vector>

#include "tb/report/results.h"

namespace weir::report {

struct PlacedDevice {
  std::string name;
  bool host = false;
  bool drawn = true;  // false for the hosts of a large network, which are counted at their switch
  unsigned hidden_hosts = 0;
  double x = 0;  // pixels, centre of the device
  double y = 0;
};

struct NetworkLayout {
  double width = 0;
  double height = 0;
  std::vector<PlacedDevice> devices;  // in the order of NetworkDrawing::devices
};

// With more hosts than this, no host is drawn.
inline constexpr std::size_t kMaxDrawnHosts = 64;

NetworkLayout lay_out(const NetworkDrawing& network);

}  // namespace weir::report
