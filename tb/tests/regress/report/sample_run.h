// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A made-up run, so that what reads a run directory can be tested without a simulation: three switches in a ring, whose
// queues fill, are held by stages or pause, and (with `deadlock`) stop.

#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "hw_model/base/trace.h"
#include "tb/report/results.h"
#include "tb/report/story.h"

namespace weir::report {

struct SampleRun {
  Results results;
  TimeSeries series;
  NetworkDrawing network;
  std::vector<std::unique_ptr<Trace>> traces;  // one a switch
  Time end;
  std::optional<Story> story = {};  // of a deadlock
};

SampleRun sample_ring(bool deadlock);

// A k-port fat tree, for a network of many devices: only its drawing and one queue a port.
SampleRun sample_fat_tree(unsigned k);

}  // namespace weir::report
