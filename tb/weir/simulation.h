// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// One run of a scenario: builds the network, runs the kernel in stretches, and hands what was observed to oracles,
// waves and captures between them. Once a process, because SystemC elaborates once.

#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tb/cosim/recorder.h"
#include "tb/report/results.h"
#include "tb/report/run_directory.h"
#include "tb/report/waves.h"
#include "tb/scenario/scenario.h"

namespace weir {

// Between stretches traces are merged, captures written, oracles asked: often enough that their buffers stay small.
inline constexpr int kStretches = 200;

struct Observation {
  bool series = true;  // time series and oracles
  std::optional<report::WaveFormat> waves;
  std::vector<std::string> captures;                // "s1.p0", "s1.*"
  std::string commit;                               // of the program
  const report::RunDirectory* directory = nullptr;  // for waves and captures
  cosim::Recorder* recorder = nullptr;              // of what one limiter or comparator is fed
  std::function<void(Time)> progress;
  const std::atomic<bool>* stop = nullptr;  // once true the run ends, within a quantum
};

struct Outcome {
  report::Results results;
  report::TimeSeries series;
  report::NetworkDrawing network;
  std::vector<cosim::BlockCoverage> lockstep;  // what its blocks met that ran in lock-step
  // Further files of the run directory, their text by name: flows.csv where flows are drawn, latency.csv and
  // occupancy.csv where they are asked for, and a file of each block in `lockstep`.
  std::vector<std::pair<std::string, std::string>> tables;
  std::vector<std::string> unwritten;  // why there are no waves, or no capture: the disk was full
};

// Throws what the parts throw: InvariantBroken, LockstepMismatch, OutputError, std::invalid_argument.
Outcome simulate(const scenario::Scenario& scenario, const Observation& observation);

}  // namespace weir
