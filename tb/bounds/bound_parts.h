// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the bounds of all schemes need: frames on a link, lossless frames of a scenario, the worst link.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tb/scenario/scenario.h"

namespace weir::bounds {

// What a frame costs on this link, preamble and gap included where it charges them.
inline Bytes on_wire(Bytes frame, const link::LinkConfig& link) {
  return frame + (link.wire_overhead ? link::kWireOverhead : Bytes(0));
}

// Bytes that `rate` carries in `span`, rounded up.
Bytes bytes_at_least(Time span, BitRate rate);

// Frame lengths in the classes that the scheme protects, each once, ascending; those of a capture may be of any class.
std::vector<Bytes> lossless_lengths(const scenario::Scenario& scenario);

// "h1-s1".
std::string name_of(const scenario::Scenario& scenario, const network::Cable& cable);

// tau of GFC on this link, for frames of switch.max_frame.
Time latency_of(const scenario::Scenario& scenario, const link::LinkConfig& link);

// The link on which `margin` is largest, and that margin.
struct Worst {
  Bytes margin{-1};
  const network::Cable* cable = nullptr;
};

template <class Margin>
Worst worst_of(const scenario::Scenario& scenario, Margin margin) {
  Worst worst;
  for (const network::Cable& cable : scenario.topology.cables) {
    const Bytes here = margin(cable.link);
    if (here > worst.margin) {
      worst = {here, &cable};
    }
  }
  return worst;
}

// What frames of these lengths that count `depth` in a VIQ take of the buffer at most, which is given out in cells.
Bytes in_cells(const scenario::Scenario& scenario, const std::vector<Bytes>& lengths, Bytes depth);

// Most that the lossy classes which flows use take of the buffer of a switch with so many ports.
Bytes lossy_share(const scenario::Scenario& scenario, std::int64_t ports);

// Whatever a scheme promises its sender, the MMU must be able to keep: a line that says where it cannot, or "".
std::string room_warning(const scenario::Scenario& scenario, const std::string& key, Bytes promised);

}  // namespace weir::bounds
