// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A witness of a shared headroom pool: a run in which a set of queues of one switch fills, all at once, to the last
// cell that each can need.
//
// The switch has the ports of the scenario, with their rates and cables; behind each port is a host. Egresses that are
// held are paused by their host. Egresses that are kept busy get more than their rate from inputs of theirs, in a class
// that goes first, until enough waits there; then the queues fill. Each queue is filled as headroom_witness fills one:
// up to the threshold, the frame that goes over it, the worst mix, the last frame, and three frames that PAUSE holds
// back. The frame that goes over the threshold comes in the instant in which one of our longest frames begins on the
// way back: two hosts beside send such frames, one behind the other, or the frames that keep an egress busy are these.

#pragma once

#include <cstdint>
#include <string>

#include "tb/bounds/switch_pool.h"
#include "tb/scenario/scenario.h"

namespace weir::headroom {

// TOML of the scenario whose pool has so many cells. `set` has at least one queue. Throws std::invalid_argument, one
// line, for what the model cannot play: a worst mix that is only bounded, peers that obey after different times, links
// with preamble and gap beside links without, no lossy class that could go first.
std::string pool_witness(const scenario::Scenario& scenario, const bounds::SwitchPool& pool,
                         const bounds::StandingSet& set, std::int64_t cells);

}  // namespace weir::headroom
