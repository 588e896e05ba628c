// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/simulation.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include <systemc>

#include "hw_model/base/invariant.h"
#include "hw_model/datapath/link/kernel_time.h"
#include "hw_model/mechanisms/deadlock/unit_card.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/oracle/conservation.h"
#include "tb/oracle/deadlock.h"
#include "tb/oracle/drops.h"
#include "tb/report/timeseries.h"
#include "tb/report/version.h"
#include "tb/run/baselines.h"
#include "tb/run/capture.h"
#include "tb/run/declarations.h"
#include "tb/run/feedback_share.h"
#include "tb/run/measure.h"
#include "tb/run/measure_books.h"
#include "tb/run/measure_deadlocks.h"
#include "tb/run/measure_latency.h"
#include "tb/run/measure_links.h"
#include "tb/run/measure_workloads.h"
#include "tb/run/sampler.h"
#include "tb/run/score.h"
#include "tb/run/standing.h"
#include "tb/run/story_queues.h"
#include "tb/run/traced.h"
#include "tb/scenario/builder.h"
#include "tb/scenario/expectation.h"
#include "tb/scenario/fills.h"
#include "tb/scenario/run_events.h"
#include "tb/story/tell.h"

namespace weir {

namespace {

// Runs the kernel up to `end`, or to where a device pauses it. All devices have then done all work before the kernel's
// time (and perhaps some of the next quantum).
void advance_to(Time end) {
  try {
    sc_core::sc_start(link::until(end));
  } catch (const sc_core::sc_report& report) {
    throw InvariantBroken(report.get_msg());  // what() is several lines, and names the kernel's source
  }
}

std::unique_ptr<network::Network> build(const scenario::Scenario& scenario, const Observation& observation,
                                        cosim::CoverageBook& coverage) {
  const cosim::LockstepTrail trail{
      .wave_folder = observation.directory != nullptr ? observation.directory->path() : std::filesystem::path(),
      .coverage = &coverage};
  cosim::Recorder* const recorder = observation.recorder;
  if (recorder == nullptr) {
    return scenario::build(scenario, trail, {}, observation.stop);
  }
  const auto wrap = [&](asic::Factories factories) {
    return recorder->wrap(std::move(factories), scenario::blocks_of(scenario));
  };
  auto net = scenario::build(scenario, trail, wrap, observation.stop);
  recorder->require_found();
  return net;
}

// All that watches a run: time series and oracles in each device's own time, waves and captures between stretches.
class Instruments {
 public:
  Instruments(const scenario::Scenario& scenario, const Observation& observation, network::Network& net)
      : sampler_(net, scenario),
        drops_(net, [&](std::size_t device) { return scenario.required_headroom_of(device); }),
        deadlock_(net, Time(0), dissolving(scenario)),
        conservation_(net, drops_),
        standing_(net),
        traced_(scenario, observation, net),
        declarations_(net),
        knots_(judge_declarations(scenario, net)),
        baselines_(play_baselines(scenario, net, knots_.get())) {
    if (scenario.measure.feedback) {
      feedback_ = std::make_unique<FeedbackShare>(net, scenario.sample_interval);
    }
    if (observation.story && scenario.measure.story) {
      record_ = std::make_unique<story::EventRecord>(net);
    }
    if (observation.series) {
      for (std::size_t d = 0; d < net.devices.size(); ++d) {
        net.devices[d]->sample_every(scenario.sample_interval, [this, d](Time t) { sample(d, t); });
      }
    }
    if (!observation.captures.empty()) {
      capture_ = std::make_unique<RunCapture>(net, observation.captures, observation.links, *observation.directory,
                                              report::program_text(observation.commit),
                                              scenario.name + ", seed " + std::to_string(scenario.seed) +
                                                  ", resolved scenario SHA-256 " + scenario.resolved.sha256);
    }
  }

  // All devices have run up to `reached`.
  void look(Time reached) {
    deadlock_.evaluate();
    conservation_.evaluate(reached);
    if (knots_) {
      knots_->judge_until(reached);
    }
    traced_.found(deadlock_.all());
    traced_.merge_until(reached);
    if (record_) {
      record_->merge_until(reached);
    }
    write_capture([&] { capture_->write_until(reached); });
  }

  void finish(Time reached) {
    conservation_.audit(reached);
    traced_.found(deadlock_.all());
    traced_.finish(reached);
    write_capture([&] { capture_->finish(reached); });
  }

