// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The results of a run on several ranks: every rank tells rank 0 what it has measured of its own devices, and rank 0
// puts it together in the order of one rank, that of the devices. Every function is called by every rank.

#pragma once

#include <vector>

#include "tb/host/latencies.h"
#include "tb/network/network.h"
#include "tb/ranks/communicator.h"
#include "tb/report/results.h"
#include "tb/run/sampler.h"
#include "tb/run/simulation.h"
#include "tb/story/event_record.h"

namespace weir {

// The measurements of all flows, of which each rank has the halves of its own hosts, into those of rank 0.
void put_together(ranks::Communicator& communicator, network::Network& net);

// What measure_device() and report_losses() have made of some devices: the rows, the sums, and the times of faults.
// `of_devices`: of those that are here, in their order; the next call is about later devices.
struct MeasuredDevice {
  std::size_t device = 0;
  report::Results results;
  std::vector<Time> fault_times;
};
void put_together(ranks::Communicator& communicator, const std::vector<MeasuredDevice>& of_devices,
                  report::Results& results, std::vector<Time>& fault_times);

// Rows of each device, in the order of devices, into `rows` of rank 0, behind those that are there. `rank` null: one
// process. For links and losses.
template <class Row>
void add_rows(const OneRank* rank, const network::Network& net,
              std::vector<Row> (*rows_of)(const network::Network& net, std::size_t device), std::vector<Row>& rows);

// The events of all ranks, at rank 0; elsewhere none.
std::vector<story::Event> put_together(ranks::Communicator& communicator, const std::vector<story::Event>& events);

// The latencies that all hosts have measured, added in the order of devices.
host::Latencies latencies_together(ranks::Communicator& communicator, const network::Network& net);

// The columns of all ranks, in the order of one.
void put_together(ranks::Communicator& communicator, const std::vector<Sampler::Place>& places,
                  report::TimeSeries& series);

}  // namespace weir
