// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/network_instants.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include <fmt/format.h>

#include "tb/report/described_json.h"
#include "tb/report/queue_place.h"
#include "tb/report/rounded_json.h"
#include "tb/report/wave_view.h"

namespace weir::report {

namespace {

constexpr std::string_view kDepth = ".viq_depth_bytes";
constexpr std::string_view kPaused = ".paused_ratio";
constexpr int kThresholdLevel = 20;
constexpr int kHighestLevel = 25;

using PortKey = std::pair<std::string, unsigned>;
using Rows = std::vector<double>;

// From and to; infinity: to the end.
using Holds = std::vector<std::pair<double, double>>;
constexpr double kNever = std::numeric_limits<double>::infinity();

// The queue of a column with this ending; nullopt for other columns.
std::optional<QueuePlace> queue_of(std::string_view column, std::string_view ending) {
  return column.ends_with(ending) ? parse_place(column.substr(0, column.size() - ending.size())) : std::nullopt;
}

std::string run_lengths(const std::string& letters) {
  std::string text;
  for (std::size_t at = 0; at < letters.size();) {
    const std::size_t end = std::min(letters.find_first_not_of(letters[at], at), letters.size());
    text += letters[at];
    text += end - at > 1 ? std::to_string(end - at) : "";
    at = end;
  }
  return text;
}

class Instants {
 public:
  Instants(const Results& results, const PlotPage& page, const std::optional<Story>& story)
      : page_(page), story_(story) {
    for (const QueueResult& queue : results.queues) {
      thresholds_[fmt::format("{}.p{}.c{}", queue.device, queue.port, queue.traffic_class)] =
          static_cast<double>(queue.xoff_bytes);
    }
    read_samples();
    read_events();
  }

  NetworkInstants take() {
    NetworkInstants instants;
    const auto port_of = [&](const PortKey& key) -> NetworkInstants::Port& {
      const auto at = instants.places.try_emplace(key, instants.ports.size()).first->second;
      instants.ports.resize(std::max(instants.ports.size(), at + 1));
      return instants.ports[at];
    };
    for (const auto& [key, part] : parts_) {
      if (std::ranges::any_of(part, [](double each) { return each > 0; })) {
        port_of(key).levels = levels_of(part);
      }
    }
    for (auto& [key, holds] : holds_) {
      for (const auto& [from, to] : joined(std::move(holds))) {
        port_of(key).held.push_back(from);
        if (to != kNever) {
          port_of(key).held.push_back(to);
        }
      }
    }
    return instants;
  }

 private:
  void read_samples() {
    const ThinnedSeries& thinned = page_.thinned;
    double deepest = 0;
    for (std::size_t column = 0; column < page_.columns.size(); ++column) {
      if (queue_of(page_.columns[column], kDepth) && threshold_of(column) == 0) {
        deepest = std::max(deepest, std::ranges::max(thinned.columns[column]));
      }
    }
    for (std::size_t column = 0; column < page_.columns.size(); ++column) {
      const Rows& values = thinned.columns[column];
      if (const auto queue = queue_of(page_.columns[column], kDepth)) {
        const double threshold = threshold_of(column);
        const double full = threshold > 0 ? threshold : deepest;
        Rows& part = parts_[{queue->device, queue->port}];
        part.resize(values.size());
        for (std::size_t row = 0; full > 0 && row < values.size(); ++row) {
          part[row] = std::max(part[row], values[row] / full);
        }
      }
      if (const auto queue = queue_of(page_.columns[column], kPaused)) {
        std::string& held = held_samples_[std::string(column_queue(column, kPaused))];
        held.assign(values.size(), '0');
        std::ranges::transform(values, held.begin(), [](double ratio) { return ratio > 0 ? '1' : '0'; });
      }
    }
  }

  std::string_view column_queue(std::size_t column, std::string_view ending) const {
    const std::string_view name = page_.columns[column];
    return name.substr(0, name.size() - ending.size());
  }

  double threshold_of(std::size_t column) const {
    const auto found = thresholds_.find(std::string(column_queue(column, kDepth)));
    return found != thresholds_.end() ? found->second : 0;
  }

  double x_of(std::int64_t at_ps) const { return seconds(Time(at_ps)) * page_.units_per_second; }

  // Holds by events; in the gap of a record that has left events out, and without a record, by samples.
  void read_events() {
    if (!story_) {
      for (const auto& [name, held] : held_samples_) {
        add_sampled(name, held, 0, kNever);
      }
      return;
    }
    const std::size_t all = story_->events.at_ps.size();
    if (story_->left_out == 0) {
      add_events(0, all, kNever);
      return;
    }
    const std::size_t before = story_->left_out_behind;
    const double gap = before > 0 ? x_of(story_->events.at_ps[before - 1]) : 0;
    add_events(0, before, gap);
    const std::map<std::string, double> first =
        add_events(std::max(before, all - std::min(all, kStoryKept)), all, kNever);
    for (const auto& [name, held] : held_samples_) {
      const auto known = first.find(name);
      add_sampled(name, held, gap, known != first.end() ? known->second : kNever);
    }
  }

