// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The positions of boxes in the drawing of a network. Switches that all have hosts stand on a circle with their hosts
// outside, so that a ring looks like a ring; deeper networks stand in layers with the hosts below, like a fat tree.

#pragma once

#include <vector>

#include "tb/report/network_boxes.h"

namespace weir::report {

struct Point {
  double x = 0;
  double y = 0;
};

struct NetworkLayout {
  double width = 0;  // pixels
  double height = 0;
  std::vector<Point> centres;  // of the boxes, in their order
};

// Pixels from a line of text in a box to the next.
inline constexpr double kLineHeight = 15;

// Width and height of a box, in pixels. A circle stands for one host.
Point extent(const Box& box);

NetworkLayout lay_out(const Boxes& boxes);

}  // namespace weir::report
