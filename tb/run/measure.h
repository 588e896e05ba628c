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

// `end`: simulated time reached. Fills the flows; measure_books() fills packet counts.
void measure_flows(const scenario::Scenario& scenario, const network::Network& net, Time end, report::Results& results);

// Adds what one device has counted: queues, drops, the buffer, quiet queues, retry and credits of its ports, hops and
// events. `device`: of this process, in rising order.
void measure_device(const scenario::Scenario& scenario, const network::Network& net, std::size_t device, Time end,
                    report::Results& results);

// Fills the outcome of the scenario's events in a run that has reached `end`.
void report_events(const scenario::Scenario& scenario, const scenario::RunEvents& events, Time end,
                   report::Results& results);

// Adds the packets of lossless classes that one switch has lost, as faults and by queue, behind measure_device().
// Appends the time of each fault to `times`.
void report_losses(const network::Network& net, std::size_t device, const oracle::Drops& drops,
                   report::Results& results, std::vector<Time>& times);

// Fills means and ranges over the samples of the last quarter of the run, for the queues in `results`; nothing if the
// run ended early, or if there are no samples.
void measure_steady(const report::TimeSeries& series, Time end, report::Results& results);

report::NetworkDrawing drawing_of(const network::Topology& topology);

}  // namespace weir
