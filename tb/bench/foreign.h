// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The switch as others have it: a weir::Switch among stations that know TLM-2.0 alone.

#pragma once

#include <string>
#include <vector>

namespace weir::bench {

// Makes the switch s1 of a scenario file with settings, KEY=VALUE, and at each of its ports a station that sends
// kForeignFrames of 1,500 B, one behind the other, to the station at the next port. Runs until all have arrived.
// Returns link-hops, two a frame. Throws std::runtime_error: a frame is missing.
inline constexpr unsigned kForeignFrames = 50'000;
double foreign_hops(const std::string& file, const std::vector<std::string>& settings);

}  // namespace weir::bench
