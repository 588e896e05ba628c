// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How long FERA's loop takes, and what its tags and pauses take of the network, before a run.

#pragma once

#include <string>
#include <vector>

#include "tb/bounds/bound_parts.h"

namespace weir::bounds {

// D of this flow: from a tick of a meter until frames at the new rate come to that port, at most: the next tag passes
// the port tau after the tick, goes on and back to the source, and a frame at its rate comes to the port, without
// queues. The first of equal-cost paths; kNever where a route is spelled out, or there is no path.
Time fera_loop_delay(const scenario::Scenario& scenario, const scenario::Flow& flow);

// Part of the rate at which this cable ends at a host that tags to it take, with as many flows as there are. 0 where
// there are none.
double fera_tag_share(const scenario::Scenario& scenario, const network::Cable& cable);

// A loop as long as T; tags that take a twentieth of a link.
std::vector<std::string> fera_delay_warnings(const Alike& alike);

// D/T of the slowest flow; the largest share of tags; what can still come after XOFF of an output's queue, and the
// room.
std::vector<std::string> fera_delay_notes(const Alike& alike);

}  // namespace weir::bounds
