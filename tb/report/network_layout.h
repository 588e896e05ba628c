// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Where the devices of a network stand in its drawing. Switches that all have hosts stand on a circle with their hosts
// outside (a ring looks like a ring); deeper networks stand in layers with the hosts below (a fat tree looks like one).

#pragma once

#include <string>
#include <vector>

#include "tb/report/results.h"

namespace weir::report {

struct PlacedDevice {
  std::string name;
  bool host = false;
  bool drawn = true;  // hosts of a large network are not, but counted at their switch
  unsigned hidden_hosts = 0;
  double x = 0;  // pixels, of the centre
  double y = 0;
};

struct NetworkLayout {
  double width = 0;
  double height = 0;
  std::vector<PlacedDevice> devices;  // as NetworkDrawing::devices
};

// Beyond that many, hosts are not drawn.
inline constexpr std::size_t kMaxDrawnHosts = 64;

NetworkLayout lay_out(const NetworkDrawing& network);

}  // namespace weir::report