  // The holds that these events of the record begin and end; those that they do not end last until `until`. Returns the
  // time of each queue's first event.
  std::map<std::string, double> add_events(std::size_t from, std::size_t to, double until) {
    const StoryEvents& events = story_->events;
    std::map<std::string, double> since;
    std::map<std::string, double> first;
    for (std::size_t i = from; i < to; ++i) {
      const std::string& name = story_->queues.at(events.queue[i]);
      const double x = x_of(events.at_ps[i]);
      if (events.what[i] == "held") {
        since.try_emplace(name, x);
        first.try_emplace(name, x);
      } else if (events.what[i] == "freed") {
        if (const auto held = since.extract(name)) {
          add_hold(name, held.mapped(), x);
        }
        first.try_emplace(name, x);
      }
    }
    for (const auto& [name, x] : since) {
      add_hold(name, x, until);
    }
    return first;
  }

  // The samples of a queue between two times.
  void add_sampled(const std::string& name, const std::string& held, double from, double to) {
    for (std::size_t row = 0; row < held.size(); ++row) {
      const double since = row > 0 ? page_.times[row - 1] : 0;
      if (held[row] == '1' && page_.times[row] > from && since < to) {
        add_hold(name, std::max(since, from), std::min(page_.times[row], to));
      }
    }
  }

  void add_hold(const std::string& name, double from, double to) {
    if (const auto place = parse_place(name); place && to > from) {
      holds_[{place->device, place->port}].emplace_back(from, to);
    }
  }

  // Holds in their order, those that touch as one.
  static Holds joined(Holds holds) {
    std::ranges::sort(holds);
    Holds one;
    for (const auto& [from, to] : holds) {
      if (!one.empty() && from <= one.back().second) {
        one.back().second = std::max(one.back().second, to);
      } else {
        one.emplace_back(from, to);
      }
    }
    return one;
  }

  static std::string levels_of(const Rows& part) {
    std::string letters;
    for (const double each : part) {
      const double level = std::ceil(each * kThresholdLevel);
      letters += static_cast<char>('a' + std::clamp(static_cast<int>(std::min(level, 1e6)), 0, kHighestLevel));
    }
    return run_lengths(letters);
  }

  const PlotPage& page_;
  const std::optional<Story>& story_;
  std::map<std::string, double> thresholds_;         // of queues by name; 0: none
  std::map<PortKey, Rows> parts_;                    // of the threshold, by the fullest queue of the port
  std::map<std::string, std::string> held_samples_;  // [row] of queues by name; '1': held since the row before
  std::map<PortKey, Holds> holds_;
};

// The time of the first sentence with this rule.
std::optional<std::int64_t> time_of(const std::optional<Story>& story, std::string_view rule) {
  if (!story) {
    return std::nullopt;
  }
  const auto found = std::ranges::find(story->sentences, rule, &Sentence::rule);
  return found != story->sentences.end() ? found->at_ps : std::nullopt;
}

}  // namespace

NetworkInstants network_instants(const Results& results, const PlotPage& page, const std::optional<Story>& story) {
  if (page.times.size() < 2) {
    return {};
  }
  NetworkInstants instants = Instants(results, page, story).take();
  const auto x_of = [&](std::int64_t at_ps) { return seconds(Time(at_ps)) * page.units_per_second; };
  instants.event = page.times.back();
  if (story && !wave_view(*story).marks.empty()) {
    instants.event = x_of(wave_view(*story).marks.front().count());
  }
  if (results.deadlock) {
    const auto closed = time_of(story, "last_edge");
    instants.closes = closed ? x_of(*closed) : results.deadlock->formed_at_seconds * page.units_per_second;
    instants.event = instants.closes;
    if (results.deadlock->dissolved_at_seconds) {
      instants.opens = *results.deadlock->dissolved_at_seconds * page.units_per_second;
    }
  }
  return instants;
}

std::string instants_to_json(const NetworkInstants& instants, bool deadlock) {
  Json json;
  json["event"] = rounded(instants.event, kTimeDigits);
  json["closes"] = deadlock ? rounded(instants.closes, kTimeDigits) : Json();
  json["opens"] = instants.opens ? rounded(*instants.opens, kTimeDigits) : Json();
  json["ports"] = Json::array();
  for (const NetworkInstants::Port& port : instants.ports) {
    json["ports"].push_back({{"levels", port.levels}, {"held", rounded(port.held, kTimeDigits)}});
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace weir::report
