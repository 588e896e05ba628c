// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The settings of a link, and the time that a frame takes on it.

#pragma once

#include "hw_model/base/units.h"

namespace weir::link {

// Preamble and start-of-frame delimiter (8) and inter-packet gap (12), IEEE 802.3.
inline constexpr Bytes kWireOverhead{20};

struct LinkConfig {
  BitRate rate = BitRate(10'000'000'000);
  Time delay = Time(1'000'000);  // propagation, one way, > 0
  bool wire_overhead = false;    // whether a frame also costs kWireOverhead on the wire
};

// The bytes that a frame takes on this link, preamble and gap included if the link charges them; and the time that it
// takes.
constexpr Bytes on_wire(Bytes frame, const LinkConfig& link) {
  return frame + (link.wire_overhead ? kWireOverhead : Bytes(0));
}
constexpr Time wire_time(Bytes frame, const LinkConfig& link) {
  return serialization_time(on_wire(frame, link), link.rate);
}

}  // namespace weir::link
