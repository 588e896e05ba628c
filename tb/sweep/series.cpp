// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/sweep/series.h"

#include <algorithm>
#include <optional>

#include "tb/scenario/expectation_key.h"
#include "tb/scenario/fills.h"
#include "tb/text/quantity.h"
#include "tb/text/words.h"

namespace weir::sweep {
namespace {

std::optional<double> over(const Span& span, const std::vector<Time>& times, const std::vector<double>& values) {
  double sum = 0;
  double least = 0;
  double most = 0;
  std::size_t samples = 0;
  const auto first = std::ranges::upper_bound(times, span.from);
  for (auto i = static_cast<std::size_t>(first - times.begin()); i < times.size() && times[i] <= span.to; ++i) {
    sum += values[i];
    least = samples == 0 ? values[i] : std::min(least, values[i]);
    most = samples == 0 ? values[i] : std::max(most, values[i]);
    ++samples;
  }
  if (samples == 0) {
    return std::nullopt;
  }
  return span.over == Over::kMean ? sum / static_cast<double>(samples) : span.over == Over::kMinimum ? least : most;
}

std::vector<std::string_view> parts_of(std::string_view name) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('.', begin), name.size());
    parts.push_back(name.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

// Whether each run has samples of a queue of that name, which may be a pattern.
bool samples(const scenario::Scenario& scenario, const std::string& name) {
  switch (scenario::sampled_queues(scenario)) {
    case scenario::SampledQueues::kAll:
      return true;
    case scenario::SampledQueues::kProbes:
      return std::ranges::any_of(scenario::queue_names(scenario), [&](const std::string& queue) {
        return scenario::matches(name, queue) && scenario::is_probed(scenario, queue);
      });
    case scenario::SampledQueues::kStory:
    case scenario::SampledQueues::kNone:
      break;
  }
  return false;
}

}  // namespace

std::string name_over(std::string_view column, const Span& span) {
  return std::string(column) + "[" + std::string(word_of(span.over)) + " " + text::to_text(span.from) + " to " +
         text::to_text(span.to) + "]";
}

std::vector<ResultRow> series_rows(const std::vector<Wanted>& wanted, const report::TimeSeries& series) {
  std::vector<ResultRow> rows;
  for (const Wanted& one : wanted) {
    for (const report::TimeSeries::Column& column : series.columns) {
      if (!one.span || !scenario::matches(one.key, column.name)) {
        continue;
      }
      if (const auto value = over(*one.span, series.times, column.values)) {
        rows.push_back({name_over(column.name, *one.span), value});
      }
    }
  }
  return rows;
}

void check_series(const scenario::Document& plan, const Wanted& wanted, const scenario::Scenario& scenario) {
  const auto refuse = [&](const std::string& what) { scenario::fail(plan, wanted.place, wanted.path, what); };
  const std::vector<std::string_view> parts = parts_of(wanted.key);
  const bool of_flow = parts.size() == 3 && parts[0] == "flow";
  if (!of_flow && parts.size() != 4) {
    refuse("wanted a column of the time series, flow.NAME.QUANTITY or DEVICE.pPORT.cCLASS.QUANTITY; got " +
           text::in_quotes(wanted.key));
  }
  std::vector<std::string> known;
  if (of_flow) {
    for (const scenario::Flow& flow : scenario.flows) {
      known.push_back(flow.name);
    }
  } else {
    for (const auto& device : scenario.topology.devices) {
      known.push_back(device.name);
    }
  }
  const std::string name(parts[of_flow ? 1 : 0]);
  const std::string queue = wanted.key.substr(0, wanted.key.rfind('.'));
  if (std::ranges::none_of(known, [&](const std::string& one) { return scenario::matches(name, one); })) {
    refuse(text::in_quotes(wanted.key) + ": the scenario has no " + (of_flow ? "flow " : "device ") +
           text::in_quotes(name) + text::known_hint(name, known));
  }
  if (of_flow ? !scenario::samples_flows(scenario.flows.size()) : !samples(scenario, queue)) {
    refuse(text::in_quotes(wanted.key) +
           ": networks of this size have such columns of the queues that measure.probes chooses");
  }
  const Span& span = *wanted.span;
  const Time interval = scenario.sample_interval;
  if (span.to > scenario.duration || (span.from / interval + 1) * interval > span.to) {
    refuse("wanted a window with a sample, of a run of " + text::to_text(scenario.duration) + " with one each " +
           text::to_text(interval) + "; got " + text::to_text(span.from) + " to " + text::to_text(span.to));
  }
}

}  // namespace weir::sweep
