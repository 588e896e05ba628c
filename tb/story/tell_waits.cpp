// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The chapters of runs without a deadlock: the first pause or shortage of credits, the slowest sender, the longest
// wait; and, where flow control never acted, the queue that came nearest to its threshold.

#include <algorithm>

#include <fmt/format.h>

#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "hw_model/mechanisms/flow_control/gfc_sender.h"
#include "tb/report/human.h"
#include "tb/story/tell.h"

namespace weir::story {
namespace {

using report::StoryEvent;

std::string bytes(std::int64_t amount) { return report::human_bytes(static_cast<double>(amount)); }

// A PAUSE of the port stands for all its classes, and counts once.
void say_first_pause(const Sources& from, Draft& draft) {
  const std::vector<Event>& first = from.record.kept().first;
  const auto found = std::ranges::find(first, StoryEvent::kPauses, &Event::what);
  if (found == first.end()) {
    return;
  }
  const bool of_the_port = flow_control::traits_of(from.scenario.device.flow_control.scheme).is_of_the_port;
  std::uint64_t pauses = 0;
  std::uint64_t pausing = 0;
  std::optional<oracle::QueueId> before;
  from.record.for_each_pausing([&](oracle::QueueId viq, const Pauses& one) {
    if (of_the_port && before && before->device == viq.device && before->port == viq.port) {
      return;
    }
    before = viq;
    pauses += one.number;
    ++pausing;
  });
  draft.say(found->at, from.name(found->queue), "xoff",
            fmt::format("{}: the first of {} by {}", from.pause(*found), report::counted(pauses, "pause"),
                        report::counted(pausing, of_the_port ? "port" : "queue")),
            {*found});
}

// For schemes that pause nobody.
void say_first_hold(const Sources& from, Draft& draft) {
  const std::vector<Event>& first = from.record.kept().first;
  const auto found = std::ranges::find(first, StoryEvent::kHeld, &Event::what);
  if (found != first.end() && std::ranges::find(first, StoryEvent::kPauses, &Event::what) == first.end()) {
    draft.say(found->at, from.name(found->queue), "held",
              "flow control holds " + from.name(found->queue) + " for " + from.peer(found->queue) +
                  ", for the first time in the run",
              {*found});
  }
}

// The queue that waited longest because of flow control, and the longest pause that made it wait.
void say_longest_wait(const Sources& from, Draft& draft) {
  const auto& queues = from.results.queues;
  const auto longest = std::ranges::max_element(queues, {}, &report::QueueResult::hold_and_wait_seconds);
  if (longest == queues.end() || longest->hold_and_wait_seconds <= 0) {
    return;
  }
  const std::string queue = report::place_name(longest->device, longest->port, longest->traffic_class);
  std::string text =
      fmt::format("{} waits longest for {}: {} of {}", queue, longest->peer,
                  report::human_seconds(longest->hold_and_wait_seconds), report::human_seconds(seconds(from.end)));
  const network::Peer& peer = from.net.peers[queue_named(from.net, queue)->device][longest->port];
  const ClassId c = from.devices.holding_class({peer.device, peer.port, ClassId(longest->traffic_class)});
  const Pauses* const pauses = from.record.pauses_of({peer.device, peer.port, c});
  if (pauses == nullptr || !pauses->longest) {
    draft.say({}, queue, "longest_wait", text);
    return;
  }
  const Event& began = *pauses->longest;
  text += fmt::format("; the longest of {}, {}, begins here", report::counted(pauses->ended, "pause"),
                      report::human_seconds(seconds(pauses->longest_time)));
  draft.say(began.at, queue, "longest_wait", text, {began});
}

// The sample of a sender, in the unit of its column.
struct Sampled {
  std::string queue;
  double value = 0;
  Time at;
  double link = 0;  // what the sender's link carries
};

// The first sample of that quantity, whatever the column, that no other one beats; nothing without a column.
template <class Beats>
std::optional<Sampled> best_sample(const Sources& from, std::string_view quantity, Beats beats) {
  std::optional<Sampled> found;
  const report::TimeSeries& series = from.series;
  for (const report::TimeSeries::Column& column : series.columns) {
    if (!column.name.ends_with(quantity)) {
      continue;
    }
    Sampled one{.queue = column.name.substr(0, column.name.size() - quantity.size()), .at = {}};
    const oracle::QueueId id = queue_named(from.net, one.queue).value();
    const std::size_t cable = from.net.peers[id.device][id.port.index()].cable;
    one.link = static_cast<double>(flow_control::in_mbps(from.net.topology.cables[cable].link.rate));
    for (std::size_t i = 0; i < std::min(column.values.size(), series.times.size()); ++i) {
      one.value = column.values[i];
      one.at = series.times[i];
      if (!found || beats(one, *found) || (!beats(*found, one) && one.at < found->at)) {
        found = one;
      }
    }
  }
  return found;
}

// For schemes that lower the rate of senders: which sender was slowed most, as far as samples show.
void say_slowest(const Sources& from, Draft& draft) {
  constexpr double kMega = 1e6;
  const auto slowest = best_sample(
      from, ".sender_rate", [](const Sampled& a, const Sampled& b) { return a.value * b.link < b.value * a.link; });
  if (slowest && slowest->value < slowest->link) {
    draft.say(slowest->at, slowest->queue, "lowest_rate",
              fmt::format("{} may send at {} of {}, the smallest part in any sample", slowest->queue,
                          report::human_rate(slowest->value * kMega), report::human_rate(slowest->link * kMega)));
  }
  const auto stage =
      best_sample(from, ".sender_stage", [](const Sampled& a, const Sampled& b) { return a.value > b.value; });
  if (stage && stage->value > 0) {
    draft.say(stage->at, stage->queue, "lowest_rate",
              fmt::format("{} is slowed to stage {}, the highest stage in any sample", stage->queue, stage->value));
  }
}

}  // namespace

void tell_waits(const Sources& sources, Draft& draft) {
  const flow_control::SchemeTraits& traits = flow_control::traits_of(sources.scenario.device.flow_control.scheme);
  if (traits.limiter) {
    say_slowest(sources, draft);
  }
  say_first_pause(sources, draft);
  if (!traits.limiter) {
    say_first_hold(sources, draft);
  }
  say_longest_wait(sources, draft);
}

void tell_nearest(const Sources& sources, Draft& draft) {
  const report::QueueResult* nearest = nullptr;
  const auto part = [](const report::QueueResult& queue) {
    return static_cast<double>(queue.viq_peak_bytes) / static_cast<double>(queue.xoff_bytes);
  };
  for (const report::QueueResult& queue : sources.results.queues) {
    if (queue.xoff_bytes > 0 && (nearest == nullptr || part(queue) > part(*nearest))) {
      nearest = &queue;
    }
  }
  if (nearest != nullptr) {
    const std::string name = report::place_name(nearest->device, nearest->port, nearest->traffic_class);
    draft.say({}, name, "nearest",
              fmt::format("flow control held nobody; {} {} its threshold: {} of {}", name,
                          part(*nearest) < 1 ? "came nearest to" : "went furthest beyond",
                          bytes(nearest->viq_peak_bytes), bytes(nearest->xoff_bytes)));
    return;
  }
  const auto fullest = std::ranges::max_element(sources.results.queues, {}, &report::QueueResult::veq_peak_bytes);
  if (fullest != sources.results.queues.end()) {
    const std::string name = report::place_name(fullest->device, fullest->port, fullest->traffic_class);
    std::uint64_t drops = 0;
    for (const auto& [reason, packets] : sources.results.drops) {
      drops += packets;
    }
    draft.say({}, name, "nearest",
              fmt::format("no flow control held anybody; the fullest egress queue was {}: {}; {} dropped", name,
                          bytes(fullest->veq_peak_bytes), report::counted(drops, "packet")));
  }
}

}  // namespace weir::story
