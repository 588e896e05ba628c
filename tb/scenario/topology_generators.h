// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// [topology]: which generator, whether its keys are those of the table, and the network that it makes.

#pragma once

#include <cstdint>

#include "tb/network/topology.h"
#include "tb/scenario/reader.h"

namespace weir::scenario {

// In the order of the words of topology.kind.
enum class Generator { kRing, kStar, kFatTree, kLeafSpine, kDumbbell, kParkingLot, kRandom, kFile, kCustom };

// Throws ScenarioError for a key that the generator would not read, and for the absence of one that it needs.
Generator generator_of(const Reader& reader);

// rate, delay and wire_overhead of one table.
link::LinkConfig load_link(const Reader& reader);

// Any kind but custom, whole: nothing has failed yet, and [[topology.link]] is not read.
network::Topology generate(const Reader& reader, Generator kind, std::uint64_t seed);

}  // namespace weir::scenario
