// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The network as inline SVG, with a deadlock's cycle drawn over the cables that it blocks.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tb/report/results.h"

namespace weir::report {

// A queue in the form of Deadlock::cycle, "s1.p2.c0"; parse_place(): nullopt for any other form.
struct QueuePlace {
  std::string device;
  unsigned port = 0;
  unsigned traffic_class = 0;
};
std::optional<QueuePlace> parse_place(std::string_view text);

// The cable at a device's port (null: none), and the device at the cable's other end.
const NetworkDrawing::Cable* cable_at(const NetworkDrawing& network, std::string_view device, unsigned port);
const std::string& other_end(const NetworkDrawing::Cable& cable, std::string_view device);

// Empty for a network without devices.
std::string network_svg(const NetworkDrawing& network, const std::optional<Deadlock>& deadlock);

}  // namespace weir::report
