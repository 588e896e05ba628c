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

// The part of T that a loop's delay is to stay below, lest rates swing for ever, by the gain k C T/Q_eq; 0: no delay is
// short enough. With x the deviation of the rate, e that of f, d = D/T, small deviations follow
//     u = d x'' + (1 - d) x',    e = e' + gain u,    x = x' - u - e
// since of an interval's load the part d was sent at the rate before the last; the roots of their equation are to lie
// within the unit circle (Jury). About 0.9 for a gain of 0.104, 0.79 for 0.208, 0.63 for 0.417; from 2 on 0.
double fera_longest_delay(double gain);

// Part of the rate at which this cable ends at a host that tags to it take, with as many flows as there are. 0 where
// there are none.
double fera_tag_share(const scenario::Scenario& scenario, const network::Cable& cable);

// Part of the rate at which this cable ends at a host that flows to it send when none can go slower: 1/n_max each, and
// its tags beside it. More than 1: no meter can end it. 0 where there are none; n_max > 0.
double fera_least_load(const scenario::Scenario& scenario, const network::Cable& cable, unsigned n_max);

// A loop that takes too long; tags that take a twentieth of a link.
std::vector<std::string> fera_delay_warnings(const Alike& alike);

// D/T of the slowest flow; the largest share of tags; what can still come after XOFF of an output's queue, and the
// room.
std::vector<std::string> fera_delay_notes(const Alike& alike);

}  // namespace weir::bounds
