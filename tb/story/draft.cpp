// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/story/draft.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "tb/host/flow.h"
#include "tb/report/human.h"
#include "tb/report/queue_place.h"

namespace weir::story {

std::string Sources::name(oracle::QueueId queue) const {
  return report::place_name(device(queue.device), static_cast<unsigned>(queue.port.index()),
                            static_cast<unsigned>(queue.traffic_class.index()));
}

std::string Sources::name(const Event& event) const {
  const std::string queue = name(event.queue);
  return report::is_of_a_port(event.what) ? queue.substr(0, queue.rfind('.')) : queue;
}

std::optional<oracle::QueueId> queue_named(const network::Network& net, const std::string& name) {
  const auto place = report::parse_place(name);
  const auto& devices = net.topology.devices;
  const auto found = place ? std::ranges::find(devices, place->device, &network::DeviceSpec::name) : devices.end();
  return found == devices.end() ? std::nullopt
                                : std::optional(oracle::QueueId{static_cast<std::size_t>(found - devices.begin()),
                                                                PortId(place->port), ClassId(place->traffic_class)});
}

const std::string& Sources::peer(oracle::QueueId queue) const {
  return device(net.peers[queue.device][queue.port.index()].device);
}

std::string Sources::pause(const Event& event) const {
  const auto bytes = [](Bytes amount) { return report::human_bytes(static_cast<double>(amount.count())); };
  std::string text = name(event.queue) + " pauses " + peer(event.queue);
  const std::optional<Bytes> xoff = event.depth > Bytes(0) ? devices.threshold_of(event.queue) : std::nullopt;
  if (!xoff) {
    return text;
  }
  text += " at " + bytes(event.depth);
  return *xoff > Bytes(0) && event.depth >= *xoff ? text + " (XOFF " + bytes(*xoff) + ")" : text;
}

std::vector<Event> Sources::proof(Time at, const std::string& queue, report::StoryEvent what) const {
  const std::optional<oracle::QueueId> found = queue_named(net, queue);
  return found ? proof(at, *found, what) : std::vector<Event>{};
}

std::vector<Event> Sources::proof(Time at, oracle::QueueId queue, report::StoryEvent what) const {
  const std::optional<Event> found = record.find(at, queue, what);
  return found ? std::vector{*found} : std::vector<Event>{};
}

std::string Sources::flow(std::uint32_t flow) const {
  if (flow == frame::kForeignFlow) {
    return "frames from outside";
  }
  const std::string& name = net.flows[flow & ~frame::kRateTag].name;
  if ((flow & frame::kRateTag) == frame::kRateTag) {
    return "rate tags of " + name;
  }
  if ((flow & frame::kMadeInNetwork) != 0) {
    return "notifications about " + name;
  }
  return (flow & host::kAcknowledgement) != 0 ? "acknowledgements of " + name : name;
}

void Draft::say(std::optional<Time> at, const std::string& queue, std::string_view rule, std::string text,
                std::vector<Event> proofs) {
  told_.push_back({{.at_ps = at ? std::optional(at->count()) : std::nullopt,
                    .queue = queue,
                    .rule = std::string(rule),
                    .text = std::move(text),
                    .events = {}},
                   std::move(proofs)});
}

report::Story Draft::finish() const {
  const EventRecord::Kept& kept = sources_.record.kept();
  std::vector<Event> events;
  events.reserve(kept.first.size() + kept.last.size());
  events.insert(events.end(), kept.first.begin(), kept.first.end());
  events.insert(events.end(), kept.last.begin(), kept.last.end());
  std::size_t added = 0;
  std::size_t added_before_gap = 0;
  const auto at_place = [&](const Event& wanted) {
    const auto same_time = std::ranges::equal_range(events, wanted.at, {}, &Event::at);
    return std::ranges::find(same_time, wanted);
  };
  for (const Told& told : told_) {
    for (const Event& proof : told.proofs) {
      const auto same_time = std::ranges::equal_range(events, proof.at, {}, &Event::at);
      if (std::ranges::find(same_time, proof) == same_time.end()) {
        added_before_gap += same_time.end() - events.begin() <= static_cast<std::ptrdiff_t>(kept.first.size()) ? 1 : 0;
        events.insert(same_time.end(), proof);
        ++added;
      }
    }
  }
  report::Story story{.scenario = sources_.results.scenario,
                      .seed = sources_.results.seed,
                      .resolved_sha256 = sources_.results.resolved_sha256,
                      .end_ps = sources_.end.count()};
  story.left_out = kept.left_out - added;
  story.left_out_behind = story.left_out > 0 ? kept.first.size() + added_before_gap : 0;
  std::vector<Told> in_order = told_;
  std::ranges::stable_sort(in_order, {}, [](const Told& told) {
    return told.sentence.at_ps.value_or(std::numeric_limits<std::int64_t>::max());
  });
  for (const Told& told : in_order) {
    report::Sentence& sentence = story.sentences.emplace_back(told.sentence);
    for (const Event& proof : told.proofs) {
      sentence.events.push_back(static_cast<std::uint64_t>(at_place(proof) - events.begin()));
    }
  }
  std::map<std::pair<oracle::QueueId, bool>, std::uint64_t> numbers;  // of queues and of ports
  story.events.at_ps.reserve(events.size());
  story.events.what.reserve(events.size());
  story.events.queue.reserve(events.size());
  story.events.depth_bytes.reserve(events.size());
  for (const Event& event : events) {
    const auto [found, is_new] =
        numbers.emplace(std::pair(event.queue, report::is_of_a_port(event.what)), story.queues.size());
    if (is_new) {
      story.queues.push_back(sources_.name(event));
    }
    story.events.at_ps.push_back(event.at.count());
    story.events.what.emplace_back(report::word_of(event.what));
    story.events.queue.push_back(found->second);
    story.events.depth_bytes.push_back(event.depth.count());
  }
  return story;
}

}  // namespace weir::story
