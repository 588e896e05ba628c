// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Reads the counters of a network after a run into Results.

#pragma once

#include <optional>
#include <vector>

#include "tb/network/network.h"
#include "tb/oracle/drops.h"
#include "tb/report/results.h"
#include "tb/scenario/scenario.h"

namespace weir {

// `end`: simulated time reached. Fills flows, queues, drops; packet counts are measure_books().
void measure(const scenario::Scenario& scenario, const network::Network& net, Time end, report::Results& results);

// What became of the scenario's events; `times`: when each took place.
void report_events(const scenario::Scenario& scenario, const std::vector<std::optional<Time>>& times,
                   report::Results& results);

// What links with faults have done.
void report_links(const network::Network& net, report::Results& results);

// Packets that lossless classes have lost, as faults.
void report_losses(const network::Network& net, const oracle::Drops& drops, report::Results& results);

// Means and ranges over the samples of the last quarter of the run, for the queues that `results` lists. Nothing where
// the run ended early, or where there are none.
void measure_steady(const report::TimeSeries& series, Time end, report::Results& results);

// Link-hops so far: packets of any kind sent over one link.
std::uint64_t packet_hops(const network::Network& net);

report::NetworkDrawing drawing_of(const network::Topology& topology);

}  // namespace weir
