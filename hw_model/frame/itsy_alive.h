// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// ALIVE of ITSY's rounds (docs/reference/wire_formats.md): the VIQs of these classes at the sender's port can go on, in
// the round with this number. In the padding of a PFC frame, behind messages of itsy_message.h where there are any, or
// in a private message of its own. Alone 64 bytes with FCS, and no byte more on a PFC frame.

#pragma once

#include <cstdint>
#include <span>

#include "hw_model/base/class_mask.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/itsy_message.h"
#include "hw_model/frame/wire.h"

namespace weir::frame {

// Rounds are numbered modulo this.
inline constexpr std::uint8_t kItsyRoundNumbers = 16;

struct ItsyAlive {
  ClassMask classes = 0;
  std::uint8_t round = 0;  // below kItsyRoundNumbers
  bool operator==(const ItsyAlive&) const = default;
};

// Writes it into the last two octets of the padding of a PFC frame of 60 bytes that is all zeros, or that ride_itsy has
// written. False, and nothing is written, where they are taken, the frame is no PFC, a field is out of its range or no
// class is named.
bool ride_itsy_alive(std::span<std::uint8_t> frame, const ItsyAlive& alive, const ItsyWidths& widths);

// Writes the 60 bytes of a private message; false where `bytes` is shorter, or as above.
bool write_itsy_alive(std::span<std::uint8_t> bytes, MacAddress source, const ItsyAlive& alive);

// What rides on a PFC frame: no classes where nothing does. Errors: kTruncated, kFieldOutOfRange (no class, or the
// round).
Decoded<ItsyAlive> read_itsy_alive_rider(std::span<const std::uint8_t> frame);

// What a private message of subtype 0x24 has. Errors: also kWrongEtherType, kWrongDestination, kUnknownSubtype.
Decoded<ItsyAlive> read_itsy_alive(std::span<const std::uint8_t> frame);

}  // namespace weir::frame
