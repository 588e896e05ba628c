// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/instruments.h"

#include <iterator>
#include <sstream>
#include <utility>

#include "hw_model/mechanisms/deadlock/unit_card.h"
#include "tb/report/version.h"
#include "tb/run/put_together.h"
#include "tb/run/story_queues.h"
#include "tb/scenario/run_events.h"

namespace weir {
namespace {

using capture::PortCapture;

oracle::Dissolving dissolving(const scenario::Scenario& scenario) {
  const bool broken = any_switch(
      scenario, [](const asic::SwitchConfig& device) { return deadlock::card_of(device.deadlock.unit) != nullptr; });
  return broken || scenario::may_end_deadlocks(scenario) || scenario.pauses_may_lapse ? oracle::Dissolving::kMayHappen
                                                                                      : oracle::Dissolving::kIsAFault;
}

// The names that rank 0 has, one a line, at every rank.
std::set<std::string> names_of_all(ranks::Communicator& communicator, const std::set<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    text += name + "\n";
  }
  std::set<std::string> all;
  std::istringstream lines(communicator.broadcast(text));
  for (std::string name; std::getline(lines, name);) {
    all.insert(name);
  }
  return all;
}

}  // namespace

Instruments::Instruments(const scenario::Scenario& scenario, const Observation& observation, network::Network& net)
    : scenario_(scenario),
      observation_(observation),
      net_(net),
      sampler_(net, scenario),
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
    for (const std::size_t d : net.here()) {
      net.devices[d]->sample_every(scenario.sample_interval, [this, d](Time t) { sample(d, t); });
    }
  }
  if (!observation.captures.empty() && !observation.tells()) {
    capture_ = std::make_unique<RunCapture>(net, observation.captures, observation.links);
  } else if (!observation.captures.empty()) {
    capture_ = std::make_unique<RunCapture>(net, observation.captures, observation.links, *observation.directory,
                                            report::program_text(observation.commit),
                                            scenario.name + ", seed " + std::to_string(scenario.seed) +
                                                ", resolved scenario SHA-256 " + scenario.resolved.sha256);
  }
}

void Instruments::sample(std::size_t device, Time t) {
  sampler_.sample(device, t);
  deadlock_.snapshot(device, t);
  conservation_.snapshot(device, t);
  standing_.sample(device, t);
  if (feedback_) {
    feedback_->sample(device, t);
  }
}

void Instruments::look(Time reached) {
  if (observation_.rank != nullptr) {
    ranks::Communicator& communicator = observation_.rank->communicator;
    const std::vector<std::string> told = communicator.gather(deadlock_.tell());
    if (communicator.rank() == 0) {
      deadlock_.hear(told);
    }
  }
  deadlock_.evaluate();
  conservation_.evaluate(reached);
  judge_knots(reached);
  traced_.found(deadlock_.all());
  traced_.merge_until(reached);
  if (record_) {
    merge_events(reached);
  }
  capture(&PortCapture::write_until, &PortCapture::tell_until, reached);
}

void Instruments::capture(void (PortCapture::*write)(Time), std::string (PortCapture::*tell)(Time), Time reached) {
  if (observation_.captures.empty()) {
    return;
  }
  if (observation_.rank == nullptr) {
    return write_capture([&] { (capture_->ports().*write)(reached); });
  }
  const std::vector<std::string> told =
      observation_.rank->communicator.gather(capture_ ? (capture_->ports().*tell)(reached) : "");
  if (observation_.tells()) {
    write_capture([&] { capture_->ports().write(told); });
  }
}

void Instruments::judge_knots(Time reached) {
  if (!knots_) {
    return;
  }
  if (observation_.rank == nullptr) {
    return knots_->judge_until(reached);
  }
  ranks::Communicator& communicator = observation_.rank->communicator;
  const std::vector<std::string> told = communicator.gather(knots_->tell(reached));
  if (communicator.rank() == 0) {
    knots_->judge(told, reached);
  }
}

void Instruments::merge_events(Time reached) {
  std::vector<story::Event> events = record_->take_until(reached);
  if (observation_.rank != nullptr) {
    events = put_together(observation_.rank->communicator, events);
  }
  record_->merge(std::move(events));
}

void Instruments::finish(Time reached) {
  books_.emplace(net_, drops_);
  if (observation_.rank == nullptr) {
    conservation_.audit_books(*books_, reached);
  }
  conservation_.audit_queues(reached);
  traced_.found(deadlock_.all());
  traced_.finish(reached);
  capture(&PortCapture::finish, &PortCapture::tell_rest, reached);
}

namespace {

// Rank 0 adds to its own what the others tell.
template <class Recorded>
void add_told(ranks::Communicator& communicator, const std::string& mine, Recorded& recorded) {
  const std::vector<std::string> told = communicator.gather(mine);
  for (std::size_t rank = 1; rank < told.size(); ++rank) {
    recorded.hear(told[rank]);
  }
}

}  // namespace

