// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The hop label of a frame between two switches: the PCP of an outer service tag (IEEE 802.1Q, 9.6; 0x88A8) that the
// upstream switch has put on. Its DEI is 0, its VID that of the frame's own outer tag, by which bridges forward the
// frame.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/packet.h"

namespace weir::frame {

// The length that a label adds to a frame between switches.
inline constexpr Bytes kHopLabelLength{kVlanTagBytes};

// Bits of Packet::extras, beside those of packet.h. kLabelled: the frame is longer by a label than its maker made it.
// Three bits from kTakenOff on: the bytes by which it is shorter, since a switch took off a label that a host had sent.
inline constexpr std::uint8_t kLabelled = 4;
inline constexpr unsigned kTakenOff = 3;  // a bit number
inline constexpr unsigned kMostTakenOff = 7;

// The length with which the frame was made.
inline Bytes made_length(const Packet& packet) {
  const Bytes put_on = (packet.extras & kLabelled) != 0 ? kHopLabelLength : Bytes(0);
  return packet.length - put_on + Bytes((packet.extras >> kTakenOff) & kMostTakenOff);
}

// `bytes` of all functions: a frame from its destination MAC on, with a whole Ethernet header.
std::optional<ClassId> hop_label(std::span<const std::uint8_t> bytes);  // nothing: the outer tag is no service tag
void set_hop_label(std::span<std::uint8_t> bytes, ClassId label);       // of a frame that has one
bool takes_hop_label(std::span<const std::uint8_t> bytes);  // false: it has two tags already, the most that are read
void put_on_hop_label(std::vector<std::uint8_t>& bytes, ClassId label, std::uint16_t vid);
void take_off_hop_label(std::vector<std::uint8_t>& bytes);  // of a frame that has one

}  // namespace weir::frame