  std::vector<std::string> unwritten() const {
    std::vector<std::string> faults{traced_.fault(), capture_fault_};
    std::erase(faults, "");
    return faults;
  }

  // An event takes place.
  void told(const scenario::ScenarioEvent& event, Time at) {
    if (const auto* reset = std::get_if<scenario::ResetSwitch>(&event.what)) {
      drops_.reset({reset->device, at, at + reset->length});
    } else if (const auto* write = std::get_if<scenario::WriteRegister>(&event.what)) {
      drops_.settings_change(at);
      if (write->block == "forwarding") {
        conservation_.packets_may_overtake();
      }
    }
  }

  const oracle::Drops& drops() const { return drops_; }
  const Standing& standing() const { return standing_; }
  const Occupancy* occupancy() const { return traced_.occupancy(); }
  const FeedbackShare* feedback() const { return feedback_.get(); }
  const Declarations& declarations() const { return declarations_; }
  std::optional<report::ScoreResult> score(Time end) const {
    return knots_ ? std::optional(score_of(*knots_, end)) : std::nullopt;
  }
  void report_baselines(const scenario::Scenario& scenario, const network::Network& net, Time end,
                        report::Results& results) const {
    if (baselines_) {
      weir::report_baselines(scenario, net, *baselines_, *knots_, end, results);
    }
  }
  report::TimeSeries take_series() { return sampler_.take(); }

  // The samples of the story's queues, where only these are kept.
  void add_queues_of(const report::Story& story, const network::Network& net, Outcome& outcome) {
    sampler_.add_queues(queues_of_story(story, net, outcome.results), outcome.series);
  }

  // The story of the run; nothing if none is asked for. After all else has been measured.
  std::optional<report::Story> story(const scenario::Scenario& scenario, const network::Network& net, Time end,
                                     const Outcome& outcome) const {
    if (!record_) {
      return std::nullopt;
    }
    return story::tell({.scenario = scenario,
                        .net = net,
                        .record = *record_,
                        .deadlocks = deadlock_.all(),
                        .results = outcome.results,
                        .series = outcome.series,
                        .held_by = [&](oracle::QueueId queue) { return standing_.held_by(scenario, queue, end); },
                        .end = end});
  }

  // Lets a viewer open the waveform where the story's event is, and tells captured frames of its steps.
  void show(const report::Story& story, const network::Network& net) {
    traced_.show(story);
    if (capture_) {
      try {
        capture_->comment(story, net);
      } catch (const report::OutputError& error) {
        capture_fault_ = std::string(error.what()) + "; it is kept without the steps of the story";
      }
    }
  }

  // After all else.
  void close_capture() {
    write_capture([&] { capture_->close(); });
  }

  bool deadlocked() const { return deadlock_.found() != nullptr; }
  const std::vector<oracle::DeadlockFound>& deadlocks() const { return deadlock_.all(); }

 private:
  static oracle::Dissolving dissolving(const scenario::Scenario& scenario) {
    const bool broken = any_switch(
        scenario, [](const asic::SwitchConfig& device) { return deadlock::card_of(device.deadlock.unit) != nullptr; });
    return broken || scenario::may_end_deadlocks(scenario) || scenario.pauses_may_lapse ? oracle::Dissolving::kMayHappen
                                                                                        : oracle::Dissolving::kIsAFault;
  }

  // A capture that cannot be written is given up, and the run goes on.
  template <typename Write>
  void write_capture(const Write& write) {
    if (!capture_) {
      return;
    }
    try {
      write();
    } catch (const report::OutputError& error) {
      capture_fault_ = error.what();
      capture_.reset();
    }
  }

  void sample(std::size_t device, Time t) {
    sampler_.sample(device, t);
    deadlock_.snapshot(device, t);
    conservation_.snapshot(device, t);
    standing_.sample(device, t);
    if (feedback_) {
      feedback_->sample(device);
    }
  }