void Instruments::add_up(Time end) {
  ranks::Communicator& communicator = observation_.rank->communicator;
  add_told(communicator, declarations_.tell(end), declarations_);
  if (Occupancy* const occupancy = traced_.occupancy(); occupancy != nullptr && !observation_.waves) {
    add_told(communicator, occupancy->tell(), *occupancy);
  }
  if (feedback_) {
    add_told(communicator, feedback_->tell(), *feedback_);
  }
}

std::vector<std::string> Instruments::unwritten() const {
  std::vector<std::string> faults{traced_.fault(), capture_fault_};
  std::erase(faults, "");
  return faults;
}

void Instruments::told(const scenario::ScenarioEvent& event, Time at) {
  if (const auto* reset = std::get_if<scenario::ResetSwitch>(&event.what)) {
    drops_.reset({reset->device, at, at + reset->length});
  } else if (const auto* write = std::get_if<scenario::WriteRegister>(&event.what)) {
    drops_.settings_change(at);
    if (write->block == "forwarding") {
      conservation_.packets_may_overtake();
    }
  } else if (const auto* set = std::get_if<scenario::SetLinkRate>(&event.what); set != nullptr && feedback_) {
    for (const network::End& end : set->ends) {
      feedback_->rate_changes(end, set->rate, at);
    }
  }
}

oracle::NetworkBooks Instruments::books(Time end) {
  if (observation_.rank == nullptr) {
    return *books_;
  }
  ranks::Communicator& communicator = observation_.rank->communicator;
  oracle::NetworkBooks all(net_, communicator.gather(books_->tell()));
  if (communicator.rank() == 0) {
    conservation_.audit_books(all, end);
  }
  return all;
}

void Instruments::ask_frames(Time end, report::Results& results) {
  if (observation_.rank != nullptr) {
    ranks::Communicator& communicator = observation_.rank->communicator;
    standing_.fill_together(scenario_, end, communicator, results);
    if (record_) {
      devices_on_ranks_ = std::make_unique<DevicesOnRanks>(scenario_, net_, standing_, end, communicator);
    }
    return;
  }
  standing_.fill(scenario_, end, results);
  if (record_) {
    devices_ = std::make_unique<DevicesHere>(scenario_, net_, standing_, end);
  }
}

void Instruments::report_baselines(Time end, report::Results& results) const {
  if (baselines_) {
    weir::report_baselines(scenario_, net_, *baselines_, *knots_, end, results);
  }
}

std::optional<report::Story> Instruments::told_by(const story::Devices& devices, Time end,
                                                  const Outcome& outcome) const {
  return story::tell({.scenario = scenario_,
                      .net = net_,
                      .record = *record_,
                      .deadlocks = deadlock_.all(),
                      .results = outcome.results,
                      .series = outcome.series,
                      .devices = devices,
                      .end = end});
}

// Adds the columns of these queues before all others.
void Instruments::add_queues(const std::set<std::string>& names, Outcome& outcome) {
  report::TimeSeries chosen = sampler_.take_queues(names, outcome.series.times.size());
  if (observation_.rank != nullptr) {
    put_together(observation_.rank->communicator, sampler_.places_of_queues(), chosen);
  }
  chosen.columns.insert(chosen.columns.end(), std::move_iterator(outcome.series.columns.begin()),
                        std::move_iterator(outcome.series.columns.end()));
  outcome.series.columns = std::move(chosen.columns);
}

void Instruments::tell_story(Time end, Outcome& outcome) {
  if (!record_) {
    return;
  }
  if (observation_.rank == nullptr) {
    outcome.story = told_by(*devices_, end, outcome);
    show(*outcome.story, *devices_);
    return add_queues(queues_of_story(*outcome.story, net_, outcome.results), outcome);
  }
  ranks::Communicator& communicator = observation_.rank->communicator;
  const DevicesOnRanks& devices = *devices_on_ranks_;
  std::set<std::string> names;
  if (communicator.rank() == 0) {
    outcome.story = told_by(devices, end, outcome);
    show(*outcome.story, devices);
    devices.end();
    names = queues_of_story(*outcome.story, net_, outcome.results);
  } else {
    devices.answer();
  }
  add_queues(names_of_all(communicator, names), outcome);
}

// Lets a viewer open the waveform where the story's event is, and tells captured frames of its steps.
void Instruments::show(const report::Story& story, const story::Devices& devices) {
  traced_.show(story);
  if (capture_) {
    try {
      capture_->comment(story, net_, devices);
    } catch (const report::OutputError& error) {
      capture_fault_ = std::string(error.what()) + "; it is kept without the steps of the story";
    }
  }
}

void Instruments::close_capture() {
  write_capture([&] { capture_->ports().close(); });
}

// A capture that cannot be written is given up, and the run goes on.
template <typename Write>
void Instruments::write_capture(const Write& write) {
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

}  // namespace weir
