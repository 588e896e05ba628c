// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// [topology]: the choice of a generator, the check of its keys, and the network that it makes.

#pragma once

#include <cstdint>

#include "tb/network/topology.h"
#include "tb/scenario/reader.h"

namespace weir::scenario {

// In the order of the words of topology.kind.
enum class Generator { kRing, kStar, kFatTree, kLeafSpine, kDumbbell, kParkingLot, kRandom, kFile, kCustom };

// Throws ScenarioError for a key that the generator does not read, or a missing key that it needs.
Generator generator_of(const Reader& reader);

// Reads rate, delay and wire_overhead of one table.
link::LinkConfig load_link(const Reader& reader);

// The complete network of any kind but custom; [[topology.link]] is not applied, and no cable has failed yet.
network::Topology generate(const Reader& reader, Generator kind, std::uint64_t seed);

}  // namespace weir::scenario
