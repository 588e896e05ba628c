// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/weir/simulation.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <memory>

#include <systemc>

#include "hw_model/base/invariant.h"
#include "tb/oracle/conservation.h"
#include "tb/oracle/deadlock.h"
#include "tb/report/trace_merger.h"
#include "tb/report/version.h"
#include "tb/scenario/builder.h"
#include "tb/scenario/expectation.h"
#include "tb/weir/capture.h"
#include "tb/weir/measure.h"
#include "tb/weir/sampler.h"

namespace weir {

namespace {

// Between stretches traces are merged, captures written, oracles asked: often enough that their buffers stay small.
constexpr int kStretches = 200;

double cpu_seconds_now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

ClassMask classes_of(const scenario::Scenario& scenario) {
  ClassMask classes = 0;
  for (const scenario::Flow& flow : scenario.flows) {
    classes |= mask_of(flow.traffic_class);
  }
  return classes;
}

std::unique_ptr<report::WaveRecorder> record_waves(const Observation& observation, ClassMask classes,
                                                   network::Network& net) {
  if (!observation.waves) {
    return nullptr;
  }
  std::vector<Trace*> traces;
  for (network::Device& device : net.devices) {
    device.asic ? device.asic->trace_classes(classes) : device.nic->trace_classes(classes);
    traces.push_back(device.timed().trace());
  }
  return std::make_unique<report::WaveRecorder>(*observation.directory, *observation.waves, std::move(traces));
}

// Runs the kernel up to `end`. All devices have then done all work before it (and perhaps some of the next quantum).
void advance_to(Time end) {
  const auto now = static_cast<std::int64_t>(sc_core::sc_time_stamp().value());
  try {
    sc_core::sc_start(sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(end.count() - now)));
  } catch (const sc_core::sc_report& report) {
    throw InvariantBroken(report.get_msg());  // the kernel wraps what a device throws, in several lines
  }
}

}  // namespace

Outcome simulate(const scenario::Scenario& scenario, const Observation& observation) {
  const auto wall_start = std::chrono::steady_clock::now();
  const std::unique_ptr<network::Network> net = scenario::build(
      scenario, observation.directory != nullptr ? observation.directory->path() : std::filesystem::path());
  const ClassMask classes = classes_of(scenario);
  Sampler sampler(*net, classes, scenario.sample_interval);
  oracle::DeadlockOracle deadlock(*net);
  oracle::ConservationChecker conservation(*net);
  if (observation.series) {
    for (std::size_t d = 0; d < net->devices.size(); ++d) {
      net->devices[d].timed().sample_every(scenario.sample_interval, [&, d](Time t) {
        sampler.sample(d, t);
        deadlock.snapshot(d, t);
        conservation.snapshot(d, t);
      });
    }
  }
  const auto waves = record_waves(observation, classes, *net);
  std::unique_ptr<Capture> capture;
  if (!observation.captures.empty()) {
    capture = std::make_unique<Capture>(*net, observation.captures, *observation.directory,
                                        scenario.name + ", seed " + std::to_string(scenario.seed));
  }

  const double cpu_start = cpu_seconds_now();
  const Time stretch = std::max(scenario.duration / kStretches, Time(1));
  Time reached;
  bool interrupted = false;
  while (reached < scenario.duration && !interrupted) {
    reached = std::min(reached + stretch, scenario.duration);
    advance_to(reached);
    deadlock.evaluate(reached);
    conservation.evaluate(reached);
    if (waves) {
      waves->merge_until(reached);
    }
    if (capture) {
      capture->write_until(reached);
    }
    if (observation.progress) {
      observation.progress(reached);
    }
    interrupted = observation.interrupted && observation.interrupted();
  }
  conservation.audit(reached);

  Outcome outcome;
  outcome.cpu_seconds = cpu_seconds_now() - cpu_start;
  report::Results& results = outcome.results;
  results.scenario = scenario.name;
  results.version = report::program_version();
  results.description = scenario.description;
  results.source = scenario.source;
  results.seed = scenario.seed;
  results.simulated_seconds = seconds(reached);
  results.partial = reached < scenario.duration;
  results.warnings = scenario.warnings;
  outcome.series = sampler.take();
  measure(scenario, *net, reached, results);
  measure_steady(outcome.series, reached, results);
  if (const auto& found = deadlock.found()) {
    results.deadlock = report::Deadlock{seconds(found->formed_at), found->cycle};
  }
  results.expectations = scenario::evaluate(scenario.expectations, results);
  outcome.network = drawing_of(net->topology);
  if (waves) {
    waves->finish(reached);
  }
  if (capture) {
    capture->close();
  }
  results.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - wall_start).count();
  return outcome;
}

}  // namespace weir