  Sampler sampler_;
  oracle::Drops drops_;
  oracle::DeadlockOracle deadlock_;
  oracle::ConservationChecker conservation_;
  Standing standing_;
  Traced traced_;
  Declarations declarations_;
  std::unique_ptr<oracle::KnotOracle> knots_;        // null: no unit declares anything
  std::unique_ptr<baselines::Baselines> baselines_;  // null: not asked for
  std::unique_ptr<RunCapture> capture_;
  std::string capture_fault_;
  std::unique_ptr<FeedbackShare> feedback_;     // null: not asked for
  std::unique_ptr<story::EventRecord> record_;  // likewise
};

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

// Runs to the scenario's end, or to where the user stops it.
Reached advance(const scenario::Scenario& scenario, const Observation& observation, const scenario::RunEvents& events,
                Instruments& instruments) {
  const Time stretch = std::max(scenario.duration / kStretches, Time(1));
  Time reached;
  bool stopped = false;
  bool over = false;
  while (reached < scenario.duration && !stopped && !over) {
    const Time end = std::min(reached + stretch, scenario.duration);
    advance_to(end);
    if (events.refusal()) {
      const Time last = std::min(events.refusal()->end, scenario.duration);
      while (link::kernel_time() < last) {
        advance_to(last);
      }
      instruments.look(last);
      return {last, true, events.refusal()->why};
    }
    stopped = observation.stop != nullptr && observation.stop->load();
    reached = stopped ? std::clamp(link::kernel_time(), reached + Time(1), end) : end;
    instruments.look(reached);
    over = scenario.end_at_deadlock && instruments.deadlocked();
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

void add_table(Outcome& outcome, std::string name, std::string text) {
  if (!text.empty()) {
    outcome.tables.emplace_back(std::move(name), std::move(text));
  }
}

}  // namespace

Outcome simulate(const scenario::Scenario& scenario, const Observation& observation) {
  const auto wall_start = std::chrono::steady_clock::now();
  cosim::CoverageBook coverage;
  const std::unique_ptr<network::Network> net = build(scenario, observation, coverage);
  Instruments instruments(scenario, observation, *net);
  scenario::RunEvents events(scenario, *net,
                             [&](const scenario::ScenarioEvent& event, Time at) { instruments.told(event, at); });

  const Reached end = advance(scenario, observation, events, instruments);
  const Time reached = end.time;
  instruments.finish(reached);

  Outcome outcome;
  outcome.results = identify(scenario, observation, end);
  outcome.series = instruments.take_series();
  report::cut_after(outcome.series, reached);  // devices that had begun the next quantum have sampled beyond the end
  outcome.network = drawing_of(net->topology);
  outcome.lockstep = coverage.added_up();
  measure(scenario, *net, reached, outcome.results);
  add_table(outcome, "flows.csv", measure_workloads(scenario, *net, reached, outcome.results));
  measure_books(scenario, *net, instruments.drops(), outcome.results);
  add_table(outcome, "latency.csv", measure_latency(scenario, *net, outcome.results));
  if (const Occupancy* occupancy = instruments.occupancy()) {
    occupancy->fill(outcome.results);
    add_table(outcome, "occupancy.csv", occupancy->csv());
  }
  for (const cosim::BlockCoverage& block : outcome.lockstep) {
    add_table(outcome, block.file, cosim::coverage_csv(block.groups));
  }
  if (const FeedbackShare* feedback = instruments.feedback()) {
    feedback->fill(outcome.results);
  }
  report_links(*net, outcome.results);
  measure_links(*net, reached, outcome.results);
  if (observation.recorder != nullptr) {
    observation.recorder->finish(reached);  // reading counters has settled what came without news until now
  }
  report_events(scenario, events, reached, outcome.results);
  outcome.fault_times = report_losses(*net, instruments.drops(), outcome.results);
  measure_steady(outcome.series, reached, outcome.results);
  measure_deadlocks(instruments.deadlocks(), outcome.results);
  instruments.standing().fill(scenario, reached, outcome.results);
  outcome.results.scheme_without_cycles = scheme_without_cycles(scenario);
  instruments.declarations().fill(reached, outcome.results);
  outcome.results.score = instruments.score(reached);
  instruments.report_baselines(scenario, *net, reached, outcome.results);
  outcome.story = instruments.story(scenario, *net, reached, outcome);
  if (outcome.story) {
    instruments.show(*outcome.story, *net);
    instruments.add_queues_of(*outcome.story, *net, outcome);
  }
  instruments.close_capture();
  outcome.unwritten = instruments.unwritten();
  outcome.results.expectations = scenario::evaluate(scenario.expectations, outcome.results);
  outcome.results.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - wall_start).count();
  return outcome;
}

}  // namespace weir
