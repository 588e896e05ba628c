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

namespace weir::frame {

// `bytes` of all functions: a frame from its destination MAC on, with a whole Ethernet header.
std::optional<ClassId> hop_label(std::span<const std::uint8_t> bytes);  // nothing: the outer tag is no service tag
void set_hop_label(std::span<std::uint8_t> bytes, ClassId label);       // of a frame that has one
bool takes_hop_label(std::span<const std::uint8_t> bytes);  // false: it has two tags already, the most that are read
void put_on_hop_label(std::vector<std::uint8_t>& bytes, ClassId label, std::uint16_t vid);
void take_off_hop_label(std::vector<std::uint8_t>& bytes);  // of a frame that has one

}  // namespace weir::frame
