// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/simulation.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <span>
#include <utility>

#include <systemc>

#include "hw_model/base/invariant.h"
#include "hw_model/datapath/link/kernel_time.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/ranks/meetings.h"
#include "tb/report/timeseries.h"
#include "tb/report/version.h"
#include "tb/run/flow_alone.h"
#include "tb/run/instruments.h"
#include "tb/run/large_pages.h"
#include "tb/run/measure.h"
#include "tb/run/measure_books.h"
#include "tb/run/measure_deadlocks.h"
#include "tb/run/measure_latency.h"
#include "tb/run/measure_links.h"
#include "tb/run/measure_workloads.h"
#include "tb/run/put_together.h"
#include "tb/run/quiet.h"
#include "tb/scenario/builder.h"
#include "tb/scenario/expectation.h"
#include "tb/scenario/fills.h"
#include "tb/scenario/run_events.h"
#include "tb/scenario/stretch.h"
#include "tb/text/raw_bytes.h"

namespace weir {

namespace {

// What the heap holds of a network for each cable, about: two ports, and devices with their share.
constexpr std::size_t kHeapOfCable = std::size_t{16} << 10;

// Runs the kernel up to `end`, or to where a device pauses it. All devices have then done all work before the kernel's
// time (and perhaps some of the next quantum).
void run_kernel(Time end) {
  if (link::kernel_time() == end) {
    return;
  }
  try {
    sc_core::sc_start(link::until(end));
  } catch (const sc_core::sc_report& report) {
    throw InvariantBroken(report.get_msg());  // what() is several lines, and names the kernel's source
  }
}

// What a rank meets the others for: frames on cables between them, and events that one rank notices first.
struct Others {
  ranks::Communicator& communicator;
  ranks::Meetings frames;
  scenario::RunEvents& events;

