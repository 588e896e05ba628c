// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Traces of a run's devices: for waves, for depths of queues, or for both; nothing if neither is asked for. A waveform
// also shows what the oracle has found: the signal oracle.deadlock. On ranks, rank 0 writes the waveform of all
// devices.

#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tb/network/network.h"
#include "tb/oracle/deadlock.h"
#include "tb/report/trace_merger.h"
#include "tb/run/far_traces.h"
#include "tb/run/occupancy.h"
#include "tb/run/simulation.h"

namespace weir {

class Traced {
 public:
  Traced(const scenario::Scenario& scenario, const Observation& observation, network::Network& net);

  // All deadlocks that the oracle has found so far; before each merge_until() and finish(). A deadlock is shown from
  // the sample at which it was found: what happened before that is written already.
  void found(const std::vector<oracle::DeadlockFound>& deadlocks);

  // merge_until(): all devices have run up to `reached`. finish(): the run has ended at `reached`. Every rank calls.
  void merge_until(Time reached);
  void finish(Time reached);

  // Lets a viewer open the waveform where the story's event is; after finish().
  void show(const report::Story& story) {
    if (waves_) {
      waves_->show(report::wave_view(story));
    }
  }

  // On ranks: of the devices here; with a waveform, of all devices at rank 0.
  Occupancy* occupancy() { return occupancy_.get(); }
  const Occupancy* occupancy() const { return occupancy_.get(); }
  // Why there is no waveform file; empty: no fault.
  std::string fault() const { return waves_ ? waves_->fault() : ""; }

 private:
  Trace oracle_;
  std::optional<std::uint32_t> deadlock_probe_;  // nothing: not selected
  std::size_t ended_ = 0;                        // of the deadlocks, those of which all has been recorded
  bool stands_ = false;                          // the next one has been recorded as found
  std::unique_ptr<FarTraces> far_;               // null: no waveform, or no ranks
  std::unique_ptr<Occupancy> occupancy_;         // null: not asked for
  std::unique_ptr<report::WaveRecorder> waves_;
  std::unique_ptr<report::TraceMerger> merger_;  // used if there are no waves
};

}  // namespace weir
