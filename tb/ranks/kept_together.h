// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Which devices of a network have to be on one rank: those at the ends of links whose faults, ordered sets or credits
// reach from one end to the other without a frame.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "tb/scenario/scenario.h"

namespace weir::ranks {

// The cables that cannot lie between two ranks, by index in Topology::cables: what they have, in words.
std::map<std::size_t, std::string_view> uncut_cables(const scenario::Scenario& scenario);

// The group of each device, by index in Topology::devices: devices that such cables join. Groups are numbered by their
// first devices; most have one device.
std::vector<std::int32_t> kept_together(const scenario::Scenario& scenario);

// Devices are in one group where either division has them in one, or a chain of both. Both are by device.
std::vector<std::int32_t> joined(const std::vector<std::int32_t>& one, const std::vector<std::int32_t>& other);

}  // namespace weir::ranks
