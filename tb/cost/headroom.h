// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What part of the packet buffer flow control takes: the room that a queue must have above the threshold at which a
// scheme first acts, so that nothing is lost. Beside registers it is the other, often the larger cost of a scheme.

#pragma once

#include <string>
#include <vector>

#include "hw_model/asic/switch_config.h"

namespace weir::cost {

struct Headroom {
  std::string scheme;
  std::string formula;  // in the symbols of the source
  std::string source;   // paper and equation
  Bytes each;           // of a (port, lossless class), on the port that needs most; of a port under PAUSE
  Bytes all;            // of all of them
};

// tau of one port: 2 MTU/C + 2 t_w + t_r (GFC, eq. 6).
Time feedback_latency(const asic::SwitchConfig& device, const link::LinkConfig& port);

// Of one (port, class) on `port`, under PAUSE of the whole port; 0 for a scheme without one.
Bytes headroom_each(flow_control::Scheme scheme, const asic::SwitchConfig& device, const link::LinkConfig& port);

// One entry for each of `schemes` that has one, in their order.
std::vector<Headroom> headrooms(const asic::SwitchConfig& device, const std::vector<flow_control::Scheme>& schemes);

// In whole KiB, as the document of eq. 14 counts: 21,968 B are 22 KiB, and 32 ports x 8 classes 5,632 KiB.
std::int64_t whole_kib(Bytes bytes);

}  // namespace weir::cost
