// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// --waves-around story: a second, identical run that records the waveform around the events of the first run's story.

#pragma once

#include <string>

#include "tb/run/forked_worker.h"
#include "tb/run/simulation.h"

namespace weir {

class WaveRun {
 public:
  // Before the first run, in whose process no network may be yet. `observation`: of the first run, with
  // WavesWanted::by_second_run; must outlive the WaveRun, as must the scenario. Throws std::runtime_error.
  WaveRun(const scenario::Scenario& scenario, const Observation& observation);

  // Why a run has nothing to record; empty: it has.
  static std::string why_nothing(const Outcome& first);

  // Writes the waveform of a run that has something to record into the run's directory: windows around the steps of the
  // story (report::windows_around), between which all signals are unknown. Returns why the waveform is missing or ends
  // early, in one line; empty: all is there. Ends early when the first run's Observation::stop is set. Throws
  // InvariantBroken where the second run is not the first one, std::runtime_error where its process did not end well.
  std::string record(const Outcome& first);

 private:
  const std::atomic<bool>* stop_;  // of the first run; null: none
  SharedFlag second_stop_;         // of the second run
  ForkedWorker worker_;
};

}  // namespace weir
