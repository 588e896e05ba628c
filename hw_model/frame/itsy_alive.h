// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The ALIVE message of ITSY's rounds (docs/reference/wire_formats.md): the VIQs of these classes at the sender's port
// can go on, in the round with this number. It rides in the padding of a PFC frame, behind messages of itsy_message.h
// if there are any, or is a private message of its own. Alone 64 bytes with FCS, and no byte more on a PFC frame.

#pragma once

#include <cstdint>
#include <span>

#include "hw_model/base/class_mask.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/itsy_message.h"
#include "hw_model/frame/wire.h"

namespace weir::frame {

// The modulus of round numbers.
inline constexpr std::uint8_t kItsyRoundNumbers = 16;

struct ItsyAlive {
  ClassMask classes = 0;
  std::uint8_t round = 0;  // below kItsyRoundNumbers
  bool operator==(const ItsyAlive&) const = default;
};

// Writes ALIVE into the last two octets of the padding of a PFC frame of 60 bytes whose padding is zeros or was written
// by ride_itsy. Returns false and writes nothing if these octets are taken, the frame is no PFC, a field is out of its
// range or no class is named.
bool ride_itsy_alive(std::span<std::uint8_t> frame, const ItsyAlive& alive, const ItsyWidths& widths);

// Writes the 60 bytes of a private message; false if `bytes` is shorter, or as above.
bool write_itsy_alive(std::span<std::uint8_t> bytes, MacAddress source, const ItsyAlive& alive);

// The ALIVE that rides on a PFC frame, without classes if none rides. Errors: kTruncated, kFieldOutOfRange (no class,
// or the round).
Decoded<ItsyAlive> read_itsy_alive_rider(std::span<const std::uint8_t> frame);

// The ALIVE in a private message of subtype 0x24. Errors: also kWrongEtherType, kWrongDestination, kUnknownSubtype.
Decoded<ItsyAlive> read_itsy_alive(std::span<const std::uint8_t> frame);

}  // namespace weir::frame
