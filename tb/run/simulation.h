// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// One run of a scenario: builds the network and runs the kernel in stretches, between which it passes observations to
// oracles, waves and captures. Once per process, because SystemC elaborates once.

#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw_model/base/trace.h"
#include "tb/capture/link_capture.h"
#include "tb/cosim/recorder.h"
#include "tb/network/border.h"
#include "tb/ranks/communicator.h"
#include "tb/report/results.h"
#include "tb/report/run_directory.h"
#include "tb/report/story.h"
#include "tb/report/waves.h"
#include "tb/scenario/scenario.h"

namespace weir {

// Between stretches traces are merged, captures written, oracles evaluated: often enough to keep their buffers small.
inline constexpr int kStretches = 200;

// What goes into the waveform: changes in `windows` (TraceSelection) of the signals that `probes` select (ProbeGlobs).
struct WavesWanted {
  report::WaveFormat format = report::WaveFormat::kFst;
  std::vector<std::string> probes = {};  // empty: all
  std::vector<TraceWindow> windows = {TraceWindow{}};
  bool by_second_run = false;  // WaveRun records; here `probes` are only checked
};

// The part of a run that this process simulates.
struct OneRank {
  ranks::Communicator& communicator;
  network::Division division;
};

struct Observation {
  bool series = true;  // time series and oracles
  bool story = false;  // the record of events, and the story told from it, where the scenario has measure.story
  std::optional<WavesWanted> waves;
  std::vector<std::string> captures;                        // "s1.p0", "s1.*"
  capture::LinkCapture links = capture::LinkCapture::kAll;  // what captures have beside frames
  std::string commit;                                       // of the program
  const report::RunDirectory* directory = nullptr;          // for waves and captures
  cosim::Recorder* recorder = nullptr;                      // records the inputs of one limiter or comparator
  std::function<void(Time)> progress;
  const std::atomic<bool>* stop = nullptr;  // when true, the run ends within a quantum; on ranks, within a stretch
  const OneRank* rank = nullptr;            // null: this process simulates the whole network

  // Whether this process has the results.
  bool tells() const { return rank == nullptr || rank->communicator.rank() == 0; }
};

struct Outcome {
  report::Results results;
  report::TimeSeries series;
  report::NetworkDrawing network;
  std::optional<report::Story> story;          // nothing: not asked for
  std::vector<cosim::BlockCoverage> lockstep;  // coverage of blocks that ran in lock-step
  // Text of further files in the run directory, by name: flows.csv with drawn flows, latency.csv and occupancy.csv on
  // request, and one file for each block in `lockstep`.
  std::vector<std::pair<std::string, std::string>> tables;
  std::vector<Time> fault_times;       // of results.faults
  std::vector<std::string> unwritten;  // why waves or captures are missing: the disk was full
};

// Throws as its parts do: InvariantBroken, LockstepMismatch, OutputError, std::invalid_argument. On ranks, all of which
// call this, the outcome of rank 0 is that of the run; the others' say nothing.
Outcome simulate(const scenario::Scenario& scenario, const Observation& observation);

}  // namespace weir
