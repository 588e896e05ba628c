// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Reads a network's counters into Results after a run.

#pragma once

#include <optional>
#include <vector>

#include "tb/network/network.h"
#include "tb/oracle/drops.h"
#include "tb/report/results.h"
#include "tb/scenario/run_events.h"
#include "tb/scenario/scenario.h"

namespace weir {

// `end`: simulated time reached. Fills flows, queues and drops; measure_books() fills packet counts.
void measure(const scenario::Scenario& scenario, const network::Network& net, Time end, report::Results& results);

// Fills the outcome of the scenario's events in a run that has reached `end`.
void report_events(const scenario::Scenario& scenario, const scenario::RunEvents& events, Time end,
                   report::Results& results);

// Fills the effects of links with faults.
void report_links(const network::Network& net, report::Results& results);

// Fills the packets lost by lossless classes, as faults and by queue. Returns the time of each fault.
std::vector<Time> report_losses(const network::Network& net, const oracle::Drops& drops, report::Results& results);

// Fills means and ranges over the samples of the last quarter of the run, for the queues in `results`; nothing if the
// run ended early, or if there are no samples.
void measure_steady(const report::TimeSeries& series, Time end, report::Results& results);

// Packet hops so far: each packet of any kind counts once per link.
std::uint64_t packet_hops(const network::Network& net);

report::NetworkDrawing drawing_of(const network::Topology& topology);

}  // namespace weir
