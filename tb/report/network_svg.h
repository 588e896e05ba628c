// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The network as inline SVG, with a deadlock's cycle drawn over the cables that it blocks.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tb/report/network_instants.h"
#include "tb/report/queue_place.h"
#include "tb/report/results.h"

namespace weir::report {

// The cable at a device's port (null: none), and the device at the cable's other end.
const NetworkDrawing::Cable* cable_at(const NetworkDrawing& network, std::string_view device, unsigned port);
const std::string& other_end(const NetworkDrawing::Cable& cable, std::string_view device);

struct NetworkPicture {
  std::string svg;                // empty for a network without devices
  double width = 0;               // pixels, before it shrinks to the page
  bool folded = false;            // boxes stand for several devices
  std::vector<std::string> pods;  // the SVG of each box that opens, which has the place as its data-pod
};

// A network that would be wider than the page is drawn with its hosts folded, or else with its pods folded.
// Bars and lines of ports in `instants` have as data-level, data-held their places there, for the slider.
NetworkPicture network_picture(const NetworkDrawing& network, const std::optional<Deadlock>& deadlock,
                               const NetworkInstants& instants = {});

}  // namespace weir::report
