// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Waves, depths of queues, or both, from what the devices of a run trace; nothing where neither is asked for.

#pragma once

#include <memory>
#include <string>

#include "tb/network/network.h"
#include "tb/report/trace_merger.h"
#include "tb/weir/occupancy.h"
#include "tb/weir/simulation.h"

namespace weir {

// The classes of a scenario's flows, as their sources have them.
ClassMask classes_of(const scenario::Scenario& scenario);

class Traced {
 public:
  Traced(const scenario::Scenario& scenario, const Observation& observation, network::Network& net);

  // All devices have run up to `reached`; at its end.
  void merge_until(Time reached);
  void finish(Time reached);

  const Occupancy* occupancy() const { return occupancy_.get(); }
  // Why there is no file of waves; empty: nothing is wrong.
  std::string fault() const { return waves_ ? waves_->fault() : ""; }

 private:
  std::unique_ptr<Occupancy> occupancy_;  // null: not asked for
  std::unique_ptr<report::WaveRecorder> waves_;
  std::unique_ptr<report::TraceMerger> merger_;  // where there are no waves
};

}  // namespace weir