  // Every rank calls at the same time.
  void tell_events() {
    std::string all;
    for (const std::string& told : communicator.gather(events.tell())) {
      text::append_sized(told, all);
    }
    const std::string heard = communicator.broadcast(all);
    std::vector<std::string> told;
    for (std::string_view rest = heard; !rest.empty();) {
      told.emplace_back(text::take_sized(rest));
    }
    events.hear(told);
  }
};

// The same in steps from meeting to meeting with other ranks, until an event ends the run; `others` is null where there
// are none.
void advance_to(Time end, Others* others) {
  while (others != nullptr && !others->events.refusal()) {
    const Time events = others->events.next_meeting(link::kernel_time());
    const Time at = std::min(others->frames.next(), events);
    if (at > end) {
      break;
    }
    run_kernel(at);
    if (at == others->frames.next()) {
      others->frames.meet(at);
    }
    if (at == events) {
      others->tell_events();
    }
  }
  if (others == nullptr || !others->events.refusal()) {
    run_kernel(end);
  }
}

std::unique_ptr<network::Network> build(const scenario::Scenario& scenario, const Observation& observation,
                                        cosim::CoverageBook& coverage) {
  const cosim::LockstepTrail trail{
      .wave_folder = observation.directory != nullptr ? observation.directory->path() : std::filesystem::path(),
      .coverage = &coverage};
  cosim::Recorder* const recorder = observation.recorder;
  if (recorder == nullptr) {
    // Ranks stop together, between stretches.
    return observation.rank == nullptr ? scenario::build(scenario, trail, {}, observation.stop)
                                       : scenario::build(scenario, trail, {}, nullptr, &observation.rank->division);
  }
  const auto wrap = [&](asic::Factories factories) {
    return recorder->wrap(std::move(factories), scenario::blocks_of(scenario));
  };
  auto net = scenario::build(scenario, trail, wrap, observation.stop);
  recorder->require_found();
  return net;
}

// The name of a scheme that cannot have circles of waits: under TTL-shifted PFC each wait leads to the next higher
// class, but not in plain classes.
std::string scheme_without_cycles(const scenario::Scenario& scenario) {
  const flow_control::FlowControlConfig& config = scenario.device.flow_control;
  const flow_control::Scheme scheme = config.scheme;
  bool has_plain = false;
  for_each_class(config.lossless, [&](ClassId c) {
    has_plain = has_plain || reference::service_of(config.ttl_pfc.services, c).is_plain();
  });
  return flow_control::traits_of(scheme).follows_ttl && !has_plain ? std::string(flow_control::name_of(scheme)) : "";
}

// How far a run came, and whether it was stopped there before its end.
struct Reached {
  Time time;
  bool stopped = false;
  std::string why = {};  // where the run has stopped itself
};

// Whether all ranks go on, as rank 0 has it.
bool agree(const Observation& observation, bool mine) {
  return observation.rank != nullptr ? observation.rank->communicator.broadcast(mine ? "1" : "") == "1" : mine;
}

// Runs to the scenario's end, or to where the user stops it.
Reached advance(const scenario::Scenario& scenario, const Observation& observation, const scenario::RunEvents& events,
                Instruments& instruments, Others* others) {
  const Time stretch = std::max(scenario.duration / kStretches, Time(1));
  Time reached;
  bool stopped = false;
  bool over = false;
  while (reached < scenario.duration && !stopped && !over) {
    const Time end = std::min(reached + stretch, scenario.duration);
    advance_to(end, others);
    if (events.refusal()) {
      const Time last = std::min(events.refusal()->end, scenario.duration);
      while (link::kernel_time() < last) {
        advance_to(last, others);
      }
      instruments.look(last);
      return {last, true, events.refusal()->why};
    }
    stopped = agree(observation, observation.stop != nullptr && observation.stop->load());
    reached = stopped ? std::clamp(link::kernel_time(), reached + Time(1), end) : end;
    instruments.look(reached);
    over = agree(observation, scenario.end_at_deadlock && instruments.deadlocked());
    if (observation.progress) {
      observation.progress(reached);
    }
  }
  return {reached, stopped && reached < scenario.duration};
}

report::Results identify(const scenario::Scenario& scenario, const Observation& observation, const Reached& reached) {
  report::Results results;
  results.scenario = scenario.name;
  results.version = report::program_version();
  results.commit = observation.commit;
  results.resolved_sha256 = scenario.resolved.sha256;
  results.overrides = scenario.resolved.overrides;
  results.description = scenario.description;
  results.source = scenario.source;
  results.seed = scenario.seed;
  results.simulated_seconds = seconds(reached.time);
  results.partial = reached.stopped;
  results.partial_reason = reached.why;
  results.warnings = scenario.warnings;
  results.notes = scenario::sampling_notes(scenario);
  return results;
}

// Asks what is asked of the frames under way, and gives their memory back before results take any.
void let_go_of_frames(const Observation& observation, Time reached, Instruments& instruments, network::Network& net,
                      report::Results& results) {
  if (observation.rank != nullptr) {
    put_together(observation.rank->communicator, net);
  }
  instruments.ask_frames(reached, results);
  net.pool.forget_frames();
}

// On ranks: the measurements of more devices at once would take memory that the run itself does not.
constexpr std::size_t kMeasuredAtOnce = 64;

// Measures each device; on ranks, the measurements, rows and series of all are at rank 0 then.
void measure_devices(const scenario::Scenario& scenario, network::Network& net, const Instruments& instruments,
                     Time end, const OneRank* rank, Outcome& outcome) {
  const auto measure = [&](std::size_t d, report::Results& results, std::vector<Time>& fault_times) {
    measure_device(scenario, net, d, end, results);
    report_losses(net, d, instruments.drops(), results, fault_times);
  };
  if (rank == nullptr) {
    std::size_t ports = 0;
    for (const network::DeviceSpec& device : net.topology.devices) {
      ports += device.ports;
    }
    outcome.results.queues.reserve(ports);  // most networks use one class
    for (const std::size_t d : net.here()) {
      measure(d, outcome.results, outcome.fault_times);
    }
    return;
  }
  for (std::size_t first = 0; first < net.devices.size(); first += kMeasuredAtOnce) {
    std::vector<MeasuredDevice> some;
    for (std::size_t d = first; d < std::min(first + kMeasuredAtOnce, net.devices.size()); ++d) {
      if (net.devices[d].is_here()) {
        MeasuredDevice& one = some.emplace_back(MeasuredDevice{.device = d, .results = {}, .fault_times = {}});
        measure(d, one.results, one.fault_times);
      }
    }
    put_together(rank->communicator, some, outcome.results, outcome.fault_times);
  }
  put_together(rank->communicator, instruments.places(), outcome.series);
}

std::unique_ptr<Others> others_of(const scenario::Scenario& scenario, const Observation& observation,
                                  network::Network& net, scenario::RunEvents& events) {
  if (observation.rank == nullptr) {
    return nullptr;
  }
  ranks::Communicator& communicator = observation.rank->communicator;
  return std::make_unique<Others>(Others{
      communicator,
      ranks::Meetings(communicator, *net.border, scenario.topology, scenario::stretch_of(scenario.topology)), events});
}

void add_table(Outcome& outcome, std::string name, std::string text) {
  if (!text.empty()) {
    outcome.tables.emplace_back(std::move(name), std::move(text));
  }
}

// The times that drawn flows take alone; on ranks all call, since a flow's way leads from rank to rank.
TimeAlone times_alone(const scenario::Scenario& scenario, const network::Network& net, const OneRank* rank) {
  const auto alone = std::make_shared<FlowAlone>(net, scenario);
  if (rank == nullptr) {
    return [alone](const host::FlowSpec& flow) { return alone->time_of(flow); };
  }
  const auto drawn = std::span(net.flows).subspan(net.listed_flows);
  return [times = alone->times_together(drawn, rank->communicator),
          first = net.listed_flows](const host::FlowSpec& flow) { return times.at(flow.index - first); };
}

// Measures what concerns more than one device.
void measure_network(const scenario::Scenario& scenario, const Observation& observation, const network::Network& net,
                     const oracle::NetworkBooks& books, const TimeAlone& alone, const host::Latencies& latencies,
                     const Instruments& instruments, Time end, Outcome& outcome) {
  measure_flows(scenario, net, end, outcome.results);
  add_table(outcome, "flows.csv", measure_workloads(scenario, net, alone, end, outcome.results));
  measure_books(scenario, net, books, outcome.results);
  add_table(outcome, "latency.csv", measure_latency(scenario, latencies, outcome.results));
  if (const Occupancy* occupancy = instruments.occupancy()) {
    occupancy->fill(outcome.results);
    add_table(outcome, "occupancy.csv", occupancy->csv());
  }
  for (const cosim::BlockCoverage& block : outcome.lockstep) {
    add_table(outcome, block.file, cosim::coverage_csv(block));
  }
  if (const FeedbackShare* feedback = instruments.feedback()) {
    feedback->fill(outcome.results);
  }
  if (observation.recorder != nullptr) {
    observation.recorder->finish(end);  // reading counters has settled what came without news until now
  }
}

}  // namespace

Outcome simulate(const scenario::Scenario& scenario, const Observation& observation) {
  const auto wall_start = std::chrono::steady_clock::now();
  cosim::CoverageBook coverage;
  build_in_large_pages(scenario.topology.cables.size() * kHeapOfCable);
  const std::unique_ptr<network::Network> net = build(scenario, observation, coverage);
  Instruments instruments(scenario, observation, *net);
  scenario::RunEvents events(scenario, *net,
                             [&](const scenario::ScenarioEvent& event, Time at) { instruments.told(event, at); });

  const std::unique_ptr<Others> others = others_of(scenario, observation, *net, events);
  gather_heap_in_large_pages();
  const Reached end = advance(scenario, observation, events, instruments, others.get());
  const Time reached = end.time;
  if (others) {
    others->frames.meet_all();
  }
  instruments.finish(reached);

  Outcome outcome;
  outcome.results = identify(scenario, observation, end);
  let_go_of_frames(observation, reached, instruments, *net, outcome.results);
  outcome.series = instruments.take_series();
  report::cut_after(outcome.series, reached);  // devices that had begun the next quantum have sampled beyond the end
  outcome.network = observation.tells() ? drawing_of(net->topology) : report::NetworkDrawing();
  outcome.lockstep = coverage.added_up();
  say_if_no_flow_control(scenario, outcome.results);
  if (observation.rank != nullptr) {
    instruments.add_up(reached);
  }
  measure_devices(scenario, *net, instruments, reached, observation.rank, outcome);
  add_rows(observation.rank, *net, faulty_links, outcome.results.links);
  add_rows(observation.rank, *net, damaged_links, outcome.results.links);
  add_rows(observation.rank, *net, losses_on_links, outcome.results.losses);
  add_rows(observation.rank, *net, losses_of_retry, outcome.results.losses);
  const oracle::NetworkBooks books = instruments.books(reached);
  const TimeAlone alone = times_alone(scenario, *net, observation.rank);
  const host::Latencies latencies =
      observation.rank == nullptr ? latencies_of(*net) : latencies_together(observation.rank->communicator, *net);
  if (!observation.tells()) {
    instruments.tell_story(reached, outcome);
    return outcome;
  }
  measure_network(scenario, observation, *net, books, alone, latencies, instruments, reached, outcome);
  report_events(scenario, events, reached, outcome.results);
  std::ranges::stable_sort(outcome.results.losses, {}, &report::LossResult::first_seconds);
  measure_steady(outcome.series, reached, outcome.results);
  measure_deadlocks(instruments.deadlocks(), outcome.results);
  outcome.results.scheme_without_cycles = scheme_without_cycles(scenario);
  instruments.declarations().fill(reached, outcome.results);
  outcome.results.score = instruments.score(reached);
  instruments.report_baselines(reached, outcome.results);
  instruments.tell_story(reached, outcome);
  instruments.close_capture();
  outcome.unwritten = instruments.unwritten();
  outcome.results.expectations = scenario::evaluate(scenario.expectations, outcome.results);
  outcome.results.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - wall_start).count();
  return outcome;
}

}  // namespace weir
