// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/traced.h"

#include <utility>

#include "hw_model/asic/switch_settings.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/run/probe_globs.h"
#include "tb/scenario/fills.h"

namespace weir {

namespace {

// The classes in which packets are at switches.
ClassMask classes_on_the_way(const scenario::Scenario& scenario) {
  return asic::changes_classes(scenario.device) ? static_cast<ClassMask>(~ClassMask{0})
                                                : scenario::classes_of(scenario);
}

// The traces of the devices here.
std::vector<FarTraces::OfDevice> trace(ClassMask classes, network::Network& net, const TraceSelection& selection = {}) {
  std::vector<FarTraces::OfDevice> traces;
  for (const std::size_t d : net.here()) {
    network::Device& device = net.devices[d];
    device->trace_classes(classes, selection);
    traces.emplace_back(d, device->trace());
  }
  return traces;
}

std::vector<Trace*> traces_of(const std::vector<FarTraces::OfDevice>& here) {
  std::vector<Trace*> traces;
  for (const auto& [device, trace] : here) {
    traces.push_back(trace);
  }
  return traces;
}

}  // namespace

Traced::Traced(const scenario::Scenario& scenario, const Observation& observation, network::Network& net) {
  const bool occupancy = scenario.measure.occupancy;
  if (occupancy && (observation.tells() || !observation.waves)) {
    occupancy_ = std::make_unique<Occupancy>();
  }
  const ClassMask classes = occupancy ? classes_on_the_way(scenario) : scenario::classes_of(scenario);
  if (observation.waves) {
    ProbeGlobs globs(observation.waves->probes);
    const bool elsewhere = observation.waves->by_second_run;
    const TraceSelection selection{.wanted = [&](const Probe& probe) { return globs.takes(probe) && !elsewhere; },
                                   .windows = observation.waves->windows};
    if (Probe probe{.device = "oracle", .name = "deadlock", .kind = Probe::Kind::kState, .states = {"none", "stands"}};
        observation.series && observation.tells() && selection.takes(probe)) {
      deadlock_probe_ = oracle_.declare(std::move(probe));
    }
    const bool all = occupancy && !elsewhere;
    const std::vector<FarTraces::OfDevice> here = trace(classes, net, all ? TraceSelection{} : selection);
    if (observation.rank != nullptr) {
      far_ = std::make_unique<FarTraces>(observation.rank->communicator, here);
    }
    if (!observation.tells()) {
      return;
    }
    std::vector<Trace*> traces = far_ ? far_->all() : traces_of(here);
    traces.push_back(&oracle_);
    if (!elsewhere) {
      waves_ = std::make_unique<report::WaveRecorder>(*observation.directory, observation.waves->format, traces,
                                                      selection, occupancy_.get());
    }
    globs.require_met();
  }
  if (!waves_ && occupancy_) {
    merger_ = std::make_unique<report::TraceMerger>(traces_of(trace(classes, net)), *occupancy_);
  }
}

void Traced::found(const std::vector<oracle::DeadlockFound>& deadlocks) {
  for (; deadlock_probe_ && ended_ < deadlocks.size(); ++ended_) {
    const oracle::DeadlockFound& one = deadlocks[ended_];
    if (!std::exchange(stands_, true)) {
      oracle_.record(one.found_at, *deadlock_probe_, 1);
    }
    if (!one.dissolved_at) {
      return;
    }
    oracle_.record(*one.dissolved_at, *deadlock_probe_, 0);
    stands_ = false;
  }
}

void Traced::merge_until(Time reached) {
  if (far_) {
    far_->gather(reached);
  }
  if (waves_) {
    waves_->merge_until(reached);
  } else if (merger_) {
    merger_->merge_until(reached);
  }
}

void Traced::finish(Time reached) {
  if (far_) {
    far_->gather(reached + Time(1));
  }
  if (waves_) {
    waves_->finish(reached);
  } else if (merger_) {
    merger_->finish(reached);
  }
}

}  // namespace weir
