// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/wave_run.h"

#include <boost/algorithm/string/join.hpp>
#include <nlohmann/json.hpp>

#include "hw_model/base/invariant.h"
#include "tb/report/progress_bar.h"
#include "tb/report/run_directory.h"
#include "tb/report/summary.h"
#include "tb/report/wave_view.h"
#include "tb/scenario/builder.h"
#include "tb/text/sha256.h"

namespace weir {
namespace {

using Json = nlohmann::json;

// The same for runs in which the same happened, whatever was recorded of them.
std::string fingerprint(const Outcome& outcome) {
  report::Results results = outcome.results;
  results.wall_seconds = 0;
  return text::sha256_of(report::summary_to_json(results, outcome.network) +
                         (outcome.story ? report::story_to_json(*outcome.story) : ""));
}

// The second run, in its own process.
std::string record_windows(const scenario::Scenario& scenario, const Observation& first, const std::atomic<bool>& stop,
                           const std::string& question) {
  report::ProgressBar progress(scenario.duration);
  Observation observation = first;
  observation.captures.clear();
  observation.recorder = nullptr;
  observation.progress = [&](Time now) { progress.update(now); };
  observation.stop = &stop;
  observation.waves->by_second_run = false;
  observation.waves->windows.clear();
  for (const Json& window : Json::parse(question)) {
    observation.waves->windows.push_back(
        {Time(window.at(0).get<std::int64_t>()), Time(window.at(1).get<std::int64_t>())});
  }
  Json answer{{"fault", ""}, {"fingerprint", ""}};
  try {
    const Outcome outcome = simulate(scenario, observation);
    answer["fault"] = outcome.results.partial ? "the waveform ends early, as does the run that records it"
                                              : boost::algorithm::join(outcome.unwritten, "; ");
    answer["fingerprint"] = fingerprint(outcome);
  } catch (const report::OutputError& error) {
    answer["fault"] = error.what();
  } catch (const scenario::BuildStopped&) {
    answer["fault"] = "there is no waveform: the run that records it has ended before it began";
  }
  progress.finish();
  return answer.dump();
}

}  // namespace

WaveRun::WaveRun(const scenario::Scenario& scenario, const Observation& observation)
    : stop_(observation.stop), worker_([&](const std::string& question) {
        return record_windows(scenario, observation, second_stop_.get(), question);
      }) {}

std::string WaveRun::why_nothing(const Outcome& first) {
  if (first.results.partial) {
    return "the run has ended early";
  }
  return first.story && !report::wave_view(*first.story).marks.empty() ? "" : "the story has no step";
}

std::string WaveRun::record(const Outcome& first) {
  const report::WaveView view = report::wave_view(first.story.value());
  Json windows = Json::array();
  for (const TraceWindow& window : report::windows_around(view, Time(first.story->end_ps))) {
    windows.push_back({window.from.count(), window.until.count()});
  }
  const Json answer = Json::parse(worker_.ask(windows.dump(), [this] {
    if (stop_ != nullptr && stop_->load()) {
      second_stop_.get() = true;
    }
  }));
  const std::string fault = answer.at("fault").get<std::string>();
  if (fault.empty() && answer.at("fingerprint") != fingerprint(first)) {
    broken_invariant("the second run, of --waves-around, differs from the first one", first.results.scenario, "",
                     view.from);
  }
  return fault;
}

}  // namespace weir
