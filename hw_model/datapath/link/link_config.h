// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The settings of a link, and the time that a frame takes on it.

#pragma once

#include <cstdint>
#include <limits>

#include "hw_model/base/units.h"
#include "hw_model/frame/ethernet.h"

namespace weir::link {

inline constexpr Bytes kWireOverhead = frame::kPreambleAndGap;

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

// Picoseconds of a byte on the wire, where that is a whole number (at all standard Ethernet rates); otherwise 0.
constexpr std::uint32_t whole_byte_time(BitRate rate) {
  constexpr std::int64_t kBitPicoseconds = kBitsPerByte * kPicosecondsPerSecond;
  const std::int64_t time = kBitPicoseconds / rate.count();
  const bool fits = time * rate.count() == kBitPicoseconds && time <= std::numeric_limits<std::uint32_t>::max();
  return fits ? static_cast<std::uint32_t>(time) : 0;
}

}  // namespace weir::link
